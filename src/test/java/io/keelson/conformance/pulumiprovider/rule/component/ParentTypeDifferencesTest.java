package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained of resources whose parent has another type, and what is not.
class ParentTypeDifferencesTest {
  private static final String NOTHING = "";
  private static final String MADE = "\"create, delete\"";

  /// `b` had a group as its parent.
  ///
  /// @param parent what it has now
  private static boolean isOfAnother(
      String parent, Aspect aspect, String name, String expected, String actual) {
    var state =
        """
        [{"resource": "keel:index:Thing::b", "id": "b-1", "parent": "my:index:Group::a"},
         {"resource": "keel:index:Thing::c", "id": "c-1"}]
        """;
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "z"}},
                       {"type": "keel:index:Thing", "name": "c", "inputs": {"zone": "z"}}],
         "expect": {"result": "ok",
           "steps": [
             {"op": "create", "resource": "keel:index:Thing::b", "newId": "b-2", "provider": "p"},
             {"op": "delete", "resource": "keel:index:Thing::b", "oldId": "b-1", "provider": "p"}],
           "state": [{"resource": "keel:index:Thing::b", "id": "b-2", "parent": "%s"},
                     {"resource": "keel:index:Thing::c", "id": "c-1"}]}}
        """
            .formatted(parent);
    return new ParentTypeDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isOfAnotherParent(
            WrittenFinding.of(
                aspect,
                "keel:index:Thing::" + name,
                aspect == Aspect.CALLS ? "Create" : NOTHING,
                NOTHING,
                expected,
                actual));
  }

  @Test
  void whatHasAParentOfAnotherType_keepsItsObject() {
    var thing = "keel:index:Thing::a";
    assertThat(isOfAnother(thing, Aspect.PLAN, "b", MADE, "\"none\"")).isTrue();
    assertThat(isOfAnother(thing, Aspect.CALLS, "b", "{}", NOTHING)).isTrue();

    assertThat(isOfAnother(thing, Aspect.PLAN, "c", MADE, "\"none\"")).isFalse();
    assertThat(isOfAnother(thing, Aspect.PLAN, "b", MADE, "\"delete\"")).isFalse();
    assertThat(isOfAnother(thing, Aspect.CALLS, "b", NOTHING, "{}")).isFalse();
    assertThat(isOfAnother("my:index:Group::a", Aspect.PLAN, "b", MADE, "\"none\"")).isFalse();
    assertThat(isOfAnother("my:index:Group::d", Aspect.PLAN, "b", MADE, "\"none\"")).isFalse();
  }
}
