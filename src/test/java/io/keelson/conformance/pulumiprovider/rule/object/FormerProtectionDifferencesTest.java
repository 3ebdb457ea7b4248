package io.keelson.conformance.pulumiprovider.rule.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of objects that are protected no more, and what is not.
class FormerProtectionDifferencesTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::a";
  private static final String B = "keel:index:Thing::b";
  private static final String OTHER = "keel:index:Thing::b-2";

  private static final String REFUSED =
      "unable to replace resource '::keel:index:Thing::b' as part of replacing"
          + " '::keel:index:Thing::a' as it is currently marked for protection.";

  /// `b`, which uses `a`, was protected.
  ///
  /// @param now whether it is declared so
  private static boolean isFreed(
      boolean now,
      String message,
      Aspect aspect,
      String about,
      String expected,
      String actual,
      Diagnostic... errors) {
    var state =
        """
        [{"resource": "keel:index:Thing::a", "id": "a-1"},
         {"resource": "keel:index:Thing::b", "id": "b-1", "protect": true}]
        """;
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "${a.etag}"},
            "options": {"protect": %s}},
           {"type": "keel:index:Thing", "name": "b-2", "inputs": {"zone": "z"}}],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "message": "%s"}]}}
        """
            .formatted(now, message);
    return new FormerProtectionDifferences(
            new ProviderStep(3, WrittenFinding.json(step)),
            new Before(WrittenFinding.json(state)),
            new Errors(List.of(errors)))
        .isProtectedNoMore(
            WrittenFinding.of(
                aspect,
                about,
                aspect == Aspect.CALLS ? "Delete" : NOTHING,
                NOTHING,
                expected,
                actual));
  }

  private static boolean isFreed(Aspect aspect, String about, String expected, String actual) {
    return isFreed(false, REFUSED, aspect, about, expected, actual);
  }

  @Test
  void whatIsProtectedNoMore_isReplaced_andSoIsWhatItIsDestroyedFirstFor() {
    var none = "\"none\"";
    var replaced = "\"replace-destroy-first\"";
    assertThat(isFreed(Aspect.RUN, B, none, replaced)).isTrue();
    assertThat(isFreed(Aspect.PLAN, A, none, replaced)).isTrue();
    assertThat(isFreed(Aspect.CALLS, B, NOTHING, "{\"id\": \"b-1\"}")).isTrue();
    assertThat(isFreed(Aspect.RESULT, NOTHING, "\"failed\"", "\"[]\"")).isTrue();

    assertThat(isFreed(Aspect.RUN, B, none, "\"delete\"")).isFalse();
    assertThat(isFreed(Aspect.RUN, B, replaced, none)).isFalse();
    assertThat(isFreed(Aspect.RUN, OTHER, none, replaced)).isFalse();
    assertThat(isFreed(Aspect.CALLS, OTHER, NOTHING, "{\"id\": \"b-2-1\"}")).isFalse();
    // Still protected.
    assertThat(isFreed(true, REFUSED, Aspect.RUN, B, none, replaced)).isFalse();
    assertThat(isFreed(true, REFUSED, Aspect.RESULT, NOTHING, "\"failed\"", "\"[]\"")).isFalse();
    assertThat(isFreed(false, "refused", Aspect.RUN, B, none, replaced)).isFalse();
    var error = Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "Else", "why");
    assertThat(isFreed(false, REFUSED, Aspect.RUN, B, none, replaced, error)).isFalse();
  }
}
