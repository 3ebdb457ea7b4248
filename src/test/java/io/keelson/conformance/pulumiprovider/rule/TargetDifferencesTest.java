package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where a run has targets, and what is not.
final class TargetDifferencesTest {
  private static final String NOTHING = "";

  private static boolean isLeftOut(
      String targets, Aspect aspect, String expected, Diagnostic... errors) {
    var step =
        """
        {"op": "update", "targets": [%s],
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {},
                        "options": {"aliases": ["former"]}},
                       {"type": "keel:index:Thing", "name": "b", "inputs": {}}],
         "expect": {"result": "ok"}}
        """
            .formatted(targets);
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of(errors)))
        .isMoveLeftOut(WrittenFinding.of(aspect, NOTHING, NOTHING, "", quoted(expected), "\"[]\""));
  }

  private static String quoted(String word) {
    return "\"" + word + "\"";
  }

  private static Diagnostic error(String name, String summary) {
    var at = Subject.of(InstanceAddress.parse("keel_Thing." + name));
    return Diagnostic.error(Code.MOVED, at, summary, "why");
  }

  @Test
  void moveBesideTargets_isAnErrorAlone() {
    var left = error("a", "Move is left out");
    assertThat(isLeftOut(quoted("b"), Aspect.RESULT, "ok", left)).isTrue();
    assertThat(isLeftOut(quoted("a"), Aspect.RESULT, "ok", left)).isTrue();

    assertThat(isLeftOut(NOTHING, Aspect.RESULT, "ok", left)).isFalse();
    assertThat(isLeftOut("\"a\", \"former\"", Aspect.RESULT, "ok", left)).isFalse();
    assertThat(isLeftOut(quoted("b"), Aspect.RESULT, "failed", left)).isFalse();
    assertThat(isLeftOut(quoted("b"), Aspect.RUN, "ok", left)).isFalse();
    assertThat(isLeftOut(quoted("b"), Aspect.RESULT, "ok")).isFalse();
    assertThat(isLeftOut(quoted("b"), Aspect.RESULT, "ok", left, error("b", "Move is left out")))
        .isFalse();
    assertThat(isLeftOut(quoted("b"), Aspect.RESULT, "ok", left, error("a", "Another"))).isFalse();
  }

  /// `b` uses `a`, and is the target; `c` does not.
  private static boolean isHeld(
      Diagnostic error, Aspect aspect, String name, String at, String expected, String actual) {
    var step =
        """
        {"op": "update", "targets": ["b"],
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {},
                        "options": {"aliases": ["former"]}},
                       {"type": "keel:index:Thing", "name": "b",
                        "inputs": {"zone": "${a.zone}", "size": 4}},
                       {"type": "keel:index:Thing", "name": "c", "inputs": {"size": 4}}],
         "expect": {"result": "ok"}}
        """;
    var call = aspect == Aspect.CALLS ? "Create" : aspect == Aspect.PLAN_CALLS ? "Check" : NOTHING;
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of(error)))
        .isMoveLeftOut(
            WrittenFinding.of(aspect, "keel:index:Thing::" + name, call, at, expected, actual));
  }

  @Test
  void whatUsesWhatIsNotMoved_isHeld() {
    var left = error("a", "Move is left out");
    var replaced = quoted("replace-create-first");
    var none = quoted("none");
    assertThat(isHeld(left, Aspect.PLAN, "b", NOTHING, replaced, none)).isTrue();
    assertThat(isHeld(left, Aspect.CALLS, "b", NOTHING, "{}", NOTHING)).isTrue();
    assertThat(isHeld(left, Aspect.STATE, "b", "inputs.size", "4", NOTHING)).isTrue();

    assertThat(isHeld(left, Aspect.PLAN, "b", NOTHING, none, replaced)).isFalse();
    assertThat(isHeld(left, Aspect.STATE, "b", "inputs.size", "3", "4")).isFalse();
    assertThat(isHeld(left, Aspect.PLAN, "c", NOTHING, replaced, none)).isFalse();
    assertThat(isHeld(left, Aspect.PLAN_CALLS, "a", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isHeld(left, Aspect.PLAN_CALLS, "c", NOTHING, NOTHING, "{}")).isFalse();
    var other = error("a", "Another");
    assertThat(isHeld(other, Aspect.PLAN, "b", NOTHING, replaced, none)).isFalse();
  }

  /// `gone` is declared no more, and so is `aimed`, which is a target; `kept` is declared.
  private static boolean isNoTarget(
      String failing, Aspect aspect, String name, String expected, String actual) {
    var step =
        """
        {"op": "update", "targets": ["kept", "aimed"],
         "resources": [{"type": "keel:index:Thing", "name": "kept", "inputs": {}}],
         "expect": {"result": "failed", "diagnostics": [
           {"severity": "error", "resource": "keel:index:Thing::%1$s",
            "message": "Resource '::keel:index:Thing::%1$s' will be destroyed but was not specified in --target list."}]}}
        """
            .formatted(failing);
    var call = aspect == Aspect.ASKED || aspect == Aspect.CALLS ? "Diff" : NOTHING;
    var about = name.isEmpty() ? NOTHING : "keel:index:Thing::" + name;
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isNoTarget(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void whatIsDeclaredNoMoreAndNoTarget_stays() {
    var failed = "\"delete failed\"";
    assertThat(isNoTarget("gone", Aspect.RESULT, "", "\"failed\"", "\"[]\"")).isTrue();
    assertThat(isNoTarget("gone", Aspect.PLAN, "gone", failed, "\"none\"")).isTrue();
    assertThat(isNoTarget("gone", Aspect.ASKED, "gone", "{}", NOTHING)).isTrue();

    assertThat(isNoTarget("gone", Aspect.RESULT, "", "\"ok\"", "\"[]\"")).isFalse();
    assertThat(isNoTarget("gone", Aspect.PLAN, "gone", failed, "\"delete\"")).isFalse();
    assertThat(isNoTarget("gone", Aspect.PLAN, "kept", failed, "\"none\"")).isFalse();
    assertThat(isNoTarget("gone", Aspect.ASKED, "gone", NOTHING, "{}")).isFalse();
    assertThat(isNoTarget("gone", Aspect.CALLS, "gone", "{}", NOTHING)).isFalse();
    assertThat(isNoTarget("aimed", Aspect.RESULT, "", "\"failed\"", "\"[]\"")).isFalse();
    assertThat(isNoTarget("kept", Aspect.PLAN, "kept", failed, "\"none\"")).isFalse();
  }

  /// @param diagnostics of the preview, or of the operation
  private static boolean isOfUnknownTarget(
      String diagnostics, String target, Aspect aspect, String name) {
    var step =
        """
        {"op": "update", "targets": ["%s"], "expect": {"result": "failed", %s}}
        """
            .formatted(target, diagnostics);
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isOfUnknownTarget(
            WrittenFinding.of(aspect, name, NOTHING, NOTHING, "\"failed\"", "\"[]\""));
  }

  @Test
  void targetThatIsNotRecorded_failsTheRunOrItsPreview() {
    var operation =
        """
        "diagnostics": [{"severity": "error",
          "message": "Target '::none:index:None::new' could not be found in the stack."}]
        """;
    var preview = "\"preview\": {%s}".formatted(operation);
    var made = "keel:index:Thing::new";
    for (String each : List.of(operation, preview)) {
      assertThat(isOfUnknownTarget(each, "new", Aspect.RESULT, NOTHING)).isTrue();
      assertThat(isOfUnknownTarget(each, "new", Aspect.RUN, made)).isTrue();

      assertThat(isOfUnknownTarget(each, "new", Aspect.RUN, "keel:index:Thing::old")).isFalse();
      assertThat(isOfUnknownTarget(each, "old", Aspect.RESULT, NOTHING)).isFalse();
      assertThat(isOfUnknownTarget(each.replace("could", "can"), "new", Aspect.RESULT, NOTHING))
          .isFalse();
    }
  }

  private static boolean isBesideUnknownTarget(
      String error, Aspect aspect, String expected, String actual, Diagnostic... errors) {
    var step =
        """
        {"op": "destroy", "targets": ["known", "unknown"],
         "expect": {"result": "failed", "error": "%s"}}
        """
            .formatted(error);
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of(errors)))
        .isBesideUnknownTarget(
            WrittenFinding.of(
                aspect, "keel:index:Thing::known", NOTHING, NOTHING, expected, actual));
  }

  @Test
  void whatIsBesideATargetThatIsNowhere_isDone() {
    var unknown = "no resource named '::none:index:None::unknown' found";
    assertThat(isBesideUnknownTarget(unknown, Aspect.RESULT, "\"failed\"", "\"[]\"")).isTrue();
    assertThat(isBesideUnknownTarget(unknown, Aspect.RUN, "\"none\"", "\"delete\"")).isTrue();
    assertThat(isBesideUnknownTarget(unknown, Aspect.CALLS, NOTHING, "{}")).isTrue();

    assertThat(isBesideUnknownTarget(unknown, Aspect.RUN, "\"delete\"", "\"none\"")).isFalse();
    assertThat(isBesideUnknownTarget(unknown, Aspect.CALLS, "{}", NOTHING)).isFalse();
    assertThat(isBesideUnknownTarget("another", Aspect.RUN, "\"none\"", "\"delete\"")).isFalse();
    assertThat(
            isBesideUnknownTarget(
                unknown, Aspect.RUN, "\"none\"", "\"delete\"", error("known", "Another")))
        .isFalse();
  }

  private static boolean isToldBefore(
      String error, String message, Aspect aspect, String expected, String actual) {
    var step =
        """
        {"op": "destroy", "targets": ["needed"],
         "expect": {"result": "failed", "diagnostics": [
           {"severity": "error", "resource": "keel:index:Thing::user", "message": "%s"}]}}
        """
            .formatted(message);
    var call = aspect == Aspect.CALLS ? "Delete" : aspect == Aspect.ASKED ? "Diff" : NOTHING;
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            new Errors(List.of(error("user", error))))
        .isToldBefore(
            WrittenFinding.of(aspect, "keel:index:Thing::needed", call, NOTHING, expected, actual));
  }

  @Test
  void whoWouldHaveToGoAlong_isToldBeforeAnythingIsDone() {
    var error = "Left out of the plan's scope";
    var message = "Resource 'user' will be destroyed but was not specified in --target list.";
    var failed = "\"delete failed\"";
    assertThat(isToldBefore(error, message, Aspect.PLAN, failed, "\"none\"")).isTrue();
    assertThat(isToldBefore(error, message, Aspect.ASKED, "{}", NOTHING)).isTrue();

    assertThat(isToldBefore(error, message, Aspect.PLAN, failed, "\"delete\"")).isFalse();
    assertThat(isToldBefore(error, message, Aspect.ASKED, NOTHING, "{}")).isFalse();
    assertThat(isToldBefore(error, message, Aspect.CALLS, "{}", NOTHING)).isFalse();
    assertThat(isToldBefore(error, message, Aspect.RESULT, "\"ok\"", "\"[]\"")).isFalse();
    assertThat(isToldBefore("Another", message, Aspect.PLAN, failed, "\"none\"")).isFalse();
    assertThat(isToldBefore(error, "Another", Aspect.PLAN, failed, "\"none\"")).isFalse();
  }

  private static boolean isInNeed(String about, Aspect aspect, String expected, String actual) {
    var step =
        """
        {"op": "update", "targets": ["a"],
         "expect": {"result": "failed", "diagnostics": [
           {"severity": "error", "resource": "keel:index:Thing::a",
            "message": "Resource 'a' depends on 'n' which was was not specified in --target list."}]}}
        """;
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            new Errors(List.of(error("n", "Left out of the plan's scope"))))
        .isToldBefore(
            WrittenFinding.of(
                aspect, "keel:index:Thing::" + about, NOTHING, NOTHING, expected, actual));
  }

  @Test
  void targetThatNeedsSomethingNew_isNotPlanned() {
    assertThat(isInNeed("a", Aspect.PLAN, "\"update failed\"", "\"none\"")).isTrue();

    assertThat(isInNeed("a", Aspect.PLAN, "\"update\"", "\"none\"")).isFalse();
    assertThat(isInNeed("a", Aspect.PLAN, "\"update failed\"", "\"update\"")).isFalse();
    assertThat(isInNeed("a", Aspect.RUN, "\"update failed\"", "\"none\"")).isFalse();
    assertThat(isInNeed("b", Aspect.PLAN, "\"update failed\"", "\"none\"")).isFalse();
  }

  /// `web`, which has `web-thing` in it, is a target unless another is.
  private static boolean isInTargetedComponent(
      String target, Aspect aspect, String about, String expected, String actual) {
    var step =
        """
        {"op": "update", "targets": ["%s"],
         "resources": [
           {"kind": "remote", "type": "parts:index:WebApp", "name": "web", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "other", "inputs": {"zone": "z"}}],
         "expect": {"result": "ok",
           "monitor": [{"construct": "parts:index:WebApp::web", "call": "RegisterResource",
                        "request": {"type": "keel:index:Thing", "name": "web-thing"}}]}}
        """
            .formatted(target);
    var call = aspect == Aspect.CALLS ? "Update" : NOTHING;
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isInTargetedComponent(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void whatIsInATargetedComponent_isMeant() {
    var thing = "keel:index:Thing::web-thing";
    var none = "\"none\"";
    var update = "\"update\"";
    assertThat(isInTargetedComponent("web", Aspect.PLAN, thing, none, update)).isTrue();
    assertThat(isInTargetedComponent("web", Aspect.RUN, thing, none, "\"update failed\"")).isTrue();
    assertThat(isInTargetedComponent("web", Aspect.CALLS, thing, NOTHING, "{}")).isTrue();
    assertThat(isInTargetedComponent("web", Aspect.WORLD, "web-thing-2", NOTHING, "{}")).isTrue();

    assertThat(isInTargetedComponent("other", Aspect.PLAN, thing, none, update)).isFalse();
    assertThat(isInTargetedComponent("web", Aspect.PLAN, thing, update, none)).isFalse();
    assertThat(isInTargetedComponent("web", Aspect.CALLS, thing, "{}", NOTHING)).isFalse();
    assertThat(isInTargetedComponent("web", Aspect.WORLD, "other-2", NOTHING, "{}")).isFalse();
    assertThat(isInTargetedComponent("web", Aspect.WORLD, "web-thing-2", "{}", NOTHING)).isFalse();
    var other = "keel:index:Thing::other";
    var one = "\"[{\\\"old\\\":false}]\"";
    var two = "\"[{\\\"old\\\":false}, {\\\"old\\\":true}]\"";
    assertThat(isInTargetedComponent("web", Aspect.STATE, thing, one, two)).isTrue();
    assertThat(isInTargetedComponent("web", Aspect.STATE, thing, two, one)).isFalse();
    assertThat(isInTargetedComponent("web", Aspect.STATE, other, one, two)).isFalse();
    assertThat(isInTargetedComponent("web", Aspect.RUN, other, none, update)).isFalse();
    assertThat(isInTargetedComponent("web", Aspect.RESULT, "", "\"ok\"", "\"[]\"")).isFalse();
  }

  /// The component `web`, which is the target, is given something of `a`, which is to be moved.
  private static boolean isOfMove(Finding finding, Diagnostic... errors) {
    var step =
        """
        {"op": "update", "targets": ["web"],
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {},
                        "options": {"aliases": ["former"]}},
                       {"kind": "remote", "type": "parts:index:Web", "name": "web",
                        "inputs": {"zone": "${a.zone}"}},
                       {"kind": "remote", "type": "parts:index:Web", "name": "two", "inputs": {}}],
         "expect": {"result": "ok"}}
        """;
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of(errors)))
        .isMoveLeftOut(finding);
  }

  private static Diagnostic ended(String component, String why) {
    var at = Subject.part("component", component);
    return Diagnostic.error(Code.MOVED, at, "The provider reported a problem", why);
  }

  private static Finding told(String component, String at, String expected, String actual) {
    return WrittenFinding.of(
        Aspect.ASKED,
        "parts:index:Web::" + component,
        "Construct",
        at,
        quoted("::keel:index:Thing::" + expected),
        quoted("::keel:index:Thing::" + actual));
  }

  @Test
  void componentThatIsGivenWhatIsNotMoved_failsWithIt() {
    var left = error("a", "Move is left out");
    var done = WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, "", quoted("ok"), "\"[]\"");
    var ended = ended("web", "resource web-pw [keel:index:Thing] failed to register");
    assertThat(isOfMove(done, left, ended)).isTrue();
    assertThat(isOfMove(told("web", "dependencies.0", "former", "a"), left, ended)).isTrue();
    assertThat(isOfMove(told("web", "inputDependencies.zone.urns.0", "former", "a"), left))
        .isTrue();

    assertThat(isOfMove(done, ended)).isFalse();
    assertThat(isOfMove(done, left, ended("web", "no"))).isFalse();
    var other = ended("two", "resource two-pw [keel:index:Thing] failed to register");
    assertThat(isOfMove(done, left, other)).isFalse();
    assertThat(isOfMove(told("web", "dependencies.0", "b", "a"), left)).isFalse();
    assertThat(isOfMove(told("web", "dependencies.0", "former", "b"), left)).isFalse();
    assertThat(isOfMove(told("two", "dependencies.0", "former", "a"), left)).isFalse();
    assertThat(isOfMove(told("web", "name", "former", "a"), left)).isFalse();
  }

  private static boolean isOfTarget(String target, Diagnostic... errors) {
    var step =
        """
        {"op": "update", "targets": ["%s"],
         "resources": [
           {"kind": "remote", "type": "parts:index:WebApp", "name": "web", "inputs": {}},
           {"kind": "remote", "type": "parts:index:WebApp", "name": "two", "inputs": {}}],
         "expect": {"result": "ok"}}
        """
            .formatted(target);
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of(errors)))
        .isInTargetedComponent(
            WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, "", quoted("ok"), "\"[why]\""));
  }

  @Test
  void programOfATargetedComponent_mayEndAtWhatFails() {
    var ended = ended("web", "resource web-a [keel:index:Thing] failed to register");
    assertThat(isOfTarget("web", ended)).isTrue();

    assertThat(isOfTarget("two", ended)).isFalse();
    assertThat(isOfTarget("web", ended("web", "no"))).isFalse();
  }

  private static boolean isReplacementLeftOut(String replace, String failing, String expected) {
    var step =
        """
        {"op": "update", "targets": ["b"], "replace": ["%s"], "expect": {"result": "ok"}}
        """
            .formatted(replace);
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            new Errors(List.of(error(failing, "Left out of the plan's scope"))))
        .isToldBefore(
            WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, expected, "\"failed\""));
  }

  @Test
  void replacementThatIsNoTarget_isAnError() {
    assertThat(isReplacementLeftOut("a", "a", "\"ok\"")).isTrue();

    assertThat(isReplacementLeftOut("b", "b", "\"ok\"")).isFalse();
    assertThat(isReplacementLeftOut("a", "c", "\"ok\"")).isFalse();
    assertThat(isReplacementLeftOut("a", "a", "\"failed\"")).isFalse();
  }
}
