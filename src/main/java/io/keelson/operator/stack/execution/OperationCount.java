package io.keelson.operator.stack.execution;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.apply.ApplyProgress;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import io.keelson.operator.api.Progress;
import io.keelson.operator.stack.report.ApplyReports.Course;
import io.keelson.operator.status.Durations;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// Counts the operations of an apply: those that are done, that run, that failed. Only what changes
/// an object, or the record of one, is an operation.
///
/// An apply that goes on after a crash or a failure starts from what the Stack's status last said
/// of it: all that is not in its plan any more counts as done. If the plan leaves some of it alone
/// for now, nobody knows what else is done; then it is as many as the status says, which may be
/// what was done in the last second before a crash too few.
final class OperationCount implements ApplyProgress {
  private final Plan plan;
  private final Progress before;
  private final Clock clock;
  private final Map<Step, Running> running = new ConcurrentHashMap<>();
  private final Map<Step, Course> over = new ConcurrentHashMap<>();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final Set<InstanceAddress> made = ConcurrentHashMap.newKeySet();

  /// A step that has begun and not ended.
  ///
  /// @param waits gives what its call waits for
  record Running(Step step, Instant since, Supplier<Optional<String>> waits) {}

  /// @param before the progress that the apply begins with, see [#beginning] and [#goingOn]
  OperationCount(Plan plan, Progress before, Clock clock) {
    this.plan = plan;
    this.before = before;
    this.clock = clock;
  }

  /// The progress of an apply that begins.
  static Progress beginning(Plan plan, Instant now) {
    return progress(0, operations(plan), Durations.shown(now));
  }

  /// The progress of an apply that goes on with what is left of it, or is to: what failed the last
  /// time is said until it begins.
  ///
  /// @param noted what was last said of it; empty if nothing was
  /// @param whole whether the plan has all that is left
  static Progress goingOn(Optional<Progress> noted, Plan left, boolean whole, Instant now) {
    int operations = operations(left);
    return noted
        .map(last -> {
          int total = Math.max(last.total, operations);
          int done = Math.clamp(whole ? total - operations : last.done, 0, total - operations);
          var progress = progress(done, total, last.startedAt);
          progress.failed = Math.clamp(last.failed, 0, total - done);
          return progress;
        })
        .orElseGet(() -> beginning(left, now));
  }

  private static Progress progress(int done, int total, String startedAt) {
    var progress = new Progress();
    progress.done = done;
    progress.running = 0;
    progress.failed = 0;
    progress.total = total;
    progress.startedAt = startedAt;
    return progress;
  }

  private static int operations(Plan plan) {
    return (int) plan.steps().nodes().stream().filter(OperationCount::isOperation).count();
  }

  private static boolean isOperation(Step step) {
    return step.changes().isPresent();
  }

  @Override
  public void began(Step step) {
    running.put(step, new Running(step, clock.instant(), Optional::empty));
  }

  @Override
  public void called(Step step, Supplier<Optional<String>> waits) {
    running.computeIfPresent(step, (_, known) -> new Running(step, known.since(), waits));
  }

  @Override
  public void ended(Step step, boolean succeeded) {
    // Who sees that it is done finds its instance among those that were made.
    if (succeeded && step instanceof Step.Converge(var at)) made.add(at);
    over.put(step, succeeded ? Course.DONE : Course.FAILED);
    running.remove(step);
    if (isOperation(step)) (succeeded ? done : failed).incrementAndGet();
  }

  /// The instances that were made, or changed, and are now as they are declared. What was done
  /// before an apply goes on is in the numbers of its plan.
  Set<InstanceAddress> made() {
    return Collections.unmodifiableSet(made);
  }

  /// How far the apply is. Numbers that change meanwhile may not belong to one moment, but their
  /// sum is never above the total.
  Progress now() {
    var steps = running().stream().filter(each -> isOperation(each.step())).toList();
    var now = progress(before.done + done.get(), before.total, before.startedAt);
    now.failed = failed.get();
    now.running = Math.min(steps.size(), now.total - now.done - now.failed);
    if (now.running > 0) now.longest = operation(steps.getFirst());
    return now;
  }

  /// All that runs, reads included, with what has been running for the longest time first.
  List<Running> running() {
    return running.values().stream()
        .sorted(Comparator.comparing(Running::since).thenComparing(each -> each.step().toString()))
        .toList();
  }

  /// How far a step is.
  Course course(Step step) {
    // A step that ends is over before it does not run any more: so it is looked up in this order.
    boolean runs = running.containsKey(step);
    var ended = over.get(step);
    if (ended != null) return ended;
    return runs ? Course.RUNNING : Course.AHEAD;
  }

  private Progress.Operation operation(Running each) {
    var operation = new Progress.Operation();
    operation.address = each.step().changes().orElseThrow().instance().toString();
    operation.action = action(each.step());
    operation.since = Durations.shown(each.since());
    return operation;
  }

  private Progress.Action action(Step step) {
    return switch (step) {
      case Step.Converge _ -> isUpdate(step) ? Progress.Action.Update : Progress.Action.Create;
      case Step.Destroy _ -> Progress.Action.Destroy;
      case Step.Forget _ -> Progress.Action.Forget;
      case Step.Read _, Step.Check _, Step.Barrier _ ->
          throw new IllegalArgumentException("no object is changed: " + step);
    };
  }

  /// Whether the object of a step exists, and is changed.
  boolean isUpdate(Step step) {
    return step.changes()
        .map(plan.changes()::get)
        .filter(change -> change.action() instanceof Action.Update)
        .isPresent();
  }
}
