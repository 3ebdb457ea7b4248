package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained where something stayed secret though it was declared in plain text, and what
/// is not.
class KeptSecretTest {
  private static final String HIDDEN = "{\"$secret\": \"x\"}";
  private static final String NOTHING = "";
  private static final String PLAIN = "\"x\"";
  private static final String USER = "keel:index:Thing::user";

  /// `user` is declared with the label of `a`.
  ///
  /// @param label the input of `a`
  /// @param output what its provider gave for it
  private static Before after(Before before, String label, String output) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"label": "x", "zone": "z"}},
           {"type": "keel:index:Thing", "name": "user",
            "inputs": {"label": "in-${a.label}", "note": "${a.labels}", "zone": "${a.zone}"}}],
         "expect": {"result": "ok", "state": [
           {"resource": "keel:index:Thing::a", "inputs": {"label": %s, "zone": "z"},
            "outputs": {"label": %s, "zone": "z"}}]}}
        """
            .formatted(label, output);
    return before.after(new ProviderStep(2, WrittenFinding.json(step)));
  }

  private static boolean isKept(
      Before before, Aspect aspect, String at, String expected, String actual) {
    var step = "{\"op\": \"update\", \"expect\": {\"result\": \"ok\"}}";
    return new RecordDifferences(new ProviderStep(4, WrittenFinding.json(step)), before)
        .isKeptSecret(WrittenFinding.of(aspect, USER, "Delete", at, expected, actual));
  }

  @Test
  void whatComesOfWhatStayedSecret_isToldInPlainText() {
    var hidden = after(Before.NOTHING, HIDDEN, HIDDEN);
    var shown = after(hidden, PLAIN, HIDDEN);
    assertThat(isKept(shown, Aspect.CALLS, "oldInputs.label", HIDDEN, PLAIN)).isTrue();
    var still = after(shown, PLAIN, HIDDEN);
    assertThat(isKept(still, Aspect.CALLS, "properties.label", HIDDEN, PLAIN)).isTrue();

    assertThat(isKept(shown, Aspect.CALLS, "oldInputs.zone", HIDDEN, PLAIN)).isFalse();
    assertThat(isKept(shown, Aspect.CALLS, "oldInputs.note", HIDDEN, PLAIN)).isFalse();
    assertThat(isKept(shown, Aspect.CALLS, "oldInputs.label", PLAIN, HIDDEN)).isFalse();
    assertThat(isKept(shown, Aspect.CALLS, "oldInputs.label", HIDDEN, "\"y\"")).isFalse();
    assertThat(isKept(shown, Aspect.STATE, "inputs.label", HIDDEN, PLAIN)).isFalse();
  }

  @Test
  void whatWasNoSecret_orIsNoneAnyMore_isNotKept() {
    var hidden = after(Before.NOTHING, HIDDEN, HIDDEN);
    var never = after(after(Before.NOTHING, PLAIN, PLAIN), PLAIN, HIDDEN);
    var told = after(hidden, PLAIN, PLAIN);
    for (var other : new Before[] {Before.NOTHING, hidden, never, told})
      assertThat(isKept(other, Aspect.CALLS, "oldInputs.label", HIDDEN, PLAIN)).isFalse();
  }

  /// @param hidden by an option
  private static Before shown(Before before, String resource, String hidden) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "user", "inputs": {"zone": "z"},
                        "options": {"aliases": ["former"]}}],
         "expect": {"result": "ok", "state": [
           {"resource": "keel:index:Thing::%s", "outputs": {"endpoint": %s, "token": %s},
            "secretOutputs": [%s]}]}}
        """
            .formatted(resource, HIDDEN, HIDDEN, hidden);
    return before.after(new ProviderStep(2, WrittenFinding.json(step)));
  }

  @Test
  void whatAnOptionHidUnderAFormerName_staysSecretThere() {
    var endpoint = "properties.endpoint";
    var hidden = shown(Before.NOTHING, "former", "\"endpoint\"");
    var shown = shown(hidden, "user", NOTHING);
    assertThat(isKept(shown, Aspect.CALLS, endpoint, HIDDEN, PLAIN)).isTrue();
    assertThat(isKept(shown(shown, "user", NOTHING), Aspect.CALLS, endpoint, HIDDEN, PLAIN))
        .isTrue();

    assertThat(isKept(shown, Aspect.CALLS, "properties.token", HIDDEN, PLAIN)).isFalse();
    assertThat(isKept(shown, Aspect.CALLS, endpoint, PLAIN, HIDDEN)).isFalse();
    var still = shown(hidden, "user", "\"endpoint\"");
    assertThat(isKept(still, Aspect.CALLS, endpoint, HIDDEN, PLAIN)).isFalse();
    var never = shown(shown(Before.NOTHING, "former", NOTHING), "user", NOTHING);
    assertThat(isKept(never, Aspect.CALLS, endpoint, HIDDEN, PLAIN)).isFalse();
  }
}
