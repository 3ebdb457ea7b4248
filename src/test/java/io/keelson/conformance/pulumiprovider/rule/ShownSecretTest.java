package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained where a secret is declared in plain text while something else changes.
class ShownSecretTest {
  private static final String NOTHING = "";
  private static final String HIDDEN = "{\"$secret\": \"l\"}";
  private static final String PLAIN = "\"l\"";

  /// `a` has a new note, which is not known before; `u` uses its label.
  ///
  /// @param label of `a` from now on
  private static boolean isOtherwiseSecret(
      String label, Aspect aspect, String name, String call, String expected, String actual) {
    var records =
        """
        [{"resource": "keel:index:Thing::a", "inputs": {"label": %s, "note": "%s"}},
         {"resource": "keel:index:Thing::u", "inputs": {"label": %1$s, "note": "u"}}]
        """;
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"note": "${s.etag}"}},
           {"type": "keel:index:Thing", "name": "u", "inputs": {"label": "${a.label}"}}],
         "expect": {"result": "ok",
           "preview": {"steps": [
             {"op": "same", "resource": "keel:index:Thing::a", "provider": "p"}]},
           "steps": [
             {"op": "update", "resource": "keel:index:Thing::a", "provider": "p"},
             {"op": "update", "resource": "keel:index:Thing::u", "provider": "p"}],
           "state": %s}}
        """
            .formatted(records.formatted(label, "new"));
    return new RecordDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            new Before(WrittenFinding.json(records.formatted(HIDDEN, "old"))))
        .isOtherwiseSecret(
            WrittenFinding.of(
                aspect,
                "keel:index:Thing::" + name,
                call,
                call.isEmpty() ? NOTHING : "news.label",
                expected,
                actual));
  }

  private static boolean isPlanned(String label, Aspect aspect, String name) {
    return isOtherwiseSecret(label, aspect, name, NOTHING, "\"none\"", "\"update\"");
  }

  @Test
  void whatIsShownNow_isPlannedAsAnUpdate_alsoWhereItIsUpdatedForSomethingElse() {
    assertThat(isPlanned(PLAIN, Aspect.PLAN, "a")).isTrue();
    assertThat(isPlanned(PLAIN, Aspect.PLAN, "u")).isTrue();
    assertThat(isOtherwiseSecret(PLAIN, Aspect.PLAN_CALLS, "u", "Check", HIDDEN, PLAIN)).isTrue();

    assertThat(isPlanned(PLAIN, Aspect.RUN, "a")).isFalse();
    assertThat(isPlanned(HIDDEN, Aspect.PLAN, "a")).isFalse();
    assertThat(isPlanned("\"m\"", Aspect.PLAN, "a")).isFalse();
    assertThat(isOtherwiseSecret(PLAIN, Aspect.PLAN_CALLS, "a", "Check", HIDDEN, PLAIN)).isFalse();
  }
}
