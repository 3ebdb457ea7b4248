package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where a run has targets, and what is not.
final class TargetDifferencesTest {
  private static final String NOTHING = "";

  private static boolean isLeftOut(
      String targets, Aspect aspect, String expected, Diagnostic... errors) {
    var step =
        """
        {"op": "update", "targets": [%s],
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {},
                        "options": {"aliases": ["former"]}},
                       {"type": "keel:index:Thing", "name": "b", "inputs": {}}],
         "expect": {"result": "ok"}}
        """
            .formatted(targets);
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of(errors)))
        .isMoveLeftOut(WrittenFinding.of(aspect, NOTHING, NOTHING, "", quoted(expected), "\"[]\""));
  }

  private static String quoted(String word) {
    return "\"" + word + "\"";
  }

  private static Diagnostic error(String name, String summary) {
    var at = Subject.of(InstanceAddress.parse("keel_Thing." + name));
    return Diagnostic.error(Code.MOVED, at, summary, "why");
  }

  @Test
  void moveBesideTargets_isAnErrorAlone() {
    var left = error("a", "Move is left out");
    assertThat(isLeftOut(quoted("b"), Aspect.RESULT, "ok", left)).isTrue();
    assertThat(isLeftOut(quoted("a"), Aspect.RESULT, "ok", left)).isTrue();

    assertThat(isLeftOut(NOTHING, Aspect.RESULT, "ok", left)).isFalse();
    assertThat(isLeftOut("\"a\", \"former\"", Aspect.RESULT, "ok", left)).isFalse();
    assertThat(isLeftOut(quoted("b"), Aspect.RESULT, "failed", left)).isFalse();
    assertThat(isLeftOut(quoted("b"), Aspect.RUN, "ok", left)).isFalse();
    assertThat(isLeftOut(quoted("b"), Aspect.RESULT, "ok")).isFalse();
    assertThat(isLeftOut(quoted("b"), Aspect.RESULT, "ok", left, error("b", "Move is left out")))
        .isFalse();
    assertThat(isLeftOut(quoted("b"), Aspect.RESULT, "ok", left, error("a", "Another"))).isFalse();
  }

  /// `gone` is declared no more, and so is `aimed`, which is a target; `kept` is declared.
  private static boolean isNoTarget(
      String failing, Aspect aspect, String name, String expected, String actual) {
    var step =
        """
        {"op": "update", "targets": ["kept", "aimed"],
         "resources": [{"type": "keel:index:Thing", "name": "kept", "inputs": {}}],
         "expect": {"result": "failed", "diagnostics": [
           {"severity": "error", "resource": "keel:index:Thing::%1$s",
            "message": "Resource '::keel:index:Thing::%1$s' will be destroyed but was not specified in --target list."}]}}
        """
            .formatted(failing);
    var call = aspect == Aspect.ASKED || aspect == Aspect.CALLS ? "Diff" : NOTHING;
    var about = name.isEmpty() ? NOTHING : "keel:index:Thing::" + name;
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isNoTarget(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void whatIsDeclaredNoMoreAndNoTarget_stays() {
    var failed = "\"delete failed\"";
    assertThat(isNoTarget("gone", Aspect.RESULT, "", "\"failed\"", "\"[]\"")).isTrue();
    assertThat(isNoTarget("gone", Aspect.PLAN, "gone", failed, "\"none\"")).isTrue();
    assertThat(isNoTarget("gone", Aspect.ASKED, "gone", "{}", NOTHING)).isTrue();

    assertThat(isNoTarget("gone", Aspect.RESULT, "", "\"ok\"", "\"[]\"")).isFalse();
    assertThat(isNoTarget("gone", Aspect.PLAN, "gone", failed, "\"delete\"")).isFalse();
    assertThat(isNoTarget("gone", Aspect.PLAN, "kept", failed, "\"none\"")).isFalse();
    assertThat(isNoTarget("gone", Aspect.ASKED, "gone", NOTHING, "{}")).isFalse();
    assertThat(isNoTarget("gone", Aspect.CALLS, "gone", "{}", NOTHING)).isFalse();
    assertThat(isNoTarget("aimed", Aspect.RESULT, "", "\"failed\"", "\"[]\"")).isFalse();
    assertThat(isNoTarget("kept", Aspect.PLAN, "kept", failed, "\"none\"")).isFalse();
  }
}
