package io.keelson.operator.stack;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.List;

/// Shows the outputs of a Stack as last computed, in its status and where it says.
record Publication(StackMemory memory, StackStatusWriter status) {

  /// @return what could not be written
  List<Diagnostic> publish(Session session) {
    var values = session.outputs().values();
    status.change(stack -> {
      var shown = Outputs.shown(values);
      stack.outputs = shown.isEmpty() ? null : shown;
    });
    return memory
        .stack()
        .map(stack -> session.publisher().publish(stack, values))
        .orElse(List.of());
  }
}
