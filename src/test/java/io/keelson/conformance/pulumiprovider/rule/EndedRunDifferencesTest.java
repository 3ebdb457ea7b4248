package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of a run that a failure ends, and what is not.
class EndedRunDifferencesTest {
  private static final String NOTHING = "";
  private static final String UPDATED = "keel:index:Thing::a";
  private static final String REPLACED = "keel:index:Thing::b";
  private static final String USED = "keel:index:Thing::c";
  private static final String FAILS = "keel:index:Thing::d";
  private static final String AFTER = "keel:index:Thing::e";
  private static final String SAME = "keel:index:Thing::s";

  /// `a`, `b` and `c` are done, `d`, which uses `c`, fails, and `e` is done nevertheless.
  private static final String STEP =
      """
      {"op": "update",
       "resources": [{"type": "keel:index:Thing", "name": "s", "inputs": {}},
                     {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
                     {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "${a.zone}"}},
                     {"type": "keel:index:Thing", "name": "c", "inputs": {"zone": "z"}},
                     {"type": "keel:index:Thing", "name": "d", "inputs": {"zone": "${c.id}"}},
                     {"type": "keel:index:Thing", "name": "e", "inputs": {"zone": "z"}}],
       "expect": {"result": "failed",
         "diagnostics": [{"severity": "error", "resource": "keel:index:Thing::d"}],
         "steps": [
           {"op": "refresh", "resource": "keel:index:Thing::e", "provider": "p"},
           {"op": "same", "resource": "keel:index:Thing::s", "provider": "p"},
           {"op": "update", "resource": "keel:index:Thing::a", "provider": "p"},
           {"op": "create-replacement", "resource": "keel:index:Thing::b", "oldId": "b-1",
            "newId": "b-2", "provider": "p"},
           {"op": "replace", "resource": "keel:index:Thing::b", "oldId": "b-1", "provider": "p"},
           {"op": "create-replacement", "resource": "keel:index:Thing::c", "oldId": "c-1",
            "newId": "c-2", "provider": "p"},
           {"op": "replace", "resource": "keel:index:Thing::c", "oldId": "c-1", "provider": "p"},
           {"op": "create", "resource": "keel:index:Thing::d", "provider": "p",
            "status": "failed"},
           {"op": "update", "resource": "keel:index:Thing::e", "provider": "p"}]}}
      """;

  private static final EndedRunDifferences ENDED = failing(STEP, "d");

  private static EndedRunDifferences failing(String step, String name) {
    return after("", step, error(name, "The provider reported a problem"));
  }

  private static Diagnostic error(String name, String summary) {
    var at = Subject.of(InstanceAddress.parse("keel_Thing." + name));
    return Diagnostic.error(Code.PROVIDER_ERROR, at, summary, "no");
  }

  /// @param state what was recorded before
  private static EndedRunDifferences after(String state, String step, Diagnostic... errors) {
    return new EndedRunDifferences(
        new ProviderStep(2, WrittenFinding.json(step)),
        new Before(WrittenFinding.json(state)),
        new Errors(List.of(errors)));
  }

  private static boolean isNotBegun(
      EndedRunDifferences ended, Aspect aspect, String about, String expected, String actual) {
    return ended.isNotBegun(
        WrittenFinding.of(aspect, about, NOTHING, NOTHING, quoted(expected), quoted(actual)));
  }

  private static boolean isNotBegun(Aspect aspect, String about, String expected, String actual) {
    return isNotBegun(ENDED, aspect, about, expected, actual);
  }

  private static String quoted(String word) {
    return "\"" + word.replace("\"", "\\\"") + "\"";
  }

  private static String records(String... old) {
    return "[{\"old\":%s}]".formatted(String.join("}, {\"old\":", old));
  }

  @Test
  void whatTheRunCameTo_isNotBegun() {
    assertThat(isNotBegun(Aspect.RUN, UPDATED, "update", "none")).isTrue();
    assertThat(isNotBegun(Aspect.STATE, REPLACED, records("false", "true"), records("false")))
        .isTrue();
    assertThat(isNotBegunCall(UPDATED, "{}", NOTHING)).isTrue();
    var zone = "inputs.zone";
    assertThat(
            ENDED.isNotBegun(
                WrittenFinding.of(Aspect.STATE, UPDATED, NOTHING, zone, "\"z\"", "\"y\"")))
        .isTrue();
    // It is told of what is not begun either.
    assertThat(
            ENDED.isNotBegun(
                WrittenFinding.of(Aspect.STATE, REPLACED, NOTHING, zone, "\"z\"", "\"y\"")))
        .isTrue();
  }

  /// `b` is declared with data.
  @Test
  void whatIsDeclaredWithOthers_isAsItCameThere() {
    var told =
        """
        "calls": [{"call": "Check", "resource": "keel:index:Thing::b",
                   "request": {"news": {"tags": {"x": "new"}}}}],
        "steps": [
        """;
    var text =
        STEP.replace(
                "\"b\", \"inputs\": {",
                "\"b\", \"inputs\": {\"tags\": {\"x\": \"${f.result}\"}, \"list\": [\"x\"], ")
            .replace("\"steps\": [", told);
    var ended = failing(text, "d");
    assertThat(isNotBegunAt(ended, "inputs.tags.x", "\"new\"", "\"old\"")).isTrue();
    assertThat(isNotBegunAt(ended, "outputs.tags.x", "\"new\"", NOTHING)).isTrue();

    assertThat(isNotBegunAt(ended, "inputs.tags.x", "\"other\"", "\"new\"")).isFalse();
    assertThat(isNotBegunAt(ended, "inputs.tags.x", NOTHING, "\"new\"")).isFalse();
    var plain = failing(text.replace("${f.result}", "more"), "d");
    assertThat(isNotBegunAt(plain, "inputs.tags.x", "\"new\"", "\"old\"")).isFalse();
    var untold = failing(text.replace("\"Check\"", "\"Diff\""), "d");
    assertThat(isNotBegunAt(untold, "inputs.tags.x", "\"new\"", "\"old\"")).isFalse();
  }

  private static boolean isNotBegunAt(
      EndedRunDifferences ended, String at, String expected, String actual) {
    return ended.isNotBegun(
        WrittenFinding.of(Aspect.STATE, REPLACED, NOTHING, at, expected, actual));
  }

  private static boolean isNotBegunCall(String about, String expected, String actual) {
    return ENDED.isNotBegun(
        WrittenFinding.of(Aspect.CALLS, about, "Update", NOTHING, expected, actual));
  }

  @Test
  void whatIsDoneHere_isToBeAsItIsThere() {
    assertThat(isNotBegun(Aspect.RUN, UPDATED, "none", "update")).isFalse();
    assertThat(isNotBegun(Aspect.RUN, UPDATED, "update", "replace-create-first")).isFalse();
    assertThat(isNotBegun(Aspect.PLAN, UPDATED, "update", "none")).isFalse();
    assertThat(isNotBegun(Aspect.STATE, REPLACED, records("false"), records("false", "true")))
        .isFalse();
    assertThat(isNotBegunCall(UPDATED, NOTHING, "{}")).isFalse();
    assertThat(
            ENDED.isNotBegun(
                WrittenFinding.of(Aspect.STATE, UPDATED, NOTHING, "inputs.zone", "\"y\"", "\"z\"")))
        .isFalse();
  }

  @Test
  void whatHasToDoWithTheFailure_orComesAfterIt_isNotExplained() {
    for (var other : List.of(USED, FAILS, AFTER, SAME))
      assertThat(isNotBegun(Aspect.RUN, other, "update", "none")).isFalse();
    var elsewhere = failing(STEP, "x");
    var on = failing(STEP.replace("\"op\": \"update\",\n", "\"continueOnError\": true,"), "d");
    var ok = failing(STEP.replace("\"failed\",\n", "\"ok\","), "d");
    for (var other : List.of(elsewhere, on, ok))
      assertThat(isNotBegun(other, Aspect.RUN, UPDATED, "update", "none")).isFalse();
  }

  private static boolean isEnded(
      String step, Aspect aspect, String about, String expected, String actual) {
    var call = aspect == Aspect.CALLS ? "Delete" : NOTHING;
    return failing(step, "d")
        .isEndedBeforeItsDelete(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void oldObject_goesThoughTheRunEndedThere() {
    var old = "{\"id\": \"b-1\"}";
    var two = quoted(records("false", "true"));
    var one = quoted(records("false"));
    assertThat(isEnded(STEP, Aspect.CALLS, REPLACED, NOTHING, old)).isTrue();
    assertThat(isEnded(STEP, Aspect.STATE, REPLACED, two, one)).isTrue();
    assertThat(isEnded(STEP, Aspect.WORLD, REPLACED, old, NOTHING)).isTrue();

    assertThat(isEnded(STEP, Aspect.CALLS, REPLACED, old, NOTHING)).isFalse();
    assertThat(isEnded(STEP, Aspect.CALLS, REPLACED, NOTHING, "{\"id\": \"b-2\"}")).isFalse();
    assertThat(isEnded(STEP, Aspect.STATE, REPLACED, one, two)).isFalse();
    assertThat(isEnded(STEP, Aspect.WORLD, REPLACED, NOTHING, old)).isFalse();
    assertThat(isEnded(STEP, Aspect.CALLS, UPDATED, NOTHING, old)).isFalse();
    assertThat(isEnded(STEP, Aspect.CALLS, USED, NOTHING, "{\"id\": \"c-1\"}")).isFalse();
    var deleted = STEP.replace("\"op\": \"replace\"", "\"op\": \"delete-replaced\"");
    assertThat(isEnded(deleted, Aspect.CALLS, REPLACED, NOTHING, old)).isFalse();
  }

  @Test
  void oldObject_staysWhereAComparisonFailsThere() {
    var old = "{\"id\": \"b-1\"}";
    var on =
        STEP.replace("\"op\": \"update\",\n", "\"op\": \"update\", \"continueOnError\": true,");
    assertThat(isEnded(on, Aspect.CALLS, REPLACED, NOTHING, old)).isFalse();
    for (var call : List.of("Diff", "Check", "Construct", "Read")) {
      var calls =
          "\"calls\": [{\"call\": \"%s\", \"error\": {}}], \"result\": \"failed\",\n"
              .formatted(call);
      var asked = on.replace("\"result\": \"failed\",\n", calls);
      assertThat(isEnded(asked, Aspect.CALLS, REPLACED, NOTHING, old))
          .as(call)
          .isEqualTo(!call.equals("Read"));
    }
  }

  /// `d` is declared with `c`, and was not made with it.
  private static boolean isEndedByACheck(String failures, String preview, String name) {
    var check = "[{\"call\": \"Check\", \"resource\": \"%s\", \"response\": {\"failures\": %s}}]";
    var calls =
        "\"continueOnError\": true, \"expect\": {\"calls\": %s, \"preview\": {\"calls\": %s},"
            .formatted(check.formatted(FAILS, failures), check.formatted(FAILS, preview));
    return isEnded(
        STEP.replace("\"expect\": {", calls),
        Aspect.CALLS,
        "keel:index:Thing::" + name,
        NOTHING,
        "{\"id\": \"%s-1\"}".formatted(name));
  }

  @Test
  void oldObject_staysWhereACheckRefusesSomethingThere() {
    var refused = "[{\"reason\": \"no\"}]";
    assertThat(isEndedByACheck(refused, refused, "b")).isTrue();
    assertThat(isEndedByACheck(refused, refused, "c")).isTrue();

    assertThat(isEndedByACheck("[]", "[]", "b")).isFalse();
    // What is refused only when it is done was planned.
    assertThat(isEndedByACheck(refused, "[]", "c")).isFalse();
  }

  /// `d` is declared with `c`, and was made with what is used.
  private static boolean isEndedByMadeWith(String used, Diagnostic... errors) {
    var state =
        """
        [{"resource": "keel:index:Thing::d", "dependencies": ["keel:index:Thing::%s"]},
         {"resource": "keel:index:Thing::e", "dependencies": ["keel:index:Thing::c"]}]
        """
            .formatted(used);
    return after(state, STEP, errors)
        .isEndedBeforeItsDelete(
            WrittenFinding.of(Aspect.CALLS, USED, "Delete", NOTHING, NOTHING, "{\"id\": \"c-1\"}"));
  }

  @Test
  void oldObject_goesIfWhatIsProtectedWasNotMadeWithIt() {
    var held = error("d", "Destruction is prevented");
    assertThat(isEndedByMadeWith("a", held)).isTrue();

    assertThat(isEndedByMadeWith("c", held)).isFalse();
    assertThat(isEndedByMadeWith("a", error("d", "Another"))).isFalse();
    assertThat(isEndedByMadeWith("a", held, error("d", "Another"))).isFalse();
    assertThat(isEndedByMadeWith("a", error("e", "Destruction is prevented"))).isFalse();
  }

  /// `b` is to be left alone, and was.
  private static final String RETAINING =
      STEP.replace(
              "\"name\": \"b\", ", "\"name\": \"b\", \"options\": {\"retainOnDelete\": true}, ")
          .replace(
              "\"result\": \"failed\",",
              "\"result\": \"failed\", \"state\": [{\"resource\": \"keel:index:Thing::b\","
                  + " \"retainOnDelete\": true}, {\"resource\": \"keel:index:Thing::c\"}],");

  private static boolean isForgotten(
      String step, Aspect aspect, String about, String expected, String actual) {
    return failing(step, "d")
        .isForgottenBefore(
            WrittenFinding.of(aspect, about, NOTHING, NOTHING, quoted(expected), quoted(actual)));
  }

  @Test
  void oldObjectThatIsLeftAlone_isForgottenThoughTheRunEndedThere() {
    var two = records("false", "true");
    var one = records("false");
    assertThat(isForgotten(RETAINING, Aspect.STATE, REPLACED, two, one)).isTrue();
    assertThat(isEnded(RETAINING, Aspect.STATE, REPLACED, quoted(two), quoted(one))).isFalse();

    assertThat(isForgotten(RETAINING, Aspect.STATE, REPLACED, one, two)).isFalse();
    assertThat(isForgotten(RETAINING, Aspect.WORLD, REPLACED, two, one)).isFalse();
    assertThat(isForgotten(RETAINING, Aspect.STATE, USED, two, one)).isFalse();
    assertThat(isForgotten(STEP, Aspect.STATE, REPLACED, two, one)).isFalse();
    var now = RETAINING.replace("\"options\": {\"retainOnDelete\": true}, ", "");
    assertThat(isForgotten(now, Aspect.STATE, REPLACED, two, one)).isFalse();
    var ok = RETAINING.replace("\"failed\", \"state", "\"ok\", \"state");
    assertThat(isForgotten(ok, Aspect.STATE, REPLACED, two, one)).isFalse();
    var gone = RETAINING.replace("\"op\": \"replace\"", "\"op\": \"discard-replaced\"");
    assertThat(isForgotten(gone, Aspect.STATE, REPLACED, two, one)).isFalse();
  }
}
