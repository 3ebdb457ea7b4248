package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained of records of what was deleted already, and of what is read from now on.
class FormerRecordTest {
  private static final String NOTHING = "";
  private static final String CREATED = "\"create\"";
  private static final String REPLACED = "\"replace-destroy-first\"";

  /// `old` was deleted before its replacement failed; `there` was not.
  ///
  /// @param resources of the program
  private static boolean isGone(
      String resources, String steps, String name, String expected, String actual) {
    var state =
        """
        [{"resource": "keel:index:Thing::old", "id": "old-1", "pendingReplacement": true},
         {"resource": "keel:index:Thing::there", "id": "there-1"}]
        """;
    var step =
        """
        {"op": "update", "resources": [%s], "expect": {"result": "ok", "steps": [%s]}}
        """
            .formatted(resources, steps);
    return new RecordDifferences(
            new ProviderStep(3, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isGone(
            WrittenFinding.of(
                Aspect.PLAN, "keel:index:Thing::" + name, NOTHING, NOTHING, expected, actual));
  }

  private static String entry(String name, String former) {
    return """
    {"type": "keel:index:Thing", "name": "%s", "options": {"aliases": ["%s"]}}
    """
        .formatted(name, former);
  }

  @Test
  void whatWasDeletedUnderAFormerName_isMade() {
    var renamed = entry("new", "old");
    assertThat(isGone(renamed, NOTHING, "new", REPLACED, CREATED)).isTrue();

    assertThat(isGone(renamed, NOTHING, "new", REPLACED, "\"delete\"")).isFalse();
    assertThat(isGone(entry("new", "there"), NOTHING, "new", REPLACED, CREATED)).isFalse();
    assertThat(isGone(entry("there", "old"), NOTHING, "there", REPLACED, CREATED)).isFalse();
    var both = renamed + ", " + entry("old", "none");
    assertThat(isGone(both, NOTHING, "new", REPLACED, CREATED)).isFalse();
  }

  @Test
  void whatIsTakenOverForWhatWasDeleted_isAnImport() {
    var steps =
        """
        {"op": "import-replacement", "resource": "keel:index:Thing::%1$s", "provider": "p"},
        {"op": "replace", "resource": "keel:index:Thing::%1$s", "oldId": "%1$s-1", "provider": "p"}
        """;
    var gone = "\"delete-deposed\"";
    assertThat(isGone(NOTHING, steps.formatted("old"), "old", gone, "\"import\"")).isTrue();

    assertThat(isGone(NOTHING, steps.formatted("there"), "there", gone, "\"import\"")).isFalse();
    assertThat(isGone(NOTHING, NOTHING, "old", gone, "\"import\"")).isFalse();
    assertThat(isGone(NOTHING, steps.formatted("old"), "old", gone, CREATED)).isFalse();
  }

  /// `a` was managed, and is read now.
  ///
  /// @param id by which it is read
  private static boolean isRead(
      String id, Aspect aspect, String name, String expected, String actual) {
    var state =
        """
        [{"resource": "keel:index:Thing::a", "id": "a-1"},
         {"resource": "keel:index:Thing::b", "id": "b-1"}]
        """;
    var step =
        """
        {"op": "update",
         "resources": [{"kind": "read", "type": "keel:index:Thing", "name": "a", "id": "%s"}],
         "expect": {"result": "ok"}}
        """
            .formatted(id);
    return new RecordDifferences(
            new ProviderStep(3, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isNotReplacedForReading(
            WrittenFinding.of(
                aspect,
                "keel:index:Thing::" + name,
                aspect == Aspect.CALLS ? "Delete" : NOTHING,
                NOTHING,
                expected,
                actual));
  }

  @Test
  void managedObjectThatIsReadByItsOwnId_goes() {
    var object = "{\"id\": \"a-1\"}";
    assertThat(isRead("a-1", Aspect.PLAN, "a", "\"none\"", "\"delete\"")).isTrue();
    assertThat(isRead("a-1", Aspect.CALLS, "a", NOTHING, object)).isTrue();
    assertThat(isRead("a-1", Aspect.WORLD, "a", object, NOTHING)).isTrue();

    assertThat(isRead("else", Aspect.PLAN, "a", "\"none\"", "\"delete\"")).isFalse();
    assertThat(isRead("else", Aspect.CALLS, "a", NOTHING, object)).isFalse();
    assertThat(isRead("a-1", Aspect.CALLS, "a", NOTHING, "{\"id\": \"b-1\"}")).isFalse();
    assertThat(isRead("a-1", Aspect.CALLS, "b", NOTHING, "{\"id\": \"b-1\"}")).isFalse();
    assertThat(isRead("a-1", Aspect.PLAN, "b", "\"none\"", "\"delete\"")).isFalse();
    assertThat(isRead("a-1", Aspect.WORLD, "b", "{\"id\": \"b-1\"}", NOTHING)).isFalse();
    assertThat(isRead("a-1", Aspect.WORLD, "a", NOTHING, object)).isFalse();
  }

  private static boolean isGoneInRun(
      String diagnostics, String imported, Aspect aspect, String... words) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "a", "options": {"import": "%s"}}],
         "expect": {"result": "failed", "diagnostics": [%s]}}
        """
            .formatted(imported, diagnostics);
    var state =
        """
        [{"resource": "keel:index:Thing::a", "id": "a-1", "pendingReplacement": true,
          "retainOnDelete": true}]
        """;
    return new RecordDifferences(
            new ProviderStep(3, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isGone(
            WrittenFinding.of(aspect, "keel:index:Thing::a", NOTHING, NOTHING, words[0], words[1]));
  }

  @Test
  void whatFailsOnceMore_isNeitherMadeNorReplaced() {
    var failed = "\"replace-create-first failed\"";
    assertThat(isGoneInRun(NOTHING, NOTHING, Aspect.RUN, failed, "\"create failed\"")).isTrue();

    assertThat(isGoneInRun(NOTHING, NOTHING, Aspect.RUN, failed, CREATED)).isFalse();
    assertThat(isGoneInRun(NOTHING, NOTHING, Aspect.RUN, REPLACED, "\"create failed\"")).isFalse();
  }

  @Test
  void whatWasLeftAlone_isTakenOverAgain() {
    var refused =
        """
        {"severity": "error", "resource": "keel:index:Thing::a",
         "message": "previously-imported resources that still specify an ID may not be replaced"}
        """;
    var none = "\"none\"";
    var imported = "\"import\"";
    assertThat(isGoneInRun(refused, "a-1", Aspect.PLAN, REPLACED, imported)).isTrue();
    assertThat(isGoneInRun(refused, "a-1", Aspect.RUN, none, imported)).isTrue();

    assertThat(isGoneInRun(refused, "else", Aspect.RUN, none, imported)).isFalse();
    assertThat(isGoneInRun(NOTHING, "a-1", Aspect.RUN, none, imported)).isFalse();
    assertThat(isGoneInRun(refused, "a-1", Aspect.RUN, none, CREATED)).isFalse();
    assertThat(isGoneInRun(refused, "a-1", Aspect.PLAN, none, imported)).isFalse();
  }
}
