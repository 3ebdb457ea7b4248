package io.keelson.conformance.pulumiprovider.rule.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained where a provider is declared again as it was before a step that failed.
class BackInItsSystemTest {
  private static final String NOTHING = "";
  private static final String REPLACED = "\"replace-create-first\"";

  /// `a` was made in region `r`, and its provider named another one in a step that failed.
  ///
  /// @param region that is declared now
  private static boolean isBack(
      String region, String keys, Aspect aspect, String name, String expected, String actual) {
    var state =
        """
        [{"resource": "pulumi:providers:keel::p", "id": "1", "inputs": {"region": "r"},
          "delete": true},
         {"resource": "pulumi:providers:keel::p", "id": "2", "inputs": {"region": "other"}},
         {"resource": "keel:index:Thing::a", "id": "a-1",
          "provider": "::pulumi:providers:keel::p::1"},
         {"resource": "keel:index:Thing::b", "id": "b-1",
          "provider": "::pulumi:providers:keel::p::2"}]
        """;
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:keel", "name": "p", "inputs": {"region": "%1$s"}},
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"},
            "options": {"provider": "p"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "z"},
            "options": {"provider": "p"}}],
         "expect": {"result": "ok", "steps": [
           {"op": "create-replacement", "resource": "keel:index:Thing::a", "keys": ["%2$s"],
            "oldId": "a-1", "provider": "p"},
           {"op": "create-replacement", "resource": "keel:index:Thing::b", "keys": ["%2$s"],
            "oldId": "b-1", "provider": "p"}]}}
        """
            .formatted(region, keys);
    return new SystemDifferences(
            new ProviderStep(3, WrittenFinding.json(step)),
            true,
            new Before(WrittenFinding.json(state)))
        .isOfSameSystem(
            WrittenFinding.of(
                aspect,
                "keel:index:Thing::" + name,
                aspect == Aspect.CALLS ? "Delete" : NOTHING,
                NOTHING,
                expected,
                actual));
  }

  @Test
  void whatBelongsToTheSystemOfItsRecord_stays() {
    assertThat(isBack("r", "provider", Aspect.RUN, "a", REPLACED, "\"none\"")).isTrue();
    assertThat(isBack("r", "provider", Aspect.CALLS, "a", "{}", NOTHING)).isTrue();

    assertThat(isBack("r", "provider", Aspect.CALLS, "a", NOTHING, "{}")).isFalse();
    assertThat(isBack("r", "provider", Aspect.RUN, "a", "\"none\"", REPLACED)).isFalse();
    // Made in the other one.
    assertThat(isBack("r", "provider", Aspect.RUN, "b", REPLACED, "\"none\"")).isFalse();
    assertThat(isBack("third", "provider", Aspect.RUN, "a", REPLACED, "\"none\"")).isFalse();
    assertThat(isBack("r", "zone", Aspect.RUN, "a", REPLACED, "\"none\"")).isFalse();
  }
}
