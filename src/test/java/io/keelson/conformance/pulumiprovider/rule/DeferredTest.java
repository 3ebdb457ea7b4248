package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.system.OpenSystemDifferences;
import io.keelson.conformance.pulumiprovider.rule.system.SystemDifferences;
import org.junit.jupiter.api.Test;

/// What is explained where the configuration of a provider is not known while planning.
class DeferredTest {
  private static final String NOTHING = "";
  private static final String P = "pulumi:providers:bare::p";
  private static final String STATE =
      """
      [{"resource": "pulumi:providers:bare::p", "inputs": {"key": {"$secret": "old"}}},
       {"resource": "bare:index:Keys::a", "id": "a-1"}]
      """;

  /// `a` and `n` belong to a provider whose key is not known; only `a` is there already.
  ///
  /// @param failing what fails there
  private static SystemDifferences deferred(String failing) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:bare", "name": "p", "inputs": {"key": "${s.token}"}},
           {"type": "bare:index:Keys", "name": "a", "options": {"provider": "p"}},
           {"type": "bare:index:Keys", "name": "n", "options": {"provider": "p"}},
           {"type": "bare:index:Keys", "name": "b"}],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "resource": "bare:index:Keys::%s"}],
           "preview": {"calls": [{"call": "CheckConfig", "resource": "pulumi:providers:bare::p",
             "request": {"news": {"key": {"$unknown": "string"}}}}]}}}
        """
            .formatted(failing);
    return new SystemDifferences(
        new ProviderStep(2, WrittenFinding.json(step)),
        false,
        new Before(WrittenFinding.json(STATE)));
  }

  private static boolean isFailed(String failing, String expected, String actual) {
    return new OpenSystemDifferences(deferred(failing))
        .isDeferred(WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, expected, actual));
  }

  @Test
  void whatIsRefusedThere_waits() {
    assertThat(isFailed("n", "\"failed\"", "\"[]\"")).isTrue();

    assertThat(isFailed("b", "\"failed\"", "\"[]\"")).isFalse();
    assertThat(isFailed("n", "\"ok\"", "\"[error]\"")).isFalse();
    assertThat(isFailed("n", "\"failed\"", "\"[error]\"")).isFalse();
  }

  private static boolean isConfigured(String provider, String expected, String actual) {
    return new OpenSystemDifferences(deferred("n"))
        .isDeferred(
            WrittenFinding.of(
                Aspect.CONFIGURE, provider, NOTHING, NOTHING, quoted(expected), quoted(actual)));
  }

  private static String quoted(String json) {
    return "\"" + json.replace("\"", "\\\"") + "\"";
  }

  @Test
  void whatIsThereAlready_isReachedAsBefore() {
    var old = "{\"args\":{\"key\":{\"$secret\":\"old\"}}}";
    var now = "{\"args\":{\"key\":{\"$secret\":\"new\"}}}";
    assertThat(isConfigured(P, now, "[" + old + "]")).isTrue();
    assertThat(isConfigured(P, "[" + now + "]", old)).isTrue();

    assertThat(isConfigured(P, old, "[" + now + "]")).isFalse();
    assertThat(isConfigured("pulumi:providers:bare::default", now, "[" + old + "]")).isFalse();
  }

  private static boolean isAsked(String name, String call, String expected, String actual) {
    return new OpenSystemDifferences(deferred("n"))
        .isDeferred(
            WrittenFinding.of(
                Aspect.PLAN_CALLS, "bare:index:Keys::" + name, call, NOTHING, expected, actual));
  }

  @Test
  void whatIsThereAlready_isChecked() {
    assertThat(isAsked("a", "Check", NOTHING, "{}")).isTrue();

    assertThat(isAsked("n", "Check", NOTHING, "{}")).isFalse();
    assertThat(isAsked("b", "Check", NOTHING, "{}")).isFalse();
    assertThat(isAsked("a", "Update", NOTHING, "{}")).isFalse();
  }

  private static boolean isNotAsked(String op, String expected) {
    var step = "{\"op\": \"%s\", \"expect\": {}}".formatted(op);
    var finding =
        WrittenFinding.of(
            Aspect.CONFIGURE, P, NOTHING, NOTHING, quoted(expected), quoted("[{\"args\":{}}]"));
    return new SystemDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            true,
            new Before(WrittenFinding.json(STATE)))
        .isNotAsked(finding);
  }

  @Test
  void formerConfiguration_isNotNeededForAPreview() {
    assertThat(isNotAsked("preview", "{\"args\":{\"key\":\"old\"}}")).isTrue();

    assertThat(isNotAsked("preview", "{\"args\":{\"key\":\"new\"}}")).isFalse();
    assertThat(isNotAsked("update", "{\"args\":{\"key\":\"old\"}}")).isFalse();
  }
}
