package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.json.ExactJson;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a step says of the resources that it is about.
class ProviderStepTest {
  @Test
  void whatIsRefusedByItsCheck_isAskedAbout() throws JsonProcessingException {
    var step =
        """
        {"op": "update", "expect": {"result": "failed",
           "preview": {
             "calls": [{"call": "Check", "resource": "keel:index:Thing::refused"},
                       {"call": "Diff", "resource": "keel:index:Thing::compared"}],
             "steps": [{"op": "same", "resource": "keel:index:Thing::same", "provider": "p"}]},
           "calls": [{"call": "Check", "resource": "keel:index:Thing::later"}]}}
        """;
    assertThat(new ProviderStep(1, ExactJson.JSON.readTree(step)).asked())
        .containsExactly(
            "keel:index:Thing::later", "keel:index:Thing::refused", "keel:index:Thing::same");
  }

  @Test
  void replacedComponent_hasNoObject() throws JsonProcessingException {
    var inside = "component.web.keel_Thing.in";
    var places = Map.of("web", "component.web", "in", inside, "a", "keel_Thing.a");
    var step = "{\"op\": \"update\", \"replace\": [\"web\", \"in\", \"a\"], \"expect\": {}}";
    var options =
        new ProviderStep(1, ExactJson.JSON.readTree(step))
            .options(name -> places.getOrDefault(name, name));
    assertThat(options.replace())
        .containsExactly(InstanceAddress.parse("keel_Thing.a"), InstanceAddress.parse(inside));
  }

  @Test
  void replacedProvider_hasNoObject() throws JsonProcessingException {
    var step =
        """
        {"op": "update", "replace": ["p", "a"], "expect": {},
         "resources": [{"type": "pulumi:providers:keel", "name": "p"},
                       {"type": "keel:index:Thing", "name": "a"}]}
        """;
    var options = new ProviderStep(1, ExactJson.JSON.readTree(step)).options("keel_Thing."::concat);
    assertThat(options.replace()).containsExactly(InstanceAddress.parse("keel_Thing.a"));
  }

  @Test
  void trigger_mayBeOfAProgram() throws JsonProcessingException {
    var text =
        """
        {"op": "update", "expect": {}, "resources": [
          {"kind": "remote", "type": "parts:index:WebApp", "name": "web"},
          {"type": "keel:index:Thing", "name": "web-a"},
          {"type": "keel:index:Thing", "name": "of", "options": {"replaceTrigger": "${web.out}"}},
          {"type": "keel:index:Thing", "name": "in", "inputs": {"zone": "${web.out}"}},
          {"type": "keel:index:Thing", "name": "no", "options": {"replaceTrigger": "${web-a.id}"}}]}
        """;
    var step = new ProviderStep(1, ExactJson.JSON.readTree(text));
    assertThat(step.isTriggeredByProgram("keel:index:Thing::of")).isTrue();

    for (var other : List.of("in", "no", "web-a", "unknown"))
      assertThat(step.isTriggeredByProgram("keel:index:Thing::" + other)).isFalse();
  }
}
