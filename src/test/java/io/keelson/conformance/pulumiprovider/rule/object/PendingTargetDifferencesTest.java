package io.keelson.conformance.pulumiprovider.rule.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of what is gone for a replacement that failed, beside targets, and what not.
class PendingTargetDifferencesTest {
  private static final String LEFT_OUT = "Left out of the plan's scope";
  private static final String REPLACED = "\"replace-create-first\"";
  private static final String NONE = "\"none\"";

  private static Errors errors(String summary, String... names) {
    return new Errors(
        List.of(names).stream()
            .map(name ->
                Diagnostic.error(
                    Code.PROVIDER_ERROR,
                    Subject.of(InstanceAddress.parse("keel_Thing." + name)),
                    summary,
                    "why"))
            .toList());
  }

  /// `gone` was deleted before its replacement failed, and `there` was not; `user` uses the first,
  /// and `other` the second.
  private static PendingTargetDifferences step(String target, String during, Errors errors) {
    var state =
        """
        [{"resource": "keel:index:Thing::gone", "id": "gone-1", "pendingReplacement": true},
         {"resource": "keel:index:Thing::there", "id": "there-1"}]
        """;
    var diff =
        """
        {"call": "Diff", "resource": "keel:index:Thing::user", "during": "%1$s"},
        {"call": "Diff", "resource": "keel:index:Thing::other", "during": "%1$s"}
        """
            .formatted(during);
    var step =
        """
        {"op": "update", "targets": ["%s"],
         "resources": [
           {"type": "keel:index:Thing", "name": "gone", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "there", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "user", "inputs": {"zone": "${gone.etag}"}},
           {"type": "keel:index:Thing", "name": "other", "inputs": {"zone": "${there.etag}"}}],
         "expect": {"result": "ok", "calls": [%s]}}
        """
            .formatted(target, diff);
    return new PendingTargetDifferences(
        new ProviderStep(3, WrittenFinding.json(step)),
        new Before(WrittenFinding.json(state)),
        errors);
  }

  private static boolean isNeeded(
      String target, Errors errors, String name, String expected, String actual) {
    return step(target, "none", errors)
        .isNeededByTarget(
            WrittenFinding.of(Aspect.RUN, "keel:index:Thing::" + name, "", "", expected, actual));
  }

  @Test
  void targetThatNeedsWhatIsGone_isLeftAlone() {
    var left = errors(LEFT_OUT, "gone");
    assertThat(isNeeded("user", left, "user", REPLACED, NONE)).isTrue();

    assertThat(isNeeded("user", left, "user", NONE, REPLACED)).isFalse();
    assertThat(isNeeded("user", left, "user", "\"delete\"", NONE)).isFalse();
    assertThat(isNeeded("user", left, "gone", REPLACED, NONE)).isFalse();
    assertThat(isNeeded("gone", left, "user", REPLACED, NONE)).isFalse();
    assertThat(isNeeded("other", errors(LEFT_OUT, "there"), "other", REPLACED, NONE)).isFalse();
    assertThat(isNeeded("user", errors(LEFT_OUT, "gone", "there"), "user", REPLACED, NONE))
        .isFalse();
    assertThat(isNeeded("user", errors("Else", "gone"), "user", REPLACED, NONE)).isFalse();
    assertThat(isNeeded("user", errors(LEFT_OUT), "user", REPLACED, NONE)).isFalse();
  }

  private static boolean isAsked(
      String target, String during, Aspect aspect, String name, String expected, String actual) {
    return step(target, during, errors(LEFT_OUT))
        .isAskedOnceMore(
            WrittenFinding.of(aspect, "keel:index:Thing::" + name, "Diff", "", expected, actual));
  }

  @Test
  void userOfATargetThatIsGone_isNotAsked() {
    assertThat(isAsked("gone", "gone", Aspect.ASKED, "user", "{}", "")).isTrue();

    assertThat(isAsked("gone", "user", Aspect.ASKED, "user", "{}", "")).isFalse();
    assertThat(isAsked("gone", "gone", Aspect.ASKED, "other", "{}", "")).isFalse();
    assertThat(isAsked("there", "there", Aspect.ASKED, "other", "{}", "")).isFalse();
    assertThat(isAsked("user", "gone", Aspect.ASKED, "user", "{}", "")).isFalse();
    assertThat(isAsked("gone", "gone", Aspect.ASKED, "user", "", "{}")).isFalse();
    assertThat(isAsked("gone", "gone", Aspect.CALLS, "user", "{}", "")).isFalse();
  }
}
