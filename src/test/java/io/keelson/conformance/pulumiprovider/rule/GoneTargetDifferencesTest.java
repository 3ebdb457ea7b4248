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

/// What is explained of targets that need what is gone, and what is not.
class GoneTargetDifferencesTest {
  private static final String NOTHING = "";
  private static final String UNKNOWN = "{\"$unknown\": \"string\"}";
  private static final String B = "bare:index:Keys::b";

  /// `b` needs `a`, which was found to be gone, or is as it was.
  private static boolean isAsked(
      boolean gone, String result, String call, String at, String expected, String actual) {
    var b =
        """
        {"resource": "bare:index:Keys::b", "id": "b-1", "inputs": {"label": "a-1", "zone": "z"}}
        """;
    var a = "{\"resource\": \"bare:index:Keys::a\", \"id\": \"a-1\"}";
    var refresh =
        "{\"op\": \"refresh\", \"expect\": {\"state\": [%s]}}".formatted(gone ? b : a + "," + b);
    var step =
        """
        {"op": "update", "targets": ["b"],
         "resources": [
           {"type": "bare:index:Keys", "name": "a", "inputs": {}},
           {"type": "bare:index:Keys", "name": "b", "inputs": {"label": "${a.id}", "zone": "z"}}],
         "expect": {"result": "%s"}}
        """
            .formatted(result);
    var before =
        new Before(WrittenFinding.json("[%s, %s]".formatted(a, b)))
            .after(new ProviderStep(2, WrittenFinding.json(refresh)));
    var at1 = Subject.of(InstanceAddress.parse("bare_Keys.a"));
    var error = Diagnostic.error(Code.INVALID_CONFIG, at1, "Left out of the plan's scope", "why");
    return new GoneTargetDifferences(
            new ProviderStep(3, WrittenFinding.json(step)), before, new Errors(List.of(error)))
        .isAskedWithRecord(WrittenFinding.of(Aspect.PLAN_CALLS, B, call, at, expected, actual));
  }

  private static boolean isTold(String at, String expected, String actual) {
    return isAsked(true, "failed", "Check", at, expected, actual);
  }

  @Test
  void whatNeedsWhatIsGone_isAskedWithItsRecord() {
    var old = "\"a-1\"";
    assertThat(isTold("news.label", UNKNOWN, old)).isTrue();
    assertThat(isTold("news.label", "null", old)).isTrue();
    var preview = "{\"preview\": true}";
    assertThat(isAsked(true, "failed", "Update", NOTHING, preview, NOTHING)).isTrue();

    assertThat(isTold("news.label", UNKNOWN, "\"a-2\"")).isFalse();
    assertThat(isTold("news.label", "\"x\"", old)).isFalse();
    assertThat(isTold("news.zone", UNKNOWN, "\"z\"")).isFalse();
    assertThat(isAsked(true, "ok", "Check", "news.label", UNKNOWN, old)).isFalse();
    assertThat(isAsked(false, "failed", "Check", "news.label", UNKNOWN, old)).isFalse();
    assertThat(isAsked(true, "failed", "Update", NOTHING, "{}", NOTHING)).isFalse();
    assertThat(isAsked(true, "failed", "Create", NOTHING, preview, NOTHING)).isFalse();
  }
}
