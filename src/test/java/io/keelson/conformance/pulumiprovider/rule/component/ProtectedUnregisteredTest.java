package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where something protected is not registered yet, and what is not.
class ProtectedUnregisteredTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::web-a";
  private static final String PROTECTED =
      "resource \\\"::keel:index:Thing::web-a\\\" cannot be deleted\\nbecause it is protected. Do"
          + " so.";

  private static Diagnostic warning(String name) {
    return Diagnostic.warning(
        Code.PROGRAM,
        Subject.of(InstanceAddress.parse("component.web.keel_Thing." + name)),
        "Not registered as long as values are unknown",
        "why");
  }

  private static boolean isNotRegistered(
      String message, String name, Aspect aspect, String about, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {}}],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "message": "%s"},
                           {"severity": "error", "message": "update failed"}],
           "preview": {"steps": [{"op": "delete", "resource": "keel:index:Thing::web-a",
                                  "provider": "p", "status": "failed"}]}}}
        """
            .formatted(message);
    return new ProgramDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            Before.NOTHING,
            List.of(),
            List.of(warning(name)))
        .isNotRegisteredYet(WrittenFinding.of(aspect, about, NOTHING, NOTHING, expected, actual));
  }

  @Test
  void whatIsProtected_andNotRegisteredYet_stays() {
    var deleted = "\"delete failed\"";
    var none = "\"none\"";
    var failed = "\"failed\"";
    assertThat(isNotRegistered(PROTECTED, "web-a", Aspect.RUN, A, deleted, none)).isTrue();
    assertThat(isNotRegistered(PROTECTED, "web-a", Aspect.RESULT, NOTHING, failed, "\"[]\""))
        .isTrue();

    assertThat(isNotRegistered("refused", "web-a", Aspect.RUN, A, deleted, none)).isFalse();
    assertThat(isNotRegistered("refused", "web-a", Aspect.RESULT, NOTHING, failed, "\"[]\""))
        .isFalse();
    assertThat(isNotRegistered(PROTECTED, "web-b", Aspect.RUN, A, deleted, none)).isFalse();
    assertThat(isNotRegistered(PROTECTED, "web-b", Aspect.RESULT, NOTHING, failed, "\"[]\""))
        .isFalse();
    assertThat(isNotRegistered(PROTECTED, "web-a", Aspect.RUN, A, none, "\"delete\"")).isFalse();
  }
}
