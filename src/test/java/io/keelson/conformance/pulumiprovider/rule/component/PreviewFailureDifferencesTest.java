package io.keelson.conformance.pulumiprovider.rule.component;

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

/// What is explained where a component fails in a preview alone, and what is not.
class PreviewFailureDifferencesTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::web-a";
  private static final String REFUSED = "The provider does not accept the configuration";

  private static boolean isLeftAlone(
      String preview, Diagnostic error, Aspect aspect, String about, String call, String... both) {
    var step =
        """
        {"op": "update",
         "resources": [{"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {}}],
         "expect": {"result": "ok",
           "monitor": [
             {"construct": "parts:index:Web::web", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "web-a"}}],
           "preview": {"result": "%s",
             "diagnostics": [{"severity": "error", "resource": "keel:index:Thing::web-only"}],
             "monitor": [
               {"construct": "parts:index:Web::web", "call": "RegisterResource",
                "request": {"type": "keel:index:Thing", "name": "web-only"}}]}}}
        """
            .formatted(preview);
    return new PreviewFailureDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of(error)))
        .isLeftAlone(WrittenFinding.of(aspect, about, call, NOTHING, both[0], both[1]));
  }

  private static Diagnostic error(String address) {
    var at = Subject.of(InstanceAddress.parse(address));
    return Diagnostic.error(Code.INVALID_CONFIG, at, REFUSED, "why");
  }

  @Test
  void componentThatFailsInItsPreview_isLeftAlone() {
    var only = error("component.web.keel_Thing.web-only");
    assertThat(isLeftAlone("failed", only, Aspect.RESULT, NOTHING, NOTHING, "\"ok\"", "\"x\""))
        .isTrue();
    assertThat(isLeftAlone("failed", only, Aspect.PLAN_CALLS, A, "Check", NOTHING, "{}")).isTrue();

    assertThat(isLeftAlone("ok", only, Aspect.PLAN_CALLS, A, "Check", NOTHING, "{}")).isFalse();
    assertThat(isLeftAlone("failed", only, Aspect.CALLS, A, "Create", NOTHING, "{}")).isFalse();
    assertThat(isLeftAlone("failed", only, Aspect.PLAN_CALLS, A, "Check", "{}", NOTHING)).isFalse();
    assertThat(isLeftAlone("failed", only, Aspect.PLAN_CALLS, "x", "Check", NOTHING, "{}"))
        .isFalse();
    for (var other :
        List.of("component.web.keel_Thing.web-a", "component.web2.keel_Thing.web-only"))
      assertThat(isLeftAlone("failed", error(other), Aspect.PLAN_CALLS, A, "Check", NOTHING, "{}"))
          .as(other)
          .isFalse();
  }
}
