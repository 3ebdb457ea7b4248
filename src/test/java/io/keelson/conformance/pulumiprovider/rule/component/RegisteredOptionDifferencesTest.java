package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained where a program registers something with options, and what is not.
class RegisteredOptionDifferencesTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::web-a";
  private static final String B = "keel:index:Thing::web-b";
  private static final String OLD = "{\"id\": \"web-b-1\"}";

  /// `web-b` is replaced, and registered so; `web-a` is recorded.
  ///
  /// @param recorded fields of the record of `web-b`
  private static RegisteredOptionDifferences rules(
      String registered, String recorded, String steps) {
    var step =
        """
        {"op": "update",
         "resources": [{"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {}}],
         "expect": {"result": "ok", "steps": [%s], "monitor": [
           {"construct": "parts:index:Web::web", "call": "RegisterResource",
            "request": {"type": "keel:index:Thing", "name": "web-b", %s}}]}}
        """
            .formatted(steps, registered);
    var state =
        """
        [{"resource": "keel:index:Thing::web-a", "id": "web-a-1"},
         {"resource": "keel:index:Thing::web-b", "id": "web-b-1", %s}]
        """
            .formatted(recorded);
    return new RegisteredOptionDifferences(
        new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)));
  }

  private static String gone(String name) {
    return """
    {"op": "delete-replaced", "resource": "keel:index:Thing::%1$s", "oldId": "%1$s-1", "provider": "p"}
    """
        .formatted(name);
  }

  private static boolean isGone(
      String registered,
      String recorded,
      String steps,
      Aspect aspect,
      String expected,
      String actual) {
    var about = aspect == Aspect.WORLD ? "web-b-1" : B;
    var call = aspect == Aspect.CALLS ? "Delete" : NOTHING;
    return rules(registered, recorded, steps)
        .isGoneWithItsContainer(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void oldObject_goesWithTheContainerThatIsDeclaredNow() {
    var with = "\"deletedWith\": \"::keel:index:Thing::web-a\"";
    var plain = "\"inputs\": {}";
    var both = gone("web-b") + ", " + gone("web-a");
    assertThat(isGone(with, plain, both, Aspect.CALLS, OLD, NOTHING)).isTrue();
    assertThat(isGone(with, plain, both, Aspect.WORLD, NOTHING, OLD)).isTrue();

    assertThat(isGone(with, plain, gone("web-b"), Aspect.CALLS, OLD, NOTHING)).isFalse();
    assertThat(isGone(with, "\"deletedWith\": \"x\"", both, Aspect.CALLS, OLD, NOTHING)).isFalse();
    assertThat(isGone(plain, plain, both, Aspect.CALLS, OLD, NOTHING)).isFalse();
    assertThat(isGone(with, plain, both, Aspect.CALLS, NOTHING, OLD)).isFalse();
    assertThat(isGone(with, plain, both, Aspect.WORLD, OLD, NOTHING)).isFalse();
    assertThat(isGone(with, plain, both, Aspect.WORLD, NOTHING, "{\"id\": \"web-b-2\"}")).isFalse();
  }

  private static boolean isForgotten(
      String registered, String recorded, String about, String expected, String actual) {
    return rules(registered, recorded, NOTHING)
        .isForgottenFirst(WrittenFinding.of(Aspect.RUN, about, NOTHING, NOTHING, expected, actual));
  }

  @Test
  void whatIsDestroyedFirst_andLeftAlone_isStruckOffWhenItsSuccessorIsMade() {
    var retained = "\"retainOnDelete\": true";
    var first = "\"replace-destroy-first\"";
    var last = "\"replace-create-first\"";
    assertThat(isForgotten(retained, retained, B, first, last)).isTrue();

    assertThat(isForgotten(retained, retained, A, first, last)).isFalse();
    assertThat(isForgotten(retained, retained, B, last, first)).isFalse();
    assertThat(isForgotten(retained, "\"inputs\": {}", B, first, last)).isFalse();
    assertThat(isForgotten("\"object\": {}", retained, B, first, last)).isFalse();
  }

  private static boolean isSecret(
      String registered,
      String recorded,
      Aspect aspect,
      String at,
      String expected,
      String actual) {
    return rules(registered, recorded, NOTHING)
        .isOtherwiseSecret(WrittenFinding.of(aspect, B, NOTHING, at, expected, actual));
  }

  @Test
  void whatAnOptionHidesNoMore_isUpdated() {
    var hidden = "\"secretOutputs\": [\"endpoint\"]";
    var shown = "\"object\": {}";
    var at = "outputs.endpoint";
    var secret = "{\"$secret\": \"x\"}";
    assertThat(isSecret(shown, hidden, Aspect.RUN, NOTHING, "\"none\"", "\"update\"")).isTrue();
    assertThat(isSecret(shown, hidden, Aspect.STATE, at, secret, "\"x\"")).isTrue();

    assertThat(isSecret(shown, shown, Aspect.RUN, NOTHING, "\"none\"", "\"update\"")).isFalse();
    assertThat(isSecret(shown, hidden, Aspect.RUN, NOTHING, "\"update\"", "\"none\"")).isFalse();
    assertThat(isSecret(shown, hidden, Aspect.STATE, "outputs.token", secret, "\"x\"")).isFalse();
    assertThat(isSecret(shown, hidden, Aspect.STATE, at, secret, "\"y\"")).isFalse();
    var kept = "\"additionalSecretOutputs\": [\"endpoint\"]";
    assertThat(isSecret(kept, hidden, Aspect.STATE, at, secret, "\"x\"")).isFalse();
  }

  @Test
  void secretWhoseChangeIsIgnored_isOneWithTheValueThatItHas() {
    var declared = "\"ignoreChanges\": [\"label\"], \"object\": {\"label\": {\"$secret\": \"%s\"}}";
    var recorded = "\"inputs\": {\"label\": \"x\"}";
    var same = declared.formatted("x");
    assertThat(isSecret(same, recorded, Aspect.PLAN, NOTHING, "\"none\"", "\"update\"")).isTrue();

    var other = declared.formatted("y");
    assertThat(isSecret(other, recorded, Aspect.PLAN, NOTHING, "\"none\"", "\"update\"")).isFalse();
    var plain = "\"ignoreChanges\": [\"label\"], \"object\": {\"label\": \"x\"}";
    assertThat(isSecret(plain, recorded, Aspect.PLAN, NOTHING, "\"none\"", "\"update\"")).isFalse();
  }
}
