package io.keelson.conformance.pulumiprovider.rule.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of what has a failing resource as its parent, and what is not.
class BelowFailureDifferencesTest {
  private static final String NONE = "\"none\"";
  private static final String UPDATE = "\"update\"";

  private static Errors errors(String summary, String... names) {
    return new Errors(
        List.of(names).stream()
            .map(name ->
                Diagnostic.error(
                    Code.PROVIDER_ERROR,
                    Subject.of(InstanceAddress.parse("keel_Thing." + name)),
                    summary,
                    "why"))
            .toList());
  }

  /// `a` fails; `c` is below it, and `deep` below that; `user` uses it, and `in` is in a component.
  private static boolean isNotSkipped(
      boolean goesOn, Errors errors, Aspect aspect, String name, String expected, String actual) {
    var step =
        """
        {"op": "update", "continueOnError": %s,
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
           {"kind": "component", "type": "my:index:Group", "name": "g"},
           {"type": "keel:index:Thing", "name": "c", "parent": "a", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "deep", "parent": "c", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "in", "parent": "g", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "user", "parent": "a",
            "inputs": {"zone": "${a.etag}"}}],
         "expect": {"result": "failed", "diagnostics": [
           {"severity": "error", "resource": "keel:index:Thing::a"},
           {"severity": "error", "resource": "my:index:Group::g"}]}}
        """
            .formatted(goesOn);
    return new BelowFailureDifferences(new ProviderStep(2, WrittenFinding.json(step)), errors)
        .isNotSkipped(
            WrittenFinding.of(aspect, "keel:index:Thing::" + name, "", "", expected, actual));
  }

  @Test
  void whatHasAFailedParent_goesOn() {
    var failed = errors("no", "a", "g");
    assertThat(isNotSkipped(true, failed, Aspect.RUN, "c", NONE, UPDATE)).isTrue();
    assertThat(isNotSkipped(true, failed, Aspect.RUN, "deep", NONE, UPDATE)).isTrue();
    assertThat(isNotSkipped(true, failed, Aspect.STATE, "c", "\"[]\"", "\"[{}]\"")).isTrue();

    assertThat(isNotSkipped(true, failed, Aspect.RUN, "user", NONE, UPDATE)).isFalse();
    assertThat(isNotSkipped(true, failed, Aspect.RUN, "in", NONE, UPDATE)).isFalse();
    assertThat(isNotSkipped(true, failed, Aspect.RUN, "a", NONE, UPDATE)).isFalse();
    assertThat(isNotSkipped(true, failed, Aspect.RUN, "c", UPDATE, NONE)).isFalse();
    assertThat(isNotSkipped(true, failed, Aspect.RUN, "c", NONE, "\"delete\"")).isFalse();
    assertThat(isNotSkipped(true, failed, Aspect.PLAN, "c", NONE, UPDATE)).isFalse();
    assertThat(isNotSkipped(false, failed, Aspect.RUN, "c", NONE, UPDATE)).isFalse();
    assertThat(isNotSkipped(true, errors("no"), Aspect.RUN, "c", NONE, UPDATE)).isFalse();
  }
}
