package io.keelson.operator.stack.output;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.status.ConditionReason;
import java.util.List;

/// Writes the outputs of a Stack, as last computed, to its status and to the objects that it names.
public record Publication(StackMemory memory, StackStatusWriter status, PublishedOutputs objects) {

  /// Writes the outputs. Nothing else shows later that objects were changed, so an event tells of
  /// each that was restored.
  public WrittenOutputs publish(Session session) {
    var values = session.outputs().values();
    var shown = Outputs.shown(values);
    status.change(stack -> stack.outputs = shown.values().isEmpty() ? null : shown.values());
    // A suspended Stack neither writes nor restores outputs.
    var writing = memory.stack().filter(stack -> !Boolean.TRUE.equals(stack.getSpec().suspend));
    if (writing.isEmpty()) return new WrittenOutputs(shown.omitted(), List.of());
    var stack = writing.get();
    var written = objects.write(stack, session.account(), values);
    for (Diagnostic each : written.restored())
      status.tell(stack, ConditionReason.OutputRestored, each.toString());
    return written.after(shown.omitted());
  }

  /// Has the next write look at every object, whether it is known to have changed or not.
  public void lookAgain() {
    objects.lookAgain();
  }

  /// Writes outputs again if somebody else has changed one of the objects.
  public void restore(Session session) {
    if (objects.isDisturbed()) publish(session);
  }
}
