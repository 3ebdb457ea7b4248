package io.keelson.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.operator.OperatorUnderTest;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Some of the scenarios, of every kind, once more: declared with kubectl on a real API server, and
/// carried out by the operator. Their state must be the one that the engine alone gives.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class OperatorScenariosIT {
  private static final Path FOLDER = Path.of("src/test/resources/conformance");

  /// The names, one a line; what follows a name says what it is there for.
  private static final Path CHOSEN = FOLDER.resolve("through-the-operator.txt");

  private static final int AT_ONCE = 8;

  private static List<String> chosen() throws IOException {
    var only = System.getProperty("scenarios", "");
    if (!only.isEmpty()) return List.of(only.split(",", -1));
    return Files.readAllLines(CHOSEN).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> line.split(" ", 2)[0])
        .toList();
  }

  private static JsonNode scenario(String name) throws IOException {
    return ConformanceTest.exact().readTree(FOLDER.resolve(name + ".json").toFile());
  }

  @Test
  void scenarios_giveTheSameStateAsThroughTheEngine(TestNamespace namespace) throws Exception {
    var scenarios = new LinkedHashMap<String, OperatorScenario>();
    var stacks = new LinkedHashMap<String, OperatorScenario>();
    for (String name : chosen()) {
      var stack = "s" + scenarios.size();
      var scenario = new OperatorScenario(namespace, stack);
      scenarios.put(name, scenario);
      stacks.put(stack, scenario);
    }
    try (var operator =
            OperatorUnderTest.decorated(
                namespace,
                (stack, real) -> Objects.requireNonNull(stacks.get(stack.name())).watched(real));
        var players = Executors.newFixedThreadPool(AT_ONCE)) {
      assertThat(operator).isNotNull();
      var played = new LinkedHashMap<String, Future<?>>();
      for (Map.Entry<String, OperatorScenario> each : scenarios.entrySet()) {
        var scenario = scenario(each.getKey());
        played.put(each.getKey(), players.submit(() -> each.getValue().play(scenario)));
      }
      var different = new ArrayList<String>();
      for (Map.Entry<String, Future<?>> each : played.entrySet()) {
        try {
          each.getValue().get();
        } catch (ExecutionException e) {
          different.add(each.getKey() + ": " + e.getMessage());
        }
      }
      System.out.printf(
          "conformance: %d of %d through the operator as through the engine%n",
          played.size() - different.size(), played.size());
      assertThat(different).isEmpty();
    }
  }
}
