package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.component.ToldDifferences;
import org.junit.jupiter.api.Test;

/// What is explained where only a part of a component is a target, and what is not.
class TargetInsideTest {
  private static final String UNKNOWN = "{\"$unknown\": \"string\"}";

  /// In the component `web`, the label of `web-thing` comes of `web-pet`.
  private static boolean isOfRest(
      String targets, Aspect aspect, String name, String at, String actual) {
    var step =
        """
        {"op": "update", "targets": [%s],
         "resources": [{"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {}}],
         "expect": {"result": "ok", "monitor": [
           {"construct": "parts:index:Web::web", "call": "RegisterResource",
            "request": {"type": "keel:index:Thing", "name": "web-pet"}},
           {"construct": "parts:index:Web::web", "call": "RegisterResource",
            "request": {"type": "keel:index:Thing", "name": "web-thing",
              "propertyDependencies": {"label": {"urns": ["::keel:index:Thing::web-pet"]}}}}]}}
        """
            .formatted(targets);
    return new ToldDifferences(new ProviderStep(2, WrittenFinding.json(step)))
        .isOfPlannedRest(
            WrittenFinding.of(aspect, "keel:index:Thing::" + name, "Check", at, "\"one\"", actual));
  }

  @Test
  void whatComesOfWhatIsNoTarget_isNotKnownBefore() {
    var thing = "\"web-thing\"";
    var label = "news.label";
    assertThat(isOfRest(thing, Aspect.PLAN_CALLS, "web-thing", label, UNKNOWN)).isTrue();

    assertThat(isOfRest(thing, Aspect.PLAN_CALLS, "web-thing", label, "\"two\"")).isFalse();
    assertThat(isOfRest(thing, Aspect.PLAN_CALLS, "web-thing", "news.zone", UNKNOWN)).isFalse();
    assertThat(isOfRest(thing, Aspect.PLAN_CALLS, "other", label, UNKNOWN)).isFalse();
    assertThat(isOfRest(thing, Aspect.ASKED, "web-thing", label, UNKNOWN)).isFalse();
    var both = "\"web-thing\", \"web-pet\"";
    assertThat(isOfRest(both, Aspect.PLAN_CALLS, "web-thing", label, UNKNOWN)).isFalse();
  }
}
