package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where a component is destroyed as a target, and what is not.
class ComponentAsTargetTest {
  private static final String NOTHING = "";
  private static final String THING = "keel:index:Thing::web-thing";
  private static final String DELETE = "\"delete\"";

  private static boolean isDestroyed(
      String target, Aspect aspect, String about, String expected, String actual) {
    var step =
        """
        {"op": "destroy", "targets": ["%s"],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "resource": "keel:index:Thing::web-thing",
             "message": "It will be destroyed but was not specified in --target list."}],
           "state": [
             {"resource": "parts:index:Web::web", "component": true},
             {"resource": "keel:index:Thing::web-thing", "parent": "parts:index:Web::web"},
             {"resource": "keel:index:Thing::a"}]}}
        """
            .formatted(target);
    return new TargetDifferences(
            new ProviderStep(3, WrittenFinding.json(step)), new Errors(List.of()))
        .isDestroyedInComponent(
            WrittenFinding.of(
                aspect,
                about,
                aspect == Aspect.CALLS ? "Delete" : NOTHING,
                NOTHING,
                expected,
                actual));
  }

  @Test
  void whatIsInIt_goes() {
    assertThat(isDestroyed("web", Aspect.PLAN, THING, "\"delete failed\"", DELETE)).isTrue();
    assertThat(isDestroyed("web", Aspect.CALLS, THING, NOTHING, "{}")).isTrue();
    assertThat(isDestroyed("web", Aspect.STATE, THING, "\"[{}]\"", "\"[]\"")).isTrue();
    assertThat(isDestroyed("web", Aspect.WORLD, THING, "{}", NOTHING)).isTrue();
    assertThat(isDestroyed("web", Aspect.RESULT, NOTHING, "\"failed\"", "\"[]\"")).isTrue();

    var a = "keel:index:Thing::a";
    assertThat(isDestroyed("web", Aspect.RUN, a, "\"none\"", DELETE)).isFalse();
    assertThat(isDestroyed("web", Aspect.RUN, THING, DELETE, "\"none\"")).isFalse();
    assertThat(isDestroyed("web", Aspect.CALLS, THING, "{}", NOTHING)).isFalse();
    assertThat(isDestroyed("a", Aspect.RUN, THING, "\"none\"", DELETE)).isFalse();
  }
}
