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

/// What is explained of old objects of what is protected, and of what a run does not come to.
class ProtectedOldObjectTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::a";
  private static final String OLD = "{\"id\": \"a-1\", \"properties\": {\"zone\": \"z\"}}";

  /// `a` is protected, and its old object goes there.
  ///
  /// @param op of the step about that
  private static boolean isHeld(
      String op, String summary, Aspect aspect, String about, String expected, String actual) {
    var state =
        """
        [{"resource": "keel:index:Thing::a", "id": "a-2"},
         {"resource": "keel:index:Thing::a", "id": "a-1", "delete": true}]
        """;
    var world = "[%s, {\"id\": \"a-2\", \"properties\": {\"zone\": \"y\"}}]".formatted(OLD);
    var step =
        """
        {"op": "destroy",
         "resources": [{"type": "keel:index:Thing", "name": "a"},
                       {"type": "keel:index:Thing", "name": "user", "inputs": {"l": "${a.id}"}},
                       {"type": "keel:index:Thing", "name": "free"}],
         "expect": {"result": "failed", "steps": [
           {"op": "%s", "resource": "keel:index:Thing::a", "oldId": "a-1", "provider": "p"}]}}
        """
            .formatted(op);
    var error =
        Diagnostic.error(
            Code.PREVENT_DESTROY,
            Subject.of(InstanceAddress.parse("keel_Thing.a")),
            summary,
            "why");
    return new HeldDifferences(
            new ProviderStep(3, WrittenFinding.json(step)),
            new Before(WrittenFinding.json(state), WrittenFinding.json(world)),
            new Errors(List.of(error)))
        .isProtected(
            WrittenFinding.of(
                aspect,
                about,
                aspect == Aspect.CALLS ? "Delete" : "Check",
                NOTHING,
                expected,
                actual));
  }

  @Test
  void oldObjectOfWhatIsProtected_isHeldWithIt() {
    var held = "Destruction is prevented";
    var old = "delete-replaced";
    assertThat(isHeld(old, held, Aspect.WORLD, "a-1", NOTHING, OLD)).isTrue();
    assertThat(isHeld(old, held, Aspect.CALLS, A, "{\"id\": \"a-1\"}", NOTHING)).isTrue();

    assertThat(isHeld(old, held, Aspect.WORLD, "a-1", OLD, NOTHING)).isFalse();
    assertThat(isHeld(old, held, Aspect.CALLS, A, NOTHING, "{\"id\": \"a-1\"}")).isFalse();
    assertThat(isHeld(old, held, Aspect.WORLD, "a-1", NOTHING, OLD.replace("\"z\"", "\"x\"")))
        .isFalse();
    assertThat(isHeld("delete", held, Aspect.WORLD, "a-1", NOTHING, OLD)).isFalse();
    assertThat(isHeld(old, "Else", Aspect.WORLD, "a-1", NOTHING, OLD)).isFalse();
  }

  @Test
  void whatIsHeld_isAskedWhilePlanning_whereTheRunHasEndedThere() {
    var held = "Destruction is prevented";
    var user = "keel:index:Thing::user";
    assertThat(isHeld("same", held, Aspect.PLAN_CALLS, A, NOTHING, "{}")).isTrue();
    assertThat(isHeld("same", held, Aspect.PLAN_CALLS, user, NOTHING, "{}")).isTrue();

    assertThat(isHeld("same", held, Aspect.PLAN_CALLS, "keel:index:Thing::free", NOTHING, "{}"))
        .isFalse();
    assertThat(isHeld("same", held, Aspect.CALLS, user, NOTHING, "{}")).isFalse();
    assertThat(isHeld("same", held, Aspect.RUN, user, "\"none\"", "\"update\"")).isFalse();
  }
}
