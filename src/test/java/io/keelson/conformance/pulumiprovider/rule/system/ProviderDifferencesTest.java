package io.keelson.conformance.pulumiprovider.rule.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained of providers that are resources there, and what is not.
class ProviderDifferencesTest {
  private static final String NOTHING = "";
  private static final String P = "pulumi:providers:bare::p";
  private static final String UNKNOWN = "{\"$unknown\": \"string\"}";

  private static ProviderDifferences providers(String state, String failing) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:bare", "name": "p", "inputs": {"region": "r2"},
            "options": {"ignoreChanges": ["region"]}},
           {"type": "pulumi:providers:bare", "name": "q", "inputs": {"region": "r2"}},
           {"type": "bare:index:Keys", "name": "a",
            "inputs": {"label": "${p.id}", "zone": "${s.id}"}}],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "resource": "%s"}]}}
        """
            .formatted(failing);
    return new ProviderDifferences(
        new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)));
  }

  private static boolean isConfigured(String state, String name, String account) {
    var there = "\"{\\\"args\\\":{\\\"region\\\":\\\"r\\\",\\\"version\\\":\\\"1.0.0\\\"}}\"";
    var here = "\"[{\\\"args\\\":{\\\"region\\\":\\\"r2\\\"%s}}]\"".formatted(account);
    return providers(state, P)
        .isOfOption(
            WrittenFinding.of(
                Aspect.CONFIGURE, "pulumi:providers:bare::" + name, NOTHING, NOTHING, there, here));
  }

  @Test
  void changesOfArguments_areNotIgnored() {
    assertThat(isConfigured("[]", "p", NOTHING)).isTrue();
    var recorded =
        """
        [{"resource": "pulumi:providers:bare::q", "ignoreChanges": ["region"]}]
        """;
    assertThat(isConfigured(recorded, "q", NOTHING)).isTrue();

    assertThat(isConfigured("[]", "q", NOTHING)).isFalse();
    assertThat(isConfigured("[]", "p", ",\\\"account\\\":\\\"2\\\"")).isFalse();
  }

  private static boolean isFailed(String state, String failing) {
    return providers(state, failing)
        .isOfOption(
            WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, "\"failed\"", "\"[]\""));
  }

  @Test
  void protectedProvider_mayGo() {
    var recorded = "[{\"resource\": \"pulumi:providers:bare::p\", \"protect\": true}]";
    assertThat(isFailed(recorded, P)).isTrue();

    assertThat(isFailed("[{\"resource\": \"pulumi:providers:bare::p\"}]", P)).isFalse();
    assertThat(isFailed(recorded, "bare:index:Keys::a")).isFalse();
  }

  private static boolean isOfId(Aspect aspect, String at, String expected) {
    return providers("[]", P)
        .isOfId(WrittenFinding.of(aspect, "bare:index:Keys::a", "Check", at, expected, "\"p\""));
  }

  @Test
  void idOfAProvider_isKnown() {
    assertThat(isOfId(Aspect.PLAN_CALLS, "news.label", UNKNOWN)).isTrue();

    assertThat(isOfId(Aspect.PLAN_CALLS, "news.zone", UNKNOWN)).isFalse();
    assertThat(isOfId(Aspect.PLAN_CALLS, "news.label", "\"q\"")).isFalse();
    assertThat(isOfId(Aspect.ASKED, "news.label", UNKNOWN)).isFalse();
  }
}
