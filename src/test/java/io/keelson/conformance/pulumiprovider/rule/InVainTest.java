package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of what is asked there about what failed, and what is not.
class InVainTest {
  private static final String NOTHING = "";

  /// The update of `a` fails, which `b` uses, and `c` uses that; `f` and `known` are functions.
  private static RefusalDifferences goingOn(boolean goesOn, String steps, String... failing) {
    var step =
        """
        {"op": "update", "continueOnError": %s,
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "${a.etag}"}},
           {"type": "keel:index:Thing", "name": "c", "inputs": {"zone": "${b.etag}", "x": "y"}},
           {"kind": "invoke", "type": "keel:index:lookup", "name": "f",
            "inputs": {"zone": "${a.etag}", "x": "y"}},
           {"kind": "invoke", "type": "bare:index:echo", "name": "known",
            "inputs": {"value": "y"}}],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "resource": "keel:index:Thing::a"}],
           "steps": [%s],
           "calls": [{"call": "Check", "resource": "keel:index:Thing::c",
                      "request": {"news": {"zone": null, "x": null}}}]}}
        """
            .formatted(goesOn, steps);
    return new RefusalDifferences(
        new ProviderStep(2, WrittenFinding.json(step)),
        Before.NOTHING,
        new Errors(List.of(failing).stream().map(InVainTest::error).toList()));
  }

  private static Diagnostic error(String name) {
    var at = Subject.of(InstanceAddress.parse("keel_Thing." + name));
    return Diagnostic.error(Code.PROVIDER_ERROR, at, "The provider reported a problem", "why");
  }

  private static boolean isCompared(RefusalDifferences step, String at) {
    var finding =
        WrittenFinding.of(Aspect.ASKED, "keel:index:Thing::c", "Check", at, "null", "\"b-1\"");
    return step.isComparedInVain(finding);
  }

  @Test
  void whatUsesWhatWasLeftAloneForAFailure_isComparedInVain() {
    assertThat(isCompared(goingOn(true, NOTHING, "a"), "news.zone")).isTrue();

    assertThat(isCompared(goingOn(true, NOTHING, "a"), "news.x")).isFalse();
    assertThat(isCompared(goingOn(false, NOTHING, "a"), "news.zone")).isFalse();
    assertThat(isCompared(goingOn(true, NOTHING), "news.zone")).isFalse();
    var done = "{\"op\": \"update\", \"resource\": \"keel:index:Thing::b\", \"provider\": \"p\"}";
    assertThat(isCompared(goingOn(true, done, "a"), "news.zone")).isFalse();
  }

  private static boolean isChecked(
      RefusalDifferences step, Aspect aspect, String call, String expected, String actual) {
    return step.isComparedInVain(
        WrittenFinding.of(aspect, "keel:index:Thing::c", call, NOTHING, expected, actual));
  }

  @Test
  void whatUsesWhatFailed_isCheckedInVain() {
    var none = "{\"news\": {\"zone\": null, \"x\": \"y\"}}";
    var open = none.replace("null", "{\"$unknown\": \"string\"}");
    var failing = goingOn(true, NOTHING, "a");
    assertThat(isChecked(failing, Aspect.ASKED, "Check", none, NOTHING)).isTrue();
    assertThat(isChecked(failing, Aspect.PLAN_CALLS, "Check", open, NOTHING)).isTrue();

    assertThat(isChecked(failing, Aspect.ASKED, "Check", open, NOTHING)).isFalse();
    assertThat(isChecked(failing, Aspect.PLAN_CALLS, "Check", none, NOTHING)).isFalse();
    assertThat(isChecked(failing, Aspect.ASKED, "Diff", none, NOTHING)).isFalse();
    assertThat(isChecked(failing, Aspect.CALLS, "Create", none, NOTHING)).isFalse();
    assertThat(isChecked(failing, Aspect.ASKED, "Check", NOTHING, none)).isFalse();
    assertThat(isChecked(goingOn(false, NOTHING, "a"), Aspect.ASKED, "Check", none, NOTHING))
        .isFalse();
    assertThat(isChecked(goingOn(true, NOTHING), Aspect.ASKED, "Check", none, NOTHING)).isFalse();
  }

  private static boolean isCalled(RefusalDifferences step, String token, String expected) {
    return step.isCalledInVain(
        WrittenFinding.of(Aspect.ASKED, token, "Invoke", NOTHING, expected, NOTHING));
  }

  @Test
  void functionOfWhatFailed_isCalledInVain() {
    var none = "{\"args\": {\"zone\": null, \"x\": \"y\"}}";
    var lookup = "keel:index:lookup";
    assertThat(isCalled(goingOn(true, NOTHING, "a"), lookup, none)).isTrue();

    assertThat(isCalled(goingOn(true, NOTHING, "a"), lookup, none.replace("null", "\"z\"")))
        .isFalse();
    assertThat(isCalled(goingOn(true, NOTHING, "a"), lookup, "{\"args\": {\"x\": null}}"))
        .isFalse();
    assertThat(isCalled(goingOn(false, NOTHING, "a"), lookup, none)).isFalse();
    assertThat(isCalled(goingOn(true, NOTHING), lookup, none)).isFalse();
    assertThat(
            isCalled(
                goingOn(true, NOTHING, "a"), "bare:index:echo", "{\"args\": {\"value\": null}}"))
        .isFalse();
  }

  /// `n` is a function that the package does not have.
  private static boolean isMissing(
      String code, String summary, Aspect aspect, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
                       {"kind": "invoke", "type": "keel:index:nothing", "name": "n"}],
         "expect": {"result": "failed", "calls": [
           {"call": "Invoke", "request": {"tok": "keel:index:nothing"}, "error": {"code": "%s"}}]}}
        """
            .formatted(code);
    var at = new ResourceAddress(ResourceAddress.Mode.DATA, "keel_index_nothing", "n");
    var error =
        Diagnostic.error(
            Code.UNKNOWN_TYPE, Subject.of(InstanceAddress.parse(at.toString())), summary, "why");
    return new RefusalDifferences(
            new ProviderStep(1, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(List.of(error)))
        .isRefusedForAFunction(
            WrittenFinding.of(aspect, "keel:index:Thing::a", NOTHING, NOTHING, expected, actual));
  }

  @Test
  void functionThatAPackageDoesNotHave_isRefusedBeforeAnythingIsDone() {
    var unknown = "Unknown resource type";
    assertThat(isMissing("NotFound", unknown, Aspect.STATE, "\"[{}]\"", "\"[]\"")).isTrue();
    assertThat(isMissing("Unimplemented", unknown, Aspect.WORLD, "{}", NOTHING)).isTrue();
    assertThat(isMissing("NotFound", unknown, Aspect.PLAN, "\"create\"", "\"none\"")).isTrue();

    assertThat(isMissing("NotFound", unknown, Aspect.STATE, "\"[]\"", "\"[{}]\"")).isFalse();
    assertThat(isMissing("NotFound", unknown, Aspect.WORLD, NOTHING, "{}")).isFalse();
    assertThat(isMissing("Unknown", unknown, Aspect.STATE, "\"[{}]\"", "\"[]\"")).isFalse();
    assertThat(isMissing("NotFound", "Else", Aspect.STATE, "\"[{}]\"", "\"[]\"")).isFalse();
  }
}
