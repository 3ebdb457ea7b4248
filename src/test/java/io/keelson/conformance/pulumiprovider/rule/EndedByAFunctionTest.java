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

/// What is explained of a run that a function ends, and what is not.
class EndedByAFunctionTest {
  private static final String NOTHING = "";
  private static final String OLD = "{\"id\": \"a-1\"}";

  /// `a` is replaced, and then the function `l` fails.
  ///
  /// @param argument what that is called with
  private static boolean isEnded(
      String argument, String error, Aspect aspect, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
           {"kind": "invoke", "type": "keel:index:lookup", "name": "l", "inputs": {"zone": "%s"}}],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "message": "an unhandled error occurred"}],
           "steps": [{"op": "create-replacement", "resource": "keel:index:Thing::a",
                      "oldId": "a-1", "newId": "a-2", "provider": "p"}],
           "calls": [{"call": "Invoke", "request": {"tok": "keel:index:lookup"}%s}]}}
        """
            .formatted(argument, error);
    var problem =
        Diagnostic.error(
            Code.PROVIDER_ERROR,
            Subject.of(InstanceAddress.parse("data.keel_lookup.l")),
            "The provider reported a problem",
            "why");
    return new EndedRunDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(List.of(problem)))
        .isEndedBeforeItsDelete(
            WrittenFinding.of(
                aspect,
                aspect == Aspect.WORLD ? "a-1" : "keel:index:Thing::a",
                aspect == Aspect.CALLS ? "Delete" : NOTHING,
                NOTHING,
                expected,
                actual));
  }

  @Test
  void oldObjectOfWhatAFunctionDoesNotNeed_goesThoughThatFails() {
    var failed = ", \"error\": {\"message\": \"no\"}";
    assertThat(isEnded("nowhere", failed, Aspect.CALLS, NOTHING, OLD)).isTrue();
    assertThat(isEnded("nowhere", failed, Aspect.WORLD, OLD, NOTHING)).isTrue();

    assertThat(isEnded("${a.zone}", failed, Aspect.CALLS, NOTHING, OLD)).isFalse();
    assertThat(isEnded("${a.zone}", failed, Aspect.WORLD, OLD, NOTHING)).isFalse();
    assertThat(isEnded("nowhere", NOTHING, Aspect.CALLS, NOTHING, OLD)).isFalse();
    assertThat(isEnded("nowhere", failed, Aspect.CALLS, NOTHING, OLD.replace("a-1", "a-2")))
        .isFalse();
    assertThat(isEnded("nowhere", failed, Aspect.CALLS, OLD, NOTHING)).isFalse();
  }
}
