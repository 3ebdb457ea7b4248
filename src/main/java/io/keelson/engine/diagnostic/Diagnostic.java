package io.keelson.engine.diagnostic;

import io.keelson.engine.address.AttributePath;
import java.util.Comparator;
import java.util.List;

/// What a user is told about a problem.
///
/// @param summary short and constant for its kind
/// @param detail what happened, why, and what to do; may have several lines (a caret line under an
///   expression). Never holds a sensitive value.
/// @param path the attribute within the subject; the root if the subject as a whole is meant
/// @rule R-DIAG-1
public record Diagnostic(
    Code code,
    Severity severity,
    String summary,
    String detail,
    Subject subject,
    AttributePath path) {

  /// Errors before warnings, then by subject and path: the order in which diagnostics are shown.
  public static final Comparator<Diagnostic> ORDER =
      Comparator.comparing(Diagnostic::severity)
          .thenComparing(Diagnostic::subject)
          .thenComparing(Diagnostic::path)
          .thenComparing(Diagnostic::code)
          .thenComparing(Diagnostic::summary)
          .thenComparing(Diagnostic::detail);

  public static Diagnostic error(Code code, Subject subject, String summary, String detail) {
    return new Diagnostic(code, Severity.ERROR, summary, detail, subject, AttributePath.ROOT);
  }

  public static Diagnostic warning(Code code, Subject subject, String summary, String detail) {
    return new Diagnostic(code, Severity.WARNING, summary, detail, subject, AttributePath.ROOT);
  }

  /// This diagnostic, about the given attribute.
  public Diagnostic at(AttributePath attribute) {
    return new Diagnostic(code, severity, summary, detail, subject, attribute);
  }

  /// This diagnostic, about another subject.
  public Diagnostic about(Subject other) {
    return new Diagnostic(code, severity, summary, detail, other, path);
  }

  /// These diagnostics, about another subject.
  public static List<Diagnostic> about(Subject subject, List<Diagnostic> diagnostics) {
    return diagnostics.stream().map(each -> each.about(subject)).toList();
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  public static boolean anyError(List<Diagnostic> diagnostics) {
    return diagnostics.stream().anyMatch(Diagnostic::isError);
  }

  /// One paragraph: where, what, and what to do.
  @Override
  public String toString() {
    String place = path.isRoot() ? subject.toString() : subject + ": " + path;
    return place + ": " + summary + (detail.isEmpty() ? "" : ": " + detail);
  }
}
