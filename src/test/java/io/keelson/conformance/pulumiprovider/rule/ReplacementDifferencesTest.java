package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.OwnActions;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What is explained of objects that are replaced, and what is not.
class ReplacementDifferencesTest {
  private static final String NOTHING = "";
  private static final String PART = "keel:index:Thing::web-a";
  private static final String WHOLE = "keel:index:Thing::web-b";

  private static final ProviderStep STEP =
      new ProviderStep(
          2,
          WrittenFinding.json(
              """
              {"op": "update", "continueOnError": true,
               "resources": [
                 {"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {}}],
               "expect": {"result": "failed",
                 "state": [
                   {"resource": "keel:index:Thing::web-a", "id": "a-2", "initErrors": ["no"]},
                   {"resource": "keel:index:Thing::web-b", "id": "b-2"}],
                 "steps": [
                   {"op": "create-replacement", "resource": "keel:index:Thing::web-a",
                    "oldId": "a-1", "provider": "p"},
                   {"op": "create-replacement", "resource": "keel:index:Thing::web-b",
                    "oldId": "b-1", "provider": "p"},
                   {"op": "create-replacement", "resource": "keel:index:Thing::web-c",
                    "oldId": "c-1", "provider": "p"}],
                 "monitor": [
                   {"construct": "parts:index:Web::web", "call": "RegisterResource",
                    "request": {"type": "keel:index:Thing", "name": "web-c",
                                "deletedWith": "::keel:index:Thing::web-b"}}]}}
              """));

  private static boolean isKept(
      String failed, Aspect aspect, String about, String call, String expected, String actual) {
    var error =
        Diagnostic.error(
            Code.PROVIDER_ERROR,
            Subject.of(InstanceAddress.parse("component.web.keel_Thing." + failed)),
            "The provider reported a problem",
            "no");
    return new ReplacementDifferences(STEP, new Errors(List.of(error)))
        .isKeptForItsUser(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void oldObjectOfWhatIsMadeInPart_stays() {
    assertThat(isKept("web-a", Aspect.WORLD, "a-1", NOTHING, NOTHING, "{}")).isTrue();
    assertThat(isKept("web-a", Aspect.CALLS, PART, "Delete", "{}", NOTHING)).isTrue();

    assertThat(isKept("web-a", Aspect.WORLD, "b-1", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isKept("web-b", Aspect.WORLD, "b-1", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isKept("web-b", Aspect.WORLD, "a-1", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isKept("web-b", Aspect.CALLS, WHOLE, "Delete", "{}", NOTHING)).isFalse();
    assertThat(isKept("web-a", Aspect.CALLS, PART, "Delete", NOTHING, "{}")).isFalse();
  }

  @Test
  void oldObjectOfWhatGoesWithSomethingThatFailed_stays() {
    assertThat(isKept("web-b", Aspect.WORLD, "c-1", NOTHING, NOTHING, "{}")).isTrue();

    assertThat(isKept("web-a", Aspect.WORLD, "c-1", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isKept("web-c", Aspect.WORLD, "b-1", NOTHING, NOTHING, "{}")).isFalse();
  }

  /// Its old object goes under the name that it had.
  @Test
  void replacementWithAnotherName_isOfTheNewOne() {
    var steps =
        """
        {"steps": [
          {"op": "create-replacement", "resource": "keel:index:Thing::new", "oldId": "1",
           "provider": "p"},
          {"op": "delete-replaced", "resource": "keel:index:Thing::old", "oldId": "%s",
           "provider": "p"}]}
        """;
    var replaced = Map.entry("keel:index:Thing::new", "replace-create-first");
    assertThat(ExpectedActions.of(WrittenFinding.json(steps.formatted("1"))))
        .containsOnly(replaced);
    assertThat(ExpectedActions.of(WrittenFinding.json(steps.formatted("2"))))
        .containsOnly(replaced, Map.entry("keel:index:Thing::old", OwnActions.DESTROY_FIRST));
  }
}
