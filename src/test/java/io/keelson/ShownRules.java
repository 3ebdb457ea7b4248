package io.keelson;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/// Which tests show which rules: scenario files say so in `rules`, tests in Java with a tag,
/// jqwik's own for properties.
final class ShownRules {
  private static final Path SCENARIOS = Path.of("src/test/resources/scenarios");
  private static final Pattern RULE = Pattern.compile("(R|AC|ORD|DEV)-.*");
  private static final YAMLMapper YAML = new YAMLMapper();

  private final SortedMap<String, SortedSet<String>> tests = new TreeMap<>();

  private ShownRules() {}

  /// The tests of each rule that has any: scenarios as `moves/renamed-key`, Java as `Class.method`,
  /// or `Class` where all of its tests show the rule.
  static SortedMap<String, SortedSet<String>> byRule() {
    var rules = new ShownRules();
    rules.addScenarios();
    var tests = ShownRules.class.getProtectionDomain().getCodeSource().getLocation();
    new ClassFileImporter()
        .importUrl(tests).stream().map(JavaClass::reflect).forEach(rules::addClass);
    return Collections.unmodifiableSortedMap(rules.tests);
  }

  private void addScenarios() {
    try (Stream<Path> files = Files.walk(SCENARIOS)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
        var name = SCENARIOS.relativize(file).toString().replace(".yaml", "");
        for (var rule : YAML.readTree(file.toFile()).path("rules")) add(rule.asText(), name);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addClass(Class<?> type) {
    for (String rule : rules(type)) add(rule, type.getSimpleName());
    for (Method method : type.getDeclaredMethods())
      for (String rule : rules(method)) add(rule, type.getSimpleName() + "." + method.getName());
  }

  private static List<String> rules(AnnotatedElement element) {
    return Stream.concat(
            Stream.of(element.getAnnotationsByType(Tag.class)).map(Tag::value),
            Stream.of(element.getAnnotationsByType(net.jqwik.api.Tag.class))
                .map(net.jqwik.api.Tag::value))
        .filter(tag -> RULE.matcher(tag).matches())
        .toList();
  }

  private void add(String rule, String test) {
    tests.computeIfAbsent(rule, _ -> new TreeSet<>()).add(test);
  }
}
