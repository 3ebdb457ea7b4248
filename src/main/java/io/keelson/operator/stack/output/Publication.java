package io.keelson.operator.stack.output;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.status.ConditionReason;
import java.util.ArrayList;
import java.util.List;

/// Writes the outputs of a Stack, as last computed, to its status and to the objects that it names.
public record Publication(StackMemory memory, StackStatusWriter status, PublishedOutputs objects) {

  /// @return errors about outputs that could not be written, and warnings about outputs that are
  ///   not shown or had to be restored
  public List<Diagnostic> publish(Session session) {
    var values = session.outputs().values();
    var statusValues = Outputs.shown(values);
    status.change(
        stack -> stack.outputs = statusValues.values().isEmpty() ? null : statusValues.values());
    var diagnostics = new ArrayList<>(statusValues.omitted());
    memory
        .stack()
        // A suspended Stack neither writes nor restores outputs.
        .filter(stack -> !Boolean.TRUE.equals(stack.getSpec().suspend))
        .ifPresent(stack -> {
          var written = objects.write(stack, session.account(), values);
          diagnostics.addAll(written);
          tell(stack, written);
        });
    return diagnostics;
  }

  /// Has the next write look at every object, whether it is known to have changed or not.
  public void lookAgain() {
    objects.lookAgain();
  }

  /// Writes outputs again if somebody else has changed one of the objects.
  public void restore(Session session) {
    if (objects.isDisturbed()) publish(session);
  }

  /// Writes an event about restored objects: nothing else shows later that they were changed.
  private void tell(Stack stack, List<Diagnostic> written) {
    for (Diagnostic each : written)
      if (each.summary().equals(PublishedOutputs.RESTORED))
        status.tell(stack, ConditionReason.OutputRestored, each.toString());
  }
}
