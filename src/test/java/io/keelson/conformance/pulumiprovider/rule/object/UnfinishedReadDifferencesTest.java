package io.keelson.conformance.pulumiprovider.rule.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where an object of others is read that is not finished, and what is not.
class UnfinishedReadDifferencesTest {
  private static final String NOTHING = "";
  private static final String UNFINISHED = "ErrorResourceInitFailed";

  /// `r` is read, which `a` uses.
  private static boolean isRead(
      String error, String failing, Aspect aspect, String about, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"kind": "read", "type": "keel:index:Thing", "name": "r", "id": "there"},
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "${r.zone}"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "z"}}],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "resource": "keel:index:Thing::%s"}],
           "calls": [{"call": "Read", "resource": "keel:index:Thing::r", "error": {"details": [
             {"type": "%s", "value": {"id": "there", "properties": {"zone": "z"}}}]}}]}}
        """
            .formatted(failing, error);
    var call = aspect == Aspect.PLAN_CALLS ? "Check" : NOTHING;
    return new UnfinishedReadDifferences(
            new ProviderStep(3, WrittenFinding.json(step)), new Errors(List.of()))
        .isReadUnfinished(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void whatIsReadUnfinished_isThere() {
    var a = "keel:index:Thing::a";
    var b = "keel:index:Thing::b";
    assertThat(isRead(UNFINISHED, "r", Aspect.RESULT, NOTHING, "\"failed\"", "\"[]\"")).isTrue();
    assertThat(isRead(UNFINISHED, "r", Aspect.PLAN_CALLS, a, NOTHING, "{}")).isTrue();
    assertThat(isRead(UNFINISHED, "r", Aspect.RUN, a, "\"none\"", "\"update\"")).isTrue();

    assertThat(isRead("Else", "r", Aspect.RESULT, NOTHING, "\"failed\"", "\"[]\"")).isFalse();
    assertThat(isRead(UNFINISHED, "a", Aspect.RESULT, NOTHING, "\"failed\"", "\"[]\"")).isFalse();
    assertThat(isRead(UNFINISHED, "r", Aspect.PLAN_CALLS, b, NOTHING, "{}")).isFalse();
    assertThat(isRead(UNFINISHED, "r", Aspect.PLAN_CALLS, a, "{}", NOTHING)).isFalse();
    assertThat(isRead(UNFINISHED, "r", Aspect.RUN, b, "\"none\"", "\"update\"")).isFalse();
    assertThat(isRead(UNFINISHED, "r", Aspect.RUN, a, "\"none\"", "\"delete\"")).isFalse();
  }
}
