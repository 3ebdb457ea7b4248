package io.keelson.engine.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Removals;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DependenciesTest {
  private static final ResourceAddress A = ResourceAddress.managed("t", "a");
  private static final ResourceAddress B = ResourceAddress.managed("t", "b");
  private static final ResourceAddress C = ResourceAddress.managed("t", "c");

  private final SortedMap<ResourceAddress, ResourceConfig> resources = new TreeMap<>();
  private final SortedMap<String, Expression> locals = new TreeMap<>();

  /// An expression that only refers.
  record Referring(List<Reference> references) implements Expression {
    @Override
    public Type type() {
      return Types.DYNAMIC;
    }

    @Override
    public Evaluated evaluate(Scope scope) {
      return Evaluated.of(Value.nothing(Types.DYNAMIC));
    }
  }

  private static Expression to(Root... roots) {
    return new Referring(List.of(roots).stream().map(Reference::to).toList());
  }

  private static Root resource(ResourceAddress address) {
    return new Root.Resource(address);
  }

  private void declare(ResourceAddress address, Expression body, ResourceAddress... dependsOn) {
    var explicit = Arrays.stream(dependsOn).map(DependenciesTest::resource).toList();
    resources.put(
        address, resource(address, body, new Repetition.Single(), explicit, Lifecycle.PLAIN));
  }

  private static ResourceConfig resource(
      ResourceAddress address,
      Expression body,
      Repetition repetition,
      List<Root> dependsOn,
      Lifecycle lifecycle) {
    return new ResourceConfig(
        address, body, repetition, dependsOn, lifecycle, Optional.empty(), 0, List.of());
  }

  private Dependencies dependencies() {
    return Dependencies.of(
        new StackConfig(
            resources,
            new TreeMap<>(),
            locals,
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            StackConfig.Frozen.NONE,
            List.of(),
            Removals.NONE,
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of()));
  }

  @Test
  @Tag("R-GRAPH-20")
  void chain_storesDirectAndTransitiveDependencies() {
    declare(A, to());
    declare(B, to(resource(A)));
    declare(C, to(), B);

    assertThat(dependencies().direct(C)).containsExactly(B);
    assertThat(dependencies().stored(C))
        .containsExactly(new Dependency(A, false), new Dependency(B, true));
  }

  @Test
  @Tag("R-GRAPH-20")
  void referenceThroughLocals_isDirect() {
    declare(A, to());
    locals.put("inner", to(resource(A)));
    locals.put("outer", to(new Root.Local("inner")));
    declare(B, to(new Root.Local("outer"), new Root.Variable("v")));

    assertThat(dependencies().stored(B)).containsExactly(new Dependency(A, true));
  }

  @Test
  @Tag("R-GRAPH-10")
  void countAndTriggers_areDependencies() {
    declare(A, to());
    declare(B, to());
    var lifecycle =
        new Lifecycle(
            false,
            false,
            false,
            true,
            PartialCreate.REPLACE,
            Lifecycle.PLAIN.ignoreChanges(),
            List.of(),
            List.of(),
            List.of(Reference.to(resource(B))),
            Optional.empty(),
            Optional.empty(),
            Timeouts.NONE,
            List.of(),
            List.of());
    resources.put(
        C, resource(C, to(), new Repetition.Count(to(resource(A))), List.of(), lifecycle));

    assertThat(dependencies().direct(C)).containsExactly(A, B);
  }

  @Test
  void resourceThatDependsOnItself_doesNotNeedItself() {
    declare(A, to(), A);

    assertThat(dependencies().stored(A)).isEmpty();
  }

  @Test
  void dependencyWithoutUsableDeclaration_isStillADependency() {
    declare(B, to(resource(A)));

    assertThat(dependencies().stored(B)).containsExactly(new Dependency(A, true));
    assertThat(dependencies().stored(A)).isEmpty();
  }
}
