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
            "inputs": {"label": "${p.id}", "zone": "${s.id}"}},
           {"type": "pulumi:providers:bare", "name": "r", "inputs": {},
            "options": {"import": "x", "deleteBeforeReplace": true}},
           {"type": "bare:index:Keys", "name": "u",
            "inputs": {"label": "${r.id}", "zone": "${r.region}"}},
           {"type": "bare:index:Keys", "name": "b", "inputs": {}, "options": {"provider": "r"}}],
         "expect": {"result": "failed",
           "steps": [
             {"op": "create-replacement", "resource": "pulumi:providers:bare::r"},
             {"op": "delete-replaced", "resource": "bare:index:Keys::b", "oldId": "b-1",
              "provider": "p"},
             {"op": "create-replacement", "resource": "bare:index:Keys::b", "oldId": "b-1",
              "provider": "p"}],
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

  @Test
  void providerThatIsToBeTakenOver_isUsedAsDeclared() {
    assertThat(isFailed("[]", "pulumi:providers:bare::r")).isTrue();

    assertThat(isFailed("[]", "pulumi:providers:bare::q")).isFalse();
    assertThat(isFailed("[]", "bare:index:Keys::b")).isFalse();
  }

  /// `u` has the id of `r`, which is replaced, and `b` belongs to that.
  private static boolean isOfNewId(
      String name, Aspect aspect, String call, String at, String expected, String actual) {
    return providers("[]", P)
        .isOfId(WrittenFinding.of(aspect, "bare:index:Keys::" + name, call, at, expected, actual));
  }

  @Test
  void idOfWhatReplacesAProvider_isNoChange() {
    var update = "\"update\"";
    var none = "\"none\"";
    assertThat(isOfNewId("u", Aspect.RUN, NOTHING, NOTHING, update, none)).isTrue();
    assertThat(isOfNewId("u", Aspect.CALLS, "Update", NOTHING, "{}", NOTHING)).isTrue();
    assertThat(isOfNewId("u", Aspect.ASKED, "Diff", "news.label", "\"2\"", "\"r\"")).isTrue();

    assertThat(isOfNewId("u", Aspect.RUN, NOTHING, NOTHING, none, update)).isFalse();
    assertThat(isOfNewId("u", Aspect.ASKED, "Diff", "news.zone", "\"2\"", "\"1\"")).isFalse();
    assertThat(isOfNewId("a", Aspect.RUN, NOTHING, NOTHING, update, none)).isFalse();
    assertThat(isOfNewId("b", Aspect.RUN, NOTHING, NOTHING, update, none)).isFalse();
  }

  private static boolean isOfOrder(
      String name, Aspect aspect, String call, String expected, String actual) {
    return providers("[]", P)
        .isOfOrder(
            WrittenFinding.of(aspect, "bare:index:Keys::" + name, call, NOTHING, expected, actual));
  }

  @Test
  void whatBelongsToAProvider_isReplacedInItsOwnOrder() {
    var first = "\"replace-destroy-first\"";
    var last = "\"replace-create-first\"";
    assertThat(isOfOrder("b", Aspect.RUN, NOTHING, first, last)).isTrue();
    assertThat(isOfOrder("b", Aspect.CALLS, "Delete", "{\"id\": \"b-1\"}", NOTHING)).isTrue();

    assertThat(isOfOrder("b", Aspect.RUN, NOTHING, last, first)).isFalse();
    assertThat(isOfOrder("b", Aspect.CALLS, "Delete", "{\"id\": \"b-2\"}", NOTHING)).isFalse();
    assertThat(isOfOrder("b", Aspect.CALLS, "Delete", NOTHING, "{\"id\": \"b-1\"}")).isFalse();
    assertThat(isOfOrder("a", Aspect.RUN, NOTHING, first, last)).isFalse();
  }
}
