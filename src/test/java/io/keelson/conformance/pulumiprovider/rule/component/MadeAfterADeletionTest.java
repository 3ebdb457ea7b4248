package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained of new objects of members of what is replaced, and what is not.
class MadeAfterADeletionTest {
  private static final String NOTHING = "";
  private static final String MADE = "{\"properties\": {\"zone\": \"z2\"}}";

  /// `a` goes with `f`; `b` with nothing.
  private static boolean isMade(
      String name, String order, String call, String expected, String actual) {
    var first =
        """
        {"op": "delete-replaced", "resource": "keel:index:Thing::f", "provider": "p"}
        """;
    var then =
        """
        {"op": "create-replacement", "resource": "keel:index:Thing::f", "provider": "p"}
        """;
    var calls =
        """
        {"call": "Delete", "resource": "keel:index:Thing::%1$s", "request": {"id": "old"}},
        {"call": "Create", "resource": "keel:index:Thing::%1$s",
         "request": {"properties": {"zone": "z2"}}}
        """
            .formatted(name);
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "f"},
           {"type": "keel:index:Thing", "name": "a", "options": {"deletedWith": "f"}},
           {"type": "keel:index:Thing", "name": "b"}],
         "expect": {"result": "ok", "preview": {"steps": [%s, %s]}, "calls": [%s]}}
        """
            .formatted(
                order.equals("first") ? first : then, order.equals("first") ? then : first, calls);
    return new MemberDifferences(new ProviderStep(2, WrittenFinding.json(step)), Before.NOTHING)
        .isMadeAfterADeletion(
            WrittenFinding.of(
                Aspect.CALLS, "keel:index:Thing::" + name, call, NOTHING, expected, actual));
  }

  @Test
  void newObjectOfAMember_comesWhereItsOldOneIsDeletedThere() {
    assertThat(isMade("a", "first", "Create", NOTHING, MADE)).isTrue();

    assertThat(isMade("a", "first", "Create", NOTHING, MADE.replace("z2", "z3"))).isFalse();
    assertThat(isMade("a", "first", "Create", MADE, NOTHING)).isFalse();
    assertThat(isMade("a", "first", "Delete", NOTHING, MADE)).isFalse();
    assertThat(isMade("a", "last", "Create", NOTHING, MADE)).isFalse();
    assertThat(isMade("b", "first", "Create", NOTHING, MADE)).isFalse();
  }
}
