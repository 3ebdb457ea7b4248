package io.keelson.operator.stack.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Change;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentStatus;
import io.keelson.operator.stack.context.ComponentSource.Resolution;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.UsedComponents;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Events;
import io.keelson.operator.status.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Sets the condition Ready of each Component, from the last plan of its Stack: True with UpToDate
/// if everything inside is as declared; otherwise False, with the reason of the worst problem
/// inside or of the Stack's report, or with Queued, Deleting or StackNotFound if it is not planned.
public final class ComponentReports extends MemberReports<Component, ComponentStatus> {
  private static final int MOST_PARTS = 50;

  private final OperatorContext context;
  private final StackMemory memory;

  public ComponentReports(OperatorContext context, StackMemory memory, Events events) {
    super(context, events, Component.class, memory::answered);
    this.context = context;
    this.memory = memory;
  }

  @Override
  List<Component> members() {
    return memory.components();
  }

  @Override
  String key(Component component) {
    return StackMemory.key(component);
  }

  /// Writes the status of every Component. One that has changed since it was planned is left out:
  /// nothing is known yet of its new declaration.
  ///
  /// @param report what is said about the Stack
  /// @param made the instances that were made as declared since the plan
  void write(Planned planned, Report report, Set<InstanceAddress> made) {
    var declared = planned.declared(List.of());
    write(planned, each -> finding(each, planned, declared, report, made));
  }

  /// Says it of some Components, as [ResourceReports#writeMeanwhile] does.
  ///
  /// @param keys of those about which to say it, see [StackMemory#key]
  /// @return the keys of those that are to be told again
  Set<String> writeMeanwhile(
      Set<String> keys, Planned planned, Report report, BooleanSupplier over) {
    // What is declared is much, and this is asked each second.
    if (members().stream().map(this::key).noneMatch(keys::contains)) return Set.of();
    var declared = planned.declared(List.of());
    return writeMeanwhile(
        keys,
        planned,
        each -> finding(each, planned, declared, report, Set.of()),
        Set.of(report.reason()),
        over);
  }

  private static Finding finding(
      Component component,
      Planned planned,
      SortedSet<ResourceAddress> declared,
      Report report,
      Set<InstanceAddress> made) {
    var path = UsedComponents.address(component);
    var changes =
        planned.plan().changes().values().stream()
            .filter(each -> each.object().deposed().isEmpty())
            .filter(each -> each.object().instance().resource().in().startsWith(path))
            .toList();
    var parts = new ComponentParts(path);
    path.instancesIn(planned.plan().data()).keySet().forEach(parts::read);
    changes.forEach(each -> parts.planned(each, ResourceFindings.isLeft(each, made)));
    for (var resource : declared)
      if (resource.in().startsWith(path)) parts.declared(resource, planned.declared(resource));
    var problems = new ComponentProblems(planned, report, path);
    var ownReport = problems.worst().orElseGet(() -> told(changes, report, made));
    return new Finding(
        ownReport.progress(),
        ownReport.reason(),
        ownReport.message(),
        parts.all().ready(),
        parts.all().declared(),
        problems.diagnostics(),
        parts.inside(),
        revision(component, planned),
        outputs(path, planned, ownReport));
  }

  /// The outputs of a component that is as declared, if its Stack was planned as a whole.
  private static Optional<Map<String, JsonNode>> outputs(
      ComponentPath path, Planned planned, Report ownReport) {
    if (ownReport.progress() != Report.Progress.DONE || planned.plan().partial())
      return Optional.empty();
    var outputs = new TreeMap<String, JsonNode>();
    planned
        .given()
        .forEach((instance, given) -> {
          if (!instance.path().equals(path)) return;
          switch (instance.keys().getFirst()) {
            case InstanceKey.Index(int index) ->
                outputs.put("" + index, JsonValues.write(Value.object(given)));
            case InstanceKey.Key(String key) ->
                outputs.put(key, JsonValues.write(Value.object(given)));
            case InstanceKey.None _, InstanceKey.InComponent _ ->
                given.forEach((name, value) -> outputs.put(name, JsonValues.write(value)));
          }
        });
    return Optional.of(outputs);
  }

  private static Optional<Finding.Revision> revision(Component component, Planned planned) {
    return Optional.ofNullable(planned.members().get(StackMemory.revisionKey(component)))
        .flatMap(name ->
            planned
                .versions()
                .of(UsedComponents.address(component))
                .map(used -> new Finding.Revision(name, used.version())));
  }

  private static Report told(List<Change> changes, Report report, Set<InstanceAddress> made) {
    if (changes.stream().noneMatch(Change::isEffective)) return Report.done(List.of());
    if (changes.stream().noneMatch(each -> ResourceFindings.isLeft(each, made)))
      return Report.going(ConditionReason.Applying, partDone(report));
    return report.progress() == Report.Progress.DONE
        ? Report.going(report.reason(), report.message())
        : report;
  }

  /// Only the next plan tells what a component gives, and so whether it is as declared.
  private static String partDone(Report report) {
    return "Its part of the plan was carried out, but not all of the plan: the Stack says %s, and why. It becomes ready with the next plan."
        .formatted(report.reason());
  }

  @Override
  Component copy(Component component) {
    var copy = new Component();
    copy.setMetadata(component.getMetadata());
    copy.setSpec(component.getSpec());
    return copy;
  }

  @Override
  ComponentStatus status(Component component, Finding finding) {
    var before = component.getStatus();
    var status = new ComponentStatus();
    status.address = UsedComponents.address(component).toString();
    status.instances = finding.ready() + "/" + finding.declared();
    status.diagnostics = shown(finding.diagnostics());
    status.parts = parts(finding);
    planned(finding, before, status);
    applied(finding, before, status);
    outputs(finding, before, status);
    available(component, status);
    return status;
  }

  private static @Nullable List<ComponentStatus.Part> parts(Finding finding) {
    var entries = new ArrayList<ComponentStatus.Part>();
    finding.parts().entrySet().stream()
        .limit(MOST_PARTS)
        .forEach(each -> {
          var part = new ComponentStatus.Part();
          part.path = each.getKey().toString();
          part.instances = each.getValue().toString();
          entries.add(part);
        });
    return entries.isEmpty() ? null : entries;
  }

  /// The revision that was applied last stays known until another one is applied.
  private static void applied(
      Finding finding, @Nullable ComponentStatus before, ComponentStatus status) {
    if (finding.progress() == Report.Progress.DONE && status.revision != null) {
      status.appliedRevision = status.revision;
      status.appliedVersion = status.version;
    } else if (before != null) {
      status.appliedRevision = before.appliedRevision;
      status.appliedVersion = before.appliedVersion;
    }
  }

  /// The last outputs stay known until there are new ones.
  private static void outputs(
      Finding finding, @Nullable ComponentStatus before, ComponentStatus status) {
    if (finding.outputs().isEmpty()) status.outputs = before == null ? null : before.outputs;
    else if (!finding.outputs().get().isEmpty()) status.outputs = finding.outputs().get();
  }

  /// The revision that was planned last. A newer one may be published by now.
  private static void planned(
      Finding finding, @Nullable ComponentStatus before, ComponentStatus status) {
    if (finding.revision().isPresent()) {
      status.revision = finding.revision().get().name();
      status.version = finding.revision().get().version();
    } else if (before != null) {
      status.revision = before.revision;
      status.version = before.version;
    }
  }

  private void available(Component component, ComponentStatus status) {
    var now = context.components().resolve(component).orElse(null);
    if (now instanceof Resolution.Found found)
      status.available =
          found.revision().equals(status.revision)
              ? found.available().orElse(null)
              : found.version();
  }
}
