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

/// What is explained where deletions fail, are not come to, or come in another order, and what is
/// not.
class BesideADeletionTest {
  private static final String NOTHING = "";
  private static final String USED = "keel:index:Thing::a";
  private static final String FAILS = "keel:index:Thing::b";
  private static final String OTHER = "keel:index:Thing::other";
  private static final String PET = "random:index:Pet::pet";

  /// `b`, which uses `a`, is to be destroyed before it is made anew.
  private static final String REPLACING =
      """
      {"op": "update",
       "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
                     {"type": "keel:index:Thing", "name": "b", "inputs": {"label": "${a.etag}"}},
                     {"type": "keel:index:Thing", "name": "other", "inputs": {"zone": "z"}}],
       "expect": {"result": "failed",
         "diagnostics": [{"severity": "error", "resource": "keel:index:Thing::b"}],
         "preview": {"steps": [
           {"op": "delete-replaced", "resource": "keel:index:Thing::b", "provider": "p"},
           {"op": "create-replacement", "resource": "keel:index:Thing::b", "provider": "p"}]},
         "steps": [
           {"op": "update", "resource": "keel:index:Thing::a", "provider": "p"},
           {"op": "update", "resource": "keel:index:Thing::other", "provider": "p"},
           {"op": "delete-replaced", "resource": "keel:index:Thing::b", "provider": "p",
            "status": "failed"}]}}
      """;

  private static EndedRunDifferences failing(String step, String state, String name) {
    var at = Subject.of(InstanceAddress.parse("keel_Thing." + name));
    var error = Diagnostic.error(Code.PROVIDER_ERROR, at, "The provider reported a problem", "no");
    return new EndedRunDifferences(
        new ProviderStep(2, WrittenFinding.json(step)),
        new Before(WrittenFinding.json(state)),
        new Errors(List.of(error)));
  }

  private static boolean isAfterADeletion(
      String step, String name, Aspect aspect, String about, String expected, String actual) {
    return failing(step, NOTHING, name)
        .isAfterADeletion(WrittenFinding.of(aspect, about, NOTHING, NOTHING, expected, actual));
  }

  @Test
  void whatIsUsedByWhatIsDestroyedFirst_waitsForThat() {
    var update = "\"update\"";
    var none = "\"none\"";
    assertThat(isAfterADeletion(REPLACING, "b", Aspect.RUN, USED, update, none)).isTrue();
    var both = "\"[{\\\"old\\\":false}, {\\\"old\\\":true}]\"";
    var one = "\"[{\\\"old\\\":false}]\"";
    assertThat(isAfterADeletion(REPLACING, "b", Aspect.STATE, USED, both, one)).isTrue();

    assertThat(isAfterADeletion(REPLACING, "b", Aspect.RUN, OTHER, update, none)).isFalse();
    assertThat(isAfterADeletion(REPLACING, "b", Aspect.RUN, FAILS, update, none)).isFalse();
    assertThat(isAfterADeletion(REPLACING, "b", Aspect.RUN, USED, none, update)).isFalse();
    assertThat(isAfterADeletion(REPLACING, "b", Aspect.PLAN, OTHER, update, none)).isFalse();
    assertThat(isAfterADeletion(REPLACING, "b", Aspect.STATE, USED, one, both)).isFalse();
    assertThat(isAfterADeletion(REPLACING, "x", Aspect.RUN, USED, update, none)).isFalse();
    var last = REPLACING.replaceFirst("delete-replaced", "same");
    assertThat(isAfterADeletion(last, "b", Aspect.RUN, USED, update, none)).isFalse();
    var done = REPLACING.replace(",\n      \"status\": \"failed\"", NOTHING);
    assertThat(isAfterADeletion(done, "b", Aspect.RUN, USED, update, none)).isFalse();
  }

  private static boolean isUnfinished(String expected, String actual, String at, String errors) {
    var step =
        REPLACING.replace(
            "\"name\": \"other\",", "\"name\": \"other\", \"options\": {\"aliases\": [\"was\"]},");
    var state = "[{\"resource\": \"keel:index:Thing::was\"%s}]".formatted(errors);
    return failing(step, state, "b")
        .isNotBegun(WrittenFinding.of(Aspect.STATE, OTHER, NOTHING, at, expected, actual));
  }

  @Test
  void whatWasMadeInPart_staysSoUnderAnotherName() {
    var errors = ", \"initErrors\": [\"no\"]";
    assertThat(isUnfinished("false", "true", "unfinished", errors)).isTrue();

    assertThat(isUnfinished("true", "false", "unfinished", errors)).isFalse();
    assertThat(isUnfinished("false", "true", "old", errors)).isFalse();
    assertThat(isUnfinished("false", "true", "unfinished", NOTHING)).isFalse();
  }

  /// The program of a component fails, in a run that goes on; `pet` has been replaced.
  private static final String PROGRAM =
      """
      {"op": "update", "continueOnError": true, "resources": [],
       "expect": {"result": "failed",
         "diagnostics": [{"severity": "error", "resource": "keel:index:Thing::b"}],
         "calls": [{"call": "Construct", "resource": "parts:index:Web::web",
                    "error": {"message": "no"}}],
         "steps": [
           {"op": "create-replacement", "resource": "random:index:Pet::pet", "provider": "p",
            "oldId": "@{pet.id}"},
           {"op": "create", "resource": "keel:index:Thing::b", "provider": "p",
            "status": "failed"}],
         "state": [{"resource": "random:index:Pet::pet", "id": "@{pet.id#2}",
                    "inputs": {"zone": "z"}},
                   {"resource": "random:index:Pet::pet", "id": "@{pet.id}", "delete": true,
                    "inputs": {"zone": "y"}}]}}
      """;

  private static boolean isEnded(String step, String about, String zone) {
    var request = "{\"id\": \"drawn\", \"oldInputs\": {\"zone\": \"%s\"}}".formatted(zone);
    return failing(step, NOTHING, "b")
        .isEndedBeforeItsDelete(
            WrittenFinding.of(Aspect.CALLS, about, "Delete", NOTHING, NOTHING, request));
  }

  @Test
  void oldObject_goesThoughAProgramEndedTheRunThere() {
    assertThat(isEnded(PROGRAM, PET, "y")).isTrue();

    assertThat(isEnded(PROGRAM, PET, "z")).isFalse();
    assertThat(isEnded(PROGRAM, OTHER, "y")).isFalse();
    assertThat(isEnded(PROGRAM.replace("\"error\": {", "\"response\": {"), PET, "y")).isFalse();
    var deleted =
        PROGRAM.replace(
            "\"steps\": [",
            "\"steps\": [{\"op\": \"delete\", \"resource\": \"keel:index:Thing::x\"},");
    assertThat(isEnded(deleted, PET, "y")).isFalse();
  }
}
