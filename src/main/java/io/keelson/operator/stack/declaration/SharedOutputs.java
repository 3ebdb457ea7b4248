package io.keelson.operator.stack.declaration;

import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackOutput;
import io.keelson.operator.api.StackVariable.OutputReference;
import io.keelson.operator.api.StackVariable.ValueSource;
import io.keelson.operator.stack.context.StackKey;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What Stacks declare about shared outputs: which outputs they read, and who may read their own.
public final class SharedOutputs {
  private SharedOutputs() {}

  /// The outputs of other Stacks that a Stack reads, in the order of its variables.
  public static List<OutputReference> readBy(Stack stack) {
    var variables = stack.getSpec().variables;
    if (variables == null) return List.of();
    return variables.stream()
        .map(each -> each.valueFrom)
        .filter(Objects::nonNull)
        .flatMap(SharedOutputs::output)
        .toList();
  }

  private static Stream<OutputReference> output(ValueSource from) {
    return Stream.ofNullable(from.stackOutput);
  }

  /// The Stack that a reference names.
  ///
  /// @param own the namespace that counts where the reference names none
  public static StackKey stack(OutputReference reference, String own) {
    return new StackKey(reference.namespace == null ? own : reference.namespace, reference.name);
  }

  /// A declared output; empty if there is none of this name.
  public static Optional<StackOutput> declared(Stack stack, String name) {
    return declared(stack).filter(each -> each.name.equals(name)).findFirst();
  }

  private static Stream<StackOutput> declared(Stack stack) {
    var outputs = stack.getSpec().outputs;
    return outputs == null ? Stream.empty() : outputs.stream();
  }

  /// Whether Stacks of a namespace may read an output. In its own namespace an output that is not
  /// sensitive may be read; everything else needs the namespace to be listed by its owner.
  ///
  /// @param sensitive whether the value is known to be sensitive, whatever the output declares
  public static boolean mayRead(String reader, Stack owner, StackOutput output, boolean sensitive) {
    var named = output.allowedNamespaces;
    if (named != null && (named.contains("*") || named.contains(reader))) return true;
    return !sensitive
        && !Boolean.TRUE.equals(output.sensitive)
        && owner.getMetadata().getNamespace().equals(reader);
  }

  /// Whether a Stack is being deleted, and its outputs with it.
  public static boolean isEnding(Stack stack) {
    return stack.getMetadata().getDeletionTimestamp() != null;
  }

  /// A text that changes when something changes that a Stack of a namespace may know of another
  /// Stack, and that decides what it reads there; empty if it may know nothing.
  static String version(Stack stack, String reader) {
    var seen = new TreeMap<String, String>();
    declared(stack)
        .filter(each -> mayRead(reader, stack, each, false))
        .forEach(each ->
            seen.put("output " + each.name, String.valueOf(Boolean.TRUE.equals(each.sensitive))));
    if (seen.isEmpty() && !stack.getMetadata().getNamespace().equals(reader)) return "";
    declared(stack)
        .filter(_ -> stack.getMetadata().getNamespace().equals(reader))
        .forEach(each -> seen.putIfAbsent("output " + each.name, "refused"));
    return hash(stack, seen);
  }

  /// A text that changes when a Stack reads other outputs or lets others read other outputs: only
  /// that decides whether Stacks read each other in a circle.
  static String circleVersion(Stack stack) {
    var seen = new TreeMap<String, String>();
    declared(stack)
        .forEach(
            each -> seen.put("output " + each.name, each.sensitive + " " + each.allowedNamespaces));
    return hash(stack, seen);
  }

  private static String hash(Stack stack, SortedMap<String, String> seen) {
    var own = stack.getMetadata().getNamespace();
    for (OutputReference each : readBy(stack))
      seen.put("reads " + stack(each, own) + " " + each.output, "");
    seen.put("uid", stack.getMetadata().getUid());
    seen.put("ending", String.valueOf(isEnding(stack)));
    return StackMemory.hash(seen);
  }
}
