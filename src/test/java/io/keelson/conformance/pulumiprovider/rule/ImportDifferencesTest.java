package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.TextNode;
import io.keelson.conformance.pulumiprovider.Difference;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.json.ExactJson;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What rules about objects that are taken over explain, and what they do not.
class ImportDifferencesTest {
  private static final String A = "sea:index:Vessel::a";
  private static final String B = "sea:index:Vessel::b";
  private static final String REPLACED = "Import would replace the object";

  /// Takes over `a`, which gets a name, and `b`, which has one.
  private static ImportDifferences importing(Diagnostic... problems) {
    return new ImportDifferences(step(), Before.NOTHING, new Errors(List.of(problems)), List.of());
  }

  private static ProviderStep step() {
    try {
      return new ProviderStep(
          1,
          ExactJson.JSON.readTree(
              """
              {"op": "import",
               "resources": [{"type": "sea:index:Vessel", "name": "a", "options": {"import": "x"}},
                             {"type": "sea:index:Vessel", "name": "b", "options": {"import": "y"}}],
               "expect": {"result": "ok", "calls": [
                 {"call": "Check", "resource": "sea:index:Vessel::a",
                  "request": {"news": {"zone": "z"}},
                  "response": {"inputs": {"zone": "z", "name": "drawn"}}},
                 {"call": "Check", "resource": "sea:index:Vessel::b",
                  "request": {"news": {"zone": "z", "name": "b"}},
                  "response": {"inputs": {"zone": "z", "name": "b"}}}]}}
              """));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Diagnostic error(String name, String summary) {
    var at = InstanceAddress.parse("sea_Vessel." + name);
    return Diagnostic.error(Code.INVALID_CONFIG, Subject.of(at), summary, "why");
  }

  private static Finding word(Aspect aspect, String about, String expected, String actual) {
    var difference = new Difference("", TextNode.valueOf(expected), TextNode.valueOf(actual));
    return new Finding(1, aspect, about, "", difference);
  }

  @Test
  void objectThatACheckNames_isRefusedAtOnce() {
    var refused = importing(error("a", REPLACED));
    assertThat(refused.isTakenOver(word(Aspect.PLAN, A, "import", "none"))).isTrue();
    assertThat(refused.isTakenOver(word(Aspect.STATE, A, "[{}]", "[]"))).isTrue();
    assertThat(refused.isTakenOver(word(Aspect.RESULT, "", "ok", "[]"))).isTrue();

    assertThat(refused.isTakenOver(word(Aspect.PLAN, A, "import", "update"))).isFalse();
    assertThat(refused.isTakenOver(word(Aspect.PLAN, B, "import", "none"))).isFalse();
    assertThat(refused.isTakenOver(word(Aspect.STATE, B, "[{}]", "[]"))).isFalse();
  }

  @Test
  void objectThatIsRefusedForMore_isNotExplained() {
    var named = importing(error("b", REPLACED));
    assertThat(named.isTakenOver(word(Aspect.PLAN, B, "import", "none"))).isFalse();
    assertThat(named.isTakenOver(word(Aspect.RESULT, "", "ok", "[]"))).isFalse();

    var other = importing(error("a", "The provider reported a problem"));
    assertThat(other.isTakenOver(word(Aspect.PLAN, A, "import", "none"))).isFalse();
    assertThat(other.isTakenOver(word(Aspect.RESULT, "", "ok", "[]"))).isFalse();

    var both = importing(error("a", REPLACED), error("b", REPLACED));
    assertThat(both.isTakenOver(word(Aspect.RESULT, "", "ok", "[]"))).isFalse();
  }

  private static final String C = "keel:index:Thing::web-c";
  private static final String D = "keel:index:Thing::web-d";
  private static final String NOTHING = "";

  /// `web-c` is recorded, and to be taken over with another id; so is `web-d`, of which nobody is
  /// warned.
  private static boolean isOfAnotherId(
      String summary,
      Aspect aspect,
      String about,
      String call,
      String at,
      String expected,
      String actual) {
    var one =
        """
        {"op": "import-replacement", "resource": "%1$s", "newId": "%2$s", "provider": "p"},
        {"op": "update", "resource": "%1$s", "oldId": "%2$s", "provider": "p"},
        {"op": "delete-replaced", "resource": "%1$s", "oldId": "%3$s", "provider": "p"}
        """;
    var step =
        "{\"op\": \"update\", \"expect\": {\"result\": \"ok\", \"steps\": [%s, %s]}}"
            .formatted(one.formatted(C, "there", "c-1"), one.formatted(D, "beside", "d-1"));
    var place = InstanceAddress.parse("component.web.keel_Thing.web-c");
    var warning = Diagnostic.warning(Code.IMPORT, Subject.of(place), summary, "why");
    return new ImportDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(List.of()),
            List.of(warning))
        .isOfAnotherId(WrittenFinding.of(aspect, about, call, at, expected, actual));
  }

  private static boolean isOfAnotherId(
      Aspect aspect, String about, String call, String at, String expected, String actual) {
    return isOfAnotherId("Import is left out", aspect, about, call, at, expected, actual);
  }

  @Test
  void whatHasAnotherIdThanItsImport_staysAsItIs() {
    var both = "\"update, delete-deposed\"";
    assertThat(isOfAnotherId(Aspect.PLAN, C, NOTHING, NOTHING, both, "\"update\"")).isTrue();
    assertThat(isOfAnotherId(Aspect.STATE, C, NOTHING, "id", "\"there\"", "\"c-1\"")).isTrue();
    assertThat(isOfAnotherId(Aspect.STATE, C, NOTHING, "outputs.etag", "\"1\"", "\"2\"")).isTrue();
    assertThat(isOfAnotherId(Aspect.WORLD, "c-1", NOTHING, NOTHING, NOTHING, "{}")).isTrue();
    assertThat(isOfAnotherId(Aspect.WORLD, "there", NOTHING, "properties.size", "2", "1")).isTrue();

    assertThat(isOfAnotherId("Else", Aspect.PLAN, C, NOTHING, NOTHING, both, "\"update\""))
        .isFalse();
    assertThat(isOfAnotherId(Aspect.PLAN, D, NOTHING, NOTHING, both, "\"update\"")).isFalse();
    assertThat(isOfAnotherId(Aspect.PLAN, C, NOTHING, NOTHING, "\"update\"", "\"none\"")).isFalse();
    assertThat(isOfAnotherId(Aspect.PLAN, C, NOTHING, NOTHING, both, "\"delete\"")).isFalse();
    assertThat(isOfAnotherId(Aspect.STATE, C, NOTHING, "inputs.zone", "\"1\"", "\"2\"")).isFalse();
    assertThat(isOfAnotherId(Aspect.WORLD, "d-1", NOTHING, NOTHING, NOTHING, "{}")).isFalse();
  }

  @Test
  void callsOfWhatHasAnotherIdThanItsImport_areOfTheRecordedObject() {
    var id = "{\"id\": \"there\"}";
    assertThat(isOfAnotherId(Aspect.ASKED, C, "Read", NOTHING, id, NOTHING)).isTrue();
    assertThat(isOfAnotherId(Aspect.PLAN_CALLS, C, "Check", NOTHING, NOTHING, "{}")).isTrue();
    assertThat(isOfAnotherId(Aspect.ASKED, C, "Diff", "olds.etag", "\"1\"", "\"2\"")).isTrue();
    assertThat(isOfAnotherId(Aspect.CALLS, C, "Update", "id", "\"there\"", "\"c-1\"")).isTrue();
    var old = "{\"id\": \"c-1\", \"properties\": {}}";
    assertThat(isOfAnotherId(Aspect.CALLS, C, "Delete", NOTHING, old, NOTHING)).isTrue();
    assertThat(isOfAnotherId(Aspect.CALLS, C, "Update", NOTHING, id, NOTHING)).isTrue();

    assertThat(isOfAnotherId(Aspect.ASKED, C, "Read", NOTHING, NOTHING, id)).isFalse();
    assertThat(isOfAnotherId(Aspect.ASKED, C, "Read", NOTHING, old, NOTHING)).isFalse();
    assertThat(isOfAnotherId(Aspect.ASKED, C, "Check", "news.zone", "\"1\"", "\"2\"")).isFalse();
    assertThat(isOfAnotherId(Aspect.CALLS, C, "Update", "news.zone", "\"1\"", "\"2\"")).isFalse();
    assertThat(isOfAnotherId(Aspect.CALLS, C, "Delete", NOTHING, id, NOTHING)).isFalse();
    assertThat(isOfAnotherId(Aspect.CALLS, C, "Update", NOTHING, old, NOTHING)).isFalse();
    assertThat(isOfAnotherId(Aspect.CALLS, C, "Update", NOTHING, NOTHING, id)).isFalse();
    assertThat(isOfAnotherId(Aspect.CALLS, C, "Create", NOTHING, id, NOTHING)).isFalse();
    assertThat(isOfAnotherId(Aspect.CALLS, C, "Delete", NOTHING, NOTHING, old)).isFalse();
    assertThat(isOfAnotherId(Aspect.CALLS, D, "Update", "olds.etag", "\"1\"", "\"2\"")).isFalse();
  }

  /// `web-c`, which is left alone, was made with a zone, and is to be taken over with another id.
  private static boolean isOfOwnChangeOfRetained(String zone, String id, boolean retained) {
    var step =
        """
        {"op": "update", "expect": {"result": "ok",
          "steps": [
            {"op": "import-replacement", "resource": "%1$s", "newId": "there", "provider": "p"},
            {"op": "update", "resource": "%1$s", "oldId": "there", "provider": "p"},
            {"op": "delete-replaced", "resource": "%1$s", "oldId": "web-c-1", "provider": "p"}],
          "state": [{"resource": "%1$s", "id": "there", "inputs": {"zone": "z"}}]}}
        """
            .formatted(C);
    var state =
        """
        [{"resource": "%s", "id": "%s", "inputs": {"zone": "%s"}, "retainOnDelete": %s}]
        """
            .formatted(C, id, zone, retained);
    var place = InstanceAddress.parse("component.web.keel_Thing.web-c");
    var warning = Diagnostic.warning(Code.IMPORT, Subject.of(place), "Import is left out", "why");
    return new ImportDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            new Before(WrittenFinding.json(state)),
            new Errors(List.of()),
            List.of(warning))
        .isOfAnotherId(
            WrittenFinding.of(
                Aspect.RUN,
                C,
                NOTHING,
                NOTHING,
                "\"update, delete-deposed\"",
                "\"replace-create-first\""));
  }

  @Test
  void whatIsLeftAlone_andHasAnotherIdThanItsImport_isReplacedForWhatIsDeclaredOfIt() {
    assertThat(isOfOwnChangeOfRetained("y", "web-c-1", true)).isTrue();

    assertThat(isOfOwnChangeOfRetained("z", "web-c-1", true)).isFalse();
    assertThat(isOfOwnChangeOfRetained("y", "web-c-2", true)).isFalse();
    assertThat(isOfOwnChangeOfRetained("y", "web-c-1", false)).isFalse();
  }

  /// `web-c` is recorded, was made with another zone, and is to be taken over with another id.
  private static boolean isOfOwnChange(
      String zone, Aspect aspect, String about, String call, String expected, String actual) {
    var step =
        """
        {"op": "update", "expect": {"result": "ok",
          "steps": [
            {"op": "import-replacement", "resource": "%1$s", "newId": "there", "provider": "p"},
            {"op": "update", "resource": "%1$s", "oldId": "there", "provider": "p"},
            {"op": "delete-replaced", "resource": "%1$s", "oldId": "web-c-1", "provider": "p"}],
          "calls": [
            {"call": "Delete", "resource": "%1$s",
             "request": {"id": "web-c-1", "old_inputs": {"size": 1.0, "zone": "%2$s"}}}],
          "state": [
            {"resource": "%1$s", "id": "there", "inputs": {"size": 1, "zone": {"$secret": "z"}}}]}}
        """
            .formatted(C, zone);
    var place = InstanceAddress.parse("component.web.keel_Thing.web-c");
    var warning = Diagnostic.warning(Code.IMPORT, Subject.of(place), "Import is left out", "why");
    return new ImportDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(List.of()),
            List.of(warning))
        .isOfAnotherId(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void whatHasAnotherIdThanItsImport_isReplacedForWhatIsDeclaredOfIt() {
    var both = "\"update, delete-deposed\"";
    var replaced = "\"replace-create-first\"";
    var update = "{\"id\": \"there\", \"news\": {}}";
    var create = "{\"properties\": {\"size\": 1, \"zone\": \"z\"}}";
    assertThat(isOfOwnChange("y", Aspect.PLAN, C, NOTHING, both, replaced)).isTrue();
    assertThat(isOfOwnChange("y", Aspect.CALLS, C, "Update", update, NOTHING)).isTrue();
    assertThat(isOfOwnChange("y", Aspect.CALLS, C, "Create", NOTHING, create)).isTrue();
    assertThat(isOfOwnChange("y", Aspect.WORLD, "web-c-2", NOTHING, NOTHING, create)).isTrue();

    assertThat(isOfOwnChange("z", Aspect.PLAN, C, NOTHING, both, replaced)).isFalse();
    assertThat(isOfOwnChange("z", Aspect.WORLD, "web-c-2", NOTHING, NOTHING, create)).isFalse();
    assertThat(isOfOwnChange("y", Aspect.PLAN, C, NOTHING, "\"update\"", replaced)).isFalse();
    assertThat(isOfOwnChange("y", Aspect.WORLD, "web-d-2", NOTHING, NOTHING, create)).isFalse();
    var wrong = create.replace("\"z\"", "\"y\"");
    assertThat(isOfOwnChange("y", Aspect.CALLS, C, "Create", NOTHING, wrong)).isFalse();
    assertThat(isOfOwnChange("y", Aspect.CALLS, C, "Create", create, NOTHING)).isFalse();
    assertThat(isOfOwnChange("y", Aspect.WORLD, "web-c-2", NOTHING, NOTHING, wrong)).isFalse();
    var other = update.replace("there", "web-c-1");
    assertThat(isOfOwnChange("y", Aspect.CALLS, C, "Update", other, NOTHING)).isFalse();
  }

  /// Takes over `a`, and keeps `b`, whose `import` is written still.
  private static boolean isNoted(
      Aspect aspect, String about, String call, String at, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "sea:index:Vessel", "name": "a", "options": {"import": "x"}},
                       {"type": "sea:index:Vessel", "name": "b", "options": {"import": "y"}}],
         "expect": {"result": "ok", "steps": [
           {"op": "import", "resource": "sea:index:Vessel::a", "newId": "x"},
           {"op": "update", "resource": "sea:index:Vessel::b", "oldId": "y"}]}}
        """;
    return new ImportDifferences(
            new ProviderStep(1, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(List.of()),
            List.of())
        .isNotedOnce(WrittenFinding.of(aspect, about, call, at, expected, actual));
  }

  @Test
  void whatTheBridgeNotesOfAFirstReading_isNotKept() {
    var at = "oldInputs.tags.__defaults";
    assertThat(isNoted(Aspect.PLAN_CALLS, A, "Diff", at, "[]", "")).isTrue();
    assertThat(isNoted(Aspect.CALLS, A, "Update", at, "[]", "")).isTrue();
    assertThat(isNoted(Aspect.STATE, A, "", "inputs.tags.__defaults", "[]", "")).isTrue();

    assertThat(isNoted(Aspect.PLAN_CALLS, B, "Diff", at, "[]", "")).isFalse();
    assertThat(isNoted(Aspect.PLAN_CALLS, A, "Diff", at, "[\"x\"]", "")).isFalse();
    assertThat(isNoted(Aspect.PLAN_CALLS, A, "Diff", at, "", "[]")).isFalse();
    assertThat(isNoted(Aspect.PLAN_CALLS, A, "Diff", "oldInputs.tags", "[]", "")).isFalse();
    assertThat(isNoted(Aspect.PLAN_CALLS, A, "Check", "news.tags.__defaults", "[]", "")).isFalse();
  }

  /// Takes over `a`, of which an empty map is read that is no input, and `b`, of which nothing is.
  private static boolean isRefusedForAnswer(String name, String why) {
    var step =
        """
        {"op": "import",
         "resources": [{"type": "sea:index:Vessel", "name": "a", "options": {"import": "x"}},
                       {"type": "sea:index:Vessel", "name": "b", "options": {"import": "y"}}],
         "expect": {"result": "ok", "calls": [
           {"call": "Read", "resource": "sea:index:Vessel::a",
            "response": {"inputs": {"zone": "z", "tags": {}},
                         "properties": {"zone": "z", "tags": {}, "triggers": {}}}},
           {"call": "Read", "resource": "sea:index:Vessel::b",
            "response": {"inputs": {}, "properties": {}}}]}}
        """;
    var at = InstanceAddress.parse("sea_Vessel." + name);
    var error = Diagnostic.error(Code.INVALID_CONFIG, Subject.of(at), REPLACED, why);
    var rules =
        new ImportDifferences(
            new ProviderStep(1, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(List.of(error)),
            List.of());
    return rules.isTakenOver(word(Aspect.PLAN, "sea:index:Vessel::" + name, "import", "none"))
        && rules.isTakenOver(word(Aspect.RESULT, "", "ok", "[why]"));
  }

  @Test
  void whatIsAnsweredBesideItsInputs_mayReplaceWhatIsTakenOver() {
    var why = "(an attribute cannot change in place): triggers = {} -> (known after apply)";
    assertThat(isRefusedForAnswer("a", why)).isTrue();

    assertThat(isRefusedForAnswer("b", why)).isFalse();
    assertThat(isRefusedForAnswer("a", why.replace("triggers", "tags"))).isFalse();
    assertThat(isRefusedForAnswer("a", why.replace("triggers = {}", "zone = z"))).isFalse();
  }

  private static boolean isTwice(String summary, Finding finding) {
    return importing(error("b", summary)).isImportedTwice(finding);
  }

  @Test
  void whatHasAnAddress_isNotTakenOverUnderAnother() {
    var twice = "Object has another address already";
    assertThat(isTwice(twice, word(Aspect.PLAN, B, "import", "none"))).isTrue();
    assertThat(isTwice(twice, word(Aspect.STATE, B, "[{}]", "[]"))).isTrue();
    assertThat(isTwice(twice, word(Aspect.RESULT, "", "ok", "[why]"))).isTrue();

    assertThat(isTwice(REPLACED, word(Aspect.PLAN, B, "import", "none"))).isFalse();
    assertThat(isTwice(REPLACED, word(Aspect.RESULT, "", "ok", "[why]"))).isFalse();
    assertThat(isTwice(twice, word(Aspect.PLAN, B, "none", "import"))).isFalse();
    assertThat(isTwice(twice, word(Aspect.STATE, B, "[]", "[{}]"))).isFalse();
    assertThat(isTwice(twice, word(Aspect.PLAN, A, "import", "none"))).isFalse();
    assertThat(isTwice(twice, word(Aspect.RESULT, "", "failed", "[]"))).isFalse();
  }

  /// Takes over `a`, which is read without an id, beside `b`, which was taken over before, and `c`.
  private static ImportDifferences besideOthers(String op, Diagnostic... problems) {
    var step =
        """
        {"op": "%s",
         "imports": [{"type": "sea:index:Vessel", "name": "a", "id": "x"}],
         "resources": [{"type": "sea:index:Vessel", "name": "a", "options": {"import": "x"}},
                       {"type": "sea:index:Vessel", "name": "b", "options": {"import": "y"}},
                       {"type": "sea:index:Vessel", "name": "c"}],
         "expect": {"result": "ok", "calls": [
           {"call": "Read", "resource": "sea:index:Vessel::a", "response": {"properties": {}}},
           {"call": "Read", "resource": "sea:index:Vessel::b",
            "response": {"id": "y", "properties": {}}}]}}
        """
            .formatted(op);
    return new ImportDifferences(
        new ProviderStep(2, WrittenFinding.json(step)),
        Before.NOTHING,
        new Errors(List.of(problems)),
        List.of());
  }

  private static boolean isThoughGone(ImportDifferences imports, Finding finding) {
    return new GoneImportDifferences(imports.step(), imports.errors())
        .isTakenOverThoughGone(finding);
  }

  @Test
  void whatIsReadWithoutAnId_isNotTakenOver() {
    var gone = besideOthers("import", error("a", "Object to import does not exist"));
    assertThat(isThoughGone(gone, word(Aspect.PLAN, A, "import", "none"))).isTrue();
    assertThat(isThoughGone(gone, word(Aspect.STATE, A, "[{}]", "[]"))).isTrue();
    assertThat(isThoughGone(gone, word(Aspect.RESULT, "", "ok", "[why]"))).isTrue();
    var check = WrittenFinding.of(Aspect.ASKED, A, "Check", NOTHING, "{}", NOTHING);
    assertThat(isThoughGone(gone, check)).isTrue();

    assertThat(isThoughGone(gone, word(Aspect.PLAN, A, "import", "update"))).isFalse();
    assertThat(isThoughGone(gone, word(Aspect.PLAN, B, "import", "none"))).isFalse();
    assertThat(isThoughGone(gone, word(Aspect.RESULT, "", "failed", "[why]"))).isFalse();
    for (var other :
        List.of(
            besideOthers("update", error("a", "Object to import does not exist")),
            besideOthers("import", error("b", "Object to import does not exist")),
            besideOthers("import", error("a", "Another")))) {
      assertThat(isThoughGone(other, word(Aspect.PLAN, A, "import", "none"))).isFalse();
      assertThat(isThoughGone(other, word(Aspect.RESULT, "", "ok", "[why]"))).isFalse();
    }
  }

  /// `b` is taken over under another id, and may not be replaced for its zone then.
  private static boolean isRecordedTwice(String summary, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "sea:index:Vessel", "name": "b", "inputs": {"zone": "q"}}],
         "expect": {"result": "failed", "steps": [
           {"op": "import-replacement", "resource": "sea:index:Vessel::b", "newId": "there",
            "provider": "p"}]}}
        """;
    var warning =
        Diagnostic.warning(
            Code.IMPORT, Subject.of(InstanceAddress.parse("sea_Vessel.b")), summary, "why");
    return new ImportDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(List.of()),
            List.of(warning))
        .isOfAnotherId(word(Aspect.STATE, B, expected, actual));
  }

  @Test
  void whatIsTakenOverUnderAnotherId_isNotRecordedBesideWhatIsDeclared() {
    var left = "Import is left out";
    var two =
        """
        [{"id":"there","inputs":{"zone":"z"},"old":false},
        {"id":"b-1","inputs":{"zone":"z"},"old":true}]
        """;
    var one = "[{\"id\":\"b-2\",\"inputs\":{\"zone\":\"q\"},\"old\":false}]";
    assertThat(isRecordedTwice(left, two, one)).isTrue();

    assertThat(isRecordedTwice("Another", two, one)).isFalse();
    assertThat(isRecordedTwice(left, one, two)).isFalse();
    assertThat(isRecordedTwice(left, two.replace("there", "else"), one)).isFalse();
    assertThat(isRecordedTwice(left, two, one.replace("\"q\"", "\"z\""))).isFalse();
  }
}
