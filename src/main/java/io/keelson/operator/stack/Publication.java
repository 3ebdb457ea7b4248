package io.keelson.operator.stack;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.ArrayList;
import java.util.List;

/// Shows the outputs of a Stack as last computed, in its status and where it says.
record Publication(StackMemory memory, StackStatusWriter status) {

  /// @return errors about what could not be written, and warnings about what is not shown
  List<Diagnostic> publish(Session session) {
    var values = session.outputs().values();
    var shown = Outputs.shown(values);
    status.change(stack -> stack.outputs = shown.values().isEmpty() ? null : shown.values());
    var told = new ArrayList<>(shown.omitted());
    memory.stack().ifPresent(stack -> told.addAll(session.publisher().publish(stack, values)));
    return told;
  }
}
