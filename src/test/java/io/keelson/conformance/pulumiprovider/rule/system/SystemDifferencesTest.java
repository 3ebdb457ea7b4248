package io.keelson.conformance.pulumiprovider.rule.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.ForeseenDifferences;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What rules about other systems explain, and about what comes otherwise inside of components.
class SystemDifferencesTest {
  private static final String NOTHING = "";

  private static final String THING = "keel:index:Thing::web-thing";

  private static final String CONFIGURED =
      """
      {"calls": [{"call": "Configure", "resource": "pulumi:providers:keel::p",
                  "process": "keel 1"}%s]}
      """;

  private static final ProviderStep STEP =
      new ProviderStep(
          2,
          WrittenFinding.json(
              """
              {"op": "update",
               "resources": [
                 {"type": "keel:index:Thing", "name": "t", "inputs": {"zone": "z"}},
                 {"kind": "remote", "type": "parts:index:Web", "name": "web",
                  "inputs": {"zone": "${t.etag}"}}],
               "expect": {"result": "ok",
                 "preview": {"calls": [{"call": "Update", "resource": "keel:index:Thing::t",
                   "response": {"properties": {"etag": "t.1.0"}}}]},
                 "calls": [{"call": "Update", "resource": "keel:index:Thing::t",
                   "response": {"properties": {"etag": "t.1.1"}}}],
                 "monitor": [{"construct": "parts:index:Web::web", "call": "RegisterResource",
                   "request": {"type": "keel:index:Thing", "name": "web-thing"}}],
                 "steps": [
                   {"op": "create-replacement", "resource": "keel:index:Thing::web-thing",
                    "keys": ["provider"], "provider": "p"},
                   {"op": "create-replacement", "resource": "keel:index:Thing::x",
                    "keys": ["zone"], "provider": "p"}]}}
              """));

  private static boolean isAnew(
      String about, String call, String at, String expected, String actual) {
    return new SystemDifferences(STEP, true, Before.NOTHING)
        .isAnew(WrittenFinding.of(Aspect.PLAN_CALLS, about, call, at, expected, actual));
  }

  @Test
  void whatIsReplacedForItsProvider_isCheckedAsNew() {
    assertThat(isAnew(THING, "Check", "olds.zone", "\"z\"", NOTHING)).isTrue();
    assertThat(isAnew(THING, "Check", NOTHING, "{\"news\": {}, \"olds\": {}}", NOTHING)).isTrue();
    assertThat(isAnew(THING, "Create", NOTHING, NOTHING, "{\"preview\": true}")).isTrue();

    assertThat(isAnew("keel:index:Thing::x", "Check", "olds.zone", "\"z\"", NOTHING)).isFalse();
    assertThat(isAnew(THING, "Check", "news.zone", "\"z\"", NOTHING)).isFalse();
    assertThat(isAnew(THING, "Check", "olds.zone", "\"z\"", "\"y\"")).isFalse();
    assertThat(isAnew(THING, "Check", NOTHING, "{\"olds\": {\"a\": 1}}", NOTHING)).isFalse();
    assertThat(isAnew(THING, "Create", NOTHING, NOTHING, "{}")).isFalse();
  }

  @Test
  void whatIsInAComponentThatIsGivenWhatCameOtherwise_staysAsItIs() {
    var rules = new ForeseenDifferences(STEP, new Errors(List.of()));

    assertThat(
            rules.isOfOtherValue(
                WrittenFinding.of(Aspect.STATE, THING, NOTHING, "id", "\"b\"", "\"a\"")))
        .isTrue();

    var other =
        WrittenFinding.of(Aspect.STATE, "keel:index:Thing::x", NOTHING, "id", "\"b\"", "\"a\"");
    assertThat(rules.isOfOtherValue(other)).isFalse();
  }

  /// `a` belongs to the provider that is made anew, `c` does not.
  private static SystemDifferences failing(String name, boolean moved) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:keel", "name": "p", "inputs": {}},
           {"type": "keel:index:Thing", "name": "a", "inputs": {}, "options": {"provider": "p"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "${a.etag}"}},
           {"type": "keel:index:Thing", "name": "c", "inputs": {}}],
         "expect": {"result": "failed",
           "diagnostics": [
             {"severity": "error", "resource": "keel:index:Thing::NAME", "message": "no"}],
           "steps": [{"op": "create-replacement", "resource": "pulumi:providers:keel::p"}]}}
        """
            .replace("NAME", name);
    return new SystemDifferences(
        new ProviderStep(2, WrittenFinding.json(step)), moved, Before.NOTHING);
  }

  @Test
  void whatIsNotMadeAnew_cannotFail() {
    var done = WrittenFinding.of(Aspect.RESULT, "", "", "", "\"failed\"", "\"[]\"");
    assertThat(failing("a", false).isOfSameSystem(done)).isTrue();
    assertThat(failing("b", false).isOfSameSystem(done)).isTrue();

    assertThat(failing("c", false).isOfSameSystem(done)).isFalse();
    assertThat(failing("a", true).isOfSameSystem(done)).isFalse();
    var refused = WrittenFinding.of(Aspect.RESULT, "", "", "", "\"ok\"", "\"[why]\"");
    assertThat(failing("a", false).isOfSameSystem(refused)).isFalse();
  }

  private static boolean isOfSame(boolean moved, String about, String expected, String actual) {
    return ofProviderInComponent(moved)
        .isOfSameSystem(WrittenFinding.of(Aspect.PLAN, about, NOTHING, NOTHING, expected, actual));
  }

  /// A component whose resources belong to another provider than before.
  private static SystemDifferences ofProviderInComponent(boolean moved) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"kind": "remote", "type": "parts:index:Web", "name": "web",
            "options": {"providers": {"keel": "p"}}},
           {"type": "keel:index:Thing", "name": "user", "inputs": {"label": "${web.url}"}},
           {"type": "keel:index:Thing", "name": "other", "inputs": {"zone": "z"}}],
         "expect": {"result": "ok",
           "monitor": [
             {"construct": "parts:index:Web::web", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "web-thing"}},
             {"construct": "parts:index:Web::web", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "web-with",
                          "propertyDependencies": {"label": {"urns": [
                            "::parts:index:Web$keel:index:Thing::web-thing"]}, "zone": {}}}},
             {"construct": "parts:index:Web::web", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "web-moved"}}],
           "steps": [
             {"op": "create-replacement", "resource": "keel:index:Thing::web-thing",
              "keys": ["provider"], "provider": "p"},
             {"op": "create-replacement", "resource": "keel:index:Thing::web-with",
              "provider": "p"},
             {"op": "create-replacement", "resource": "keel:index:Thing::web-moved",
              "keys": ["zone"], "provider": "p"}]}}
        """;
    return new SystemDifferences(
        new ProviderStep(2, WrittenFinding.json(step)), moved, Before.NOTHING);
  }

  private static boolean isToldOfSame(String about, String at) {
    return ofProviderInComponent(false)
        .isOfSameSystem(WrittenFinding.of(Aspect.ASKED, about, "Check", at, "\"new\"", "\"old\""));
  }

  /// What it uses in the component stays as it is, too.
  @Test
  void whatAComponentRegisters_isToldWhatItUsesAsThatIs() {
    assertThat(isToldOfSame("keel:index:Thing::web-with", "news.label")).isTrue();

    assertThat(isToldOfSame("keel:index:Thing::web-with", "news.zone")).isFalse();
    assertThat(isToldOfSame("keel:index:Thing::web-with", "olds.label")).isFalse();
    assertThat(isToldOfSame(THING, "news.label")).isFalse();
    assertThat(isToldOfSame("keel:index:Thing::web-moved", "news.label")).isFalse();
  }

  @Test
  void whatAComponentRegistersForAProviderOfTheSameSystem_stays() {
    var replaced = "\"replace-create-first\"";
    var none = "\"none\"";
    assertThat(isOfSame(false, THING, replaced, none)).isTrue();
    assertThat(isOfSame(false, "keel:index:Thing::web-with", replaced, none)).isTrue();
    assertThat(isOfSame(false, "keel:index:Thing::user", "\"update\"", none)).isTrue();

    assertThat(isOfSame(true, THING, replaced, none)).isFalse();
    assertThat(isOfSame(false, THING, none, replaced)).isFalse();
    assertThat(isOfSame(false, "keel:index:Thing::web-moved", replaced, none)).isFalse();
    assertThat(isOfSame(false, "keel:index:Thing::other", "\"update\"", none)).isFalse();
  }

  /// The provider of `a` was replaced in an earlier step, and `a` could not be.
  @Test
  void whatIsLeftOfAProviderThatReplacedItself_isReplaced() {
    var state = "[{\"resource\": \"pulumi:providers:%s::default\", \"delete\": %s}]";
    assertThat(isLeft(state.formatted("keel", true), "replace-create-first")).isTrue();

    assertThat(isLeft(state.formatted("keel", true), "update")).isFalse();
    assertThat(isLeft(state.formatted("keel", false), "replace-create-first")).isFalse();
    assertThat(isLeft(state.formatted("bare", true), "replace-create-first")).isFalse();
  }

  private static final String TWO_PROVIDERS =
      """
      [{"resource": "pulumi:providers:keel::p", "id": "1",
        "inputs": {"region": "r", "__version": "1"}},
       {"resource": "keel:index:Thing::a", "id": "a-1",
        "provider": "::pulumi:providers:keel::p::1"}]
      """;

  /// `a` belonged to `p`, and belongs to `q` now, for which it is replaced.
  ///
  /// @param key what made it a replacement
  private static boolean isHandedOn(String region, String key, boolean moved, String here) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:keel", "name": "q", "inputs": {"region": "%s"}},
           {"type": "keel:index:Thing", "name": "a", "inputs": {}, "options": {"provider": "q"}}],
         "expect": {"result": "ok", "steps": [
           {"op": "create-replacement", "resource": "keel:index:Thing::a", "keys": ["%s"]}]}}
        """
            .formatted(region, key);
    return new SystemDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            moved,
            new Before(WrittenFinding.json(TWO_PROVIDERS)))
        .isOfSameSystem(
            WrittenFinding.of(
                Aspect.PLAN,
                "keel:index:Thing::a",
                NOTHING,
                NOTHING,
                "\"replace-create-first\"",
                "\"%s\"".formatted(here)));
  }

  @Test
  void whatAnotherProviderOfTheSameSystemHasNow_stays() {
    assertThat(isHandedOn("r", "provider", false, "none")).isTrue();

    assertThat(isHandedOn("r", "provider", false, "create")).isFalse();
    assertThat(isHandedOn("r", "provider", true, "none")).isFalse();
    assertThat(isHandedOn("r", "zone", false, "none")).isFalse();
    assertThat(isHandedOn("s", "provider", false, "none")).isFalse();
  }

  private static boolean isLeft(String state, String planned) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}}],
         "expect": {"result": "ok"}}
        """;
    return new SystemDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            false,
            new Before(WrittenFinding.json(state)))
        .isOfSameSystem(
            WrittenFinding.of(
                Aspect.PLAN,
                "keel:index:Thing::a",
                NOTHING,
                NOTHING,
                "\"" + planned + "\"",
                "\"none\""));
  }

  @Test
  void whatALibraryNotesForItself_isNoValueThatComesOtherwise() {
    var finding =
        WrittenFinding.of(Aspect.RUN, "keel:index:Thing::b", "", "", "\"update\"", "\"none\"");
    assertThat(foreseeing("etag").isOfOtherValue(finding)).isTrue();
    assertThat(foreseeing("__meta").isOfOtherValue(finding)).isFalse();
  }

  private static ForeseenDifferences foreseeing(String output) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "sea:index:Vessel", "name": "a", "inputs": {}},
                       {"type": "keel:index:Thing", "name": "b",
                        "inputs": {"zone": "${a.etag}"}}],
         "expect": {"result": "ok",
           "preview": {"calls": [{"call": "Update", "resource": "sea:index:Vessel::a",
                                  "response": {"properties": {"OUTPUT": "1"}}}]},
           "calls": [{"call": "Update", "resource": "sea:index:Vessel::a",
                      "response": {"properties": {"OUTPUT": "2"}}}]}}
        """
            .replace("OUTPUT", output);
    return new ForeseenDifferences(
        new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()));
  }

  private static boolean isNotAsked(String step, String provider) {
    return new SystemDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), false, Before.NOTHING)
        .isNotAsked(
            WrittenFinding.of(Aspect.CONFIGURE, provider, NOTHING, NOTHING, "\"{}\"", "\"[]\""));
  }

  private static String asked(String call) {
    return CONFIGURED.formatted(
        ", {\"call\": \"%s\", \"resource\": \"%s\", \"process\": \"keel 1\"}"
            .formatted(call, THING));
  }

  @Test
  void providerThatNobodyAsks_isNotStarted() {
    var step = "{\"op\": \"update\", \"expect\": %s}";
    var keel = "pulumi:providers:keel::p";
    assertThat(isNotAsked(step.formatted(CONFIGURED.formatted("")), keel)).isTrue();

    assertThat(isNotAsked(step.formatted(asked("Delete")), keel)).isFalse();
    assertThat(isNotAsked(step.formatted(CONFIGURED.formatted("")), "pulumi:providers:bare::p"))
        .isFalse();
  }

  /// Nobody says that all objects are to be read.
  @Test
  void providerOfWhatAsksToBeRead_isNotStartedForThat() {
    var keel = "pulumi:providers:keel::p";
    var read = "{\"op\": \"destroy\"%s, \"expect\": %s}";
    var asking =
        asked("Read")
            .replace(
                "{\"calls\"",
                "{\"steps\": [{\"op\": \"refresh\", \"resource\": \"%s\"}]".formatted(THING)
                    + ", \"calls\"");
    assertThat(isNotAsked(read.formatted("", asking), keel)).isTrue();

    assertThat(isNotAsked(read.formatted("", asking.replace("Read", "Delete")), keel)).isFalse();
    assertThat(isNotAsked(read.formatted("", asked("Read")), keel)).isFalse();
    assertThat(isNotAsked(read.formatted(", \"refresh\": true", asking), keel)).isFalse();
  }

  @Test
  void providerThatNobodyAsksInAPreviewAlone_isNotStarted() {
    var step = "{\"op\": \"preview\", \"expect\": {\"preview\": %s}}";
    var keel = "pulumi:providers:keel::p";
    assertThat(isNotAsked(step.formatted(CONFIGURED.formatted("")), keel)).isTrue();

    assertThat(isNotAsked(step.formatted(asked("Check")), keel)).isFalse();
  }

  /// The preview replaces `b`, and its update does something else with it.
  private static boolean isAsked(String preview, Aspect aspect, String actual) {
    var step =
        """
        {"op": "update", "expect": {"result": "ok",
          "preview": {"steps": [{"op": "%s", "resource": "keel:index:Thing::b", "provider": "p"}]},
          "steps": [{"op": "update", "resource": "keel:index:Thing::b", "provider": "p"}]}}
        """
            .formatted(preview);
    return new ForeseenDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isAskedWhilePlanning(
            WrittenFinding.of(
                aspect, "keel:index:Thing::b", "Check", "news.zone", "\"z\"", actual));
  }

  @Test
  void whatIsPlannedToBeReplaced_isNotComparedAgain() {
    var unknown = "{\"$unknown\": \"string\"}";
    assertThat(isAsked("create-replacement", Aspect.ASKED, unknown)).isTrue();

    assertThat(isAsked("update", Aspect.ASKED, unknown)).isFalse();
    assertThat(isAsked("create-replacement", Aspect.ASKED, "\"y\"")).isFalse();
    assertThat(isAsked("create-replacement", Aspect.CALLS, unknown)).isFalse();
  }

  private static boolean isRefreshed(String op, String call, boolean external) {
    var before = "[{\"resource\": \"%s\", \"external\": %s}]".formatted(THING, external);
    var step = "{\"op\": \"%s\", \"expect\": %s}".formatted(op, asked(call));
    return new SystemDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            false,
            new Before(WrittenFinding.json(before)))
        .isNotAsked(
            WrittenFinding.of(
                Aspect.CONFIGURE,
                "pulumi:providers:keel::p",
                NOTHING,
                NOTHING,
                "\"{}\"",
                "\"[]\""));
  }

  @Test
  void providerOfAnObjectOfOthers_isNotStartedByARefresh() {
    assertThat(isRefreshed("refresh", "Read", true)).isTrue();
    assertThat(isRefreshed("refresh", "Diff", true)).isTrue();

    assertThat(isRefreshed("refresh", "Read", false)).isFalse();
    assertThat(isRefreshed("refresh", "Delete", true)).isFalse();
    assertThat(isRefreshed("update", "Read", true)).isFalse();
  }

  @Test
  void providerOfWhatIsLookedUpForNoTarget_isNotStarted() {
    var step =
        """
        {"op": "update", "targets": ["%s"],
         "resources": [{"kind": "read", "type": "keel:index:Thing", "name": "web-thing",
                        "id": "t-1"},
                       {"type": "bare:index:Keys", "name": "v", "inputs": {}}],
         "expect": %s}
        """;
    var keel = "pulumi:providers:keel::p";
    assertThat(isNotAsked(step.formatted("v", asked("Read")), keel)).isTrue();

    assertThat(isNotAsked(step.formatted("web-thing", asked("Read")), keel)).isFalse();
    assertThat(isNotAsked(step.formatted("v", asked("Diff")), keel)).isFalse();
  }

  /// `a` belongs to a provider that is made anew, `b` to another one.
  private static boolean isSeenAsSame(String name, String at, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:keel", "name": "p", "inputs": {}},
           {"type": "keel:index:Thing", "name": "a",
            "inputs": {"note": {"$secret": "new"}}, "options": {"provider": "p"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"note": {"$secret": "new"}}}],
         "expect": {"result": "ok", "steps": [
           {"op": "create-replacement", "resource": "pulumi:providers:keel::p"}]}}
        """;
    var state =
        """
        [{"resource": "keel:index:Thing::a", "id": "a-1", "inputs": {"note": "old"}},
         {"resource": "keel:index:Thing::b", "id": "b-1", "inputs": {"note": "old"}}]
        """;
    return new SystemDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            false,
            new Before(WrittenFinding.json(state)))
        .isOfSameSystem(
            WrittenFinding.of(
                Aspect.STATE, "keel:index:Thing::" + name, NOTHING, at, expected, actual));
  }

  @Test
  void whatIsMadeAnewThere_isRecordedAsBeforeWhereNoChangeIsSeen() {
    var declared = "{\"$secret\": \"new\"}";
    assertThat(isSeenAsSame("a", "inputs.note", declared, "\"old\"")).isTrue();

    assertThat(isSeenAsSame("a", "inputs.note", declared, "\"other\"")).isFalse();
    assertThat(isSeenAsSame("a", "inputs.note", "{\"$secret\": \"x\"}", "\"old\"")).isFalse();
    assertThat(isSeenAsSame("b", "inputs.note", declared, "\"old\"")).isFalse();
  }
}
