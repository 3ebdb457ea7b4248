package io.keelson.engine.diagnostic;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

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

  /// The order in which diagnostics are shown: errors before warnings, causes before their
  /// consequences, then by subject and path.
  public static final Comparator<Diagnostic> ORDER =
      Comparator.comparing(Diagnostic::severity)
          .thenComparing(Diagnostic::isConsequence)
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

  /// This diagnostic, told in other words.
  public Diagnostic detailed(String other) {
    return new Diagnostic(code, severity, summary, other, subject, path);
  }

  /// This diagnostic, about another subject.
  public Diagnostic about(Subject other) {
    return new Diagnostic(code, severity, summary, detail, other, path);
  }

  /// This diagnostic of a component's body, where the component is used.
  public Diagnostic in(ComponentPath path) {
    return about(subject.in(path));
  }

  /// This diagnostic, where it stops nothing.
  public Diagnostic asWarning() {
    return new Diagnostic(code, Severity.WARNING, summary, detail, subject, path);
  }

  /// These diagnostics, about another subject.
  public static List<Diagnostic> about(Subject subject, List<Diagnostic> diagnostics) {
    if (diagnostics.isEmpty()) return List.of();
    return diagnostics.stream().map(each -> each.about(subject)).toList();
  }

  /// These diagnostics of a resource's declaration, about one instance of it. What was found
  /// elsewhere, such as in a local that the declaration uses, is told there.
  public static List<Diagnostic> within(InstanceAddress at, List<Diagnostic> diagnostics) {
    return diagnostics.stream()
        .map(each ->
            each.subject().equals(Subject.of(at.resource())) ? each.about(Subject.of(at)) : each)
        .toList();
  }

  /// Whether it vanishes by itself when another problem does.
  private boolean isConsequence() {
    return code == Code.BROKEN_REFERENCE || code == Code.TRIGGER;
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  public static boolean anyError(List<Diagnostic> diagnostics) {
    return !diagnostics.isEmpty() && diagnostics.stream().anyMatch(Diagnostic::isError);
  }

  /// As people read it on a terminal, with an empty line after it.
  ///
  /// @param origin where the subject is declared
  public String text(Optional<String> origin) {
    return DiagnosticText.of(this, origin);
  }

  /// One paragraph: where, what, and what to do.
  @Override
  public String toString() {
    String place = path.isRoot() ? subject.toString() : subject + ": " + path;
    return place + ": " + summary + (detail.isEmpty() ? "" : ": " + detail);
  }
}
