package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained by configurations that are not known yet, and what is not.
class OpenSystemDifferencesTest {
  private static final String NOTHING = "";

  private static final String A = "bare:index:Keys::a";

  private static final String B = "bare:index:Keys::b";

  private static final String C = "bare:index:Keys::c";

  private static final String P = "pulumi:providers:bare::p";

  /// `a` and `b` belong to the provider `p`, which becomes unknown, and `c` to `q`. There is no `b`
  /// yet.
  private static boolean isDeferred(
      Aspect aspect, String about, String call, String at, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "bare:index:Keys", "name": "a", "inputs": {}, "options": {"provider": "p"}},
           {"type": "bare:index:Keys", "name": "b", "inputs": {}, "options": {"provider": "p"}},
           {"type": "bare:index:Keys", "name": "c", "inputs": {}, "options": {"provider": "q"}}],
         "expect": {"result": "ok", "preview": {"calls": [
           {"call": "CheckConfig", "resource": "pulumi:providers:bare::p",
            "request": {"news": {"region": {"$unknown": "string"}}}},
           {"call": "CheckConfig", "resource": "pulumi:providers:bare::q",
            "request": {"news": {"region": "r"}}}]}}}
        """;
    var state =
        """
        [{"resource": "pulumi:providers:bare::p", "id": "1", "inputs": {"region": "r"}},
         {"resource": "pulumi:providers:bare::q", "id": "2", "inputs": {"region": "r"}},
         {"resource": "bare:index:Keys::a", "id": "a-1"},
         {"resource": "bare:index:Keys::c", "id": "c-1"}]
        """;
    return new OpenSystemDifferences(
            new SystemDifferences(
                new ProviderStep(2, WrittenFinding.json(step)),
                false,
                new Before(WrittenFinding.json(state))))
        .isDeferred(WrittenFinding.of(aspect, about, call, at, expected, actual));
  }

  @Test
  void whatBelongsToAnUnknownProvider_waits() {
    assertThat(isDeferred(Aspect.PLAN, A, "", "", "\"update\"", "\"none\"")).isTrue();
    assertThat(isDeferred(Aspect.PLAN, B, "", "", "\"create\"", "\"none\"")).isTrue();

    assertThat(isDeferred(Aspect.PLAN, A, "", "", "\"delete\"", "\"none\"")).isFalse();
    assertThat(isDeferred(Aspect.PLAN, A, "", "", "\"none\"", "\"update\"")).isFalse();
    assertThat(isDeferred(Aspect.PLAN, C, "", "", "\"update\"", "\"none\"")).isFalse();
  }

  private static boolean isChecked(String about, String call, String at, String expected) {
    return isDeferred(Aspect.PLAN_CALLS, about, call, at, expected, "{}");
  }

  @Test
  void whatThereIs_isCheckedByWhatItsProviderWas() {
    assertThat(isChecked(A, "Check", NOTHING, NOTHING)).isTrue();

    assertThat(isChecked(A, "Diff", NOTHING, NOTHING)).isFalse();
    assertThat(isChecked(A, "Check", "news.label", NOTHING)).isFalse();
    assertThat(isChecked(A, "Check", NOTHING, "{\"olds\": {}}")).isFalse();
    assertThat(isChecked(B, "Check", NOTHING, NOTHING)).isFalse();
    assertThat(isChecked(C, "Check", NOTHING, NOTHING)).isFalse();
    assertThat(isDeferred(Aspect.CALLS, A, "Check", NOTHING, NOTHING, "{}")).isFalse();
  }

  private static boolean isConfigured(String provider, String actual) {
    return isDeferred(Aspect.CONFIGURE, provider, "", "", "\"[{}]\"", "\"" + actual + "\"");
  }

  @Test
  void unknownProvider_isConfiguredAsItWas_orNotAtAll() {
    var former = "{\\\"args\\\":{\\\"region\\\":\\\"r\\\"}}";
    assertThat(isConfigured(P, "[]")).isTrue();
    assertThat(isConfigured(P, former)).isTrue();
    assertThat(isConfigured(P, "[" + former + "]")).isTrue();

    assertThat(isConfigured(P, "{\\\"args\\\":{\\\"region\\\":\\\"s\\\"}}")).isFalse();
    assertThat(isConfigured("pulumi:providers:bare::q", former)).isFalse();
    assertThat(isConfigured("pulumi:providers:bare::q", "[]")).isFalse();
  }
}
