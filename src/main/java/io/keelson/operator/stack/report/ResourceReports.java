package io.keelson.operator.stack.report;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
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
import io.keelson.operator.status.Events;
import io.keelson.operator.status.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/// Sets the condition Ready of each Resource, from the last plan of its Stack: True with UpToDate
/// if it is as declared; otherwise False, with the reason of its problem, DependencyNotReady or the
/// reason of the Stack's report, or with Queued, Deleting or StackNotFound if it is not planned.
public final class ResourceReports {
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
    var findings = new ResourceFindings(planned, report, unusable);
    members.write(
        memory.resources().stream()
            .filter(each -> isAsPlanned(each, planned))
            .map(each -> new MemberReport<>(each, findings.about(each)))
            .toList());
  }

  /// Says of some Resources, one after the other, how far their part in a plan is that is being
  /// carried out: see [MemberReports#writeMeanwhile].
  ///
  /// @param names of those about which to say it
  /// @return the names of those that are to be told again
  Set<String> writeMeanwhile(
      Set<String> names,
      Planned planned,
      Report report,
      SortedMap<ResourceAddress, InstanceMemory.Problem> unusable,
      BooleanSupplier over) {
    var findings = new ResourceFindings(planned, report, unusable);
    var left =
        members.writeMeanwhile(
            memory.resources().stream()
                .filter(each -> names.contains(each.getMetadata().getName()))
                .filter(each -> isAsPlanned(each, planned))
                .map(each -> new MemberReport<>(each, findings.about(each)))
                .filter(each -> each.finding().reason() == report.reason())
                .toList(),
            over);
    return left.stream().map(each -> each.getMetadata().getName()).collect(Collectors.toSet());
  }

  private static boolean isAsPlanned(Resource resource, Planned planned) {
    return StackMemory.fingerprint(resource)
        .equals(planned.members().get(resource.getMetadata().getName()));
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

  private static boolean isReported(Resource resource) {
    var status = resource.getStatus();
    return status != null
        && MemberReports.isReported(resource, status.observedGeneration, status.conditions);
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
