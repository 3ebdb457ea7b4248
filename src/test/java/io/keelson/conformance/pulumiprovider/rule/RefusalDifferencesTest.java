package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.component.ProgramDifferences;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where something is refused, or goes on beside what fails, and what is not.
class RefusalDifferencesTest {
  private static final String NOTHING = "";
  private static final String INSIDE = "keel:index:Thing::web-a";
  private static final String DONE = "keel:index:Thing::done";
  private static final String OTHER = "keel:index:Thing::other";
  private static final String REFUSED = "It asks for a hook, which is not supported here";

  private static final String STEP =
      """
      {"op": "update",
       "resources": [
         {"type": "keel:index:Thing", "name": "done", "inputs": {"zone": "z"}},
         {"kind": "remote", "type": "parts:index:Options", "name": "web", "inputs": {"zone": "z"}},
         {"type": "keel:index:Thing", "name": "other", "inputs": {"zone": "z"}}],
       "expect": {"result": "failed",
         "diagnostics": [{"severity": "error", "resource": "keel:index:Thing::web-a"}],
         "monitor": [{"construct": "parts:index:Options::web", "call": "RegisterResource",
                      "request": {"type": "keel:index:Thing", "name": "web-a"}}],
         "calls": [{"call": "Delete", "resource": "keel:index:Thing::web-a",
                    "request": {"id": "web-a-1"}}],
         "steps": [{"op": "update", "resource": "keel:index:Thing::done", "oldId": "done-1",
                    "provider": "p"}]}}
      """;

  private static boolean isRefused(
      String why, Aspect aspect, String about, String at, String expected, String actual) {
    var error =
        Diagnostic.error(
            Code.PROGRAM,
            Subject.of(InstanceAddress.parse("component.web.keel_Thing.web-a")),
            "An option that is not supported",
            why);
    return new ProgramDifferences(
            new ProviderStep(2, WrittenFinding.json(STEP)),
            Before.NOTHING,
            List.of(error),
            List.of())
        .isRefused(WrittenFinding.of(aspect, about, NOTHING, at, expected, actual));
  }

  @Test
  void componentThatIsRefused_isLeftAsItWas() {
    assertThat(isRefused(REFUSED, Aspect.STATE, INSIDE, "id", "\"2\"", "\"1\"")).isTrue();
    assertThat(isRefused(REFUSED, Aspect.STATE, INSIDE, "outputs.etag", "\"2\"", "\"1\"")).isTrue();
    assertThat(isRefused(REFUSED, Aspect.WORLD, "web-a-1", NOTHING, NOTHING, "{}")).isTrue();
    assertThat(isRefused(REFUSED, Aspect.RUN, INSIDE, NOTHING, "\"update\"", "\"none\"")).isTrue();

    assertThat(isRefused("why", Aspect.STATE, INSIDE, "id", "\"2\"", "\"1\"")).isFalse();
    assertThat(isRefused(REFUSED, Aspect.STATE, OTHER, "id", "\"2\"", "\"1\"")).isFalse();
    assertThat(isRefused(REFUSED, Aspect.WORLD, "other-1", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isRefused(REFUSED, Aspect.RUN, INSIDE, NOTHING, "\"none\"", "\"update\"")).isFalse();
    assertThat(isRefused(REFUSED, Aspect.CALLS, INSIDE, NOTHING, NOTHING, "{}")).isFalse();
  }

  private static boolean goesOn(
      Aspect aspect, String about, String call, String at, String expected, String actual) {
    var step = new ProviderStep(2, WrittenFinding.json(STEP));
    return new RefusalDifferences(step, Before.NOTHING, new Errors(List.of()))
        .goesOn(WrittenFinding.of(aspect, about, call, at, expected, actual));
  }

  @Test
  void whatNeedsNothingThatFails_goesOn() {
    assertThat(goesOn(Aspect.RUN, OTHER, NOTHING, NOTHING, "\"none\"", "\"update\"")).isTrue();
    assertThat(goesOn(Aspect.PLAN_CALLS, OTHER, "Check", NOTHING, NOTHING, "{}")).isTrue();
    assertThat(goesOn(Aspect.STATE, OTHER, NOTHING, "inputs.zone", "\"y\"", "\"z\"")).isTrue();
    assertThat(goesOn(Aspect.WORLD, "other-1", NOTHING, NOTHING, NOTHING, "{}")).isTrue();
  }

  @Test
  void whatIsAskedOtherwise_doesNotGoOn() {
    assertThat(goesOn(Aspect.RUN, OTHER, NOTHING, NOTHING, "\"update\"", "\"none\"")).isFalse();
    assertThat(goesOn(Aspect.PLAN_CALLS, OTHER, "Check", "news.zone", "\"y\"", "\"z\"")).isFalse();
    assertThat(goesOn(Aspect.ASKED, OTHER, "Check", "news.zone", "\"y\"", "\"z\"")).isFalse();
    assertThat(goesOn(Aspect.CALLS, OTHER, "Delete", NOTHING, "{}", NOTHING)).isFalse();
    assertThat(goesOn(Aspect.WORLD, "done-1", NOTHING, NOTHING, "{}", NOTHING)).isFalse();
    assertThat(goesOn(Aspect.STATE, DONE, NOTHING, "inputs.zone", "\"y\"", "\"z\"")).isFalse();
  }

  /// `other` was `former`.
  @Test
  void formerName_isNotWhatGoesOn() {
    var former = "keel:index:Thing::former";
    var record = "\"[{\\\"id\\\":\\\"f-1\\\"}]\"";
    var gone = WrittenFinding.of(Aspect.STATE, former, NOTHING, NOTHING, record, "\"[]\"");
    var recorded = "\"state\": [{\"resource\": \"%s\", \"id\": \"f-1\"}],".formatted(former);
    var step = STEP.replace("\"result\": \"failed\",", "\"result\": \"failed\"," + recorded);
    assertThat(goesOn(step, gone)).isTrue();

    var renamed =
        step.replace("\"other\",", "\"other\", \"options\": {\"aliases\": [\"former\"]},");
    assertThat(goesOn(renamed, gone)).isFalse();
  }

  private static boolean goesOn(String step, Finding finding) {
    return new RefusalDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), Before.NOTHING, new Errors(List.of()))
        .goesOn(finding);
  }

  private static boolean isCalled(String answer, String op, String method, String expected) {
    var step =
        """
        {"op": "update", "refresh": true,
         "resources": [
           {"kind": "remote", "type": "parts:index:WebApp", "name": "web", "inputs": {}},
           {"kind": "call", "type": "parts:index:WebApp/describe", "name": "told",
            "inputs": {"__self__": {"$ref": "web"}}}],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "resource": "keel:index:Thing::other"}],
           "preview": {"result": "failed",
             "calls": [{"call": "Read", "resource": "keel:index:Thing::other", %s}],
             "steps": [{"op": "%s", "resource": "keel:index:Thing::other", "provider": "p"}]}}}
        """
            .formatted(answer, op);
    return new RefusalDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), Before.NOTHING, new Errors(List.of()))
        .goesOn(
            WrittenFinding.of(
                Aspect.PLAN_CALLS,
                "parts:index:WebApp/describe",
                method,
                NOTHING,
                expected,
                expected.isEmpty() ? "{}" : NOTHING));
  }

  @Test
  void methodsAreCalled_whereReadingSomethingElseFails() {
    var error = "\"error\": {\"message\": \"no\"}";
    assertThat(isCalled(error, "refresh", "Call", NOTHING)).isTrue();

    assertThat(isCalled(error, "update", "Call", NOTHING)).isFalse();
    assertThat(isCalled("\"response\": {}", "refresh", "Call", NOTHING)).isFalse();
    assertThat(isCalled(error, "refresh", "Call", "{}")).isFalse();
  }

  private static boolean isNotRefused(String message, String summary, String about) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "done", "inputs": {"label": 5}},
                       {"type": "keel:index:Thing", "name": "other", "inputs": {"zone": "z"}}],
         "expect": {"result": "failed", "diagnostics": [
           {"severity": "error", "resource": "keel:index:Thing::done", "message": "%s"}]}}
        """
            .formatted(message);
    var error =
        Diagnostic.error(
            Code.PROVIDER_ERROR,
            Subject.of(InstanceAddress.parse("keel_Thing.done")),
            summary,
            "why");
    return new RefusalDifferences(
            new ProviderStep(1, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(List.of(error)))
        .isNotRefused(
            WrittenFinding.of(
                Aspect.RUN, about, NOTHING, NOTHING, "\"none\"", "\"create failed\""));
  }

  @Test
  void whatIsConverted_isNotRefused_andMayFailAllTheSame() {
    var type =
        "property label value {5} has a problem: Field 'label' on 'keel.Args' must be a 'string';"
            + " got 'float64' instead";
    var failed = "The provider reported a problem";
    assertThat(isNotRefused(type, failed, DONE)).isTrue();

    assertThat(isNotRefused(type, "The provider does not accept the configuration", DONE))
        .isFalse();
    assertThat(isNotRefused("property label has a problem: too long", failed, DONE)).isFalse();
    assertThat(isNotRefused("cannot encode resource inputs", failed, DONE)).isFalse();
    assertThat(isNotRefused(type, failed, OTHER)).isFalse();
  }

  private static boolean isRefusedForAType(
      String message, String summary, Aspect aspect, String to) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "done", "inputs": {"hosts": "x"}}],
         "expect": {"result": "ok", "diagnostics": [
           {"severity": "warning", "resource": "keel:index:Thing::done", "message": "%s"}]}}
        """
            .formatted(message);
    var error =
        Diagnostic.error(
            Code.INVALID_CONFIG,
            Subject.of(InstanceAddress.parse("keel_Thing.done")),
            summary,
            "why");
    return new RefusalDifferences(
            new ProviderStep(1, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(List.of(error)))
        .isRefusedForAType(
            WrittenFinding.of(
                aspect,
                aspect == Aspect.RESULT ? NOTHING : DONE,
                NOTHING,
                NOTHING,
                aspect == Aspect.RESULT ? "\"ok\"" : "\"create\"",
                to));
  }

  @Test
  void whatCannotBeConverted_isRefused() {
    var warned = "Type checking failed:";
    var wrong = "value of the wrong type";
    assertThat(isRefusedForAType(warned, wrong, Aspect.RESULT, "\"[why]\"")).isTrue();
    assertThat(isRefusedForAType(warned, "Wrong form", Aspect.PLAN, "\"none\"")).isTrue();

    assertThat(isRefusedForAType("else", wrong, Aspect.PLAN, "\"none\"")).isFalse();
    assertThat(isRefusedForAType(warned, "No answer", Aspect.PLAN, "\"none\"")).isFalse();
    assertThat(isRefusedForAType(warned, wrong, Aspect.PLAN, "\"update\"")).isFalse();
  }

  /// `a` fails, and `b` uses it; `c` is updated with it.
  private static boolean isInVain(
      boolean on, String failing, Aspect aspect, String about, String at) {
    var step =
        """
        {"op": "update", "continueOnError": %s,
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "b",
            "inputs": {"label": "${a.etag}", "zone": null}},
           {"type": "keel:index:Thing", "name": "c", "inputs": {"label": "${a.etag}"}}],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "resource": "keel:index:Thing::%s"}],
           "calls": [
             {"call": "Check", "resource": "keel:index:Thing::b",
              "request": {"news": {"label": null, "zone": null}}},
             {"call": "Check", "resource": "keel:index:Thing::c",
              "request": {"news": {"label": null}}}],
           "steps": [{"op": "update", "resource": "keel:index:Thing::c", "provider": "p"}]}}
        """
            .formatted(on, failing);
    var error =
        Diagnostic.error(
            Code.PROGRAM, Subject.of(InstanceAddress.parse("keel_Thing.a")), "Failed", "why");
    return new RefusalDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(List.of(error)))
        .isComparedInVain(WrittenFinding.of(aspect, about, "Diff", at, "\"none\"", "\"a.1.0\""));
  }

  @Test
  void whatNeedsWhatFails_isComparedWithWhatWasPlanned() {
    var b = "keel:index:Thing::b";
    assertThat(isInVain(true, "a", Aspect.ASKED, b, "news.label")).isTrue();

    assertThat(isInVain(false, "a", Aspect.ASKED, b, "news.label")).isFalse();
    assertThat(isInVain(true, "x", Aspect.ASKED, b, "news.label")).isFalse();
    assertThat(isInVain(true, "a", Aspect.PLAN_CALLS, b, "news.label")).isFalse();
    assertThat(isInVain(true, "a", Aspect.ASKED, b, "news.zone")).isFalse();
    assertThat(isInVain(true, "a", Aspect.ASKED, b, "olds.label")).isFalse();
    assertThat(isInVain(true, "a", Aspect.ASKED, "keel:index:Thing::c", "news.label")).isFalse();
  }
}
