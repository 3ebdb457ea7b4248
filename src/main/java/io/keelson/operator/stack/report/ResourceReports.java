package io.keelson.operator.stack.report;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Change;
import io.keelson.engine.state.InstanceState;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceStatus;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.Declarations;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Conditions;
import io.keelson.operator.status.Events;
import io.keelson.operator.status.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Sets the condition Ready of each Resource, from the last plan of its Stack: True with UpToDate
/// if it is as declared; otherwise False, with the reason of its problem, DependencyNotReady or the
/// reason of the Stack's report, or with Queued, Deleting or StackNotFound if it is not planned.
public final class ResourceReports {
  private static final String MANAGED = "What is declared is what exists.";
  private static final String EPHEMERAL =
      "It is open only while a plan is made or carried out, and recorded nowhere.";

  private final KubernetesClient client;
  private final StackMemory memory;
  private final MemberReports<Resource> members;

  public ResourceReports(OperatorContext context, StackMemory memory, Events events) {
    this.client = context.client();
    this.memory = memory;
    this.members =
        new MemberReports<>(
            context,
            events,
            Resource.class,
            this::reported,
            status -> status == null ? null : ((ResourceStatus) status).conditions,
            memory::answered);
  }

  /// Writes the status of every Resource. One that has changed since it was planned is left out:
  /// nothing is known yet of its new declaration.
  ///
  /// @param report what is said about the Stack
  /// @param unusable resources whose records cannot be used, and why
  void write(
      Planned planned, Report report, SortedMap<ResourceAddress, InstanceMemory.Problem> unusable) {
    var changes = new TreeMap<ResourceAddress, List<Change>>();
    for (Change change : planned.plan().changes().values())
      if (change.object().deposed().isEmpty())
        changes
            .computeIfAbsent(change.object().instance().resource(), _ -> new ArrayList<>())
            .add(change);
    var problems = new ResourceProblems(planned, report, unusable);
    var reports = new ArrayList<MemberReport<Resource>>();
    for (Resource resource : memory.resources()) {
      var name = resource.getMetadata().getName();
      if (!StackMemory.fingerprint(resource).equals(planned.members().get(name))) continue;
      var address = Declarations.address(resource);
      var own = changes.getOrDefault(address, List.of());
      int read = address.instancesIn(planned.plan().data()).size();
      boolean ephemeral = Declarations.isEphemeral(resource);
      var found = problems.of(address, !own.isEmpty() || read > 0 || ephemeral);
      reports.add(
          new MemberReport<>(
              resource,
              Declarations.isData(resource)
                  ? ofData(planned, own, read, report, found)
                  : finding(
                      own,
                      ephemeral ? 0 : planned.declared(address),
                      report,
                      found,
                      ephemeral ? EPHEMERAL : MANAGED)));
    }
    members.write(reports);
  }

  /// @param declared how many instances are declared, with a problem or without
  /// @param fine the message if nothing is to be done
  private static Finding finding(
      List<Change> changes,
      int declared,
      Report report,
      ResourceProblems.Found problems,
      String fine) {
    int ready = (int) changes.stream().filter(each -> !each.isEffective()).count();
    var diagnostics = problems.diagnostics();
    if (problems.report().isPresent()) {
      var problem = problems.report().get();
      return new Finding(
          problem.progress(), problem.reason(), problem.message(), ready, declared, diagnostics);
    }
    if (changes.stream().anyMatch(Change::isEffective))
      return new Finding(
          report.progress() == Report.Progress.DONE ? Report.Progress.GOING : report.progress(),
          report.reason(),
          waits(report),
          ready,
          declared,
          diagnostics);
    return new Finding(
        Report.Progress.DONE, ConditionReason.UpToDate, fine, ready, declared, diagnostics);
  }

  /// @param later the instances that are read while the plan is applied
  /// @param read how many instances were read for the plan
  private static Finding ofData(
      Planned planned,
      List<Change> later,
      int read,
      Report report,
      ResourceProblems.Found problems) {
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
        whyLater(planned, later.getFirst()) + " " + waits(report),
        read,
        declared,
        diagnostics);
  }

  /// What the Stack says of a Resource that has no problem of its own: an error is another's.
  private static String waits(Report report) {
    return report.reason().isWarning()
        ? "What is planned for it is not done yet: the Stack says %s, and why."
            .formatted(report.reason())
        : report.message();
  }

  private static String whyLater(Planned planned, Change later) {
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

  /// Says that the Stack does not exist.
  public void stackNotFound(StackKey key) {
    var reports = new ArrayList<MemberReport<Resource>>();
    for (Resource resource : memory.resources())
      reports.add(
          new MemberReport<>(
              resource,
              new Finding(
                  Report.Progress.STALLED,
                  ConditionReason.StackNotFound,
                  "There is no Stack '%s' in namespace '%s'. Apply it, or create this Resource again with the right spec.stack."
                      .formatted(key.name(), key.namespace()),
                  0,
                  0,
                  List.of())));
    members.write(reports);
  }

  /// Reports why Resources that were declared anew are not planned.
  void unplanned(ConditionReason reason, String message) {
    var reports = new ArrayList<MemberReport<Resource>>();
    for (Resource resource : memory.resources())
      if (!isReported(resource))
        reports.add(
            new MemberReport<>(
                resource, new Finding(Report.Progress.WAITING, reason, message, 0, 0, List.of())));
    members.write(reports);
  }

  /// Reports that Resources that were declared anew are planned only when something else has ended.
  ///
  /// @param recorded the recorded instances
  /// @return their names
  public List<String> queued(String message, SortedMap<InstanceAddress, InstanceState> recorded) {
    var reports = new ArrayList<MemberReport<Resource>>();
    for (Resource resource : memory.resources()) {
      if (isReported(resource)) continue;
      int there = Declarations.address(resource).instancesIn(recorded).size();
      reports.add(
          new MemberReport<>(
              resource,
              new Finding(
                  Report.Progress.WAITING,
                  ConditionReason.Queued,
                  message,
                  there,
                  there,
                  List.of())));
    }
    members.write(reports);
    return reports.stream().map(each -> each.about().getMetadata().getName()).toList();
  }

  /// Whether there is a report on the present declaration, other than that it waits.
  private static boolean isReported(Resource resource) {
    var status = resource.getStatus();
    if (status == null || !resource.getMetadata().getGeneration().equals(status.observedGeneration))
      return false;
    var ready = Conditions.find(status.conditions, Conditions.READY);
    return ready != null && !ConditionReason.Queued.name().equals(ready.getReason());
  }

  private Resource reported(Resource resource, Finding finding) {
    var copy = client.getKubernetesSerialization().clone(resource);
    var before = resource.getStatus();
    var status = new ResourceStatus();
    status.observedGeneration = resource.getMetadata().getGeneration();
    status.conditions =
        members.conditions(resource, before == null ? null : before.conditions, finding);
    status.address = Declarations.address(resource).toString();
    status.instances = finding.ready() + "/" + finding.declared();
    var counts = new TreeMap<String, Integer>();
    if (finding.ready() > 0) counts.put("Ready", finding.ready());
    if (finding.declared() > finding.ready())
      counts.put("Pending", finding.declared() - finding.ready());
    status.counts = counts.isEmpty() ? null : counts;
    status.diagnostics = MemberReports.shown(finding.diagnostics());
    copy.setStatus(status);
    return copy;
  }
}
