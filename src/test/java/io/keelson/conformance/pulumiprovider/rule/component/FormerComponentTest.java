package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where a component has a former name, and what is not.
class FormerComponentTest {
  private static final String NEW = "keel:index:Thing::new-thing";
  private static final String FORMER = "keel:index:Thing::former-thing";
  private static final String DELETES =
      "{\"op\": \"delete\", \"resource\": \"keel:index:Thing::former-thing\", \"provider\": \"p\"}";

  /// @param steps of the preview; the operation ends before it deletes
  private static boolean isTakenAlong(
      String steps, String aliases, Aspect aspect, String about, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"kind": "remote", "type": "parts:index:Web", "name": "new", "inputs": {},
                        "options": {"aliases": [%s]}}],
         "expect": {"result": "failed",
           "preview": {"steps": [%s]},
           "monitor": [{"construct": "parts:index:Web::new", "call": "RegisterResource",
                        "request": {"type": "keel:index:Thing", "name": "new-thing"}}],
           "steps": [{"op": "create", "resource": "keel:index:Thing::new-thing",
                      "provider": "p"}]}}
        """
            .formatted(aliases, steps);
    return new ProgramDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), Before.NOTHING, List.of(), List.of())
        .isTakenAlong(
            WrittenFinding.of(aspect, about, "", "", "\"" + expected + "\"", "\"" + actual + "\""));
  }

  private static boolean isTakenAlong(Aspect aspect, String about, String expected, String actual) {
    return isTakenAlong(DELETES, "\"former\"", aspect, about, expected, actual);
  }

  @Test
  void whatIsInAComponent_doesNotGoUnderItsFormerName() {
    assertThat(isTakenAlong(Aspect.PLAN, FORMER, "delete", "none")).isTrue();
    assertThat(isTakenAlong(Aspect.RUN, FORMER, "delete", "none")).isTrue();
    assertThat(isTakenAlong(Aspect.PLAN, NEW, "create", "update")).isTrue();
    assertThat(isTakenAlong(Aspect.STATE, FORMER, "[{}]", "[]")).isTrue();

    assertThat(isTakenAlong(Aspect.PLAN, FORMER, "none", "delete")).isFalse();
    assertThat(isTakenAlong(Aspect.PLAN, FORMER, "delete", "update")).isFalse();
    assertThat(isTakenAlong(Aspect.RUN, FORMER, "update", "none")).isFalse();
    assertThat(isTakenAlong(Aspect.RESULT, "", "ok", "failed")).isFalse();
    assertThat(isTakenAlong(Aspect.PLAN, "keel:index:Thing::other", "delete", "none")).isFalse();
    assertThat(isTakenAlong("", "\"former\"", Aspect.PLAN, FORMER, "delete", "none")).isFalse();
    assertThat(isTakenAlong(DELETES, "", Aspect.PLAN, FORMER, "delete", "none")).isFalse();
  }
}
