package io.keelson.operator.stack.report;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// How one member of a Stack is.
///
/// @param ready how many of its instances are as declared
/// @param declared how many it has
record Finding(
    Report.Progress progress,
    ConditionReason reason,
    String message,
    int ready,
    int declared,
    List<Diagnostic> diagnostics) {
  Finding {
    diagnostics = Collections.unmodifiableList(new ArrayList<>(diagnostics));
  }
}
