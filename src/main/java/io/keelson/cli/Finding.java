package io.keelson.cli;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.Optional;

/// A problem, and where it was declared.
record Finding(Optional<Origin> origin, Diagnostic diagnostic) {

  /// As people read it; ends with an empty line.
  String text() {
    var text = new StringBuilder(diagnostic.isError() ? "Error: " : "Warning: ");
    text.append(diagnostic.summary()).append("\n\n");
    origin.ifPresent(each -> text.append("  on ").append(each).append('\n'));
    var place = place();
    if (!place.isEmpty()) text.append("  at ").append(place).append('\n');
    if (origin.isPresent() || !place.isEmpty()) text.append('\n');
    diagnostic.detail().lines().forEach(line -> text.append("  ").append(line).append('\n'));
    return text.append('\n').toString();
  }

  private String place() {
    var subject =
        diagnostic.subject() instanceof Subject.Whole ? "" : diagnostic.subject().toString();
    if (diagnostic.path().isRoot()) return subject;
    return subject.isEmpty() ? diagnostic.path().toString() : subject + ": " + diagnostic.path();
  }
}
