package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.keelson.conformance.pulumiprovider.Difference;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.conformance.pulumiprovider.rule.system.SystemDifferences;
import io.keelson.conformance.pulumiprovider.rule.system.VersionDifferences;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.json.ExactJson;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What rules about components explain, and what they do not.
class ProgramDifferencesTest {
  private static final String A = "keel:index:Thing::web-a";
  private static final String B = "keel:index:Thing::web-b";
  private static final String ELSE = "keel:index:Thing::other";
  private static final MissingNode NOTHING = MissingNode.getInstance();

  private static JsonNode json(String text) {
    try {
      return ExactJson.JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /// @param expect the fields of the expectation
  private static ProviderStep step(String options, String expect) {
    return new ProviderStep(
        2,
        json(
            """
            {"op": "update",
             "resources": [{"kind": "remote", "type": "parts:index:WebApp", "name": "web", "inputs": {%s}}],
             "expect": {"result": "ok", %s}}
            """
                .formatted(options, expect)));
  }

  private static String registered(String name, String zone) {
    return """
    {"construct": "parts:index:WebApp::web", "call": "RegisterResource",
     "request": {"type": "keel:index:Thing", "name": "%s", "object": {"zone": "%s"}}}
    """
        .formatted(name, zone);
  }

  private static Diagnostic told(boolean error, String name, String summary) {
    var subject = Subject.of(InstanceAddress.parse("component.web.keel_Thing." + name));
    return error
        ? Diagnostic.error(Code.PROGRAM, subject, summary, "why")
        : Diagnostic.warning(Code.PROGRAM, subject, summary, "why");
  }

  private static Finding word(Aspect aspect, String about, String expected, String actual) {
    return new Finding(
        2,
        aspect,
        about,
        "",
        new Difference("", TextNode.valueOf(expected), TextNode.valueOf(actual)));
  }

  private static Finding finding(
      Aspect aspect, String about, String call, String at, JsonNode expected, JsonNode actual) {
    return new Finding(2, aspect, about, call, new Difference(at, expected, actual));
  }

  @Test
  void programThatRegistersOtherwise_isNotFollowed() {
    var step =
        step(
            "",
            "\"preview\": {\"monitor\": [%s, %s]}, \"monitor\": [%s, %s]"
                .formatted(
                    registered("web-a", "y"),
                    registered("web-b", "x"),
                    registered("web-a", "z"),
                    registered("web-b", "x")));
    var mind = told(true, "web-a", "The program of its component has changed its mind");
    var rules = new ProgramDifferences(step, Before.NOTHING, List.of(mind), List.of());
    assertThat(rules.isChangedMind(word(Aspect.RUN, A, "create", "create failed"))).isTrue();
    assertThat(rules.isChangedMind(word(Aspect.RUN, B, "create", "none"))).isTrue();
    assertThat(rules.isChangedMind(word(Aspect.RESULT, "", "ok", "[]"))).isTrue();

    assertThat(rules.isChangedMind(word(Aspect.PLAN, A, "create", "none"))).isFalse();
    assertThat(rules.isChangedMind(word(Aspect.RUN, A, "create", "delete"))).isFalse();
    assertThat(rules.isChangedMind(word(Aspect.RUN, B, "create", "update"))).isFalse();
    assertThat(rules.isChangedMind(word(Aspect.RUN, ELSE, "create", "none"))).isFalse();
    var surprise = told(true, "web-a", "Values came out otherwise than planned");
    var surprised = new ProgramDifferences(step, Before.NOTHING, List.of(surprise), List.of());
    assertThat(surprised.isChangedMind(word(Aspect.RUN, B, "create", "none"))).isTrue();
    var silent = new ProgramDifferences(step, Before.NOTHING, List.of(), List.of());
    assertThat(silent.isChangedMind(word(Aspect.RUN, B, "create", "none"))).isFalse();
    assertThat(silent.isChangedMind(word(Aspect.RESULT, "", "ok", "[]"))).isFalse();
  }

  private static boolean isTriedAgain(
      String status, String foreseen, String about, String expected, String actual) {
    var step =
        step(
            "",
            """
            "preview": {"monitor": [%s]}, "monitor": [%s, %s],
            "calls": [{"call": "Create", "resource": "keel:index:Thing::web-a",
                       "request": {"properties": {"zone": "y"}}}],
            "steps": [{"op": "create", "resource": "keel:index:Thing::web-a", "provider": "p"%s}]
            """
                .formatted(foreseen, registered("web-a", "y"), registered("web-b", "x"), status));
    var failed = told(true, "web-a", "The provider reported a problem");
    return new ProgramDifferences(step, Before.NOTHING, List.of(failed), List.of())
        .isTriedAgain(WrittenFinding.of(Aspect.CALLS, about, "Create", "", expected, actual));
  }

  @Test
  void whatFails_isTriedAgainWithWhatIsRegisteredLate() {
    var call = "{\"properties\": {\"zone\": \"y\"}}";
    var failed = ", \"status\": \"failed\"";
    var foreseen = registered("web-a", "y");
    assertThat(isTriedAgain(failed, foreseen, A, "", call)).isTrue();

    assertThat(isTriedAgain(failed, foreseen, A, call, "")).isFalse();
    assertThat(isTriedAgain(failed, foreseen, A, "", call.replace("y", "z"))).isFalse();
    assertThat(isTriedAgain(failed, foreseen, B, "", call)).isFalse();
    assertThat(isTriedAgain("", foreseen, A, "", call)).isFalse();
    var both = foreseen + ", " + registered("web-b", "x");
    assertThat(isTriedAgain(failed, both, A, "", call)).isFalse();
  }

  @Test
  void whatMayYetBeRegistered_staysWithAWarning() {
    var step =
        step(
            "",
            "\"preview\": {\"steps\": [{\"op\": \"delete\", \"resource\": \"%s\", \"oldId\": \"1\", \"provider\": \"p\"}]}"
                .formatted(A));
    var warning = told(false, "web-a", "Not registered as long as values are unknown");
    var rules = new ProgramDifferences(step, Before.NOTHING, List.of(), List.of(warning));
    assertThat(rules.isNotRegisteredYet(word(Aspect.PLAN, A, "delete", "none"))).isTrue();
    assertThat(rules.isNotRegisteredYet(word(Aspect.RUN, A, "delete", "none"))).isTrue();

    var read = WrittenFinding.of(Aspect.ASKED, A, "Read", "", "{}", "");
    var reading = new ProviderStep(2, step.json().<ObjectNode>deepCopy().put("refresh", true));
    var refreshing = new ProgramDifferences(reading, Before.NOTHING, List.of(), List.of(warning));
    assertThat(refreshing.isNotRegisteredYet(read)).isTrue();

    assertThat(rules.isNotRegisteredYet(read)).isFalse();
    var other = WrittenFinding.of(Aspect.ASKED, B, "Read", "", "{}", "");
    assertThat(refreshing.isNotRegisteredYet(other)).isFalse();
    var more = WrittenFinding.of(Aspect.ASKED, A, "Read", "", "", "{}");
    assertThat(refreshing.isNotRegisteredYet(more)).isFalse();
    assertThat(rules.isNotRegisteredYet(word(Aspect.PLAN, A, "delete", "update"))).isFalse();
    assertThat(rules.isNotRegisteredYet(word(Aspect.PLAN, B, "delete", "none"))).isFalse();
    var silent = new ProgramDifferences(step, Before.NOTHING, List.of(), List.of());
    assertThat(silent.isNotRegisteredYet(word(Aspect.PLAN, A, "delete", "none"))).isFalse();
  }

  private static ProgramDifferences failing(String preview, Subject subject) {
    return failing(preview, A, subject);
  }

  /// @param failing what the preview fails for
  private static ProgramDifferences failing(String preview, String failing, Subject subject) {
    var step =
        used(
            "failed",
            "",
            """
            "preview": {"result": "%s",
              "diagnostics": [{"severity": "error", "resource": "%s", "message": "no"}],
              "monitor": [
                {"construct": "parts:index:WebApp::web", "call": "RegisterResource",
                 "request": {"type": "parts:index:Inner", "name": "web-in"}},
                {"construct": "parts:index:Inner::web-in", "call": "RegisterResource",
                 "request": {"type": "keel:index:Thing", "name": "web-in-a",
                             "parent": "::parts:index:Inner::web-in"}}]},
            "steps": [{"op": "update", "resource": "keel:index:Thing::web-a", "provider": "p"}]
            """
                .formatted(preview, failing));
    var error = Diagnostic.error(Code.PROVIDER_ERROR, subject, "It fails", "why");
    var state = WrittenFinding.json("[{\"resource\": \"%s\", \"id\": \"web-a-1\"}]".formatted(A));
    return new ProgramDifferences(step, new Before(state), List.of(error), List.of());
  }

  /// What fails in a component when it is done was planned.
  @Test
  void componentIsLeftAlone_whereItsProgramFails_orSomethingIsRefused() {
    var inside = Subject.of(InstanceAddress.parse("component.web.keel_Thing.web-a"));
    var program = Subject.of(inside.about().orElseThrow().in());
    var undone = word(Aspect.RUN, B, "update", "none");
    assertThat(failing("ok", program).isLeftAlone(undone)).isTrue();
    assertThat(failing("failed", inside).isLeftAlone(undone)).isTrue();
    var old = finding(Aspect.STATE, A, "", "id", json("\"web-a-2\""), json("\"web-a-1\""));
    assertThat(failing("failed", inside).isLeftAlone(old)).isTrue();
    var another = finding(Aspect.STATE, A, "", "id", json("\"web-a-2\""), json("\"web-a-3\""));
    assertThat(failing("failed", inside).isLeftAlone(another)).isFalse();
    assertThat(failing("ok", inside).isLeftAlone(undone)).isFalse();
    assertThat(failing("ok", inside).isLeftAlone(word(Aspect.RUN, ELSE, "update", "none")))
        .isFalse();
  }

  @Test
  void componentIsLeftAlone_whereItIsWhatThePreviewFailsFor() {
    var inside = Subject.of(InstanceAddress.parse("component.web.keel_Thing.web-a"));
    var undone = word(Aspect.RUN, B, "update", "none");
    var program = failing("failed", "parts:index:WebApp::web", inside);
    assertThat(program.isLeftAlone(undone)).isTrue();
    var nested = failing("failed", "keel:index:Thing::web-in-a", inside);
    assertThat(nested.isLeftAlone(undone)).isTrue();

    assertThat(failing("failed", ELSE, inside).isLeftAlone(undone)).isFalse();
    var here = Subject.of(inside.about().orElseThrow().in());
    assertThat(failing("failed", ELSE, here).isLeftAlone(undone)).isFalse();
  }

  /// `web` fails, `two` uses it, and `three` does not.
  @Test
  void whatIsInAComponentThatUsesOne_isLeftAloneWithIt() {
    var step =
        json(
            """
            {"op": "update",
             "resources": [
               {"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {}},
               {"kind": "remote", "type": "parts:index:Web", "name": "two",
                "inputs": {"zone": "${web.url}"}},
               {"kind": "remote", "type": "parts:index:Web", "name": "three", "inputs": {}}],
             "expect": {"result": "failed",
               "diagnostics": [{"severity": "error", "resource": "parts:index:Web::web"}],
               "monitor": [
                 {"construct": "parts:index:Web::two", "call": "RegisterResource",
                  "request": {"type": "keel:index:Thing", "name": "two-a"}},
                 {"construct": "parts:index:Web::three", "call": "RegisterResource",
                  "request": {"type": "keel:index:Thing", "name": "three-a"}}]}}
            """);
    var inWeb = Subject.of(InstanceAddress.parse("component.web.keel_Thing.web-a"));
    var subject = Subject.of(inWeb.about().orElseThrow().in());
    var error = Diagnostic.error(Code.PROVIDER_ERROR, subject, "It fails", "why");
    var rules =
        new ProgramDifferences(
            new ProviderStep(2, step), Before.NOTHING, List.of(error), List.of());
    var checked = json("{}");
    var inside = "keel:index:Thing::two-a";
    var planned = Aspect.PLAN_CALLS;
    assertThat(rules.isLeftAlone(finding(planned, inside, "Check", "", checked, NOTHING))).isTrue();

    assertThat(rules.isLeftAlone(finding(planned, inside, "Check", "", NOTHING, checked)))
        .isFalse();
    var other = "keel:index:Thing::three-a";
    assertThat(rules.isLeftAlone(finding(planned, other, "Check", "", checked, NOTHING))).isFalse();
  }

  @Test
  void userOfAComponent_isLeftAloneWhereSomethingInItFails() {
    var inside = Subject.of(InstanceAddress.parse("component.web.keel_Thing.web-a"));
    var rules = failing("ok", inside);
    assertThat(rules.isAfterWhatFails(word(Aspect.RUN, ELSE, "update", "none"))).isTrue();

    assertThat(rules.isAfterWhatFails(word(Aspect.RUN, ELSE, "update", "delete"))).isFalse();
    assertThat(rules.isAfterWhatFails(word(Aspect.RUN, B, "update", "none"))).isFalse();
    var given = word(Aspect.RUN, "keel:index:Thing::given", "update", "none");
    assertThat(rules.isAfterWhatFails(given)).isFalse();
    var fine =
        new ProgramDifferences(used("", "\"steps\": []"), Before.NOTHING, List.of(), List.of());
    assertThat(fine.isAfterWhatFails(word(Aspect.RUN, ELSE, "update", "none"))).isFalse();
  }

  @Test
  void objectOfAnotherDefaultProvider_isReplacedForThatAlone() {
    var replaced =
        "\"steps\": [{\"op\": \"create-replacement\", \"keys\": [\"%s\"], \"provider\":"
            + " \"::pulumi:providers:keel::default::1\", \"resource\": \"%s\","
            + " \"oldId\": \"a-1\", \"newId\": \"a-2\"}]";
    var rules = new VersionDifferences(step("", replaced.formatted("provider", A)));
    assertThat(rules.isOfVersion(word(Aspect.PLAN, A, "replace-create-first", "none"))).isTrue();
    assertThat(rules.isOfVersion(finding(Aspect.WORLD, "a-1", "", "", NOTHING, json("{}"))))
        .isTrue();

    assertThat(rules.isOfVersion(word(Aspect.PLAN, B, "replace-create-first", "none"))).isFalse();
    var other = new VersionDifferences(step("", replaced.formatted("zone", A)));
    assertThat(other.isOfVersion(word(Aspect.PLAN, A, "replace-create-first", "none"))).isFalse();
  }

  private static ProviderStep used(String fields, String expect) {
    return used("ok", fields, expect);
  }

  private static ProviderStep used(String result, String fields, String expect) {
    return new ProviderStep(
        2,
        json(
            """
            {"op": "update", %s
             "resources": [{"type": "keel:index:Thing", "name": "given", "inputs": {}},
                           {"kind": "remote", "type": "parts:index:WebApp", "name": "web",
                            "inputs": {"zone": "${given.zone}"}},
                           {"type": "keel:index:Thing", "name": "other",
                            "inputs": {"label": "${web.url}", "zone": "z"}}],
             "expect": {"result": "%s", "monitor": [%s, %s], %s}}
            """
                .formatted(
                    fields, result, registered("web-a", "z"), registered("web-b", "z"), expect)));
  }

  @Test
  void userOfAComponentWithAnotherProvider_followsIt() {
    var steps =
        "\"steps\": [{\"op\": \"create-replacement\", \"keys\": [\"provider\"], \"provider\":"
            + " \"::pulumi:providers:keel::default::1\", \"resource\": \"%s\"}],"
            + " \"calls\": [{\"call\": \"Configure\", \"process\": \"keel#2\", \"resource\":"
            + " \"pulumi:providers:keel::p\"}, {\"call\": \"Delete\", \"process\": \"keel#2\","
            + " \"resource\": \"%s\"}]";
    var step = used("", steps.formatted(A, A));
    var versions = new VersionDifferences(step);
    assertThat(versions.isOfVersion(word(Aspect.PLAN, ELSE, "update", "none"))).isTrue();
    assertThat(versions.isOfVersion(word(Aspect.PLAN, ELSE, "update", "delete"))).isFalse();
    assertThat(versions.isOfVersion(word(Aspect.PLAN, B, "update", "none"))).isFalse();

    var configured = word(Aspect.CONFIGURE, "pulumi:providers:keel::p", "{}", "[]");
    assertThat(new SystemDifferences(step, false, Before.NOTHING).isNotAsked(configured)).isTrue();
    var elsewhere = used("", steps.formatted(A, B));
    assertThat(new SystemDifferences(elsewhere, false, Before.NOTHING).isNotAsked(configured))
        .isFalse();
  }

  @Test
  void configuration_isNotRepeatedByWhoUsesAComponent() {
    var told =
        new ToldDifferences(used("\"config\": {\"test:colour\": \"blue\"},", "\"steps\": []"));
    var blue = TextNode.valueOf("so blue");
    var none = TextNode.valueOf("so ");
    assertThat(told.isOfConfiguration(finding(Aspect.STATE, ELSE, "", "inputs.label", blue, none)))
        .isTrue();

    assertThat(told.isOfConfiguration(finding(Aspect.STATE, ELSE, "", "inputs.zone", blue, none)))
        .isFalse();
    assertThat(
            told.isOfConfiguration(
                finding(Aspect.STATE, ELSE, "", "inputs.label", TextNode.valueOf("so red"), none)))
        .isFalse();
    assertThat(told.isOfConfiguration(finding(Aspect.STATE, A, "", "inputs.label", blue, none)))
        .isFalse();
  }

  @Test
  void whatAProgramIsGiven_isPlannedBesideTargets() {
    var given = "keel:index:Thing::given";
    var call = json("{}");
    var told = new ToldDifferences(used("\"targets\": [\"other\"],", "\"steps\": []"));
    assertThat(told.isOfRound(finding(Aspect.PLAN_CALLS, given, "Check", "", NOTHING, call)))
        .isTrue();

    assertThat(told.isOfRound(finding(Aspect.CALLS, given, "Update", "", NOTHING, call))).isFalse();
    assertThat(told.isOfRound(finding(Aspect.PLAN_CALLS, ELSE, "Check", "", NOTHING, call)))
        .isFalse();
    var whole = new ToldDifferences(used("", "\"steps\": []"));
    assertThat(whole.isOfRound(finding(Aspect.PLAN_CALLS, given, "Check", "", NOTHING, call)))
        .isFalse();
  }

  @Test
  void outputsOfAComponent_dependOnAllThatIsInIt() {
    var told = new ToldDifferences(used("", "\"steps\": []"));
    var inside = TextNode.valueOf("::" + A);
    var beside = TextNode.valueOf("::" + B);
    assertThat(
            told.isOfComponent(
                finding(Aspect.ASKED, ELSE, "Construct", "dependencies.0", inside, beside)))
        .isTrue();

    assertThat(
            told.isOfComponent(
                finding(Aspect.ASKED, ELSE, "Construct", "dependencies.0", inside, NOTHING)))
        .isFalse();
    assertThat(
            told.isOfComponent(
                finding(
                    Aspect.ASKED,
                    ELSE,
                    "Construct",
                    "dependencies.0",
                    TextNode.valueOf("::" + ELSE),
                    beside)))
        .isFalse();
  }

  @Test
  void whatComesOfAComponent_dependsOnWhatIsInIt() {
    var step = step("", "\"monitor\": [%s]".formatted(registered("web-a", "z")));
    var rules = new ToldDifferences(step);
    var component = TextNode.valueOf("::parts:index:WebApp::web");
    var inside = TextNode.valueOf("::" + A);
    assertThat(rules.isOfComponent(dependency(component, inside))).isTrue();
    assertThat(rules.isOfComponent(dependency(NOTHING, inside))).isTrue();

    assertThat(rules.isOfComponent(dependency(component, TextNode.valueOf("::" + ELSE)))).isFalse();
    assertThat(rules.isOfComponent(dependency(inside, NOTHING))).isFalse();
    assertThat(
            rules.isOfComponent(
                finding(
                    Aspect.ASKED,
                    "parts:index:WebApp::two",
                    "Construct",
                    "inputs.zone",
                    component,
                    inside)))
        .isFalse();
  }

  private static Finding dependency(JsonNode expected, JsonNode actual) {
    return finding(
        Aspect.ASKED, "parts:index:WebApp::two", "Construct", "dependencies.0", expected, actual);
  }
}
