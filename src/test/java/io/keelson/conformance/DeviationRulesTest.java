package io.keelson.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spoils what scenarios expect where a deviation applies: nothing but the deviation is excused.
final class DeviationRulesTest {
  private static JsonNode scenario(String name) throws IOException {
    var file = Path.of("src/test/resources/conformance", name + ".json");
    return ConformanceTest.exact().readTree(file.toFile());
  }

  private static JsonNode expectation(JsonNode scenario, int step) {
    return scenario.get("steps").get(step - 1).get("expect");
  }

  @ParameterizedTest
  @CsvSource({
    "deposed-only-refresh-only, 2",
    "mix-rolling-fail, 1",
    "rand-01066, 1",
    "rand-01237, 1",
    "rand-01237, 6",
    "rand-01408, 4"
  })
  void objectThatIsNotTainted_isNotExcusedByAnotherDeviation(String name, int step)
      throws IOException {
    int objects = expectation(scenario(name), step).get("state").size();
    for (int i = 0; i < objects; i++) {
      var scenario = scenario(name);
      var object = (ObjectNode) expectation(scenario, step).get("state").get(i);
      // One that differs by being gone cannot differ otherwise as well.
      if (step == 6 && object.path("deposed").asBoolean()) continue;
      object.put("tainted", !object.path("tainted").asBoolean());
      assertThat(new ScenarioRun().run(scenario).unexplained())
          .as("%s, step %d, %s", name, step, object)
          .singleElement()
          .asString()
          .contains("tainted " + object.get("addr").textValue());
    }
  }

  @ParameterizedTest
  @CsvSource({"rtb-on-create, 2, a", "rand-01066, 3, n1", "rand-01237, 6, n3[\"k2\"]"})
  void changeOfSomethingElse_isNotExcused(String name, int step, String address)
      throws IOException {
    var scenario = scenario(name);
    var changes = (ArrayNode) expectation(scenario, step).get("plan").get("changes");
    changes.addObject().put("addr", address).putArray("actions").add("forget");

    assertThat(new ScenarioRun().run(scenario).unexplained()).isNotEmpty();
  }

  @Test
  void otherErrorOfTerraform_isNotExcused() throws IOException {
    var scenario = scenario("order-cbd-forcer-removed");
    ((ObjectNode) expectation(scenario, 2).get("errors").get(0)).put("class", "cycle");

    assertThat(new ScenarioRun().run(scenario).unexplained()).isNotEmpty();
  }

  @Test
  void cycleOfOthers_isNotExcused() throws IOException {
    var scenario = scenario("order-cbd-forcer-removed");
    var error = (ObjectNode) expectation(scenario, 2).get("errors").get(0);
    error.putArray("members").add("b (destroy)");

    assertThat(new ScenarioRun().run(scenario).unexplained()).isNotEmpty();
  }
}
