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

/// What is explained of what uses, or finishes, an object that is not taken over, and what is not.
class ImportedUserTest {
  private static final String NOTHING = "";
  private static final String REFUSED = "Import would replace the object";

  /// `a` is not taken over, and `u` uses it.
  private static boolean isRefused(
      String summary, Aspect aspect, String name, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "options": {"import": "x"}},
           {"type": "keel:index:Thing", "name": "u", "inputs": {"zone": "${a.etag}"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "z"}}],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "resource": "keel:index:Thing::a"}]}}
        """;
    var at = Subject.of(InstanceAddress.parse("keel_Thing.a"));
    var error = Diagnostic.error(Code.INVALID_CONFIG, at, summary, "why");
    var call = aspect == Aspect.PLAN_CALLS || aspect == Aspect.CALLS ? "Check" : NOTHING;
    return new ImportDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(List.of(error)),
            List.of())
        .isRefusedImport(
            WrittenFinding.of(
                aspect, "keel:index:Thing::" + name, call, NOTHING, expected, actual));
  }

  @Test
  void whatUsesARefusedImport_isPlannedThereAlone() {
    var create = "\"create\"";
    var none = "\"none\"";
    assertThat(isRefused(REFUSED, Aspect.PLAN, "u", create, none)).isTrue();
    assertThat(isRefused(REFUSED, Aspect.PLAN_CALLS, "u", "{}", NOTHING)).isTrue();

    assertThat(isRefused(REFUSED, Aspect.RUN, "u", create, none)).isFalse();
    assertThat(isRefused(REFUSED, Aspect.CALLS, "u", "{}", NOTHING)).isFalse();
    assertThat(isRefused(REFUSED, Aspect.PLAN, "u", none, create)).isFalse();
    assertThat(isRefused(REFUSED, Aspect.PLAN, "b", create, none)).isFalse();
    assertThat(isRefused("Else", Aspect.PLAN, "u", create, none)).isFalse();
  }

  /// `a` is recorded, made in part or not, and to be taken over with another id.
  private static boolean isFinished(String mark, String expected, String actual) {
    var a = "keel:index:Thing::a";
    var step =
        """
        {"op": "update", "expect": {"result": "ok",
           "steps": [
             {"op": "import-replacement", "resource": "%1$s", "newId": "there", "provider": "p"},
             {"op": "delete-replaced", "resource": "%1$s", "oldId": "a-1", "provider": "p"}],
           "state": [{"resource": "%1$s", "id": "there", "inputs": {"zone": "z"}}]}}
        """
            .formatted(a);
    var state = "[{\"resource\": \"%s\", \"id\": \"a-1\"%s}]".formatted(a, mark);
    var at = Subject.of(InstanceAddress.parse("keel_Thing.a"));
    var warning = Diagnostic.warning(Code.IMPORT, at, "Import is left out", "why");
    return new ImportDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            new Before(WrittenFinding.json(state)),
            new Errors(List.of()),
            List.of(warning))
        .isOfAnotherId(WrittenFinding.of(Aspect.CALLS, a, "Update", NOTHING, expected, actual));
  }

  @Test
  void whatIsNotFinished_isUpdated_whateverIsToBeTakenOver() {
    var partly = ", \"initErrors\": [\"no\"]";
    var update = "{\"id\": \"a-1\", \"news\": {\"zone\": \"z\"}}";
    assertThat(isFinished(partly, NOTHING, update)).isTrue();

    assertThat(isFinished(NOTHING, NOTHING, update)).isFalse();
    assertThat(isFinished(partly, update, NOTHING)).isFalse();
    assertThat(isFinished(partly, NOTHING, update.replace("a-1", "there"))).isFalse();
    assertThat(isFinished(partly, NOTHING, update.replace("\"z\"", "\"y\""))).isFalse();
  }
}
