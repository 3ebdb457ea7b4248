package io.keelson.operator.stack.report;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Deferrals;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Report;
import java.util.List;
import java.util.Optional;

/// Finds the problems of a Stack that belong to one of its components, or to anything inside it.
final class ComponentProblems {
  private final Planned planned;
  private final Report report;
  private final ComponentPath path;
  private final List<Diagnostic> diagnostics;

  ComponentProblems(Planned planned, Report report, ComponentPath path) {
    this.planned = planned;
    this.report = report;
    this.path = path;
    this.diagnostics =
        report.diagnostics().stream().filter(each -> isInside(each.subject())).toList();
  }

  /// The problems of the component, with warnings.
  List<Diagnostic> diagnostics() {
    return diagnostics;
  }

  private boolean isInside(Subject subject) {
    return subject
        .about()
        .map(resource -> resource.in().startsWith(path))
        .orElseGet(() ->
            subject.toString().equals(path.toString())
                || subject.toString().startsWith(path + "."));
  }

  /// The report on the worst problem; empty if there is none.
  Optional<Report> worst() {
    return Diagnostics.firstError(diagnostics)
        .map(error -> ResourceProblems.told(planned, error, diagnostics))
        .or(this::deferred)
        .or(this::waiting);
  }

  private Optional<Report> deferred() {
    return Deferrals.of(planned.plan(), this::isInside)
        .map(message -> Report.going(ConditionReason.Deferred, message));
  }

  /// The report on a component in which something is left alone although it has no problem itself.
  private Optional<Report> waiting() {
    var config = planned.snapshot().config();
    var left =
        config.frozen().resources().stream().anyMatch(each -> each.in().startsWith(path))
            || config.frozen().components().stream().anyMatch(each -> each.startsWith(path));
    if (!left) return Optional.empty();
    return Diagnostics.firstError(report.diagnostics())
        .map(upstream -> ResourceProblems.waits(upstream.toString()));
  }
}
