package io.keelson.conformance.pulumiprovider.rule.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of what one side alone compares, and what is not.
class ComparedDifferencesTest {
  private static final String NOTHING = "";
  private static final String A = "bare:index:Keys::a";
  private static final String B = "bare:index:Keys::b";

  private static Errors errors(String... names) {
    return new Errors(
        List.of(names).stream()
            .map(each ->
                Diagnostic.error(
                    Code.PROVIDER_ERROR,
                    Subject.of(InstanceAddress.parse("bare_Keys." + each)),
                    "The provider lacks a feature",
                    "why"))
            .toList());
  }

  private static boolean isLookedAt(String op, String call, String expected, Errors errors) {
    var step =
        """
        {"op": "%s", "expect": {"result": "failed",
           "diagnostics": [
             {"severity": "error", "resource": "bare:index:Keys::a", "message": "refused"}],
           "calls": [
             {"call": "Read", "resource": "bare:index:Keys::a", "request": {"id": "a-1"}},
             {"call": "%s", "resource": "bare:index:Keys::a", "error": {"message": "refused"}}]}}
        """
            .formatted(op, call);
    return new ComparedDifferences(new ProviderStep(2, WrittenFinding.json(step)), errors)
        .isLookedAtAlone(
            WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, expected, "\"[]\""));
  }

  @Test
  void comparisonOfWhatWasRead_cannotFailHere() {
    assertThat(isLookedAt("refresh", "Diff", "\"failed\"", errors())).isTrue();

    assertThat(isLookedAt("refresh", "Read", "\"failed\"", errors())).isFalse();
    assertThat(isLookedAt("update", "Diff", "\"failed\"", errors())).isFalse();
    assertThat(isLookedAt("refresh", "Diff", "\"ok\"", errors())).isFalse();
    assertThat(isLookedAt("refresh", "Diff", "\"failed\"", errors("a"))).isFalse();
  }

  /// `a` is replaced as a run asks for it, and `b` for its zone.
  private static boolean isNotComparable(
      String diff, Errors errors, Aspect aspect, String about, String expected, String actual) {
    var step =
        """
        {"op": "update", "replace": ["a"],
         "resources": [{"type": "bare:index:Keys", "name": "a", "inputs": {"zone": "z"}},
                       {"type": "bare:index:Keys", "name": "b", "inputs": {"zone": "z"}}],
         "expect": {"result": "ok", "calls": [%s], "steps": [
           {"op": "create-replacement", "resource": "bare:index:Keys::a", "keys": ["id"],
            "oldId": "a-1", "provider": "p"},
           {"op": "create-replacement", "resource": "bare:index:Keys::b", "keys": ["zone"],
            "oldId": "b-1", "provider": "p"}]}}
        """
            .formatted(diff);
    return new ComparedDifferences(new ProviderStep(2, WrittenFinding.json(step)), errors)
        .isNotComparable(
            WrittenFinding.of(
                aspect,
                about,
                aspect == Aspect.CALLS ? "Delete" : NOTHING,
                NOTHING,
                expected,
                actual));
  }

  @Test
  void whatCannotBeCompared_isNotReplaced() {
    var replaced = "\"replace-create-first\"";
    var none = "\"none\"";
    var both = errors("a", "b");
    assertThat(isNotComparable(NOTHING, both, Aspect.RUN, A, replaced, none)).isTrue();
    assertThat(isNotComparable(NOTHING, both, Aspect.CALLS, A, "{}", NOTHING)).isTrue();
    assertThat(isNotComparable(NOTHING, errors("a"), Aspect.RESULT, NOTHING, "\"ok\"", "\"[]\""))
        .isTrue();

    assertThat(isNotComparable(NOTHING, both, Aspect.RUN, B, replaced, none)).isFalse();
    assertThat(isNotComparable(NOTHING, both, Aspect.RESULT, NOTHING, "\"ok\"", "\"[]\""))
        .isFalse();
    assertThat(isNotComparable(NOTHING, both, Aspect.CALLS, A, NOTHING, "{}")).isFalse();
    assertThat(isNotComparable(NOTHING, both, Aspect.RUN, A, none, replaced)).isFalse();
    assertThat(isNotComparable(NOTHING, errors(), Aspect.RUN, A, replaced, none)).isFalse();
    var diff = "{\"call\": \"Diff\", \"resource\": \"bare:index:Keys::a\", \"response\": {}}";
    assertThat(isNotComparable(diff, both, Aspect.RUN, A, replaced, none)).isFalse();
  }
}
