package io.keelson.operator.stack.context;

import static io.keelson.operator.stack.context.DeclaredEvents.gone;
import static io.keelson.operator.stack.context.DeclaredEvents.seen;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.stack.declaration.LeftOut;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.state.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Which Stacks and Resources of a namespace are held.
@Tag("R-LIM-7")
final class DeclaredSizesTest {
  private static final StackKey SHOP = new StackKey("team", "shop");
  private static final StackKey DESK = new StackKey("team", "desk");

  private final DeclaredSizes sizes = new DeclaredSizes(1 << 20);
  private final List<String> calls = new ArrayList<>();

  @Test
  void whatGoesBeyond_isLeftOutWithNumbersAndLimit() {
    assertThat(sizes.objection(resource(SHOP, "a", 1, 700_000))).isEmpty();

    assertThat(sizes.objection(resource(DESK, "b", 2, 500_000)))
        .hasValueSatisfying(why ->
            assertThat(why)
                .startsWith(
                    "The operator would hold 0.4 MiB for this Resource and 1.1 MiB for all of this"
                        + " namespace, and one namespace may have at most 1.0 MiB")
                .contains("--max-declared-mib-per-namespace"));
  }

  @Test
  void manyParts_takeMoreThanTheirText() {
    var large = resource(SHOP, "a", 1, 0);
    var config = JsonNodeFactory.instance.objectNode();
    var list = config.putArray("list");
    for (int i = 0; i < 20_000; i++) list.add(0);
    large.getSpec().config = config;

    assertThat(sizes.objection(large)).isPresent();
  }

  @Test
  void olderOneThatIsReadLater_isHeldAndTheYoungerStackReadsAgain() {
    watched();
    assertThat(sizes.objection(resource(DESK, "young", 2, 700_000))).isEmpty();

    assertThat(sizes.objection(resource(SHOP, "old", 1, 500_000))).isEmpty();

    assertThat(calls).containsExactly("desk");
    assertThat(sizes.isOutdated(DESK)).isTrue();
    assertThat(sizes.objection(resource(DESK, "young", 2, 700_000))).isPresent();
    assertThat(sizes.isOutdated(DESK)).isFalse();
  }

  @Test
  void roomThatComes_isTold() {
    watched();
    var old = resource(SHOP, "old", 1, 700_000);
    sizes.objection(old);
    sizes.objection(resource(DESK, "young", 2, 500_000));

    sizes.gone(old);

    assertThat(calls).containsExactly("desk");
    assertThat(sizes.isOutdated(DESK)).isTrue();
    assertThat(sizes.objection(resource(DESK, "young", 2, 500_000))).isEmpty();
  }

  @Test
  void otherNamespaces_haveRoomOfTheirOwn() {
    sizes.objection(resource(SHOP, "a", 1, 700_000));

    assertThat(sizes.objection(resource(new StackKey("else", "shop"), "b", 2, 700_000))).isEmpty();
  }

  @Test
  void memory_holdsOnlyTheNameOfWhatIsLeftOut() {
    var memory = new StackMemory(sizes);
    memory.observe(seen(resource(SHOP, "a", 1, 700_000)));
    memory.observe(seen(resource(SHOP, "b", 2, 500_000)));

    assertThat(memory.resources())
        .extracting(each -> LeftOut.why(each).isPresent())
        .containsExactly(false, true);

    memory.observe(gone(resource(SHOP, "a", 1, 700_000)));
    memory.expect();
    memory.take(null, List.of(resource(SHOP, "b", 2, 500_000)), List.of());

    assertThat(memory.resources())
        .singleElement()
        .satisfies(
            each -> assertThat(String.valueOf(each.getSpec().config)).hasSizeGreaterThan(500_000));
  }

  @Test
  void stack_takesRoomOfItsNamespace() {
    assertThat(sizes.objection(resource(SHOP, "a", 1, 700_000))).isEmpty();

    assertThat(sizes.objection(stack(DESK, 2, 500_000)))
        .hasValueSatisfying(why ->
            assertThat(why)
                .startsWith(
                    "The operator would hold 0.4 MiB for this Stack and 1.1 MiB for all of this"
                        + " namespace, and one namespace may have at most 1.0 MiB")
                .contains("--max-declared-mib-per-namespace"));
  }

  @Test
  void olderStack_takesTheRoomOfYoungerResources() {
    watched();
    assertThat(sizes.objection(resource(SHOP, "a", 2, 700_000))).isEmpty();

    assertThat(sizes.objection(stack(DESK, 1, 500_000))).isEmpty();

    assertThat(calls).containsExactly("shop");
  }

  @Test
  void memory_holdsOfAStackThatIsLeftOutWhatEndsIt() {
    sizes.objection(resource(SHOP, "a", 1, 700_000));
    var memory = new StackMemory(sizes);
    var large = stack(DESK, 2, 500_000);
    large.getSpec().serviceAccountName = "deployer";
    large.getMetadata().setAnnotations(Map.of("note", "x".repeat(1000), Labels.APPROVE, "digest"));

    memory.observe(seen(large));

    assertThat(memory.stack().flatMap(LeftOut::why))
        .hasValueSatisfying(why -> assertThat(why).contains("0.4 MiB for this Stack"));
    assertThat(memory.stack().orElseThrow())
        .satisfies(held -> {
          assertThat(held.getSpec().locals).isNull();
          assertThat(held.getMetadata().getAnnotations()).containsOnlyKeys(Labels.APPROVE);
          assertThat(held.getSpec().serviceAccountName).isEqualTo("deployer");
        });
    assertThat(memory.fingerprints()).containsEntry("", "desk-uid/1");
  }

  @Test
  void memory_holdsAllOfAStackWhenThereIsRoom() {
    watched();
    var old = resource(SHOP, "a", 1, 700_000);
    sizes.objection(old);
    var memory = new StackMemory(sizes);
    memory.observe(seen(stack(DESK, 2, 500_000)));

    sizes.gone(old);

    assertThat(calls).containsExactly("desk");
    memory.expect();
    memory.take(stack(DESK, 2, 500_000), List.of(), List.of());
    assertThat(memory.stack().flatMap(LeftOut::why)).isEmpty();
    assertThat(memory.stack().orElseThrow().getSpec().locals).containsKey("text");
  }

  @Test
  void stackThatIsLeftOutWhileAListIsAskedFor_isNotTakenForWhole() {
    sizes.objection(resource(SHOP, "a", 1, 700_000));
    var memory = new StackMemory(sizes);
    memory.expect();
    var newer = stack(DESK, 3, 500_000);
    memory.observe(seen(newer));

    memory.take(stack(DESK, 2, 400_000), List.of(), List.of());

    assertThat(memory.stack()).containsSame(newer);
    assertThat(memory.stack().flatMap(LeftOut::why)).isPresent();
  }

  @Test
  void stackThatIsGone_takesNoRoom() {
    var memory = new StackMemory(sizes);
    memory.observe(seen(stack(DESK, 1, 700_000)));
    assertThat(sizes.objection(resource(SHOP, "b", 2, 500_000))).isPresent();

    memory.observe(gone(stack(DESK, 1, 700_000)));

    assertThat(sizes.objection(resource(SHOP, "b", 2, 500_000))).isEmpty();
  }

  private void watched() {
    sizes.watch(SHOP, () -> calls.add("shop"));
    sizes.watch(DESK, () -> calls.add("desk"));
  }

  private static Stack stack(StackKey key, int age, int characters) {
    var stack = new Stack();
    stack.setMetadata(meta(key, key.name(), age));
    stack.setSpec(new StackSpec());
    stack.getSpec().locals = Map.of("text", TextNode.valueOf("x".repeat(characters)));
    return stack;
  }

  private static ObjectMeta meta(StackKey stack, String name, int age) {
    return new ObjectMetaBuilder()
        .withNamespace(stack.namespace())
        .withName(name)
        .withUid(name + "-uid")
        .withGeneration(1L)
        .withResourceVersion(String.valueOf(age))
        .withCreationTimestamp("2026-01-01T00:00:0" + age + "Z")
        .build();
  }

  private static Resource resource(StackKey stack, String name, int age, int characters) {
    var resource = new Resource();
    resource.setMetadata(meta(stack, name, age));
    var spec = new ResourceSpec();
    spec.stack = stack.name();
    spec.type = "terraform_data";
    spec.config = JsonNodeFactory.instance.objectNode().put("text", "x".repeat(characters));
    resource.setSpec(spec);
    return resource;
  }
}
