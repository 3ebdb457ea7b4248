package io.keelson.operator.stack.report;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Change;
import io.keelson.operator.api.Resource;
import io.keelson.operator.stack.declaration.Declarations;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Finds the state of each Resource of a Stack in the last plan of it.
final class ResourceFindings {
  private static final String MANAGED = "What is declared is what exists.";
  private static final String EPHEMERAL =
      "It is open only while a plan is made or carried out, and recorded nowhere.";

  private final Planned planned;
  private final Report report;
  private final ResourceProblems problems;
  private final Set<InstanceAddress> made;
  private final SortedMap<ResourceAddress, List<Change>> changes;

  /// @param report what is said of what has something to do, and no problem
  /// @param unusable resources whose records cannot be used, and why
  /// @param made the instances that were made as declared since the plan
  ResourceFindings(
      Planned planned,
      Report report,
      SortedMap<ResourceAddress, InstanceMemory.Problem> unusable,
      Set<InstanceAddress> made) {
    this(planned, report, new ResourceProblems(planned, report, unusable), made, changes(planned));
  }

  private ResourceFindings(
      Planned planned,
      Report report,
      ResourceProblems problems,
      Set<InstanceAddress> made,
      SortedMap<ResourceAddress, List<Change>> changes) {
    this.planned = planned;
    this.report = report;
    this.problems = problems;
    this.made = made;
    this.changes = changes;
  }

  private static SortedMap<ResourceAddress, List<Change>> changes(Planned planned) {
    var changes = new TreeMap<ResourceAddress, List<Change>>();
    for (Change change : planned.plan().changes().values())
      if (change.object().deposed().isEmpty())
        changes
            .computeIfAbsent(change.object().instance().resource(), _ -> new ArrayList<>())
            .add(change);
    return changes;
  }

  /// What is found in the same plan when something else is said of what has something to do.
  ResourceFindings with(Report other) {
    return new ResourceFindings(planned, other, problems.with(other), made, changes);
  }

  Finding about(Resource resource) {
    var address = Declarations.address(resource);
    var own = changes.getOrDefault(address, List.of());
    int read = address.instancesIn(planned.plan().data()).size();
    boolean ephemeral = Declarations.isEphemeral(resource);
    var found = problems.of(address, !own.isEmpty() || read > 0 || ephemeral);
    if (Declarations.isData(resource)) return ofData(own, read, found);
    int declared = ephemeral ? 0 : planned.declared(address);
    return ofManaged(own, declared, found, ephemeral ? EPHEMERAL : MANAGED);
  }

  /// @param declared how many instances are declared, with a problem or without
  /// @param fine the message if nothing is to be done
  private Finding ofManaged(
      List<Change> changes, int declared, ResourceProblems.Found problems, String fine) {
    int left = (int) changes.stream().filter(each -> isLeft(each, made)).count();
    int ready = changes.size() - left;
    var diagnostics = problems.diagnostics();
    if (problems.report().isPresent()) {
      var problem = problems.report().get();
      return new Finding(
          problem.progress(), problem.reason(), problem.message(), ready, declared, diagnostics);
    }
    if (left > 0)
      return new Finding(
          report.progress() == Report.Progress.DONE ? Report.Progress.GOING : report.progress(),
          report.reason(),
          waits(),
          ready,
          declared,
          diagnostics);
    return new Finding(
        Report.Progress.DONE, ConditionReason.UpToDate, fine, ready, declared, diagnostics);
  }

  /// Whether what is planned for an instance has still to be done.
  ///
  /// @param made the instances that were made as declared since the plan
  static boolean isLeft(Change change, Set<InstanceAddress> made) {
    return change.isEffective() && !made.contains(change.object().instance());
  }

  /// @param later the instances that are read while the plan is applied
  /// @param read how many instances were read for the plan
  private Finding ofData(List<Change> later, int read, ResourceProblems.Found problems) {
    int declared = Math.max(read + later.size(), problems.report().isPresent() ? 1 : 0);
    var diagnostics = problems.diagnostics();
    if (problems.report().isPresent()) {
      var problem = problems.report().get();
      return new Finding(
          problem.progress(), problem.reason(), problem.message(), read, declared, diagnostics);
    }
    if (later.isEmpty())
      return new Finding(
          Report.Progress.DONE,
          ConditionReason.UpToDate,
          "It was read.",
          read,
          declared,
          diagnostics);
    return new Finding(
        report.progress() == Report.Progress.DONE ? Report.Progress.GOING : report.progress(),
        report.reason(),
        whyLater(later.getFirst()) + " " + waits(),
        read,
        declared,
        diagnostics);
  }

  /// What the Stack says of a Resource that has no problem of its own: an error is another's.
  private String waits() {
    return report.reason().isWarning()
        ? "What is planned for it is not done yet: the Stack says %s, and why."
            .formatted(report.reason())
        : report.message();
  }

  private String whyLater(Change later) {
    var at = later.object().instance();
    var waitsFor = new TreeSet<String>();
    var needed = planned.snapshot().dependencies().stored(at.resource());
    for (Change change : planned.plan().effective())
      if (needed.stream()
          .anyMatch(each -> each.resource().equals(change.object().instance().resource())))
        waitsFor.add(change.object().instance().toString());
    return "It is read while the plan is applied: %s%s."
        .formatted(
            later.reason().sentence(),
            waitsFor.isEmpty() ? "" : " (" + String.join(", ", waitsFor) + ")");
  }
}
