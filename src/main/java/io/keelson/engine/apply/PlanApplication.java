package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.graph.ParallelWalk;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import io.keelson.engine.reading.CheckLook;
import io.keelson.engine.reading.DataReader;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.snapshot.ComponentReview;
import io.keelson.engine.snapshot.DeclaredChecks;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.engine.state.StateStore.StoreRefused;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Applies one plan: carries out its steps, then looks at what is known of outputs, components and
/// checks.
final class PlanApplication {
  private final Plan plan;
  private final Snapshot snapshot;
  private final ApplyRun run;
  private final RecordChanges records;
  private final DataReader data;
  private final StepRunner runner;

  PlanApplication(ApplyRun run, PlanMemo memo) {
    this.plan = run.plan();
    this.snapshot = run.snapshot();
    this.run = run;
    this.records = new RecordChanges(run, plan);
    this.data = DataReader.applying(run.providers(), snapshot.config(), run.options().limits());
    this.runner = new StepRunner(run, records, data, memo);
  }

  ApplyOutcome outcome() {
    if (!plan.prior().equals(snapshot.prior())) return refused(stale());
    var unsupplied = unsupplied();
    if (unsupplied.isPresent()) return refused(unsupplied.get());
    if (plan.partial()) run.applied().report(List.of(incomplete()));
    keepConfigurations();
    records.store();
    var steps = new ArrayList<StepResult>();
    SortedMap<String, Value> outputs;
    try {
      ParallelWalk.walk(
          plan.steps(), run.options().parallelism(), new StopSignal(), runner.visitor());
      keepObservations();
      run.applied().report(run.programs().close());
      for (Step step : plan.steps().nodes())
        if (!(step instanceof Step.Barrier))
          steps.add(new StepResult(step, run.applied().result(step)));
      outputs = AppliedOutputs.after(steps, plan, snapshot, run);
      reviewComponents(steps);
      lookAtChecks(AppliedOutputs.undone(steps));
    } finally {
      // Outputs and checks are the last that may need the providers.
      run.applied().report(run.ephemerals().close());
      run.applied().report(run.providers().close());
    }
    var state = new StackState(run.applied().states(), outputs, run.applied().configurations());
    return new ApplyOutcome(
        state,
        steps,
        run.applied().checks(),
        run.applied().deviations(),
        run.applied().diagnostics(),
        run.isFenced(),
        runner.isStopped());
  }

  /// Checks the inputs and outputs of components, now that their values are known. Problems of
  /// values that a step uses were reported by that step.
  ///
  /// @rule R-CMP-5
  private void reviewComponents(List<StepResult> steps) {
    if (snapshot.config().components().isEmpty()) return;
    var problems =
        new ArrayList<>(
            ComponentReview.applied(
                    snapshot,
                    run.values().scope(),
                    planned(),
                    AppliedOutputs.done(steps),
                    AppliedOutputs.undone(steps))
                .problems());
    problems.removeAll(run.applied().diagnostics());
    run.applied().report(problems);
  }

  /// Everything that the plan says something of; nothing of what it left as it is.
  private SortedSet<InstanceAddress> planned() {
    var all = new TreeSet<>(plan.data().keySet());
    plan.changes().keySet().forEach(object -> all.add(object.instance()));
    return all;
  }

  /// Now that everything is known. What was not done leaves open what depends on it. A data source
  /// of a check is read after everything that it could look at.
  ///
  /// @rule R-COND-9
  private void lookAtChecks(SortedSet<ResourceAddress> undone) {
    for (CheckConfig check :
        DeclaredChecks.again(snapshot, run.values().scope(), undone::contains, plan.checks())) {
      var subject = check.subject();
      var planned = plan.checks().get(subject);
      boolean again = planned != null && check.data().isPresent();
      if (!again && planned != CheckResult.Status.UNKNOWN) continue;
      var result = new CheckLook(data, run.values().scope()).at(check, false);
      run.applied().check(subject, result.status());
      run.applied().report(result.diagnostics());
    }
  }

  /// The state has changed since the plan was made.
  ///
  /// @rule R-STATE-30
  private static Diagnostic stale() {
    return Diagnostic.error(
        Code.STALE_PLAN,
        Subject.stack(),
        "Plan is stale",
        "The state changed after the plan was made, so the plan may be wrong by now. Nothing"
            + " was done. Plan again.");
  }

  /// No plan holds the values of ephemeral variables, so they have to be given once more.
  ///
  /// @rule R-WO-4
  private Optional<Diagnostic> unsupplied() {
    return snapshot.config().variables().entrySet().stream()
        .filter(each -> Marks.ephemeral(each.getValue().allMarks()))
        .filter(each -> !each.getValue().whollyKnown())
        .findFirst()
        .map(each ->
            Diagnostic.error(
                Code.VARIABLE,
                Subject.part("variable", each.getKey()),
                "Ephemeral variable has no value",
                "Its value is kept in no plan, so it has to be given again for the apply. Nothing"
                    + " was done. Give the value, or the Secret that it is read from, and plan"
                    + " again."));
  }

  /// The outcome of an apply that has done nothing.
  private ApplyOutcome refused(Diagnostic why) {
    var steps =
        plan.steps().nodes().stream()
            .filter(step -> !(step instanceof Step.Barrier))
            .map(step -> new StepResult(step, StepResult.Outcome.NOT_STARTED))
            .toList();
    return new ApplyOutcome(
        snapshot.prior(), steps, new TreeMap<>(), new TreeSet<>(), List.of(why), false, false);
  }

  /// @rule R-TGT-7
  private static Diagnostic incomplete() {
    return Diagnostic.warning(
        Code.OPTIONS,
        Subject.stack(),
        "The stack may be incomplete",
        "The plan left out a part of the stack. Plan without targets and exclusions to see what is"
            + " still to be done.");
  }

  /// What was found out while the plan was made.
  private void keepConfigurations() {
    try {
      run.applied().keepConfigurations(plan.configurations());
    } catch (StoreFenced e) {
      run.fenceOff(e);
    }
  }

  /// Stores what was observed of instances that no step has written: their dependencies, flags and
  /// values as read.
  ///
  /// @rule R-APPLY-4a
  private void keepObservations() {
    if (run.isFenced()) return;
    try {
      plan.refreshed()
          .instances()
          .forEach((at, state) -> {
            if (records.isMissing(at) || run.applied().isWritten(at)) return;
            if (!state.equals(recorded(at))) run.applied().keep(at, state);
          });
    } catch (StoreFenced e) {
      run.fenceOff(e);
    } catch (StoreRefused e) {
      run.applied().report(List.of(ApplyRun.unrecorded(e)));
    }
  }

  /// What is recorded of an instance at its new address when no step has written to it: what the
  /// moves were made with, if any are.
  private InstanceState recorded(InstanceAddress at) {
    var from = plan.recordedAt(at);
    var prior = snapshot.prior().instance(from);
    var recorded = plan.moves().isEmpty() ? prior : plan.bookkeeping().getOrDefault(from, prior);
    return from.equals(at) ? recorded : recorded.movedFrom(from);
  }
}
