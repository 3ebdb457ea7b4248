package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where an object is gone that was taken over, and what is not.
class LostDifferencesTest {
  private static final String NOTHING = "";
  private static final String NONE = "\"none\"";
  private static final String CREATE = "\"create\"";
  private static final String LOOKUP = "{\"id\": \"there\"}";

  /// `a`, `b` and `c` were there; `a` and `b` are found to be gone, and `c` is deleted.
  private static Before before(String op) {
    var state =
        """
        [{"resource": "keel:index:Thing::a"}, {"resource": "keel:index:Thing::b"},
         {"resource": "keel:index:Thing::c"}]
        """;
    var step =
        """
        {"op": "%s", "expect": {
           "steps": [{"op": "delete", "resource": "keel:index:Thing::c", "provider": "p"}],
           "state": [{"resource": "keel:index:Thing::d"}]}}
        """
            .formatted(op);
    var later = "{\"op\": \"update\", \"expect\": {\"state\": []}}";
    return new Before(WrittenFinding.json(state))
        .after(new ProviderStep(2, WrittenFinding.json(step)))
        .after(new ProviderStep(3, WrittenFinding.json(later)));
  }

  private static boolean isMadeAnew(
      String read, Aspect aspect, String name, String call, String expected, String actual) {
    var entry =
        """
        {"type": "keel:index:Thing", "name": "%s", "inputs": {}, "options": {%s}}
        """;
    var imported = "\"import\": \"there\"";
    var error =
        """
        {"severity": "error", "resource": "keel:index:Thing::%s",
         "message": "resource 'there' does not exist"}
        """;
    var step =
        """
        {"op": "update", "resources": [%s, %s, %s, %s],
         "expect": {"result": "failed", "diagnostics": [%s, %s, %s, %s]}}
        """
            .formatted(
                entry.formatted("a", imported),
                entry.formatted("b", NOTHING),
                entry.formatted("c", imported),
                entry.formatted("n", imported),
                error.formatted("a"),
                error.formatted("b"),
                error.formatted("c"),
                error.formatted("n"));
    return new LostDifferences(new ProviderStep(4, WrittenFinding.json(step)), before(read))
        .isMadeAnew(
            WrittenFinding.of(
                aspect, "keel:index:Thing::" + name, call, NOTHING, expected, actual));
  }

  private static boolean isMadeAnew(Aspect aspect, String call, String expected, String actual) {
    return isMadeAnew("refresh", aspect, "a", call, expected, actual);
  }

  @Test
  void whatWasTakenOverAndIsGone_isMadeAnew() {
    assertThat(isMadeAnew(Aspect.PLAN, NOTHING, NONE, CREATE)).isTrue();
    assertThat(isMadeAnew(Aspect.RUN, NOTHING, NONE, CREATE)).isTrue();
    assertThat(isMadeAnew(Aspect.PLAN_CALLS, "Read", LOOKUP, NOTHING)).isTrue();
    assertThat(isMadeAnew(Aspect.ASKED, "Read", LOOKUP, NOTHING)).isTrue();
    assertThat(isMadeAnew(Aspect.PLAN_CALLS, "Check", NOTHING, "{\"olds\": {}}")).isTrue();
    assertThat(isMadeAnew(Aspect.CALLS, "Create", NOTHING, "{}")).isTrue();
    assertThat(isMadeAnew(Aspect.STATE, NOTHING, "\"[]\"", "\"[{}]\"")).isTrue();
    assertThat(isMadeAnew(Aspect.WORLD, NOTHING, NOTHING, "{}")).isTrue();

    assertThat(isMadeAnew(Aspect.PLAN, NOTHING, NONE, "\"update\"")).isFalse();
    assertThat(isMadeAnew(Aspect.ASKED, "Read", "{\"id\": \"else\"}", NOTHING)).isFalse();
    assertThat(isMadeAnew(Aspect.CALLS, "Read", LOOKUP, NOTHING)).isFalse();
    assertThat(isMadeAnew(Aspect.PLAN_CALLS, "Check", NOTHING, "{\"olds\": {\"a\": 1}}")).isFalse();
    assertThat(isMadeAnew(Aspect.CALLS, "Create", "{}", NOTHING)).isFalse();
    assertThat(isMadeAnew(Aspect.STATE, NOTHING, "\"[{}]\"", "\"[]\"")).isFalse();
    assertThat(isMadeAnew(Aspect.WORLD, NOTHING, "{}", NOTHING)).isFalse();
  }

  @Test
  void whatIsNotFoundAtFirst_orWasDeleted_orIsNoImport_isNotExplained() {
    for (var other : new String[] {"b", "c", "n"})
      assertThat(isMadeAnew("refresh", Aspect.PLAN, other, NOTHING, NONE, CREATE)).isFalse();
    assertThat(isMadeAnew("update", Aspect.PLAN, "a", NOTHING, NONE, CREATE)).isFalse();
  }

  /// A program registers `a` with an import, which is read without an id, and `b`, which has one.
  private static boolean isOfNothing(
      Aspect aspect, String name, String call, String at, String expected, String actual) {
    var one =
        """
        {"call": "RegisterResource", "construct": "parts:index:Web::web",
         "request": {"type": "keel:index:Thing", "name": "%s", "importId": "there"}}
        """;
    var error =
        """
        {"severity": "error", "resource": "keel:index:Thing::%s",
         "message": "previously-imported resources that still specify an ID may not be replaced"}
        """
            .formatted(name);
    var read =
        """
        {"call": "Read", "resource": "keel:index:Thing::%s",
         "response": {%s"inputs": {"zone": ""}, "properties": {"etag": ""}}}
        """;
    var step =
        """
        {"op": "update", "expect": {"result": "failed", "monitor": [%s, %s],
          "diagnostics": [%s], "calls": [%s, %s]}}
        """
            .formatted(
                one.formatted("a"),
                one.formatted("b"),
                error,
                read.formatted("a", NOTHING),
                read.formatted("b", "\"id\": \"there\", "));
    var about = aspect == Aspect.RESULT ? NOTHING : "keel:index:Thing::" + name;
    return new LostDifferences(new ProviderStep(4, WrittenFinding.json(step)), before("refresh"))
        .isMadeAnew(WrittenFinding.of(aspect, about, call, at, expected, actual));
  }

  @Test
  void whatIsReadWithoutAnId_isMadeAnew() {
    var replaced = "\"replace-create-first, import\"";
    var compared = "{\"id\": \"there\", \"news\": {}}";
    assertThat(isOfNothing(Aspect.PLAN, "a", NOTHING, NOTHING, replaced, CREATE)).isTrue();
    assertThat(isOfNothing(Aspect.ASKED, "a", "Diff", NOTHING, compared, NOTHING)).isTrue();
    assertThat(isOfNothing(Aspect.RESULT, "a", NOTHING, NOTHING, "\"failed\"", "\"[]\"")).isTrue();
    assertThat(isOfNothing(Aspect.STATE, "a", NOTHING, "id", "\"there\"", "\"a-1\"")).isTrue();
    assertThat(isOfNothing(Aspect.STATE, "a", NOTHING, "inputs.zone", "\"\"", "\"z\"")).isTrue();
    assertThat(isOfNothing(Aspect.STATE, "a", NOTHING, "outputs.etag", "\"\"", "\"1\"")).isTrue();

    assertThat(isOfNothing(Aspect.PLAN, "b", NOTHING, NOTHING, replaced, CREATE)).isFalse();
    assertThat(isOfNothing(Aspect.PLAN, "a", NOTHING, NOTHING, replaced, NONE)).isFalse();
    assertThat(isOfNothing(Aspect.RESULT, "b", NOTHING, NOTHING, "\"failed\"", "\"[]\"")).isFalse();
    assertThat(isOfNothing(Aspect.RESULT, "a", NOTHING, NOTHING, "\"failed\"", "\"[why]\""))
        .isFalse();
    assertThat(isOfNothing(Aspect.ASKED, "a", "Diff", NOTHING, "{\"id\": \"x\"}", NOTHING))
        .isFalse();
    assertThat(isOfNothing(Aspect.STATE, "a", NOTHING, "id", "\"else\"", "\"a-1\"")).isFalse();
    assertThat(isOfNothing(Aspect.STATE, "a", NOTHING, "inputs.zone", "\"y\"", "\"z\"")).isFalse();
  }

  /// @param failing for an object that is not found
  private static boolean isFailing(String... failing) {
    var errors =
        String.join(
            ", ",
            List.of(failing).stream()
                .map(each ->
                    """
                    {"severity": "error", "resource": "keel:index:Thing::%s",
                     "message": "resource 'there' does not exist"}
                    """
                        .formatted(each))
                .toList());
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "options": {"import": "there"}},
           {"type": "keel:index:Thing", "name": "n", "options": {"import": "there"}}],
         "expect": {"result": "failed", "diagnostics": [%s]}}
        """
            .formatted(errors);
    return new LostDifferences(new ProviderStep(4, WrittenFinding.json(step)), before("refresh"))
        .isMadeAnew(
            WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, "\"failed\"", "\"[]\""));
  }

  @Test
  void whatIsNotFoundAgain_failsThereAlone() {
    assertThat(isFailing("a")).isTrue();

    assertThat(isFailing("a", "n")).isFalse();
    assertThat(isFailing("n")).isFalse();
    assertThat(isFailing()).isFalse();
  }
}
