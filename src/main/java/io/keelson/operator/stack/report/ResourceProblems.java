package io.keelson.operator.stack.report;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.Dependency;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Deferrals;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Finds the problems of a Stack that belong to one of its Resources: its own, those of its
/// records, or those of what it refers to.
final class ResourceProblems {
  private final Planned planned;
  private final Report report;
  private final SortedMap<ResourceAddress, InstanceMemory.Problem> unusable;
  private final SortedMap<ResourceAddress, List<Diagnostic>> byResource = new TreeMap<>();

  /// @param unusable resources whose records cannot be used, and why
  ResourceProblems(
      Planned planned, Report report, SortedMap<ResourceAddress, InstanceMemory.Problem> unusable) {
    this.planned = planned;
    this.report = report;
    this.unusable = unusable;
    for (Diagnostic diagnostic : report.diagnostics())
      diagnostic
          .subject()
          .about()
          .ifPresent(address ->
              byResource.computeIfAbsent(address, _ -> new ArrayList<>()).add(diagnostic));
  }

  ResourceProblems with(Report other) {
    return new ResourceProblems(planned, other, unusable);
  }

  /// The problems of one Resource.
  ///
  /// @param report on the worst problem; empty if there is none
  /// @param diagnostics its own, with warnings
  record Found(Optional<Report> report, List<Diagnostic> diagnostics) {}

  /// @param planned whether it was planned, even if there is nothing to do
  Found of(ResourceAddress address, boolean planned) {
    var own = byResource.getOrDefault(address, List.of());
    var record = Optional.ofNullable(unusable.get(address));
    var worst =
        record
            .map(problem -> Report.stalled(problem.reason(), problem.message()))
            .or(() ->
                own.stream()
                    .filter(Diagnostic::isError)
                    .findFirst()
                    .map(error -> told(this.planned, error, own)))
            .or(() -> deferred(address))
            .or(() -> planned ? Optional.empty() : waiting(address));
    return new Found(worst, own);
  }

  /// The report on a resource that is left to a later plan: it has no problem, but is not as
  /// declared.
  private Optional<Report> deferred(ResourceAddress address) {
    return Deferrals.of(planned.plan(), address)
        .map(message -> Report.going(ConditionReason.Deferred, message));
  }

  /// The report on an error of its own.
  static Report told(Planned planned, Diagnostic error, List<Diagnostic> own) {
    // One code may stand for a plan that cannot be made, and for an apply that failed.
    var reason =
        planned.diagnostics().contains(error)
            ? Diagnostics.reason(error.code())
            : Diagnostics.reasonOfApply(error.code());
    var message = Diagnostics.told(error, own);
    return Diagnostics.mayPass(error.code())
        ? Report.going(reason, message)
        : Report.stalled(reason, message);
  }

  private Optional<Report> waiting(ResourceAddress address) {
    return upstream(address)
        .map(Diagnostic::toString)
        .or(() -> unusableUpstream(address))
        .map(ResourceProblems::waits);
  }

  /// Why the records of a resource that this one needs cannot be used.
  private Optional<String> unusableUpstream(ResourceAddress address) {
    return planned.snapshot().dependencies().stored(address).stream()
        .flatMap(each -> Optional.ofNullable(unusable.get(each.resource())).stream())
        .map(InstanceMemory.Problem::message)
        .findFirst();
  }

  /// The error of a resource that this one needs, because of which it could not be planned.
  private Optional<Diagnostic> upstream(ResourceAddress address) {
    if (planned.snapshot().config().frozen().resources().contains(address))
      return report.diagnostics().stream().filter(Diagnostic::isError).findFirst();
    return planned.snapshot().dependencies().stored(address).stream()
        .map(Dependency::resource)
        .flatMap(each -> byResource.getOrDefault(each, List.of()).stream())
        .filter(Diagnostic::isError)
        .findFirst();
  }

  static Report waits(String upstream) {
    return Report.going(
        ConditionReason.DependencyNotReady, "It waits for something upstream: " + upstream);
  }
}
