package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained by options that are not what they were, and what is not.
class OptionDifferencesTest {
  private static final String NOTHING = "";

  /// `a` is left alone when it goes.
  private static final String STATE =
      """
      [{"resource": "keel:index:Thing::a", "id": "a-1", "retainOnDelete": true},
       {"resource": "keel:index:Thing::c", "id": "c-1"},
       {"resource": "keel:index:Thing::d", "id": "d-1"}]
      """;

  /// All are declared so that their old objects are left alone, but for `d`.
  private static boolean isForgottenFirst(
      Aspect aspect, String name, String expected, String actual) {
    var entry =
        """
        {"type": "keel:index:Thing", "name": "%s", "options": {"retainOnDelete": %s}}
        """;
    var step =
        "{\"op\": \"update\", \"resources\": [%s, %s, %s]}"
            .formatted(
                entry.formatted("a", true),
                entry.formatted("c", true),
                entry.formatted("d", false));
    var state = STATE.replace("\"id\": \"d-1\"", "\"id\": \"d-1\", \"retainOnDelete\": true");
    return new OptionDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isForgottenFirst(
            WrittenFinding.of(
                aspect, "keel:index:Thing::" + name, NOTHING, NOTHING, expected, actual));
  }

  @Test
  void whatIsLeftAlone_isReplacedByTheNewObject() {
    var first = "\"replace-destroy-first\"";
    var last = "\"replace-create-first\"";
    assertThat(isForgottenFirst(Aspect.PLAN, "a", first, last)).isTrue();
    assertThat(isForgottenFirst(Aspect.RUN, "a", first, last)).isTrue();
    // Left alone from now on.
    assertThat(isForgottenFirst(Aspect.PLAN, "c", first, last)).isTrue();

    var failed = first.replace("first\"", "first failed\"");
    var failedHere = last.replace("first\"", "first failed\"");
    assertThat(isForgottenFirst(Aspect.RUN, "a", failed, failedHere)).isTrue();
    assertThat(isForgottenFirst(Aspect.RUN, "a", failed, last)).isFalse();
    assertThat(isForgottenFirst(Aspect.RUN, "a", first, failedHere)).isFalse();

    assertThat(isForgottenFirst(Aspect.PLAN, "d", first, last)).isFalse();
    assertThat(isForgottenFirst(Aspect.PLAN, "a", last, first)).isFalse();
    assertThat(isForgottenFirst(Aspect.PLAN, "a", first, "\"none\"")).isFalse();
    assertThat(isForgottenFirst(Aspect.STATE, "a", first, last)).isFalse();
  }

  /// `a` was made with another option, and is replaced.
  ///
  /// @param former of its record before
  private static boolean isOfReplaced(
      String former, String call, String at, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "a",
                        "options": {"retainOnDelete": true, "timeouts": {"delete": 60}}}],
         "expect": {
           "calls": [{"call": "Create", "resource": "keel:index:Thing::a",
                      "request": {"properties": {"pw": {"$secret": "x"}, "name": "@{a.name}"}}}],
           "steps": [
             {"op": "delete-replaced", "resource": "keel:index:Thing::a", "provider": "p"},
             {"op": "create-replacement", "resource": "keel:index:Thing::a", "provider": "p"}]}}
        """;
    var state = "[{\"resource\": \"keel:index:Thing::a\"%s}]".formatted(former);
    var rules =
        new OptionDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)));
    var finding =
        WrittenFinding.of(Aspect.CALLS, "keel:index:Thing::a", call, at, expected, actual);
    return at.isEmpty() ? rules.isForgottenFirst(finding) : rules.isOfOldOption(finding);
  }

  @Test
  void whatIsLeftAloneFromNowOn_isMadeAfterADeletionThere() {
    var made = "{\"properties\": {\"pw\": \"x\", \"name\": \"drawn\"}}";
    assertThat(isOfReplaced(NOTHING, "Create", NOTHING, NOTHING, made)).isTrue();

    var retained = ", \"retainOnDelete\": true";
    assertThat(isOfReplaced(retained, "Create", NOTHING, NOTHING, made)).isFalse();
    assertThat(isOfReplaced(NOTHING, "Create", NOTHING, made, NOTHING)).isFalse();
    assertThat(isOfReplaced(NOTHING, "Update", NOTHING, NOTHING, made)).isFalse();
    assertThat(isOfReplaced(NOTHING, "Create", NOTHING, NOTHING, made.replace("x", "y"))).isFalse();
  }

  @Test
  void timeOfADeletion_isTheOneOfNow() {
    var timed = ", \"timeouts\": {\"create\": 0, \"delete\": 90}";
    assertThat(isOfReplaced(NOTHING, "Delete", "timeout", NOTHING, "60.0")).isTrue();
    assertThat(isOfReplaced(timed, "Delete", "timeout", "90", "60.0")).isTrue();

    assertThat(isOfReplaced(timed, "Delete", "timeout", NOTHING, "60.0")).isFalse();
    assertThat(isOfReplaced(NOTHING, "Delete", "timeout", NOTHING, "90.0")).isFalse();
    assertThat(isOfReplaced(NOTHING, "Update", "timeout", NOTHING, "60.0")).isFalse();
  }

  /// `a`, which a preview replaces.
  ///
  /// @param former of its record before
  /// @param keys of the preview's step, what makes it a replacement
  private static OptionDifferences triggered(
      String former, String trigger, String keys, String done) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {},
                        "options": {"replaceTrigger": "%s"}}],
         "expect": {"result": "ok",
           "preview": {"steps": [{"op": "create-replacement", "resource": "keel:index:Thing::a",
                                  "provider": "p"%s}]},
           "steps": [{"op": "%s", "resource": "keel:index:Thing::a", "provider": "p"}]}}
        """
            .formatted(trigger, keys, done);
    var state = "[{\"resource\": \"keel:index:Thing::a\"%s}]".formatted(former);
    return new OptionDifferences(
        new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)));
  }

  private static boolean isFirstTrigger(
      Aspect aspect, String call, String expected, String actual) {
    return triggered(NOTHING, "${b.id}", NOTHING, "update")
        .isFirstTrigger(
            WrittenFinding.of(aspect, "keel:index:Thing::a", call, NOTHING, expected, actual));
  }

  @Test
  void whatGetsItsFirstTrigger_isPlannedAsWhatIsDone() {
    var replaced = "\"replace-create-first\"";
    assertThat(isFirstTrigger(Aspect.PLAN, NOTHING, replaced, "\"update\"")).isTrue();
    assertThat(isFirstTrigger(Aspect.PLAN_CALLS, "Check", "{\"olds\": {}}", NOTHING)).isTrue();
    assertThat(isFirstTrigger(Aspect.PLAN_CALLS, "Create", "{}", NOTHING)).isTrue();
    assertThat(isFirstTrigger(Aspect.PLAN_CALLS, "Diff", NOTHING, "{}")).isTrue();

    assertThat(isFirstTrigger(Aspect.PLAN, NOTHING, replaced, "\"none\"")).isFalse();
    assertThat(isFirstTrigger(Aspect.RUN, NOTHING, replaced, "\"update\"")).isFalse();
    assertThat(isFirstTrigger(Aspect.PLAN_CALLS, "Check", "{\"olds\": {\"a\": 1}}", NOTHING))
        .isFalse();
    assertThat(isFirstTrigger(Aspect.PLAN_CALLS, "Create", NOTHING, "{}")).isFalse();
    assertThat(isFirstTrigger(Aspect.CALLS, "Create", "{}", NOTHING)).isFalse();
  }

  @Test
  void whatHasATriggerAlready_orIsReplacedAnyway_isPlannedSo() {
    var created =
        WrittenFinding.of(
            Aspect.PLAN_CALLS, "keel:index:Thing::a", "Create", NOTHING, "{}", NOTHING);
    var open = "${b.id}";
    assertThat(triggered(NOTHING, open, NOTHING, "update").isFirstTrigger(created)).isTrue();

    var former = ", \"replaceTrigger\": \"b-1\"";
    assertThat(triggered(former, open, NOTHING, "update").isFirstTrigger(created)).isFalse();
    assertThat(triggered(NOTHING, "known", NOTHING, "update").isFirstTrigger(created)).isFalse();
    var keys = ", \"keys\": [\"zone\"]";
    assertThat(triggered(NOTHING, open, keys, "update").isFirstTrigger(created)).isFalse();
    assertThat(triggered(NOTHING, open, NOTHING, "create-replacement").isFirstTrigger(created))
        .isFalse();
  }

  @Test
  void whatGetsItsFirstTrigger_andFails_isPlannedAsWhatIsTried() {
    var plan =
        WrittenFinding.of(
            Aspect.PLAN,
            "keel:index:Thing::a",
            NOTHING,
            NOTHING,
            "\"replace-create-first\"",
            "\"update\"");
    var failed = "\", \"status\": \"failed";
    var open = "${b.id}";
    assertThat(triggered(NOTHING, open, NOTHING, "update" + failed).isFirstTrigger(plan)).isTrue();

    var replaced = "create-replacement" + failed;
    assertThat(triggered(NOTHING, open, NOTHING, replaced).isFirstTrigger(plan)).isFalse();
  }

  private static boolean isReplacedOtherwise(String expected, String actual) {
    var first = "delete-replaced\", \"resource\": \"keel:index:Thing::a\", \"provider\": \"p\"}, ";
    return triggered(NOTHING, "${b.id}", NOTHING, first + "{\"op\": \"create-replacement")
        .isFirstTrigger(
            WrittenFinding.of(
                Aspect.PLAN, "keel:index:Thing::a", NOTHING, NOTHING, expected, actual));
  }

  @Test
  void whatGetsItsFirstTrigger_andIsReplacedForSomethingElse_isPlannedAsWhatIsDone() {
    var there = "\"replace-create-first\"";
    var here = "\"replace-destroy-first\"";
    assertThat(isReplacedOtherwise(there, here)).isTrue();

    assertThat(isReplacedOtherwise(there, "\"update\"")).isFalse();
    assertThat(isReplacedOtherwise("\"update\"", here)).isFalse();
  }

  /// `a` and `b` are destroyed first there; the provider of `b` takes names.
  private static boolean isOfOwnNames(
      String naming, Aspect aspect, String name, String expected, String actual) {
    var step =
        """
        {"op": "update", "autonaming": {%s},
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}},
                       {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "y"}}],
         "expect": {"result": "ok",
           "calls": [
             {"call": "Check", "resource": "keel:index:Thing::a", "request": {"news": {}}},
             {"call": "Check", "resource": "keel:index:Thing::b",
              "request": {"news": {}, "autonaming": {"mode": "DISABLE"}}},
             {"call": "Create", "resource": "keel:index:Thing::a",
              "request": {"properties": {"zone": "y"}}}],
           "steps": [
             {"op": "delete-replaced", "resource": "keel:index:Thing::a", "oldId": "a-1",
              "provider": "p"},
             {"op": "create-replacement", "resource": "keel:index:Thing::a", "oldId": "a-1",
              "provider": "p"}]}}
        """
            .formatted(naming);
    var call = aspect == Aspect.CALLS ? "Create" : NOTHING;
    return new OptionDifferences(new ProviderStep(2, WrittenFinding.json(step)), Before.NOTHING)
        .isOfOwnNames(
            WrittenFinding.of(
                aspect, "keel:index:Thing::" + name, call, NOTHING, expected, actual));
  }

  @Test
  void whatItsProviderNamesItself_isMadeBeforeTheOldObjectGoes() {
    var first = "\"replace-destroy-first\"";
    var last = "\"replace-create-first\"";
    var none = "\"disable\": true";
    var made = "{\"properties\": {\"zone\": \"y\"}}";
    assertThat(isOfOwnNames(none, Aspect.PLAN, "a", first, last)).isTrue();
    assertThat(isOfOwnNames("\"verbatim\": true", Aspect.RUN, "a", first, last)).isTrue();
    assertThat(isOfOwnNames(none, Aspect.CALLS, "a", NOTHING, made)).isTrue();

    assertThat(isOfOwnNames(none, Aspect.PLAN, "a", last, first)).isFalse();
    assertThat(isOfOwnNames(none, Aspect.PLAN, "b", first, last)).isFalse();
    assertThat(isOfOwnNames("\"pattern\": \"${name}-${hex(4)}\"", Aspect.PLAN, "a", first, last))
        .isFalse();
    assertThat(isOfOwnNames(NOTHING, Aspect.PLAN, "a", first, last)).isFalse();
    assertThat(isOfOwnNames(none, Aspect.CALLS, "a", NOTHING, made.replace("y", "x"))).isFalse();
    assertThat(isOfOwnNames(none, Aspect.CALLS, "a", made, NOTHING)).isFalse();
  }

  /// `a` declares no tags any more, of which one is ignored.
  private static boolean isIgnoredPart(
      String message, String inputs, String at, String expected, String actual) {
    return isIgnoredPart(Aspect.ASKED, message, inputs, at, expected, actual);
  }

  private static boolean isIgnoredPart(
      Aspect aspect, String message, String inputs, String at, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": %s,
                        "options": {"ignoreChanges": ["tags[\\"a\\"]", "zone"]}}],
         "expect": {"result": "ok", "diagnostics": [
           {"resource": "keel:index:Thing::a", "severity": "info", "message": "%s"}]}}
        """
            .formatted(inputs, message);
    var state =
        """
        [{"resource": "keel:index:Thing::a", "id": "a-1",
          "inputs": {"tags": {"a": "1", "b": "2"}, "size": 1, "zone": "z"}}]
        """;
    return new OptionDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isIgnoredPart(
            WrittenFinding.of(aspect, "keel:index:Thing::a", "Check", at, expected, actual));
  }

  @Test
  void ignoredPart_staysWhereTheRestIsTakenOut() {
    var told = "cannot ignore changes in added or removed elements of the path";
    var tag = "{\"a\": \"1\"}";
    assertThat(isIgnoredPart(told, "{}", "news.tags", "", tag)).isTrue();
    assertThat(isIgnoredPart(told, "{}", "outputs.tags.a", "", "\"1\"")).isTrue();
    assertThat(isIgnoredPart(Aspect.WORLD, told, "{}", "properties.tags", "null", tag)).isTrue();

    assertThat(isIgnoredPart(told, "{}", "news.tags", "null", tag)).isFalse();
    assertThat(isIgnoredPart(Aspect.WORLD, told, "{}", "properties.tags", "null", "{\"a\": \"2\"}"))
        .isFalse();

    assertThat(isIgnoredPart("else", "{}", "news.tags", "", tag)).isFalse();
    assertThat(isIgnoredPart(told, "{\"tags\": {}}", "news.tags", "", tag)).isFalse();
    assertThat(isIgnoredPart(told, "{}", "news.tags", "", "{\"a\": \"2\"}")).isFalse();
    assertThat(isIgnoredPart(told, "{}", "news.tags", tag, "")).isFalse();
    assertThat(isIgnoredPart(told, "{}", "news.size", "", "1")).isFalse();
    assertThat(isIgnoredPart(told, "{}", "news.zone", "", "\"z\"")).isFalse();
  }
}
