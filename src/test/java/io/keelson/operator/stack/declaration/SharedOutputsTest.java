package io.keelson.operator.stack.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackOutput;
import io.keelson.operator.api.StackSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Who may read an output, and what of a Stack wakes those that read it.
final class SharedOutputsTest {
  private static StackOutput output(boolean sensitive, String... allowed) {
    var output = new StackOutput();
    output.name = "vpc";
    if (sensitive) output.sensitive = true;
    if (allowed.length > 0) output.allowedNamespaces = List.of(allowed);
    return output;
  }

  private static Stack stack(StackOutput... outputs) {
    var stack = new Stack();
    stack.getMetadata().setNamespace("platform");
    stack.getMetadata().setName("network");
    stack.getMetadata().setUid("1");
    stack.setSpec(new StackSpec());
    stack.getSpec().outputs = List.of(outputs);
    return stack;
  }

  private static boolean mayRead(String reader, StackOutput output) {
    return SharedOutputs.mayRead(reader, stack(output), output, false);
  }

  @Test
  void ownNamespace_readsWhatIsNotSensitive() {
    assertThat(mayRead("platform", output(false))).isTrue();
    assertThat(mayRead("platform", output(false, "shop"))).isTrue();
    assertThat(mayRead("platform", output(true))).isFalse();
    assertThat(mayRead("platform", output(true, "shop"))).isFalse();
    assertThat(mayRead("platform", output(true, "platform"))).isTrue();
    assertThat(mayRead("platform", output(true, "*"))).isTrue();
  }

  @Test
  void anotherNamespace_readsWhatNamesIt() {
    assertThat(mayRead("shop", output(false))).isFalse();
    assertThat(mayRead("shop", output(false, "shops", "sho"))).isFalse();
    assertThat(mayRead("shop", output(false, "shop"))).isTrue();
    assertThat(mayRead("shop", output(true, "shop"))).isTrue();
    assertThat(mayRead("shop", output(true, "*"))).isTrue();
  }

  /// The declaration may be newer than the value.
  @Test
  void valueThatWasSavedAsSensitive_isNotOpenedByItsDeclaration() {
    var output = output(false);

    assertThat(SharedOutputs.mayRead("platform", stack(output), output, true)).isFalse();
  }

  @Test
  void stackThatLetsNothingBeRead_wakesNobodyElsewhere() {
    assertThat(SharedOutputs.version(stack(output(false)), "shop")).isEmpty();
    assertThat(SharedOutputs.version(stack(), "shop")).isEmpty();
    assertThat(SharedOutputs.version(stack(), "platform")).isNotEmpty();
  }

  @Test
  void version_changesWithConsentAndTheEnd() {
    var closed = stack(output(true));
    var open = stack(output(true, "platform"));
    var ending = stack(output(true, "platform"));
    ending.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    var version = SharedOutputs.version(open, "platform");

    assertThat(SharedOutputs.version(closed, "platform")).isNotEqualTo(version);
    assertThat(SharedOutputs.version(ending, "platform")).isNotEqualTo(version);
    open.getMetadata().setGeneration(7L);
    assertThat(SharedOutputs.version(open, "platform")).isEqualTo(version);
  }
}
