package io.keelson.conformance.pulumiprovider.rule.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import java.util.List;
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

  /// The component `w` is given `p`, and has registered `w-thing` for it, and `w-pet`; `f` is a
  /// function of `p`, `user` has its result, and `other` is neither.
  private static boolean waits(
      Aspect aspect, String about, String at, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "parts:index:WebApp", "name": "w", "kind": "remote", "inputs": {},
            "options": {"providers": {"bare": "p"}}},
           {"type": "parts:index:WebApp", "name": "v", "kind": "remote", "inputs": {},
            "options": {"providers": {"bare": "q"}}},
           {"type": "bare:index:lookup", "name": "f", "kind": "invoke", "inputs": {},
            "options": {"provider": "p"}},
           {"type": "keel:index:Thing", "name": "user", "inputs": {"label": "${f.region}"}},
           {"type": "keel:index:Thing", "name": "other", "inputs": {"label": "new"}}],
         "expect": {"result": "ok",
          "preview": {
           "monitor": [
            {"call": "RegisterResource", "construct": "parts:index:WebApp::w",
             "request": {"type": "bare:index:Keys", "name": "w-thing", "custom": true,
              "parent": "::parts:index:WebApp::w"}},
            {"call": "RegisterResource", "construct": "parts:index:WebApp::w",
             "request": {"type": "random:index:Pet", "name": "w-pet", "custom": true,
              "parent": "::parts:index:WebApp::w"}},
            {"call": "RegisterResource", "construct": "parts:index:WebApp::v",
             "request": {"type": "bare:index:Keys", "name": "v-thing", "custom": true,
              "parent": "::parts:index:WebApp::v"}}],
           "calls": [
           {"call": "CheckConfig", "resource": "pulumi:providers:bare::p",
            "request": {"news": {"region": {"$unknown": "string"}}}}]}}}
        """;
    var state =
        """
        [{"resource": "keel:index:Thing::user", "id": "u-1", "inputs": {"label": "old"}},
         {"resource": "keel:index:Thing::other", "id": "o-1", "inputs": {"label": "old"}}]
        """;
    return new OpenSystemDifferences(
            new SystemDifferences(
                new ProviderStep(2, WrittenFinding.json(step)),
                false,
                new Before(WrittenFinding.json(state))))
        .isDeferred(WrittenFinding.of(aspect, about, "", at, expected, actual));
  }

  @Test
  void componentThatRegistersForAnUnknownProvider_waitsAsAWhole() {
    for (var each : List.of("bare:index:Keys::w-thing", "random:index:Pet::w-pet"))
      assertThat(waits(Aspect.PLAN, each, "", "\"create\"", "\"none\"")).isTrue();

    var other = "bare:index:Keys::v-thing";
    assertThat(waits(Aspect.PLAN, other, "", "\"create\"", "\"none\"")).isFalse();
  }

  @Test
  void userOfAFunctionOfAnUnknownProvider_staysAsItIs() {
    var user = "keel:index:Thing::user";
    var label = "inputs.label";
    assertThat(waits(Aspect.STATE, user, label, "\"new\"", "\"old\"")).isTrue();

    var unknown = "{\"$unknown\": \"string\"}";
    assertThat(waits(Aspect.ASKED, user, "news.label", "\"new\"", unknown)).isTrue();

    assertThat(waits(Aspect.ASKED, user, "news.label", "\"new\"", "\"old\"")).isFalse();
    assertThat(waits(Aspect.STATE, user, label, "\"new\"", "\"newer\"")).isFalse();
    var other = "keel:index:Thing::other";
    assertThat(waits(Aspect.STATE, other, label, "\"new\"", "\"old\"")).isFalse();
  }
}
