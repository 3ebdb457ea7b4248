package io.keelson.operator.stack.output;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.status.ConditionReason;
import java.util.ArrayList;
import java.util.List;

/// Shows the outputs of a Stack as last computed, in its status and where it says.
public record Publication(StackMemory memory, StackStatusWriter status, PublishedOutputs objects) {

  /// @return errors about what could not be written, and warnings about what is not shown or had to
  ///   be restored
  public List<Diagnostic> publish(Session session) {
    var values = session.outputs().values();
    var statusValues = Outputs.shown(values);
    status.change(
        stack -> stack.outputs = statusValues.values().isEmpty() ? null : statusValues.values());
    var diagnostics = new ArrayList<>(statusValues.omitted());
    memory
        .stack()
        // A suspended Stack writes nothing, and restores nothing.
        .filter(stack -> !Boolean.TRUE.equals(stack.getSpec().suspend))
        .ifPresent(stack -> {
          var written = objects.write(stack, session.account(), values);
          diagnostics.addAll(written);
          tell(stack, written);
        });
    return diagnostics;
  }

  /// With the next time every object is looked at, whether it is known to be changed or not.
  public void lookAgain() {
    objects.lookAgain();
  }

  /// Restores what somebody else has changed, whatever else there is to do.
  public void restore(Session session) {
    if (objects.isDisturbed()) publish(session);
  }

  /// What was restored is nowhere to be seen any more.
  private void tell(Stack stack, List<Diagnostic> written) {
    for (Diagnostic each : written)
      if (each.summary().equals(PublishedOutputs.RESTORED))
        status.tell(stack, ConditionReason.OutputRestored, each.toString());
  }
}
