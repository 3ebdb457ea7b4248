package io.keelson.operator.stack.declaration;

import static io.keelson.operator.stack.context.DeclaredEvents.gone;
import static io.keelson.operator.stack.context.DeclaredEvents.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.stack.context.DeclaredSizes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class StackMemoryTest {
  private final StackMemory memory = new StackMemory(new DeclaredSizes(1 << 20));
  private long seen;

  @BeforeEach
  void taken() {
    memory.expect();
    memory.take(
        stack("s", 1, 1), List.of(resource("a", "a1", 1, 2), resource("b", "b1", 1, 3)), List.of());
    seen = memory.changes();
  }

  @Test
  void eventThatComesBeforeTheAnswerOfAnOlderList_isNotLostByIt() {
    memory.expect();
    memory.observe(seen(resource("a", "a1", 2, 5)));
    memory.observe(gone(resource("b", "b1", 1, 3)));
    memory.observe(seen(resource("c", "c1", 1, 6)));

    memory.take(
        stack("s", 1, 1), List.of(resource("a", "a1", 1, 2), resource("b", "b1", 1, 3)), List.of());

    assertThat(memory.fingerprints()).isEqualTo(Map.of("", "s/1", "a", "a1/2", "c", "c1/1"));
    assertThat(memory.changes()).isGreaterThan(seen);
  }

  @Test
  void objectThatIsSaidToBeAbsent_isNoNewsUnlessItWasThere() {
    assertThat(memory.reference("Stack/platform/network", "")).isFalse();
    assertThat(memory.fingerprints()).doesNotContainKey("/Stack/platform/network");

    assertThat(memory.reference("Stack/platform/network", "1")).isTrue();
    assertThat(memory.reference("Stack/platform/network", "")).isTrue();
    assertThat(memory.reference("Stack/platform/network", "")).isFalse();
  }

  @Test
  void answerThatComesAfterTheEnd_bringsNothingBack() {
    memory.observe(gone(resource("a", "a1", 1, 2)));
    memory.observe(gone(stack("s", 1, 1)));

    memory.answered(resource("a", "a1", 1, 7));
    memory.answered(stack("s", 1, 8));

    assertThat(memory.fingerprints()).isEqualTo(Map.of("b", "b1/1"));
    assertThat(memory.stack()).isEmpty();
  }

  @Test
  void answerWithAChange_countsAndItsEventIsNoNewsAnyMore() {
    memory.answered(stack("s", 2, 9));

    assertThat(memory.changes()).isGreaterThan(seen);
    assertThat(memory.observe(seen(stack("s", 2, 9)))).isFalse();
  }

  @Test
  void ownStatus_isNoChange() {
    memory.answered(stack("s", 1, 9));
    memory.answered(resource("a", "a1", 1, 10));

    assertThat(memory.observe(seen(stack("s", 1, 11)))).isFalse();
    assertThat(memory.observe(seen(resource("b", "b1", 1, 12)))).isFalse();
    assertThat(memory.changes()).isEqualTo(seen);
  }

  @Test
  void annotationOfTheStack_isAChange() {
    var annotated = stack("s", 1, 9);
    annotated.getMetadata().setAnnotations(Map.of("keelson.dev/config-revision", "2"));

    assertThat(memory.observe(seen(annotated))).isTrue();
  }

  /// The Stack waits for the members that are not at its revision yet.
  @Test
  void configRevisionOfAMember_isAChange() {
    var annotated = resource("a", "a1", 1, 20);
    annotated.getMetadata().setAnnotations(Map.of("keelson.dev/config-revision", "2"));
    var other = resource("a", "a1", 1, 21);
    other
        .getMetadata()
        .setAnnotations(Map.of("keelson.dev/config-revision", "2", "example.com/note", "x"));

    assertThat(memory.observe(seen(annotated))).isTrue();
    assertThat(memory.observe(seen(other))).isFalse();
  }

  @Test
  void objectMadeAgain_isAnotherOne() {
    assertThat(memory.observe(seen(resource("a", "a2", 1, 20)))).isTrue();

    assertThat(memory.observe(gone(resource("a", "a1", 1, 19)))).isFalse();
    assertThat(memory.fingerprints()).containsEntry("a", "a2/1");
  }

  private static Stack stack(String uid, long generation, long version) {
    var stack = new Stack();
    stack.setSpec(new StackSpec());
    return named(stack, "stack", uid, generation, version);
  }

  private static Resource resource(String name, String uid, long generation, long version) {
    var resource = new Resource();
    resource.setSpec(new ResourceSpec());
    return named(resource, name, uid, generation, version);
  }

  private static <T extends HasMetadata> T named(
      T object, String name, String uid, long generation, long version) {
    object.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withUid(uid)
            .withGeneration(generation)
            .withResourceVersion(Long.toString(version))
            .build());
    return object;
  }
}
