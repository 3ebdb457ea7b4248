package io.keelson.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.Difference.Aspect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
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

  private static List<String> explaining(String name, int step, Difference difference)
      throws IOException {
    var earlier = new ArrayList<JsonNode>();
    scenario("modules/" + name).get("steps").forEach(earlier::add);
    var facts = new ScenarioFacts(earlier.get(step - 1), earlier.subList(0, step - 1), false);
    return new DeviationRules(facts, List.of(), new TreeSet<>()).explaining(difference);
  }

  private static Difference unordered(String first, String then) {
    return new Difference(1, Aspect.ORDER, "", first + ", " + then, "present", "absent");
  }

  private static Difference ran(String address, String operation) {
    return new Difference(1, Aspect.RAN, address, operation, "absent", "present");
  }

  @ParameterizedTest
  @CsvSource({
    "each-simple, true, module.m[\"a\"].terraform_data.a, module.m[\"b\"].terraform_data.b",
    "each-simple, false, module.m[\"a\"].terraform_data.a, module.m[\"a\"].terraform_data.b",
    // Only this instance is given to both.
    "both-ways-self-each, false, module.m[\"a\"].terraform_data.a,"
        + " module.m[\"b\"].terraform_data.b",
    "fail-one-index, false, module.m[0].terraform_data.b, z",
    "fail-key-in-two-uses, false, module.m[\"p\"].terraform_data.a,"
        + " module.n[\"q\"].terraform_data.b"
  })
  void orderOfTwoInstances_isExcusedIfNoneNeedsTheOther(
      String name, boolean excused, String first, String then) throws IOException {
    var difference = unordered("create " + first, "create " + then);

    assertThat(explaining(name, 1, difference).contains("DEV-18")).isEqualTo(excused);
  }

  @ParameterizedTest
  @CsvSource({
    "fail-one-index, true, module.m[0].terraform_data.b",
    "fail-one-index, true, module.m[2].terraform_data.b",
    "fail-one-index, false, module.m[1].terraform_data.b",
    "fail-one-index, false, z",
    "fail-key-in-two-uses, true, module.n[\"p\"].terraform_data.b",
    "fail-key-in-two-uses, false, module.n[\"q\"].terraform_data.b",
    "fail-validation-siblings, false, module.m.terraform_data.a"
  })
  void whatAnotherInstanceStops_isExcused(String name, boolean excused, String address)
      throws IOException {
    assertThat(explaining(name, 1, ran(address, "create")).contains("DEV-18")).isEqualTo(excused);
  }

  @ParameterizedTest
  @CsvSource({
    "none-to-count-nested, 2, true, module.m.module.in.terraform_data.a",
    "none-to-count-nested, 1, false, module.m.module.in.terraform_data.a",
    "count-to-each, 2, false, module.m[0].terraform_data.a"
  })
  void callThatGetsCount_isExcused(String name, int step, boolean excused, String address)
      throws IOException {
    var titles = explaining(name, step, ran(address, "delete"));

    assertThat(titles.contains("DEV-21")).isEqualTo(excused);
  }

  @ParameterizedTest
  @CsvSource({
    "rand-mod-00175, true, n2, module.c0.terraform_data.n0",
    "rand-mod-00175, false, n2, n1",
    "rand-mod-00175, false, module.c1.terraform_data.n0, n1"
  })
  void dependencyOnMoreThanTheOutput_isExcused(
      String name, boolean excused, String address, String used) throws IOException {
    var missing =
        new Difference(1, Aspect.DEPENDENCY, address, "<id> on " + used, "present", "absent");

    assertThat(explaining(name, 1, missing).contains("References by a computed key"))
        .isEqualTo(excused);
  }
}
