package io.keelson.engine.diagnostic;

import java.util.List;
import java.util.Optional;

/// Problems as people read them on a terminal.
public final class DiagnosticText {
  private DiagnosticText() {}

  /// @return each with an empty line after it
  public static String of(List<Diagnostic> diagnostics) {
    var text = new StringBuilder();
    diagnostics.forEach(each -> text.append(of(each, Optional.empty())));
    return text.toString();
  }

  /// @param origin where the subject is declared
  /// @return with an empty line after it
  public static String of(Diagnostic diagnostic, Optional<String> origin) {
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
