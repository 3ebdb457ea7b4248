package io.keelson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.launcher.EngineFilter.includeEngines;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.discoveryRequest;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherFactory;

/// A jqwik that does not fit the JUnit beside it may leave out properties without a word.
final class PropertiesTest {
  private static final String OURS = "io.keelson";

  @Test
  void everyPropertyIsFound() {
    assertThat(found()).isNotEmpty().containsExactlyInAnyOrderElementsOf(written());
  }

  private static List<String> found() {
    var request =
        discoveryRequest().selectors(selectPackage(OURS)).filters(includeEngines("jqwik")).build();
    var plan = LauncherFactory.create().discover(request);
    return plan.getRoots().stream()
        .flatMap(root -> plan.getDescendants(root).stream())
        .filter(TestIdentifier::isTest)
        .flatMap(test -> test.getSource().stream())
        .map(MethodSource.class::cast)
        .map(method -> method.getClassName() + "." + method.getMethodName())
        .toList();
  }

  private static List<String> written() {
    return ReflectionSupport.findAllClassesInPackage(OURS, _ -> true, _ -> true).stream()
        .flatMap(PropertiesTest::properties)
        .map(method -> method.getDeclaringClass().getName() + "." + method.getName())
        .toList();
  }

  private static Stream<Method> properties(Class<?> test) {
    return AnnotationSupport.findAnnotatedMethods(
        test, Property.class, HierarchyTraversalMode.TOP_DOWN)
        .stream();
  }
}
