package io.keelson.conformance.pulumiprovider.rule.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained of objects that were replaced in an earlier run, and what is not.
class FormerObjectDifferencesTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::a";
  private static final String OLD = "{\"id\": \"a-1\"}";
  private static final String CURRENT = "{\"id\": \"a-2\"}";

  /// `a` has an old object, which goes in this step.
  ///
  /// @param former of the record of the old object
  /// @param now of what is declared
  private static FormerObjectDifferences old(boolean former, boolean now) {
    var state =
        """
        [{"resource": "keel:index:Thing::a", "id": "a-2"},
         {"resource": "keel:index:Thing::a", "id": "a-1", "delete": true, "retainOnDelete": %s}]
        """
            .formatted(former);
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "a",
                        "options": {"retainOnDelete": %s}}],
         "expect": {"result": "ok", "steps": [
           {"op": "same", "resource": "keel:index:Thing::a", "oldId": "a-2", "provider": "p"},
           {"op": "delete-replaced", "resource": "keel:index:Thing::a", "oldId": "a-1",
            "provider": "p"}]}}
        """
            .formatted(now);
    return new FormerObjectDifferences(
        new ProviderStep(3, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)));
  }

  private static boolean isLeft(
      FormerObjectDifferences old, Aspect aspect, String call, String expected, String actual) {
    return old.isLeftAloneOtherwise(WrittenFinding.of(aspect, A, call, NOTHING, expected, actual));
  }

  @Test
  void oldObjectThatIsLeftAloneFromNowOn_isNotDeletedHere() {
    var old = old(false, true);
    assertThat(isLeft(old, Aspect.CALLS, "Delete", OLD, NOTHING)).isTrue();
    assertThat(isLeft(old, Aspect.WORLD, NOTHING, NOTHING, OLD)).isTrue();

    assertThat(isLeft(old, Aspect.CALLS, "Delete", NOTHING, OLD)).isFalse();
    assertThat(isLeft(old, Aspect.WORLD, NOTHING, OLD, NOTHING)).isFalse();
    assertThat(isLeft(old, Aspect.CALLS, "Delete", CURRENT, NOTHING)).isFalse();
    assertThat(isLeft(old, Aspect.WORLD, NOTHING, NOTHING, CURRENT)).isFalse();
    assertThat(isLeft(old, Aspect.CALLS, "Create", OLD, NOTHING)).isFalse();
    assertThat(isLeft(old(true, true), Aspect.CALLS, "Delete", OLD, NOTHING)).isFalse();
    assertThat(isLeft(old(false, false), Aspect.WORLD, NOTHING, NOTHING, OLD)).isFalse();
  }

  @Test
  void oldObjectThatIsLeftAloneNoMore_isDeletedHere() {
    var old = old(true, false);
    assertThat(isLeft(old, Aspect.CALLS, "Delete", NOTHING, OLD)).isTrue();
    assertThat(isLeft(old, Aspect.WORLD, NOTHING, OLD, NOTHING)).isTrue();

    assertThat(isLeft(old, Aspect.CALLS, "Delete", NOTHING, CURRENT)).isFalse();
    assertThat(isLeft(old, Aspect.WORLD, NOTHING, CURRENT, NOTHING)).isFalse();
    assertThat(isLeft(old, Aspect.WORLD, NOTHING, NOTHING, OLD)).isFalse();
  }

  /// `a`, which goes with `box`, is replaced, while an old object of `box` goes.
  ///
  /// @param box what is done to `box` itself
  private static boolean isBeside(
      String box, Aspect aspect, String about, String expected, String actual) {
    var state =
        """
        [{"resource": "keel:index:Thing::box", "id": "box-2"},
         {"resource": "keel:index:Thing::box", "id": "box-1", "delete": true},
         {"resource": "keel:index:Thing::a", "id": "a-1", "deletedWith": "keel:index:Thing::box"},
         {"resource": "keel:index:Thing::free", "id": "free-1"}]
        """;
    var step =
        """
        {"op": "update", "expect": {"result": "ok", "steps": [
           {"op": "%s", "resource": "keel:index:Thing::box", "oldId": "box-2", "provider": "p"},
           {"op": "create-replacement", "resource": "keel:index:Thing::a", "oldId": "a-1",
            "provider": "p"},
           {"op": "create-replacement", "resource": "keel:index:Thing::free", "oldId": "free-1",
            "provider": "p"},
           {"op": "delete-replaced", "resource": "keel:index:Thing::box", "oldId": "box-1",
            "provider": "p"}]}}
        """
            .formatted(box);
    return new FormerObjectDifferences(
            new ProviderStep(3, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isReplacedBesideItsContainer(
            WrittenFinding.of(
                aspect,
                about,
                aspect == Aspect.CALLS ? "Delete" : NOTHING,
                NOTHING,
                expected,
                actual));
  }

  @Test
  void whatIsReplacedBesideAnOldContainer_isDeletedByItself() {
    assertThat(isBeside("same", Aspect.CALLS, A, NOTHING, OLD)).isTrue();
    assertThat(isBeside("same", Aspect.WORLD, A, OLD, NOTHING)).isTrue();

    assertThat(isBeside("same", Aspect.CALLS, A, NOTHING, CURRENT)).isFalse();
    assertThat(isBeside("same", Aspect.WORLD, A, CURRENT, NOTHING)).isFalse();
    assertThat(isBeside("same", Aspect.CALLS, A, OLD, NOTHING)).isFalse();
    assertThat(isBeside("create-replacement", Aspect.CALLS, A, NOTHING, OLD)).isFalse();
    var free = "keel:index:Thing::free";
    assertThat(isBeside("same", Aspect.CALLS, free, NOTHING, "{\"id\": \"free-1\"}")).isFalse();
  }
}
