package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.json.ExactJson;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of what uses an object that is not taken over, and of the operation that takes
/// over by command.
class ImportedOtherwiseTest {
  private static final String NOTHING = "";
  private static final String USER = "bare:index:Keys::user";
  private static final String P = "pulumi:providers:bare::default";

  private static ImportDifferences importing(String step, String warning) {
    var state =
        """
        [{"resource": "bare:index:Keys::a", "id": "a-1"},
         {"resource": "pulumi:providers:bare::default", "id": "d", "inputs": {"region": "home"}}]
        """;
    var left =
        Diagnostic.warning(
            Code.IMPORT, Subject.of(InstanceAddress.parse("bare_Keys.a")), warning, "why");
    return new ImportDifferences(
        new ProviderStep(2, WrittenFinding.json(step)),
        new Before(WrittenFinding.json(state)),
        new Errors(List.of()),
        List.of(left));
  }

  /// `a` is recorded, and to be taken over with another id; `user` uses it.
  private static boolean isOfAnotherId(
      String warning, Aspect aspect, String about, String call, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "bare:index:Keys", "name": "a", "options": {"import": "there"}},
           {"type": "bare:index:Keys", "name": "user", "inputs": {"zone": "${a.endpoint}"}},
           {"type": "bare:index:Keys", "name": "free", "inputs": {"zone": "z"}}],
         "expect": {"result": "ok", "steps": [
           {"op": "import-replacement", "resource": "bare:index:Keys::a", "newId": "there",
            "provider": "p"}]}}
        """;
    return importing(step, warning)
        .isOfAnotherId(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void whatUsesAnObjectThatStays_isNotChangedForAnother() {
    var left = "Import is left out";
    var update = "\"update\"";
    assertThat(isOfAnotherId(left, Aspect.RUN, USER, NOTHING, update, "\"none\"")).isTrue();
    assertThat(isOfAnotherId(left, Aspect.CALLS, USER, "Update", "{}", NOTHING)).isTrue();

    assertThat(isOfAnotherId(left, Aspect.RUN, USER, NOTHING, "\"none\"", "\"delete\"")).isFalse();
    assertThat(isOfAnotherId(left, Aspect.CALLS, USER, "Delete", NOTHING, "{}")).isFalse();
    var free = "bare:index:Keys::free";
    assertThat(isOfAnotherId(left, Aspect.RUN, free, NOTHING, update, "\"none\"")).isFalse();
    assertThat(isOfAnotherId("Else", Aspect.RUN, USER, NOTHING, update, "\"none\"")).isFalse();
  }

  /// @param failing what fails there
  private static boolean isRefused(String op, String warning, String failing) {
    var step =
        """
        {"op": "%s", "expect": {"result": "failed", "diagnostics": [
           {"severity": "error", "resource": "bare:index:Keys::%s", "message": "exists"}]}}
        """
            .formatted(op, failing);
    return importing(step, warning)
        .isOfAnotherId(
            WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, "\"failed\"", "\"[]\""));
  }

  @Test
  void commandThatRefusesWhatIsRecorded_leavesItAsItIsHereToo() {
    assertThat(isRefused("import", "Import is left out", "a")).isTrue();

    assertThat(isRefused("update", "Import is left out", "a")).isFalse();
    assertThat(isRefused("import", "Else", "a")).isFalse();
    assertThat(isRefused("import", "Import is left out", "b")).isFalse();
  }

  /// @param actual what the provider is configured with here
  private static boolean isConfigured(String op, String expected, String actual) {
    var step = "{\"op\": \"%s\", \"expect\": {\"result\": \"ok\"}}".formatted(op);
    return importing(step, NOTHING)
        .isTakenOver(
            WrittenFinding.of(
                Aspect.CONFIGURE, P, NOTHING, NOTHING, quoted(expected), quoted(actual)));
  }

  private static String quoted(String text) {
    return ExactJson.JSON.getNodeFactory().textNode(text).toString();
  }

  @Test
  void providerThatIsRecordedAsItTookOver_isConfiguredSo() {
    var recorded = "{\"args\": {\"region\": \"home\"}}";
    var more = "[{\"args\": {\"region\": \"home\", \"filled\": \"in\"}}]";
    assertThat(isConfigured("refresh", recorded, more)).isTrue();

    assertThat(isConfigured("refresh", recorded.replace("home", "away"), more)).isFalse();
    assertThat(isConfigured("refresh", recorded, more.replace("home", "away"))).isFalse();
    assertThat(isConfigured("refresh", "{\"args\": {}}", more)).isFalse();
  }

  /// `a` is recorded.
  ///
  /// @param imported what is taken over now
  private static boolean isTakenOverAgain(String imported, String about, String call) {
    var step =
        """
        {"op": "import", "imports": [{"type": "bare:index:Keys", "name": "%1$s", "id": "x"}],
         "resources": [{"type": "bare:index:Keys", "name": "%1$s", "options": {"import": "x"}}],
         "expect": {"result": "ok"}}
        """
            .formatted(imported);
    return importing(step, NOTHING)
        .isTakenOver(
            WrittenFinding.of(
                Aspect.PLAN_CALLS,
                "bare:index:Keys::" + about,
                call,
                NOTHING,
                NOTHING,
                "{\"news\": {}}"));
  }

  @Test
  void whatIsTakenOverAlready_isCheckedAgain() {
    assertThat(isTakenOverAgain("a", "a", "Check")).isTrue();

    assertThat(isTakenOverAgain("new", "new", "Check")).isFalse();
    // What is beside is not planned.
    assertThat(isTakenOverAgain("new", "a", "Check")).isFalse();
    assertThat(isTakenOverAgain("a", "a", "Update")).isFalse();
    assertThat(isTakenOverAgain("a", "a", "Create")).isFalse();
  }
}
