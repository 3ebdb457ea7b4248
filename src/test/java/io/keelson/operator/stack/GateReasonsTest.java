package io.keelson.operator.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.keelson.operator.stack.context.ContextOfTests;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.gate.Gate;
import io.keelson.operator.stack.gate.ReadReferences;
import io.keelson.operator.stack.gate.StackRelease;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.testing.HandClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the page of the conditions says about where a reason of a Stack is set.
final class GateReasonsTest {
  private static final Path MAIN = Path.of("src/main/java/io/keelson/operator");
  private static final Path TESTS = Path.of("src/test/java/io/keelson/operator/stack");
  private static final Pattern ROW =
      Pattern.compile("^\\| `(\\w+)` \\| ((?:`\\w+`(?:, )?)+) \\|$", Pattern.MULTILINE);
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  private final KubernetesClient nowhere =
      new KubernetesClientBuilder()
          .withConfig(new ConfigBuilder().withMasterUrl("https://localhost:1").build())
          .build();

  @AfterEach
  void close() {
    nowhere.close();
  }

  @Test
  void everyGate_isNamedAtExactlyTheReasonsThatItMaySet() throws IOException {
    var documented = reasonsByClass();
    for (Gate gate : gates())
      assertThat(documented.getOrDefault(gate.getClass().getSimpleName(), new TreeSet<>()))
          .as(
              "%s: its reasons() and the last table of docs/conditions.md",
              gate.getClass().getSimpleName())
          .isEqualTo(
              gate.reasons().stream()
                  .map(Enum::name)
                  .collect(Collectors.toCollection(TreeSet::new)));
  }

  /// Somebody who adds a gate shows what stops there, and why.
  @Test
  void everyReasonOfEveryGate_isSetInATest() throws IOException {
    var tests = testsOfGates();
    for (Gate gate : gates()) {
      var name = gate.getClass().getSimpleName();
      for (ConditionReason reason : gate.reasons())
        assertThat(
                tests.stream().anyMatch(test -> isAbout(test, name, "ConditionReason." + reason)))
            .as("a test of %s that lets %s stop with %s", TESTS, name, reason)
            .isTrue();
    }
  }

  private static boolean isAbout(String test, String gate, String reason) {
    return Pattern.compile(gate, Pattern.CASE_INSENSITIVE).matcher(test).find()
        && Pattern.compile(reason + "\\b").matcher(test).find();
  }

  /// The text of each test of a gate.
  private static List<String> testsOfGates() throws IOException {
    try (var files = Files.walk(TESTS)) {
      var tests = new ArrayList<String>();
      for (Path each :
          files.filter(file -> file.toString().matches(".*Gates?Test[.]java")).toList())
        tests.addAll(List.of(Files.readString(each).split("@(Test|ParameterizedTest)\\b")));
      return tests;
    }
  }

  /// What a class may report stands in its own comment, if not in its code.
  @Test
  void everyClassOfThePage_namesTheReasonItself() throws IOException {
    var documented = reasonsByClass();
    assertThat(documented).containsKeys("Convergence", "Pursuit", "StackStatusWriter");
    for (var each : documented.entrySet()) {
      var source = source(each.getKey());
      for (String reason : each.getValue())
        assertThat(source).as(each.getKey()).containsPattern("\\b" + reason + "\\b");
    }
  }

  @Test
  void reasons_standInTheOrderOfThePageAndOnce() throws IOException {
    var rows = ROW.matcher(page()).results().map(row -> ConditionReason.valueOf(row.group(1)));
    assertThat(rows.toList()).isSorted().doesNotHaveDuplicates();
  }

  private List<Gate> gates() {
    var clock = new HandClock();
    var context = ContextOfTests.of(nowhere, clock);
    var its =
        new StackParts(
            new StackKey("team", "shop"),
            context,
            new StackMemory(context.sizes()),
            new InstanceMemory(() -> {}),
            () -> false,
            () -> {});
    return StackTurn.gates(
        its, new ReadReferences(), new StackRelease(its.reviews, its.takeover, clock));
  }

  private static SortedMap<String, SortedSet<String>> reasonsByClass() throws IOException {
    var found = new TreeMap<String, SortedSet<String>>();
    ROW.matcher(page())
        .results()
        .forEach(row ->
            NAME.matcher(row.group(2))
                .results()
                .forEach(name ->
                    found.computeIfAbsent(name.group(1), _ -> new TreeSet<>()).add(row.group(1))));
    return found;
  }

  private static String source(String name) throws IOException {
    try (var files = Files.walk(MAIN)) {
      var found = files.filter(file -> file.endsWith(name + ".java")).toList();
      assertThat(found).as(name).hasSize(1);
      return Files.readString(found.getFirst());
    }
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("docs/conditions.md"));
  }
}
