package io.keelson.engine.diagnostic;

import java.util.Optional;

/// A problem as people read it on a terminal.
final class DiagnosticText {
  private DiagnosticText() {}

  /// @param origin where the subject is declared
  /// @return with an empty line after it
  static String of(Diagnostic diagnostic, Optional<String> origin) {
    var text = new StringBuilder(diagnostic.isError() ? "Error: " : "Warning: ");
    text.append(capitalized(diagnostic.summary())).append("\n\n");
    origin.ifPresent(each -> text.append("  on ").append(each).append('\n'));
    var place = place(diagnostic);
    if (!place.isEmpty()) text.append("  at ").append(place).append('\n');
    if (origin.isPresent() || !place.isEmpty()) text.append('\n');
    diagnostic
        .detail()
        .lines()
        .forEach(line -> text.append(line.isEmpty() ? "" : "  ").append(line).append('\n'));
    return text.append('\n').toString();
  }

  private static String capitalized(String summary) {
    return summary.isEmpty()
        ? summary
        : Character.toUpperCase(summary.charAt(0)) + summary.substring(1);
  }

  private static String place(Diagnostic diagnostic) {
    var subject =
        diagnostic.subject() instanceof Subject.Whole ? "" : diagnostic.subject().toString();
    if (diagnostic.path().isRoot()) return subject;
    return subject.isEmpty() ? diagnostic.path().toString() : subject + ": " + diagnostic.path();
  }
}
