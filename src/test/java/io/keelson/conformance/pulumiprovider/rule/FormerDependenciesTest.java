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

/// What is explained of what a protected object was made with, and depends on no more there as an
/// update of it failed.
class FormerDependenciesTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::a";

  /// `held` was made with `a`, and `other` with nothing.
  private static final String MADE =
      """
      [{"resource": "keel:index:Thing::a", "id": "a-1", "inputs": {"zone": "z"}},
       {"resource": "keel:index:Thing::other", "id": "other-1", "inputs": {"zone": "z"}},
       {"resource": "keel:index:Thing::held", "id": "held-1",
        "dependencies": ["keel:index:Thing::a"]}]
      """;

  private static final String WORLD =
      "[{\"id\": \"a-1\", \"properties\": {\"zone\": \"z\"}, \"type\": \"Thing\"}]";

  private static final String FAILED = ", \"status\": \"failed\"";

  /// @param status of an update of `held` that is declared without `a`
  private static Before before(String status) {
    var update =
        """
        {"op": "update", "expect": {"world": %s, "state": %s, "steps": [
          {"op": "update", "resource": "keel:index:Thing::held", "provider": "p"%s}]}}
        """
            .formatted(
                WORLD,
                MADE.replace("\"dependencies\": [\"keel:index:Thing::a\"]", "\"dependencies\": []"),
                status);
    return new Before(WrittenFinding.json(MADE))
        .after(new ProviderStep(2, WrittenFinding.json(update)));
  }

  private static boolean isProtected(
      String status, Aspect aspect, String about, String expected, String actual) {
    var destroy =
        """
        {"op": "destroy", "expect": {"result": "failed", "state": [], "steps": [
          {"op": "delete", "resource": "keel:index:Thing::a", "oldId": "a-1", "provider": "p"},
          {"op": "delete", "resource": "keel:index:Thing::other", "oldId": "other-1",
           "provider": "p"}]}}
        """;
    var at = Subject.of(InstanceAddress.parse("keel_Thing.held"));
    var error = Diagnostic.error(Code.PREVENT_DESTROY, at, "Destruction is prevented", "why");
    var call = aspect == Aspect.CALLS ? "Delete" : NOTHING;
    return new HeldDifferences(
            new ProviderStep(3, WrittenFinding.json(destroy)),
            before(status),
            new Errors(List.of(error)))
        .isProtected(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  private static boolean isProtected(Aspect aspect, String about, String expected, String actual) {
    return isProtected(FAILED, aspect, about, expected, actual);
  }

  private static String record(String id) {
    return "\"[{\\\"id\\\":\\\"%s\\\",\\\"inputs\\\":{\\\"zone\\\":\\\"z\\\"},"
        .concat("\\\"old\\\":false,\\\"unfinished\\\":false}]\"")
        .formatted(id);
  }

  @Test
  void whatItWasMadeWith_stays() {
    var other = "keel:index:Thing::other";
    assertThat(isProtected(Aspect.PLAN, A, "\"delete\"", "\"none\"")).isTrue();
    assertThat(isProtected(Aspect.CALLS, A, "{}", NOTHING)).isTrue();
    assertThat(isProtected(Aspect.STATE, A, "\"[]\"", record("a-1"))).isTrue();
    var object = "{\"id\": \"a-1\", \"properties\": {\"zone\": \"z\"}, \"type\": \"Thing\"}";
    assertThat(isProtected(Aspect.WORLD, "a-1", NOTHING, object)).isTrue();

    assertThat(isProtected(Aspect.CALLS, A, NOTHING, "{}")).isFalse();
    assertThat(isProtected(Aspect.STATE, A, "\"[]\"", record("a-2"))).isFalse();
    assertThat(isProtected(Aspect.WORLD, "a-1", NOTHING, object.replace("\"z\"", "\"y\"")))
        .isFalse();
    assertThat(isProtected(Aspect.CALLS, other, "{}", NOTHING)).isFalse();
    assertThat(isProtected(Aspect.PLAN, other, "\"delete\"", "\"none\"")).isFalse();
  }

  @Test
  void whatAnUpdateLetGo_isDestroyed() {
    assertThat(isProtected(NOTHING, Aspect.PLAN, A, "\"delete\"", "\"none\"")).isFalse();
    assertThat(isProtected(NOTHING, Aspect.CALLS, A, "{}", NOTHING)).isFalse();
  }

  @Test
  void dependencies_areKeptUntilAnUpdateSucceeds() {
    var held = "keel:index:Thing::held";
    assertThat(before(FAILED).former(held)).containsExactly(A);
    assertThat(before(NOTHING).former(held)).isEmpty();
    var step = "{\"op\": \"update\", \"expect\": {\"state\": %s, \"steps\": [%s]}}";
    var idle = step.formatted(MADE, NOTHING);
    assertThat(before(FAILED).after(new ProviderStep(3, WrittenFinding.json(idle))).former(held))
        .containsExactly(A);
    var update =
        "{\"op\": \"update\", \"resource\": \"keel:index:Thing::held\", \"provider\": \"p\"}";
    var done = step.formatted(MADE, update);
    assertThat(before(FAILED).after(new ProviderStep(3, WrittenFinding.json(done))).former(held))
        .isEmpty();
  }
}
