package io.keelson.operator.stack.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackOutput;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.api.StackVariable;
import io.keelson.operator.stack.context.StackKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Stacks that read each other's outputs. Each has one output, `o`.
final class OutputCircleTest {
  private final Map<StackKey, Stack> stacks = new HashMap<>();

  /// @param allowed the namespaces that may read its output
  /// @param read Stacks whose outputs it reads, as `namespace/name`
  private Stack stack(String namespace, String name, List<String> allowed, String... read) {
    var stack = new Stack();
    stack.getMetadata().setNamespace(namespace);
    stack.getMetadata().setName(name);
    stack.setSpec(new StackSpec());
    var output = new StackOutput();
    output.name = "o";
    output.allowedNamespaces = allowed;
    stack.getSpec().outputs = List.of(output);
    stack.getSpec().variables = new ArrayList<>();
    for (String each : read) stack.getSpec().variables.add(variable(each));
    stacks.put(StackKey.of(stack), stack);
    return stack;
  }

  private static StackVariable variable(String read) {
    var variable = new StackVariable();
    variable.valueFrom = new StackVariable.ValueSource();
    variable.valueFrom.stackOutput = new StackVariable.OutputReference();
    variable.valueFrom.stackOutput.namespace = read.split("/", -1)[0];
    variable.valueFrom.stackOutput.name = read.split("/", -1)[1];
    variable.valueFrom.stackOutput.output = "o";
    return variable;
  }

  private OutputCircle circle(Stack stack) {
    return new OutputCircle(stack, key -> Optional.ofNullable(stacks.get(key)));
  }

  @Test
  void stackThatReadsItself_isACircle() {
    assertThat(circle(stack("n", "a", List.of(), "n/a")).find()).contains("a -> a");
  }

  @Test
  void shortestCircle_isTold() {
    var a = stack("n", "a", List.of(), "n/b");
    var b = stack("n", "b", List.of(), "n/c", "n/d");
    stack("n", "c", List.of(), "n/d");
    stack("n", "d", List.of(), "n/a");

    assertThat(circle(a).find()).contains("a -> b -> d -> a");
    assertThat(circle(b).find()).contains("b -> d -> a -> b");
  }

  @Test
  void stackThatOnlyReadsFromACircle_isInNone() {
    var reader = stack("n", "reader", List.of(), "n/a");
    stack("n", "a", List.of(), "n/b");
    stack("n", "b", List.of(), "n/a");
    var circle = circle(reader);

    assertThat(circle.find()).isEmpty();
    assertThat(circle.behind()).containsExactly(new StackKey("n", "b"));
  }

  @Test
  void whatMayNotBeReadOrIsNotThere_makesNoCircle() {
    var a = stack("n", "a", List.of("*"), "m/b", "m/none");
    stack("m", "b", List.of("other"), "n/a");

    assertThat(circle(a).find()).isEmpty();
  }

  @Test
  void stackThatIsBeingDeleted_makesNoCircle() {
    var a = stack("n", "a", List.of(), "n/b");
    stack("n", "b", List.of(), "n/a").getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

    assertThat(circle(a).find()).isEmpty();
  }

  @Test
  void stacksThatAllowNothingHere_areNotNamed() {
    var a = stack("n", "a", List.of("k"), "m/b");
    var b = stack("m", "b", List.of("n"), "k/c");
    var c = stack("k", "c", List.of("m"), "n/a");

    assertThat(circle(a).find()).contains("a -> m/b -> a Stack of another namespace -> a");
    assertThat(circle(b).find()).contains("b -> k/c -> a Stack of another namespace -> b");
    assertThat(circle(c).find()).contains("c -> n/a -> a Stack of another namespace -> c");
  }

  @Test
  void search_endsAfterAHundredStacks() {
    for (int i = 1; i <= 2 * OutputCircle.MOST; i++)
      stack("n", "s" + i, List.of(), "n/s" + (i + 1));
    var asked = new ArrayList<StackKey>();
    var first = stack("n", "s0", List.of(), "n/s1");
    var circle =
        new OutputCircle(
            first,
            key -> {
              asked.add(key);
              return Optional.ofNullable(stacks.get(key));
            });

    assertThat(circle.find()).isEmpty();
    assertThat(asked).hasSize(OutputCircle.MOST);
    assertThat(circle.behind()).hasSizeLessThan(OutputCircle.MOST);
  }
}
