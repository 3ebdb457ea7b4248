package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.engine.diagnostic.Diagnostic;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Each rule about what was recorded before, and about values, explains what its row says, and
/// nothing else.
class RecordedDifferencesTest {
  private static final String A = "keel:index:Thing::a";
  private static final String B = "keel:index:Thing::b";
  private static final String NOTHING = "";

  /// `a` is replaced, and has this option from now on.
  private static String replacing(boolean retained) {
    return """
    {"op": "update",
     "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}},
                   {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "${a.id}"}}],
     "expect": {"result": "ok",
       "steps": [{"op": "create-replacement", "resource": "keel:index:Thing::a",
                  "oldId": "a-1"}],
       "state": [{"resource": "keel:index:Thing::a", "retainOnDelete": RETAINED}]}}
    """
        .replace("RETAINED", String.valueOf(retained));
  }

  @Test
  void optionOfNow_countsForTheOldObject() {
    var row = Optional.of("Old options of what is declared (S-56)");
    var former = "[{\"resource\": \"keel:index:Thing::a\", \"retainOnDelete\": true}]";
    var shed = DifferenceCase.after(former, replacing(false));
    assertThat(shed.row(Aspect.CALLS, A, "Delete", "", NOTHING, "{}")).isEqualTo(row);
    assertThat(shed.row(Aspect.WORLD, "a-1", "", "{}", NOTHING)).isEqualTo(row);
    assertThat(shed.row(Aspect.CALLS, A, "Delete", "", "{}", NOTHING)).isEmpty();
    assertThat(shed.row(Aspect.WORLD, "a-1", "", NOTHING, "{}")).isEmpty();
    assertThat(shed.row(Aspect.WORLD, "a-2", "", "{}", NOTHING)).isEmpty();
    assertThat(shed.row(Aspect.CALLS, A, "Create", "", NOTHING, "{}")).isEmpty();

    var given = DifferenceCase.of(replacing(true));
    assertThat(given.row(Aspect.CALLS, A, "Delete", "", "{}", NOTHING)).isEqualTo(row);
    assertThat(given.row(Aspect.WORLD, "a-1", "", NOTHING, "{}")).isEqualTo(row);
    assertThat(given.row(Aspect.CALLS, A, "Delete", "", NOTHING, "{}")).isEmpty();

    var kept = DifferenceCase.after(former, replacing(true));
    assertThat(kept.row(Aspect.CALLS, A, "Delete", "", "{}", NOTHING)).isEmpty();
    assertThat(kept.row(Aspect.WORLD, "a-1", "", NOTHING, "{}")).isEmpty();
  }

  @Test
  void oldObject_staysForAUserThatFails() {
    var row = Optional.of("Deletes after a failure (R-PUL-51)");
    var failed =
        DifferenceCase.of(
            replacing(false), DifferenceCase.error("b", "The provider reported a problem"));
    assertThat(failed.row(Aspect.CALLS, A, "Delete", "", "{}", NOTHING)).isEqualTo(row);
    assertThat(failed.row(Aspect.WORLD, "a-1", "", NOTHING, "{}")).isEqualTo(row);
    assertThat(failed.word(Aspect.STATE, A, "[{}]", "[{}, {\"old\":true}]")).isEqualTo(row);

    assertThat(failed.row(Aspect.CALLS, A, "Create", "", "{}", NOTHING)).isEmpty();
    assertThat(failed.row(Aspect.CALLS, B, "Delete", "", "{}", NOTHING)).isEmpty();
    assertThat(failed.row(Aspect.WORLD, "a-2", "", NOTHING, "{}")).isEmpty();
    assertThat(failed.word(Aspect.STATE, A, "[{}]", "[]")).isEmpty();
    var done = DifferenceCase.of(replacing(false));
    assertThat(done.row(Aspect.CALLS, A, "Delete", "", "{}", NOTHING)).isEmpty();
    var other =
        DifferenceCase.of(
            replacing(false), DifferenceCase.error("c", "The provider reported a problem"));
    assertThat(other.row(Aspect.CALLS, A, "Delete", "", "{}", NOTHING)).isEmpty();
  }

  @Test
  void whatWasDeletedBefore_isMade() {
    var row = Optional.of("Replacements that failed");
    var gone =
        DifferenceCase.after(
            "[{\"resource\": \"keel:index:Thing::a\", \"pendingReplacement\": true}]",
            replacing(false));
    assertThat(gone.word(Aspect.RUN, A, "replace-create-first", "create")).isEqualTo(row);
    assertThat(gone.row(Aspect.CALLS, A, "Delete", "", "{}", NOTHING)).isEqualTo(row);

    assertThat(gone.word(Aspect.RUN, A, "replace-create-first", "update")).isEmpty();
    assertThat(gone.word(Aspect.RUN, A, "none", "create")).isEmpty();
    assertThat(gone.row(Aspect.CALLS, A, "Create", "", "{}", NOTHING)).isEmpty();
    assertThat(gone.word(Aspect.RUN, B, "replace-create-first", "create")).isEmpty();
  }

  @Test
  void readingAgain_isOfObjects() {
    var read = Optional.of("What is only read (S-90, S-91, S-92, S-93)");
    var finished = Optional.of("Finished by reading (R-PUL-22)");
    var step =
        DifferenceCase.after(
            """
            [{"resource": "keel:index:Thing::a", "external": true},
             {"resource": "keel:index:Thing::b", "initErrors": ["half"]}]
            """,
            "{\"op\": \"refresh\", \"expect\": {\"result\": \"ok\"}}");
    assertThat(step.row(Aspect.ASKED, A, "Read", "", "{}", NOTHING)).isEqualTo(read);
    assertThat(step.row(Aspect.STATE, B, "unfinished", "false", "true")).isEqualTo(finished);

    assertThat(step.row(Aspect.ASKED, B, "Read", "", "{}", NOTHING)).isEmpty();
    assertThat(step.row(Aspect.ASKED, A, "Read", "", NOTHING, "{}")).isEmpty();
    assertThat(step.row(Aspect.STATE, B, "unfinished", "true", "false")).isEmpty();
    assertThat(step.row(Aspect.STATE, A, "unfinished", "false", "true")).isEmpty();
    assertThat(step.word(Aspect.PLAN, B, "none", "update")).isEmpty();
  }

  /// `a` is read for the record, and once more for the program.
  @Test
  void whatAProgramReads_isReadWithoutItsRecord() {
    var row = Optional.of("What is only read (S-90, S-91, S-92, S-93)");
    var state = "[{\"resource\": \"keel:index:Thing::a\", \"external\": true}]";
    var step =
        """
        {"op": "update", "refresh": %s, "expect": {"result": "ok"},
         "resources": [{"kind": "read", "type": "keel:index:Thing", "name": "a", "id": "a-1"}]}
        """;
    var reading = DifferenceCase.after(state, step.formatted(true));
    assertThat(reading.row(Aspect.ASKED, A, "Read", "properties.zone", "\"z\"", NOTHING))
        .isEqualTo(row);

    assertThat(reading.row(Aspect.ASKED, A, "Read", "", "{}", NOTHING)).isEmpty();
    assertThat(reading.row(Aspect.ASKED, A, "Read", "id", "\"a\"", NOTHING)).isEmpty();
    assertThat(reading.row(Aspect.ASKED, B, "Read", "properties.zone", "\"z\"", NOTHING)).isEmpty();
    var other = DifferenceCase.after(state, step.formatted(false));
    assertThat(other.row(Aspect.ASKED, A, "Read", "properties.zone", "\"z\"", NOTHING)).isEmpty();
  }

  @Test
  void whatAProgramReadsNoMore_isNotRead() {
    var row = Optional.of("What is only read (S-90, S-91, S-92, S-93)");
    var state = "[{\"resource\": \"keel:index:Thing::a\", \"external\": true}]";
    var step = "{\"op\": \"update\", \"refresh\": %s, \"expect\": {\"result\": \"ok\"}}";
    var reading = DifferenceCase.after(state, step.formatted(true));
    assertThat(reading.row(Aspect.ASKED, A, "Read", "", "{}", NOTHING)).isEqualTo(row);

    assertThat(reading.row(Aspect.ASKED, A, "Read", "", NOTHING, "{}")).isEmpty();
    assertThat(reading.row(Aspect.ASKED, A, "Diff", "", "{}", NOTHING)).isEmpty();
    assertThat(reading.row(Aspect.ASKED, B, "Read", "", "{}", NOTHING)).isEmpty();
    var other = DifferenceCase.after(state, step.formatted(false));
    assertThat(other.row(Aspect.ASKED, A, "Read", "", "{}", NOTHING)).isEmpty();
  }

  @Test
  void userOfData_isReplacedAsPlanned() {
    var row = Optional.of("Data of what is changed (R-DATA-2)");
    var step =
        DifferenceCase.of(
            """
            {"op": "update",
             "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {}},
                           {"type": "std:index:upper", "name": "f", "kind": "invoke",
                            "inputs": {"input": "${a.etag}"}},
                           {"type": "keel:index:Thing", "name": "b",
                            "inputs": {"zone": "${f.result}"}}],
             "expect": {"result": "ok",
               "steps": [{"op": "update", "resource": "keel:index:Thing::a", "provider": "p"}]}}
            """);
    assertThat(step.word(Aspect.RUN, B, "update", "replace-create-first")).isEqualTo(row);
    assertThat(step.row(Aspect.CALLS, B, "Create", "", NOTHING, "{}")).isEqualTo(row);

    assertThat(step.word(Aspect.RUN, B, "replace-create-first", "update")).isEmpty();
    assertThat(step.word(Aspect.RUN, B, "update", "delete")).isEmpty();
    assertThat(step.word(Aspect.RUN, A, "update", "replace-create-first")).isEmpty();
  }

  @Test
  void argumentThatHoldsASecret_isPlannedAsItIsDeclared() {
    var row = Optional.of("Data of what is changed (R-DATA-2)");
    var step =
        DifferenceCase.of(
            """
            {"op": "update",
             "resources": [{"type": "bare:index:echo", "name": "f", "kind": "invoke",
                            "inputs": {"value": {"a": [{"$secret": "s"}]}}},
                           {"type": "keel:index:Thing", "name": "b",
                            "inputs": {"list": "${f.value}"}}],
             "expect": {"result": "ok"}}
            """);
    var declared = "{\"a\": [{\"$secret\": \"s\"}]}";
    var whole = "{\"$secret\": " + declared + "}";
    assertThat(step.row(Aspect.PLAN_CALLS, B, "Check", "news.list", whole, declared))
        .isEqualTo(row);

    var other = declared.replace("\"s\"", "\"t\"");
    assertThat(step.row(Aspect.PLAN_CALLS, B, "Check", "news.list", whole, other)).isEmpty();
    assertThat(step.row(Aspect.PLAN_CALLS, A, "Check", "news.list", whole, declared)).isEmpty();
    assertThat(step.row(Aspect.CALLS, B, "Check", "news.list", whole, declared)).isEmpty();
  }

  @Test
  void whatVanishedUnread_isUpdatedInVain() {
    var row = Optional.of("Objects that ask to be read (R-PRG-3)");
    var text =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}}],
         "expect": {"result": "ok", "calls": [
           {"call": "Read", "resource": "keel:index:Thing::a", "response": {"id": ""}}]}}
        """;
    var vanished = DifferenceCase.of(text, DifferenceCase.error("a", "There is no a-1"));
    assertThat(vanished.word(Aspect.RUN, A, "create", "update failed")).isEqualTo(row);
    assertThat(vanished.word(Aspect.RESULT, "", "ok", "[]")).isEqualTo(row);

    assertThat(vanished.word(Aspect.RUN, B, "create", "update failed")).isEmpty();
    assertThat(vanished.word(Aspect.RESULT, "", "failed", "ok")).isEmpty();
    assertThat(DifferenceCase.of(text).word(Aspect.RUN, A, "create", "update")).isEmpty();
    var more =
        DifferenceCase.of(
            text, DifferenceCase.error("a", "There is none"), DifferenceCase.error("b", "why"));
    assertThat(more.word(Aspect.RESULT, "", "ok", "[]")).isEmpty();
  }

  @Test
  void whatAsksToBeRead_isNotReadForAPreview() {
    var row = Optional.of("Objects that ask to be read (R-PRG-3)");
    var preview =
        """
        {"op": "preview", "expect": {"preview": {"calls": [
           {"call": "Read", "resource": "keel:index:Thing::a",
            "response": {"refresh_before_update": true}},
           {"call": "Read", "resource": "keel:index:Thing::b", "response": {}}]}}}
        """;
    var step = DifferenceCase.of(preview);
    assertThat(step.row(Aspect.PLAN_CALLS, A, "Read", "", "{}", NOTHING)).isEqualTo(row);

    assertThat(step.row(Aspect.PLAN_CALLS, A, "Read", "", NOTHING, "{}")).isEmpty();
    assertThat(step.row(Aspect.PLAN_CALLS, B, "Read", "", "{}", NOTHING)).isEmpty();
    var update = DifferenceCase.of(preview.replaceFirst("preview", "update"));
    assertThat(update.row(Aspect.PLAN_CALLS, A, "Read", "", "{}", NOTHING)).isEmpty();
  }

  @Test
  void argumentOfAFunction_isConverted() {
    var row = Optional.of("Types of values");
    var message =
        "function failed: Field 'input' on 'std.LowerArgs' must be a 'string'; got 'float64'"
            + " instead";
    assertThat(failing(message).word(Aspect.RESULT, "", "failed", "[]")).isEqualTo(row);

    assertThat(failing("function failed").word(Aspect.RESULT, "", "failed", "[]")).isEmpty();
    assertThat(
            failing(message, DifferenceCase.error("a", "why"))
                .word(Aspect.RESULT, "", "failed", "[]"))
        .isEmpty();
  }

  private static DifferenceCase failing(String message, Diagnostic... problems) {
    return DifferenceCase.of(
        """
        {"op": "update", "resources": [],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "message": "MESSAGE"}]}}
        """
            .replace("MESSAGE", message),
        problems);
  }

  @Test
  void outputThatIsNotThere_isNullInAPlan() {
    var row = Optional.of("What is null");
    var step =
        DifferenceCase.of(
            """
            {"op": "update", "resources": [],
             "expect": {"result": "ok", "calls": [
               {"call": "Check", "resource": "keel:index:Thing::a",
                "request": {"news": {"label": null, "zone": "z"}},
                "response": {"inputs": {"label": "none", "zone": "z"}}}]}}
            """);
    var unknown = "{\"$unknown\": \"string\"}";
    assertThat(step.row(Aspect.PLAN_CALLS, A, "Check", "news.label", unknown, NOTHING))
        .isEqualTo(row);
    assertThat(step.row(Aspect.PLAN_CALLS, A, "Create", "properties.label", unknown, "\"none\""))
        .isEqualTo(row);

    assertThat(step.row(Aspect.PLAN_CALLS, A, "Create", "properties.label", unknown, "\"x\""))
        .isEmpty();
    assertThat(step.row(Aspect.PLAN_CALLS, A, "Check", "news.zone", unknown, NOTHING)).isEmpty();
    assertThat(step.row(Aspect.PLAN_CALLS, B, "Check", "news.label", unknown, NOTHING)).isEmpty();
    assertThat(step.row(Aspect.CALLS, A, "Create", "properties.label", unknown, NOTHING)).isEmpty();
  }

  @Test
  void whatWasFoundGone_goesWithoutAWord() {
    var row = Optional.of("What is gone (S-102)");
    var step =
        DifferenceCase.after(
            "[{\"resource\": \"keel:index:Thing::b\"}]",
            "{\"op\": \"update\", \"resources\": [], \"expect\": {\"result\": \"ok\"}}");
    assertThat(step.word(Aspect.PLAN, A, "none", "delete")).isEqualTo(row);
    assertThat(step.word(Aspect.RUN, A, "none", "delete")).isEqualTo(row);

    assertThat(step.word(Aspect.RUN, B, "none", "delete")).isEmpty();
    assertThat(step.word(Aspect.RUN, A, "none", "create")).isEmpty();
    assertThat(step.row(Aspect.CALLS, A, "Delete", "", NOTHING, "{}")).isEmpty();
  }
}
