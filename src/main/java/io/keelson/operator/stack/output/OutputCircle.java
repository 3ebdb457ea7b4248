package io.keelson.operator.stack.output;

import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackOutput;
import io.keelson.operator.api.StackVariable.OutputReference;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.SharedOutputs;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Finds whether a Stack reads its own outputs, directly or by way of other Stacks. An output that
/// a Stack may not read is no part of a circle, as it gets no value from there.
final class OutputCircle {
  /// The most Stacks that are looked at for one Stack.
  static final int MOST = 100;

  private static final String HIDDEN = "a Stack of another namespace";

  private final Stack reader;
  private final Function<StackKey, Optional<Stack>> stacks;

  /// The way on which a Stack was found: another Stack reads its output.
  ///
  /// @param by the Stack that reads the output
  private record Read(StackKey by, Stack owner, StackOutput output) {}

  private final SequencedMap<StackKey, Read> reads = new LinkedHashMap<>();
  private final Set<StackKey> asked = new HashSet<>();

  OutputCircle(Stack reader, Function<StackKey, Optional<Stack>> stacks) {
    this.reader = reader;
    this.stacks = stacks;
  }

  /// The shortest circle that the Stack is in, as a text for people of its namespace; empty if
  /// there is none, or if it is too far away.
  ///
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server does not
  ///   answer
  Optional<String> find() {
    var start = StackKey.of(reader);
    var next = new ArrayDeque<Stack>(List.of(reader));
    while (!next.isEmpty() && !reads.containsKey(start)) {
      var stack = next.remove();
      for (Read each : readBy(stack)) {
        var owner = StackKey.of(each.owner());
        if (reads.putIfAbsent(owner, each) == null && !owner.equals(start)) next.add(each.owner());
      }
    }
    return Optional.ofNullable(reads.get(start)).map(_ -> told(start));
  }

  /// The Stacks that were looked at, except this one and those that it reads itself: a change of
  /// any of them may close a circle.
  SortedSet<StackKey> behind() {
    var start = StackKey.of(reader);
    return reads.entrySet().stream()
        .filter(each -> !each.getKey().equals(start) && !each.getValue().by().equals(start))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(() -> new TreeSet<>(StackKey.ORDER)));
  }

  private List<Read> readBy(Stack stack) {
    var found = new ArrayList<Read>();
    var by = StackKey.of(stack);
    for (OutputReference reference : SharedOutputs.readBy(stack)) {
      var owner =
          owner(SharedOutputs.stack(reference, by.namespace()))
              .filter(each -> !SharedOutputs.isEnding(each));
      if (owner.isEmpty()) continue;
      SharedOutputs.declared(owner.get(), reference.output)
          .filter(output -> SharedOutputs.mayRead(by.namespace(), owner.get(), output, false))
          .ifPresent(output -> found.add(new Read(by, owner.get(), output)));
    }
    return found;
  }

  private Optional<Stack> owner(StackKey key) {
    if (key.equals(StackKey.of(reader))) return Optional.of(reader);
    if (asked.size() >= MOST && !asked.contains(key)) return Optional.empty();
    asked.add(key);
    return stacks.apply(key);
  }

  private String told(StackKey start) {
    var names = new ArrayList<String>();
    var at = start;
    do {
      var read = readOf(at);
      names.addFirst(name(at, read));
      at = read.by();
    } while (!at.equals(start));
    names.addFirst(start.name());
    return String.join(" -> ", names);
  }

  private Read readOf(StackKey key) {
    return Optional.ofNullable(reads.get(key)).orElseThrow();
  }

  /// The name of a Stack. A Stack of another namespace is named only if its owner lets this Stack
  /// read it.
  private String name(StackKey key, Read read) {
    var own = reader.getMetadata().getNamespace();
    if (key.namespace().equals(own)) return key.name();
    return SharedOutputs.mayRead(own, read.owner(), read.output(), false) ? key.toString() : HIDDEN;
  }
}
