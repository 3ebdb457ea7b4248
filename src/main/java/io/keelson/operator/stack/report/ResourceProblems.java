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

/// Finds out which of the problems of a Stack are those of one of its Resources: its own, those of
/// its records, or those of what it refers to.
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

  /// What there is to say about one Resource.
  ///
  /// @param report empty if nothing is wrong with it
  /// @param diagnostics its own, warnings too
  record Found(Optional<Report> report, List<Diagnostic> diagnostics) {}

  /// @param planned whether anything was planned for it, be it nothing to do
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

  /// Nothing is wrong with what is left to a later plan, and it is not as declared either.
  private Optional<Report> deferred(ResourceAddress address) {
    return Deferrals.of(planned.plan(), address)
        .map(message -> Report.going(ConditionReason.Deferred, message));
  }

  /// What is said of something because of an error of its own.
  static Report told(Planned planned, Diagnostic error, List<Diagnostic> own) {
    // The same code tells of a plan that cannot be made, and of an apply that failed.
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

  /// What records upstream cannot be used for.
  private Optional<String> unusableUpstream(ResourceAddress address) {
    return planned.snapshot().dependencies().stored(address).stream()
        .flatMap(each -> Optional.ofNullable(unusable.get(each.resource())).stream())
        .map(InstanceMemory.Problem::message)
        .findFirst();
  }

  /// Why nothing could be planned although nothing is wrong here.
  private Optional<Diagnostic> upstream(ResourceAddress address) {
    if (planned.snapshot().config().frozen().contains(address))
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
