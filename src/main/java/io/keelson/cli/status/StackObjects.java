package io.keelson.cli.status;

import io.keelson.operator.api.Progress;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.record.ResourceInstance;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// What has been read of one Stack: a few words for each object. Several threads may tell of
/// changes.
public final class StackObjects {
  private final SortedMap<String, Declared> resources = new TreeMap<>();
  private final SortedMap<String, Declared> components = new TreeMap<>();
  private final SortedMap<String, Instance> instances = new TreeMap<>();
  private final TreeSet<Unread> unread = new TreeSet<>();
  private Optional<Stack> stack = Optional.empty();
  private PlanDetails details = PlanDetails.NONE;

  public synchronized void put(Stack read) {
    stack = Optional.of(read);
  }

  public synchronized void put(Resource read) {
    resources.put(read.getMetadata().getName(), Declared.of(read));
  }

  public synchronized void put(Component read) {
    components.put(read.getMetadata().getName(), Declared.of(read));
  }

  public synchronized void put(ResourceInstance read) {
    instances.put(read.getMetadata().getName(), Instance.of(read));
  }

  public synchronized void remove(Resource gone) {
    resources.remove(gone.getMetadata().getName());
  }

  public synchronized void remove(Component gone) {
    components.remove(gone.getMetadata().getName());
  }

  public synchronized void remove(ResourceInstance gone) {
    instances.remove(gone.getMetadata().getName());
  }

  /// The Stack does not exist any more.
  public synchronized void removeStack() {
    stack = Optional.empty();
  }

  /// The Stack as it was read last; empty if there is none.
  public synchronized Optional<Stack> stack() {
    return stack;
  }

  public synchronized void put(PlanDetails read) {
    details = read;
  }

  public synchronized void put(Unread missing) {
    unread.add(missing);
  }

  /// @return empty if there is no such Stack
  public synchronized Optional<StackTree> tree() {
    return stack.map(this::tree);
  }

  private StackTree tree(Stack read) {
    var meta = read.getMetadata();
    var status = Optional.ofNullable(read.getStatus());
    var plan = ShownPlan.of(read, details);
    return new StackTree(
        meta.getNamespace(),
        meta.getName(),
        State.of(
            status.map(each -> each.conditions).orElse(null),
            meta.getGeneration(),
            status.map(each -> each.observedGeneration).orElse(null)),
        meta.getDeletionTimestamp() != null,
        status.map(each -> each.resources).orElse(""),
        plan,
        progress(status),
        new TreeBuilder(plan, problems(status))
            .members(components.values(), resources.values(), instances.values()),
        Collections.unmodifiableSortedSet(new TreeSet<>(unread)));
  }

  private static Optional<Progress> progress(Optional<StackStatus> status) {
    return status.flatMap(each -> Optional.ofNullable(each.plan)).map(plan -> plan.progress);
  }

  /// What went wrong, by what it is about.
  private SortedMap<String, String> problems(Optional<StackStatus> status) {
    var problems = new TreeMap<String, String>();
    status.ifPresent(each -> problems.putAll(Declared.problems(each.diagnostics)));
    for (var each : components.values()) problems.putAll(each.problems());
    for (var each : resources.values()) problems.putAll(each.problems());
    return problems;
  }
}
