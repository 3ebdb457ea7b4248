package io.keelson.operator.stack.run;

import io.keelson.operator.api.Run;
import io.keelson.operator.api.RunPhase;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.api.StackStatus.RanRun;
import io.keelson.operator.api.StackStatus.RunReference;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackEvent;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Durations;
import io.keelson.operator.status.Events;
import io.keelson.operator.status.Report;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Is told of each Run of one Stack that is new, has changed or is gone. Decides which Run has its
/// turn, refuses Runs, and deletes those that ended long ago. Sets the phase of a Run and its
/// condition Ready by [RunReports]: Completed, Rejected, AlreadyRan, ManagedByGitOps, Queued, or
/// the reason of the Stack's report.
///
/// One Run is carried out at a time, in the order in which they were created. A Run that has begun
/// goes on before all others.
public final class Runs {
  private final RunRecords records;
  private final RunReports reports;
  private final StackMemory memory;
  private final StackStatusWriter status;
  private final Clock clock;
  private final Map<String, String> seen = new ConcurrentHashMap<>();
  private final Set<String> gone = ConcurrentHashMap.newKeySet();
  // True at first, so that Runs made before this process started are looked for once.
  private volatile boolean heardOf = true;
  private volatile @Nullable String applying;
  private final Set<String> attended = new HashSet<>();
  private List<Run> open = List.of();
  private Optional<Run> current = Optional.empty();
  private Optional<Instant> nextEnd = Optional.empty();

  public Runs(
      StackKey key,
      OperatorContext context,
      StackMemory memory,
      StackStatusWriter status,
      Events events) {
    this.records = new RunRecords(context.client(), key);
    this.reports = new RunReports(records, context.fence(), context.clock(), events);
    this.memory = memory;
    this.status = status;
    this.clock = context.clock();
  }

  /// Merges an event, from another thread.
  ///
  /// @return whether it is news; a new status is none
  public boolean observe(StackEvent.OfRun event) {
    var meta = event.object().getMetadata();
    heardOf = true;
    if (event.gone() || meta.getDeletionTimestamp() != null) gone.add(meta.getUid());
    if (event.gone()) {
      seen.remove(meta.getUid());
      return true;
    }
    var marks = meta.getDeletionTimestamp() + "/" + meta.getLabels() + "/" + meta.getAnnotations();
    return !marks.equals(seen.put(meta.getUid(), marks));
  }

  /// Whether the Run that is carried out now was deleted meanwhile: nothing new is started for it.
  public boolean isWithdrawn() {
    var uid = applying;
    return uid != null && gone.contains(uid);
  }

  /// @param run the Run whose plan is carried out from now on; empty if there is none
  public void applying(Optional<RunReference> run) {
    applying = run.map(each -> each.uid).orElse(null);
  }

  /// Reads the Runs, and deletes those that have ended long ago.
  public void look() {
    open = List.of();
    current = Optional.empty();
    nextEnd = Optional.empty();
    boolean begun = memory.stack().flatMap(StackStatus::openRun).map(plan -> plan.run).isPresent();
    if (!heardOf && !begun) return;
    heardOf = false;
    gone.clear();
    var all = records.list();
    if (!all.isEmpty()) heardOf = true;
    var now = clock.instant();
    var unfinished = new ArrayList<Run>();
    for (Run run : all) {
      var end = end(run);
      if (end.isEmpty()) unfinished.add(run);
      else if (now.isBefore(end.get())) nextEnd = earliest(nextEnd, end.get());
      else records.delete(run);
    }
    open = unfinished;
    attended.retainAll(unfinished.stream().map(run -> run.getMetadata().getUid()).toList());
  }

  /// Whether there may be any Run.
  public boolean any() {
    return heardOf;
  }

  /// Whether a Run is seen for the first time: the objects that it is planned from must be read
  /// after that.
  public boolean bringNews() {
    boolean news = false;
    for (Run run : open) news |= attended.add(run.getMetadata().getUid());
    return news;
  }

  /// When a Run that has ended is deleted.
  private static Optional<Instant> end(Run run) {
    return Optional.of(run)
        .filter(RunRecords::hasEnded)
        .flatMap(each -> Optional.ofNullable(each.getStatus().finishedAt))
        .map(at -> Instant.parse(at).plus(Durations.parse(run.getSpec().ttl)));
  }

  private static Optional<Instant> earliest(Optional<Instant> one, Instant other) {
    return Optional.of(one.filter(other::isAfter).orElse(other));
  }

  /// @return the given time, or the time when the next Run has to be deleted if that is earlier
  public Instant orNextEnd(Instant other) {
    return nextEnd.filter(other::isAfter).orElse(other);
  }

  /// Whether an open run of the Stack was asked for by a Run that is gone.
  public boolean isAbandoned(CurrentPlan openRun) {
    var run = openRun.run;
    return run != null && open.stream().noneMatch(each -> isIt(each, run));
  }

  /// The Run whose turn it is. Refuses the Runs that must not have a turn.
  public Optional<Requested> next(Stack stack) {
    var running = StackStatus.openRun(stack);
    for (Run run : List.copyOf(open)) {
      var reference = RunHistory.reference(run);
      var ran = RunHistory.of(stack, reference);
      if (ran.isPresent()) ended(run, ran.get());
      else
        RunAdmission.refusal(run, reference, stack)
            .ifPresent(why -> end(run, RunPhase.Refused, why));
    }
    current =
        running.isPresent()
            ? open.stream().filter(run -> isOf(running.get(), run)).findFirst()
            : first(stack);
    return current.map(Requested::of);
  }

  private Optional<Run> first(Stack stack) {
    return open.stream()
        .filter(run -> RunHistory.of(stack, RunHistory.reference(run)).isPresent())
        .findFirst()
        .or(() -> open.stream().findFirst());
  }

  /// Writes the end of a Run that the Stack's status has recorded to the Run itself.
  private void ended(Run run, RanRun ran) {
    if (ran.phase == null) {
      end(run, RunPhase.Refused, alreadyElsewhere(run));
      return;
    }
    if (!ran.phase.isFinal()) return;
    var message =
        switch (ran.phase) {
          case Succeeded -> "What it asked for is done.";
          case Rejected -> "Its plan was rejected.";
          default -> "Not all of what it asked for was done.";
        };
    var reason =
        switch (ran.phase) {
          case Succeeded -> ConditionReason.Completed;
          case Rejected -> ConditionReason.Rejected;
          default -> ConditionReason.ApplyFailed;
        };
    end(
        run,
        ran.phase,
        ran.phase == RunPhase.Succeeded
            ? Report.completed(message)
            : Report.stalled(reason, message));
  }

  private static Report alreadyElsewhere(Run run) {
    return Report.stalled(
        ConditionReason.AlreadyRan,
        "A newer version of the operator began Run %s, and what became of it cannot be told: the status of its Stack holds a word that this version does not know. To ask again, create a Run with another name."
            .formatted(run.getMetadata().getName()));
  }

  private static boolean isOf(CurrentPlan plan, Run run) {
    return plan.run != null && isIt(run, plan.run);
  }

  private static boolean isIt(Run run, RunReference reference) {
    return run.getMetadata().getUid().equals(reference.uid);
  }

  /// Reports that the plan of the Run whose turn it is begins to be carried out.
  public void started(Report report) {
    current.ifPresent(run -> reports.say(run, RunPhase.Applying, report));
  }

  /// Ends the Run whose turn it is: in the Stack's status first, where it counts.
  public void end(Requested requested, RunPhase phase, Report report) {
    status.change(stack -> RunHistory.ended(stack, requested.reference(), phase, clock.instant()));
    end(requested.run(), phase, report);
  }

  /// Ends a Run without recording it: nothing was done for it, and it may be asked for again.
  public void endUntried(Requested requested, Report report) {
    end(requested.run(), RunPhase.Failed, report);
  }

  private void end(Run run, RunPhase phase, Report report) {
    reports.say(run, phase, report);
    open = open.stream().filter(each -> each != run).toList();
    end(run).ifPresent(at -> nextEnd = earliest(nextEnd, at));
  }

  /// Ends all Runs, because there is no Stack to carry them out for.
  public void refuse(ConditionReason reason, String message) {
    for (Run run : List.copyOf(open)) {
      var phase = hasStarted(run) ? RunPhase.Failed : RunPhase.Refused;
      end(run, phase, Report.stalled(reason, message));
    }
  }

  private static boolean hasStarted(Run run) {
    return run.getStatus() != null && run.getStatus().startedAt != null;
  }

  /// Reports on the Runs that have not ended.
  ///
  /// @param report on the Stack
  public void tell(Report report) {
    var openRun = memory.stack().flatMap(StackStatus::openRun);
    for (Run run : open) {
      if (current.filter(each -> each == run).isPresent())
        reports.say(run, phase(openRun, run, report), report);
      else if (current.isPresent() || openRun.isPresent())
        reports.say(run, RunPhase.Waiting, queued(openRun, report));
      else reports.say(run, RunPhase.Waiting, report);
    }
  }

  private static RunPhase phase(Optional<CurrentPlan> openRun, Run run, Report report) {
    if (openRun.filter(plan -> isOf(plan, run)).isPresent()) return RunPhase.Applying;
    return report.reason() == ConditionReason.AwaitingApproval
        ? RunPhase.AwaitingApproval
        : RunPhase.Waiting;
  }

  /// @param report why the other Run or plan has not ended: a person or an error may be in its way
  private Report queued(Optional<CurrentPlan> openRun, Report report) {
    var first =
        current
            .map(run -> "Run " + run.getMetadata().getName())
            .or(() -> openRun.map(plan -> "Plan " + plan.name));
    return Report.going(
        ConditionReason.Queued,
        first.orElse("Something else")
            + " of the Stack goes first; this Run has its turn when that has ended. How that"
            + " stands: "
            + report.message());
  }
}
