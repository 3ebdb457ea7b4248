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
                    "oldId": "b-1", "provider": "p"}]}}
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
}
