package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Call;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where a program, or a method, is not run once more, and what is not.
class RepeatedRunDifferencesTest {
  private static final String NOTHING = "";
  private static final String WEB = "parts:index:Web::web";
  private static final String AT = "inputs.zone.$output.value";

  /// A component, with another one in it.
  ///
  /// @param url what its program gives in the preview
  /// @param op of a step about what is registered within
  private static RepeatedRunDifferences given(String url, String op) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "t", "inputs": {}},
           {"kind": "remote", "type": "parts:index:Web", "name": "web",
            "inputs": {"zone": "${t.id}"}}],
         "expect": {"result": "ok",
           "preview": {"calls": [
             {"call": "Construct", "resource": "parts:index:Web::web",
              "response": {"state": {"urls": [%s]}, "urn": "::parts:index:Web::web"}}]},
           "monitor": [
             {"construct": "parts:index:Web::web", "call": "RegisterResource",
              "request": {"type": "parts:index:Inner", "name": "in",
                          "parent": "::parts:index:Web::web"}},
             {"construct": "parts:index:Inner::in", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "in-a",
                          "parent": "::parts:index:Inner::in"}}],
           "steps": [
             {"op": "update", "resource": "keel:index:Thing::t", "provider": "p"},
             {"op": "%s", "resource": "keel:index:Thing::in-a", "provider": "p"}]}}
        """
            .formatted(url, op);
    return new RepeatedRunDifferences(new ProviderStep(2, WrittenFinding.json(step)));
  }

  private static boolean isNotRunAgain(String url, String op) {
    return given(url, op)
        .isNotRunAgain(
            WrittenFinding.of(Aspect.ASKED, WEB, Call.CONSTRUCT, AT, "\"t-2\"", NOTHING));
  }

  @Test
  void programInWhichNothingChanges_isNotRunAgain() {
    assertThat(isNotRunAgain("\"u\"", "same")).isTrue();
    assertThat(isNotRunAgain("\"u\"", "delete")).isTrue();

    assertThat(isNotRunAgain("\"u\"", "update")).isFalse();
    assertThat(isNotRunAgain("\"u\"", "create")).isFalse();
    assertThat(isNotRunAgain("{\"$unknown\": \"string\"}", "same")).isFalse();
  }

  private static boolean isNotRunAgain(Aspect aspect, String about, String at, String actual) {
    return given("\"u\"", "same")
        .isNotRunAgain(WrittenFinding.of(aspect, about, Call.CONSTRUCT, at, "\"t-2\"", actual));
  }

  @Test
  void programThatIsToldOfSomethingElse_isNotExplained() {
    assertThat(isNotRunAgain(Aspect.ASKED, WEB, AT, "\"t-1\"")).isFalse();
    assertThat(isNotRunAgain(Aspect.ASKED, WEB, "inputs.zone", NOTHING)).isFalse();
    assertThat(isNotRunAgain(Aspect.ASKED, WEB, "", NOTHING)).isFalse();
    assertThat(isNotRunAgain(Aspect.PLAN_CALLS, WEB, AT, NOTHING)).isFalse();
    assertThat(isNotRunAgain(Aspect.ASKED, "parts:index:Inner::in", AT, NOTHING)).isFalse();
  }

  /// `u` uses a method, which another component is not given.
  ///
  /// @param zone what that component is given
  private static boolean isNotNeeded(String targets, String zone, Aspect aspect, String actual) {
    var step =
        """
        {"op": "update", %s
         "resources": [
           {"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {"zone": "z"}},
           {"kind": "call", "type": "parts:index:Web/describe", "name": "m",
            "inputs": {"__self__": {"$ref": "web"}}},
           {"kind": "remote", "type": "parts:index:Web", "name": "two", "inputs": {"zone": "%s"}},
           {"type": "keel:index:Thing", "name": "u", "inputs": {"label": "${m.text}"}}],
         "expect": {"result": "ok"}}
        """
            .formatted(targets, zone);
    return new RepeatedRunDifferences(new ProviderStep(2, WrittenFinding.json(step)))
        .isNotNeeded(
            WrittenFinding.of(aspect, "parts:index:Web/describe", "Call", "", "{}", actual));
  }

  @Test
  void methodThatNoTargetNeeds_isNotCalled() {
    var web = "\"targets\": [\"web\"],";
    assertThat(isNotNeeded(web, "z", Aspect.ASKED, NOTHING)).isTrue();

    var user = "\"targets\": [\"web\", \"u\"],";
    assertThat(isNotNeeded(user, "z", Aspect.ASKED, NOTHING)).isFalse();
    assertThat(isNotNeeded("\"targets\": [\"m\"],", "z", Aspect.ASKED, NOTHING)).isFalse();
    assertThat(isNotNeeded(web, "${m.text}", Aspect.ASKED, NOTHING)).isFalse();
    assertThat(isNotNeeded(NOTHING, "z", Aspect.ASKED, NOTHING)).isFalse();
    assertThat(isNotNeeded(web, "z", Aspect.PLAN_CALLS, NOTHING)).isFalse();
    assertThat(isNotNeeded(web, "z", Aspect.ASKED, "{\"tok\": 1}")).isFalse();
  }

  /// `f` is called for `u`, and `g` for nobody.
  private static boolean isUnneeded(String target, String token, Aspect aspect) {
    var step =
        """
        {"op": "update", "targets": ["%s"],
         "resources": [
           {"kind": "invoke", "type": "bare:index:echo", "name": "f", "inputs": {"value": "x"}},
           {"kind": "invoke", "type": "keel:index:lookup", "name": "g", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "u", "inputs": {"label": "${f.value}"}},
           {"type": "keel:index:Thing", "name": "v", "inputs": {"zone": "z"}}],
         "expect": {"result": "ok"}}
        """
            .formatted(target);
    return new RepeatedRunDifferences(new ProviderStep(2, WrittenFinding.json(step)))
        .isUnneededFunction(WrittenFinding.of(aspect, token, "Invoke", "", "{}", NOTHING));
  }

  @Test
  void functionThatNoTargetNeeds_isNotCalled() {
    assertThat(isUnneeded("v", "bare:index:echo", Aspect.ASKED)).isTrue();
    assertThat(isUnneeded("u", "keel:index:lookup", Aspect.ASKED)).isTrue();

    assertThat(isUnneeded("u", "bare:index:echo", Aspect.ASKED)).isFalse();
    assertThat(isUnneeded("g", "keel:index:lookup", Aspect.ASKED)).isFalse();
    assertThat(isUnneeded("v", "bare:index:echo", Aspect.PLAN_CALLS)).isFalse();
    assertThat(isUnneeded("v", "bare:index:other", Aspect.ASKED)).isFalse();
  }

  /// `f` is called for `u`, and `g`, the same function, for `v`.
  private static boolean isOfUnneededCall(
      String targets, Aspect aspect, String call, String at, String expected) {
    var step =
        """
        {"op": "update", %s
         "resources": [
           {"kind": "invoke", "type": "bare:index:echo", "name": "f", "inputs": {"value": "x"}},
           {"kind": "invoke", "type": "bare:index:echo", "name": "g", "inputs": {"value": "y"}},
           {"type": "keel:index:Thing", "name": "u", "inputs": {"label": "${f.value}"}},
           {"type": "keel:index:Thing", "name": "v", "inputs": {"label": "${g.value}"}}],
         "expect": {"result": "ok", "calls": [
           {"call": "Invoke", "during": "f",
            "request": {"tok": "bare:index:echo", "args": {"value": "x", "more": "m"}}},
           {"call": "Invoke", "during": "g",
            "request": {"tok": "bare:index:echo", "args": {"value": "y", "more": "m"}}}]}}
        """
            .formatted(targets);
    return new RepeatedRunDifferences(new ProviderStep(2, WrittenFinding.json(step)))
        .isUnneededFunction(
            WrittenFinding.of(aspect, "bare:index:echo", call, at, expected, "\"z\""));
  }

  @Test
  void functionThatIsCalledForATargetAlone_isNotCalledForOthers() {
    var u = "\"targets\": [\"u\"],";
    assertThat(isOfUnneededCall(u, Aspect.ASKED, "Invoke", "args.value", "\"y\"")).isTrue();

    assertThat(isOfUnneededCall(u, Aspect.ASKED, "Invoke", "args.value", "\"x\"")).isFalse();
    assertThat(isOfUnneededCall(u, Aspect.ASKED, "Invoke", "args.value", "\"w\"")).isFalse();
    assertThat(isOfUnneededCall(u, Aspect.ASKED, "Invoke", "args.more", "\"m\"")).isFalse();
    assertThat(isOfUnneededCall(u, Aspect.PLAN_CALLS, "Invoke", "args.value", "\"y\"")).isFalse();
    assertThat(isOfUnneededCall(u, Aspect.ASKED, "Call", "args.value", "\"y\"")).isFalse();
    assertThat(isOfUnneededCall(NOTHING, Aspect.ASKED, "Invoke", "args.value", "\"y\"")).isFalse();
    var both = "\"targets\": [\"u\", \"v\"],";
    assertThat(isOfUnneededCall(both, Aspect.ASKED, "Invoke", "args.value", "\"y\"")).isFalse();
  }

  /// `there` is looked up for `u`, and `v` uses nothing.
  private static boolean isUnneededReading(
      String targets, Aspect aspect, String name, String call, String actual) {
    var step =
        """
        {"op": "update", %s
         "resources": [
           {"kind": "read", "type": "keel:index:Thing", "name": "there", "id": "t-1"},
           {"type": "keel:index:Thing", "name": "u", "inputs": {"label": "${there.etag}"}},
           {"type": "keel:index:Thing", "name": "v", "inputs": {"zone": "z"}}],
         "expect": {"result": "ok"}}
        """
            .formatted(targets);
    return new RepeatedRunDifferences(new ProviderStep(2, WrittenFinding.json(step)))
        .isUnneededReading(
            WrittenFinding.of(aspect, "keel:index:Thing::" + name, call, "", "{}", actual));
  }

  @Test
  void objectThatNoTargetNeeds_isNotLookedUp() {
    var v = "\"targets\": [\"v\"],";
    assertThat(isUnneededReading(v, Aspect.ASKED, "there", "Read", NOTHING)).isTrue();

    assertThat(isUnneededReading(v, Aspect.ASKED, "u", "Read", NOTHING)).isFalse();
    assertThat(isUnneededReading(v, Aspect.ASKED, "there", "Diff", NOTHING)).isFalse();
    assertThat(isUnneededReading(v, Aspect.PLAN_CALLS, "there", "Read", NOTHING)).isFalse();
    assertThat(isUnneededReading(v, Aspect.ASKED, "there", "Read", "{\"id\": 1}")).isFalse();
    assertThat(isUnneededReading(NOTHING, Aspect.ASKED, "there", "Read", NOTHING)).isFalse();
    for (String needed : List.of("u", "there"))
      assertThat(
              isUnneededReading(
                  "\"targets\": [\"%s\"],".formatted(needed),
                  Aspect.ASKED,
                  "there",
                  "Read",
                  NOTHING))
          .isFalse();
  }
}
