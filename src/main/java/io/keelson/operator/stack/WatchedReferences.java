package io.keelson.operator.stack;

import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.declaration.ConfigName;
import io.keelson.operator.stack.declaration.References;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.UsedProviders;
import io.keelson.operator.stack.gate.OpenSession;
import io.keelson.operator.stack.gate.ReadReferences;
import java.util.TreeSet;

/// Decides which objects are watched for a Stack: those that it, its ProviderConfigs and its
/// Components refer to. [References] watches them and wakes the runner. Sets no condition.
final class WatchedReferences implements AutoCloseable {
  private final StackMemory memory;
  private final ReadReferences read;
  private final OpenSession session;
  private final References references;

  WatchedReferences(
      StackMemory memory, ReadReferences read, OpenSession session, References references) {
    this.memory = memory;
    this.read = read;
    this.session = session;
    this.references = references;
  }

  /// Called before a turn and after it: the references of ProviderConfigs and other Stacks are
  /// known only when a turn has read them.
  void watch(Stack stack) {
    var others = new TreeSet<String>();
    for (ConfigName name : UsedProviders.named(stack, memory.resources(), read.components()))
      others.add("ProviderConfig/" + name.in(stack.getMetadata().getNamespace()));
    var open = session.current();
    if (open != null) others.addAll(open.usedProviders().configs().secrets());
    others.addAll(read.stacks());
    references.watch(stack, others);
  }

  @Override
  public void close() {
    references.close();
  }
}
