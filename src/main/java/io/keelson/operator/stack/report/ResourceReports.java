package io.keelson.operator.stack.report;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.state.InstanceState;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceStatus;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.declaration.Declarations;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Events;
import io.keelson.operator.status.Report;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/// Sets the condition Ready of each Resource, from the last plan of its Stack: True with UpToDate
/// if it is as declared; otherwise False, with the reason of its problem, DependencyNotReady or the
/// reason of the Stack's report, or with Queued, Deleting or StackNotFound if it is not planned.
public final class ResourceReports extends MemberReports<Resource, ResourceStatus> {
  private final StackMemory memory;

  public ResourceReports(OperatorContext context, StackMemory memory, Events events) {
    super(context, events, Resource.class, memory::answered);
    this.memory = memory;
  }

  @Override
  List<Resource> members() {
    return memory.resources();
  }

  @Override
  String key(Resource resource) {
    return resource.getMetadata().getName();
  }

  /// Writes the status of every Resource. One that has changed since it was planned is left out:
  /// nothing is known yet of its new declaration.
  ///
  /// @param report what is said about the Stack
  /// @param unusable resources whose records cannot be used, and why
  /// @param made the instances that were made as declared since the plan
  void write(
      Planned planned,
      Report report,
      SortedMap<ResourceAddress, InstanceMemory.Problem> unusable,
      Set<InstanceAddress> made) {
    var findings = new ResourceFindings(planned, report, unusable, made);
    write(planned, findings::about);
  }

  /// Says of some Resources, one after the other, how far their part in a plan is that is being
  /// carried out: see [MemberWrites#writeUnlessChanged].
  ///
  /// @param names of those about which to say it
  /// @param findings with the report on it
  /// @param about only with one of these reasons
  /// @return the names of those that are to be told again
  Set<String> writeMeanwhile(
      Set<String> names,
      Planned planned,
      ResourceFindings findings,
      Set<ConditionReason> about,
      BooleanSupplier over) {
    return writeMeanwhile(names, planned, findings::about, about, over);
  }

  /// Reports that Resources that were declared anew are planned only when something else has ended.
  ///
  /// @param recorded the recorded instances
  /// @return their names
  public List<String> queued(String message, SortedMap<InstanceAddress, InstanceState> recorded) {
    return waiting(
            ConditionReason.Queued,
            message,
            each -> Declarations.address(each).instancesIn(recorded).size())
        .stream()
        .map(each -> each.getMetadata().getName())
        .toList();
  }

  @Override
  Resource copy(Resource resource) {
    var copy = new Resource();
    copy.setMetadata(resource.getMetadata());
    copy.setSpec(resource.getSpec());
    return copy;
  }

  @Override
  ResourceStatus status(Resource resource, Finding finding) {
    var status = new ResourceStatus();
    status.address = Declarations.address(resource).toString();
    status.instances = finding.ready() + "/" + finding.declared();
    var counts = new TreeMap<String, Integer>();
    if (finding.ready() > 0) counts.put("Ready", finding.ready());
    if (finding.declared() > finding.ready())
      counts.put("Pending", finding.declared() - finding.ready());
    status.counts = counts.isEmpty() ? null : counts;
    status.diagnostics = shown(finding.diagnostics());
    return status;
  }
}
