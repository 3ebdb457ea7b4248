package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where values are not known while a step is planned, and what is not.
class ForeseenDifferencesTest {
  private static final String NOTHING = "";
  private static final String UNKNOWN = "{\"$unknown\": \"string\"}";

  private static boolean isAsked(String zone, String op, String call, String at, String actual) {
    return isAsked(zone, op, op, call, at, actual);
  }

  /// @param zone what the preview checks
  /// @param op what the preview does
  /// @param done what the operation does
  private static boolean isAsked(
      String zone, String op, String done, String call, String at, String actual) {
    var step =
        """
        {"op": "update", "expect": {"result": "ok",
          "preview": {
            "steps": [{"op": "%2$s", "resource": "keel:index:Thing::b", "provider": "p"}],
            "calls": [{"call": "Check", "resource": "keel:index:Thing::b",
                       "request": {"news": {"zone": %1$s}, "olds": {"zone": "y"}}}]},
          "steps": [{"op": "%3$s", "resource": "keel:index:Thing::b", "provider": "p"}]}}
        """
            .formatted(zone, op, done);
    return new ForeseenDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isAskedWhilePlanning(
            WrittenFinding.of(Aspect.ASKED, "keel:index:Thing::b", call, at, "\"y\"", actual));
  }

  @Test
  void whatIsReplacedForAnUnknownValue_isCheckedAsNew() {
    var replaced = "create-replacement";
    for (String done : List.of(replaced, "same", "update"))
      assertThat(isAsked(UNKNOWN, replaced, done, "Check", "olds.zone", NOTHING)).isTrue();

    assertThat(isAsked("\"z\"", replaced, "Check", "olds.zone", NOTHING)).isFalse();
    assertThat(isAsked(UNKNOWN, "update", "Check", "olds.zone", NOTHING)).isFalse();
    assertThat(isAsked(UNKNOWN, "update", replaced, "Check", "olds.zone", NOTHING)).isFalse();
    assertThat(isAsked(UNKNOWN, replaced, "Diff", "olds.zone", NOTHING)).isFalse();
    assertThat(isAsked(UNKNOWN, replaced, "Check", "news.zone", NOTHING)).isFalse();
    assertThat(isAsked(UNKNOWN, replaced, "Check", NOTHING, NOTHING)).isFalse();
    assertThat(isAsked(UNKNOWN, replaced, "Check", "olds.zone", "\"x\"")).isFalse();
  }

  /// @param done what the operation does
  private static boolean isDoneAsPlanned(String zone, String done, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "b", "inputs": {}}],
         "expect": {"result": "ok",
          "preview": {
            "steps": [{"op": "create-replacement", "resource": "keel:index:Thing::b",
                       "provider": "p"}],
            "calls": [{"call": "Check", "resource": "keel:index:Thing::b",
                       "request": {"news": {"zone": %s}}}]},
          "steps": [{"op": "%s", "resource": "keel:index:Thing::b", "provider": "p"}]}}
        """
            .formatted(zone, done);
    return new ForeseenDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isDoneAsPlanned(
            WrittenFinding.of(
                Aspect.RUN, "keel:index:Thing::b", NOTHING, NOTHING, expected, actual));
  }

  @Test
  void whatIsPlannedToBeReplacedForAnUnknownValue_isReplaced() {
    var replaced = "\"replace-create-first\"";
    assertThat(isDoneAsPlanned(UNKNOWN, "same", "\"none\"", replaced)).isTrue();
    assertThat(isDoneAsPlanned(UNKNOWN, "update", "\"update\"", replaced)).isTrue();

    assertThat(isDoneAsPlanned("\"z\"", "update", "\"update\"", replaced)).isFalse();
    assertThat(isDoneAsPlanned(UNKNOWN, "delete", "\"delete\"", replaced)).isFalse();
    assertThat(isDoneAsPlanned(UNKNOWN, "update", replaced, "\"update\"")).isFalse();
  }

  /// The preview foresees the id of `a`, which `b` uses; `c` does not.
  private static boolean isOfId(String name, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "in-${a.id}"}},
           {"type": "keel:index:Thing", "name": "c", "inputs": {"zone": {"$ref": "a"}}}],
         "expect": {"result": "ok", "preview": {"calls": [
           {"call": "Create", "resource": "keel:index:Thing::a", "response": {"id": "will-be-a"}},
           {"call": "Create", "resource": "keel:index:Thing::d", "response": {}}]}}}
        """;
    return new ForeseenDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isOfForeseenId(
            WrittenFinding.of(
                Aspect.PLAN_CALLS,
                "keel:index:Thing::" + name,
                "Check",
                "news.zone",
                expected,
                actual));
  }

  @Test
  void idThatIsForeseen_isNotKnown() {
    assertThat(isOfId("b", "\"in-will-be-a\"", UNKNOWN)).isTrue();
    var reference = "{\"$ref\": {\"id\": \"%s\", \"urn\": \"::keel:index:Thing::%s\"}}";
    assertThat(isOfId("c", reference.formatted("will-be-a", "a"), UNKNOWN)).isTrue();

    assertThat(isOfId("b", "\"in-will-be-a\"", "\"in-a\"")).isFalse();
    assertThat(isOfId("b", "\"other\"", UNKNOWN)).isFalse();
    assertThat(isOfId("c", "\"in-will-be-a\"", UNKNOWN)).isFalse();
    assertThat(isOfId("c", reference.formatted("a-1", "a"), UNKNOWN)).isFalse();
    assertThat(isOfId("c", reference.formatted("will-be-a", "d"), UNKNOWN)).isFalse();
  }

  /// `a`, of which nothing changes, has an option that hides its label, and `b` uses it.
  ///
  /// @param old how the label is handed back
  private static ForeseenDifferences foreseen(String old, String formerZone, String etag) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"label": "x", "zone": "z"},
            "options": {"secretOutputs": ["label"]}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "${a.etag}", "note": "n"}}],
         "expect": {"result": "ok", "preview": {"calls": [
           {"call": "Update", "resource": "keel:index:Thing::a",
            "request": {"news": {"label": "x", "zone": "z"}, "olds": {"label": %s, "zone": "z"},
                        "old_inputs": {"label": "x", "zone": "%s"}},
            "response": {"properties": {"label": "x", "etag": %s}}}]}}}
        """
            .formatted(old, formerZone, etag);
    return new ForeseenDifferences(
        new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()));
  }

  private static boolean isForeseen(
      ForeseenDifferences rules, Aspect aspect, String at, String expected, String actual) {
    return rules.isForeseenForASecret(
        WrittenFinding.of(aspect, "keel:index:Thing::b", "Check", at, expected, actual));
  }

  @Test
  void whatIsHandedBackAsItWasGiven_isForeseen() {
    var secret = "{\"$secret\": \"x\"}";
    var rules = foreseen(secret, "z", UNKNOWN);
    var planned = Aspect.PLAN_CALLS;
    assertThat(isForeseen(rules, planned, "news.zone", UNKNOWN, "\"1\"")).isTrue();

    assertThat(isForeseen(rules, planned, "news.note", UNKNOWN, "\"1\"")).isFalse();
    assertThat(isForeseen(rules, planned, "news.zone", "\"1\"", UNKNOWN)).isFalse();
    assertThat(isForeseen(rules, planned, "news.zone", UNKNOWN, UNKNOWN)).isFalse();
    assertThat(isForeseen(rules, Aspect.ASKED, "news.zone", UNKNOWN, "\"1\"")).isFalse();
    for (var other :
        List.of(
            foreseen("\"x\"", "z", UNKNOWN),
            foreseen("{\"$secret\": \"y\"}", "z", UNKNOWN),
            foreseen(secret, "y", UNKNOWN),
            foreseen(secret, "z", "\"1\"")))
      assertThat(isForeseen(other, planned, "news.zone", UNKNOWN, "\"1\"")).isFalse();
  }

  @Test
  void whatUsesWhatWasForeseenForASecret_isLeftAlone() {
    var secret = "{\"$secret\": \"x\"}";
    var world = WrittenFinding.of(Aspect.WORLD, "b-1", NOTHING, NOTHING, "{}", NOTHING);
    var call =
        WrittenFinding.of(Aspect.CALLS, "keel:index:Thing::b", "Create", NOTHING, "{}", NOTHING);
    assertThat(foreseen(secret, "z", UNKNOWN).isOfOtherValue(call)).isTrue();

    assertThat(foreseen(secret, "z", UNKNOWN).isOfOtherValue(world)).isFalse();
    assertThat(foreseen("\"x\"", "z", UNKNOWN).isOfOtherValue(call)).isFalse();
    assertThat(foreseen(secret, "z", "\"1\"").isOfOtherValue(call)).isFalse();
  }

  /// @param zone of `b`, which `c` is named by
  private static boolean isForeseen(String zone, String name, String expected) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "bare:index:Keys", "name": "a", "inputs": {"zone": "will-be-a"}},
           {"type": "bare:index:Keys", "name": "b", "inputs": {"zone": "%s"}},
           {"type": "bare:index:Named", "name": "c", "inputs": {"name": "%s"}}],
         "expect": {"result": "ok", "preview": {"calls": [
           {"call": "Create", "resource": "bare:index:Keys::a",
            "response": {"id": "will-be-a"}}]}}}
        """
            .formatted(zone, name);
    return new ForeseenDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isOfForeseenId(
            WrittenFinding.of(
                Aspect.PLAN_CALLS, "bare:index:Named::c", "Check", "news.name", expected, UNKNOWN));
  }

  @Test
  void foreseenId_isNotKnown_alsoWhereAnotherOneHasIt() {
    var foreseen = "\"will-be-a\"";
    assertThat(isForeseen("${a.id}", "${b.zone}", foreseen)).isTrue();
    assertThat(isForeseen("z", "${a.id}", foreseen)).isTrue();

    assertThat(isForeseen("${a.zone}", "${b.zone}", foreseen)).isFalse();
    assertThat(isForeseen("${a.id}", "${b.label}", foreseen)).isFalse();
    assertThat(isForeseen("${a.id}", "${b.zone}", "\"other\"")).isFalse();
  }
}
