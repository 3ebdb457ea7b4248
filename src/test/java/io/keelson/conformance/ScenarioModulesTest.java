package io.keelson.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.ScenarioBodies.Reach;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Value;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScenarioModulesTest {
  private static final String STEP =
      """
      {"resources": [
         {"name": "u"},
         {"name": "z", "input": {"$all": "module.m", "attr": "o"}, "depends_on": ["u", "module.n.o"],
          "lifecycle": {"replace_triggered_by": ["u.id", "module.n"]}}],
       "calls": [
         {"name": "m", "definition": "d", "for_each": {"set": ["a"]}, "depends_on": ["module.n"],
          "inputs": {"x": [{"$ref": "module.n.o"}, {"$ref": "each.key"}]}},
         {"name": "n", "definition": "d", "inputs": {"x": {"$ref": "u.id"}}}],
       "modules": {"d": {
         "variables": [{"name": "x", "type": "list(string)", "default": ["${"], "nullable": false}],
         "locals": {"l": {"$concat": ["<", {"$ref": "var.x"}]}},
         "resources": [{"name": "r", "input": {"$op": "==", "args": [{"$ref": "local.l"}, 1.5]}},
                       {"name": "s", "input": {"$ref": "var.x"}}],
         "moved": [{"from": "module.in[\\"k\\"]", "to": "r"}],
         "outputs": [{"name": "o", "value": {"$ref": "r.id"}, "depends_on": ["r"]},
                     {"name": "p", "value": 1}]}}}
      """;

  private static JsonNode step() throws JsonProcessingException {
    return ConformanceTest.exact().readTree(STEP);
  }

  private static ComponentDeclaration.Component component(int index)
      throws JsonProcessingException {
    return ScenarioStep.declaration(step()).components().get(index);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      textBlock =
          """
          b,                                    terraform_data.b
          b[0].id,                              terraform_data.b[0].id
          module.m,                             component.m
          'module.m["a.module.b"].o',           'component.m["a.module.b"].o'
          module.m[each.key].o.x,               component.m[each.key].o.x
          'module.m[1].module.n.terraform_data.b["]"]', 'component.m[1].component.n.terraform_data.b["]"]'
          var.x.k,                              variable.x.k
          local.l,                              local.l
          each.value.id,                        each.value.id
          """)
  void reference_isInTheWordsOfKeelson(String scenario, String keelson) {
    assertThat(ScenarioText.reference(scenario)).isEqualTo(keelson);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "b",
        "'b[\"x y\"]'",
        "module.m.terraform_data.b[0]",
        "'module.m[\"module.n\"].module.in[2].terraform_data.b[\"k\"]'"
      })
  void address_thereAndBack_isTheSame(String address) {
    assertThat(ScenarioAddress.of(ScenarioAddress.parse(address))).isEqualTo(address);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      textBlock =
          """
          'b["x y"].id',                                      b
          'b deposed <id:b@1>',                               b
          'module.m["a"].terraform_data.b[0]',                module.m.terraform_data.b
          'module.m[0].module.n',                             module.m.module.n
          """)
  void withoutKeys_isWhatIsDeclared(String address, String declared) {
    assertThat(ScenarioAddress.withoutKeys(address)).isEqualTo(declared);
  }

  @Test
  void definition_usedTwice_isWrittenOnce() throws JsonProcessingException {
    var components = ScenarioStep.declaration(step()).components();

    assertThat(components.get(0).definition()).isSameAs(components.get(1).definition());
  }

  @Test
  void call_isAComponent() throws JsonProcessingException {
    var call = component(0);

    assertThat(call.dependsOn()).containsExactly("component.n");
    assertThat(call.forEach()).contains(Value.text("${toSet([\"a\"])}"));
    assertThat(call.inputs().get("x"))
        .isEqualTo(
            Value.tuple(
                java.util.List.of(Value.text("${component.n.o}"), Value.text("${each.key}"))));
  }

  @Test
  void definition_hasItsOwnWords() throws JsonProcessingException {
    var definition = component(0).definition();

    assertThat(definition.locals()).containsEntry("l", Value.text("<${variable.x}"));
    assertThat(definition.moves())
        .containsExactly(new StackDeclaration.Move("component.in_[\"k\"]", "terraform_data.r"));
    assertThat(Objects.requireNonNull(definition.outputs().get("o")).dependsOn())
        .containsExactly("terraform_data.r");
    // 1.5 has no spelling in an expression.
    assertThat(definition.variables())
        .extracting(each -> each.name())
        .containsExactly("x", "constant0");
    assertThat(definition.variables().getFirst().nullable()).isFalse();
  }

  @Test
  void splatOverRepeatedModule_isAMapping() throws JsonProcessingException {
    var z = ScenarioStep.declaration(step()).resources().get(1);

    assertThat(z.config().get("input")).isEqualTo(Value.text("${values(component.m).map(x, x.o)}"));
    assertThat(z.dependsOn()).containsExactly("terraform_data.u", "component.n.o");
    assertThat(z.lifecycle().replaceTriggeredBy())
        .containsExactly("terraform_data.u.id", "component.n");
  }

  @Test
  void namedOutput_needsWhatItNames() throws JsonProcessingException {
    var bodies = new ScenarioBodies(step());

    assertThat(bodies.needs("z", "module.m.terraform_data.r", Reach.NAMED)).isTrue();
    assertThat(bodies.needs("z", "module.m.terraform_data.s", Reach.NAMED)).isFalse();
    assertThat(bodies.needs("z", "module.m.terraform_data.s", Reach.EVERY)).isTrue();
  }

  @Test
  void inside_needsWhatTheCallIsGiven() throws JsonProcessingException {
    var bodies = new ScenarioBodies(step());

    assertThat(bodies.needs("module.n.terraform_data.s", "u", Reach.NAMED)).isTrue();
    assertThat(bodies.needs("module.m.terraform_data.s", "module.n.terraform_data.r", Reach.NAMED))
        .isTrue();
    assertThat(bodies.hasCycle()).isFalse();
  }
}
