package io.keelson.operator.stack;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions.Mode;
import io.keelson.engine.state.Drift;
import io.keelson.operator.api.RunPhase;
import io.keelson.operator.api.RunSpec;
import io.keelson.operator.stack.approval.ApprovalDemand;
import io.keelson.operator.stack.approval.ObjectReview;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.drift.Restraint;
import io.keelson.operator.stack.execution.Proposal;
import io.keelson.operator.stack.execution.Pursuit;
import io.keelson.operator.stack.gate.Turn;
import io.keelson.operator.stack.output.Publication;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.stack.report.ComponentReports;
import io.keelson.operator.stack.report.ResourceReports;
import io.keelson.operator.stack.report.StackLog;
import io.keelson.operator.stack.run.Requested;
import io.keelson.operator.stack.run.RunHistory;
import io.keelson.operator.stack.run.Runs;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Deferrals;
import io.keelson.operator.status.Diagnostics;
import io.keelson.operator.status.Durations;
import io.keelson.operator.status.Names;
import io.keelson.operator.status.Report;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Carries out the Run whose turn it is: plans what it asks for, and passes the plan to [Pursuit]
/// until the Run has ended. Then the Stack is planned as always. With an error anywhere in its plan
/// the Run ends, and nothing is done. Reports the Stack as Ready=False with Planning, RemovalGrace
/// or a reason of [Pursuit], and members that wait as Queued; the end of the Run is reported by
/// [Runs].
final class RunTurn {
  private static final String NOTHING = " Nothing was done. Mend that, and create another Run.";
  private static final String PARTLY =
      " The Run has ended. What is left of it is planned with the Stack, as far as it is declared;"
          + " to ask for the rest again, create another Run.";

  private final Clock clock;
  private final StackMemory memory;
  private final InstanceMemory instances;
  private final Proposal proposal;
  private final Pursuit pursuit;
  private final ObjectReview objects;
  private final Publication publication;
  private final Runs runs;
  private final Restraint restraint;
  private final ResourceReports resources;
  private final ComponentReports components;
  private final StackLog log;

  RunTurn(StackParts its) {
    this.clock = its.context.clock();
    this.memory = its.memory;
    this.instances = its.instances;
    this.proposal = its.proposal;
    this.pursuit = its.pursuit;
    this.objects = its.reviews.objects();
    this.publication = its.publication;
    this.runs = its.runs;
    this.restraint = its.restraint;
    this.resources = its.resources;
    this.components = its.components;
    this.log = its.log;
  }

  /// @param turn that has passed every gate
  TurnResult attend(Turn turn, Requested requested) {
    var ready = turn.complete();
    var session = turn.session();
    if (!ready.vanished().isEmpty()) return waits(ready);
    var planned = proposal.toRun(turn.stack(), ready.configured(), session, requested);
    var problem = problem(planned);
    if (problem.isPresent()) return fail(requested, problem.get(), session);
    // Not for a Run that destroys: an object found gone must not become accepted as gone by that.
    if (requested.request().mode() != Mode.DESTROY) proposal.keepBooks(planned, session);
    if (!planned.plan().applyable()) return nothingToDo(requested, planned, session);
    if (requested.run().getSpec().mode == RunSpec.Mode.Plan) return show(requested, planned);
    return switch (pursuit.pursue(
        planned,
        ApprovalDemand.normal(planned, restraint.objection(planned, session.providers())),
        session,
        objects)) {
      case Pursuit.Outcome.Resting(var result, var failed) when failed -> {
        var _ = publication.publish(session);
        yield fail(requested, result.report(), session);
      }
      case Pursuit.Outcome.Resting(var result, _) -> resting(requested, result);
      case Pursuit.Outcome.Applied _ -> {
        // Outputs that cannot be written now are reported when the Stack itself is planned again.
        var _ = publication.publish(session);
        yield TurnResult.of(
            Report.going(ConditionReason.Planning, "What was done is looked at again."),
            clock.instant());
      }
      case Pursuit.Outcome.Rejected(var decision) -> {
        runs.end(
            requested,
            RunPhase.Rejected,
            Report.stalled(
                ConditionReason.Rejected, "Its plan was rejected by " + decision.by + "."));
        yield ended(requested);
      }
    };
  }

  /// Reports on members that were declared anew that they are planned only when the Run has ended.
  private TurnResult resting(Requested requested, TurnResult result) {
    var message =
        "Run %s of the Stack goes first, and has not ended (%s). This declaration is planned when it has. To go on without it: kubectl -n %s delete run %s."
            .formatted(
                requested.name(),
                result.report().reason(),
                requested.run().getMetadata().getNamespace(),
                requested.name());
    components.unplanned(ConditionReason.Queued, message);
    var queued = resources.queued(message, instances.usable());
    var report = result.report();
    if (queued.isEmpty()) return TurnResult.of(report, result.until());
    return TurnResult.of(
        report.adding(
            "What was declared since waits for that, too: %s.".formatted(Names.of(queued))),
        result.until());
  }

  private TurnResult waits(Turn.Plannable ready) {
    var until = ready.until().orElse(clock.instant());
    return TurnResult.of(
        Report.going(
            ConditionReason.RemovalGrace,
            "No Resource declares %s any more, and whether that was a mistake is waited for until %s. A Run is about the whole of what it names."
                .formatted(ready.vanished(), Durations.shown(until))),
        until);
  }

  /// Why the Run has to end without doing anything; empty if it has not.
  private Optional<Report> problem(Planned planned) {
    var error = planned.diagnostics().stream().filter(Diagnostic::isError).findFirst();
    if (error.isPresent())
      return Optional.of(
          Report.stalled(
                  Diagnostics.reason(error.get().code()),
                  Diagnostics.told(error.get(), planned.diagnostics()))
              .with(planned.diagnostics()));
    return instances.problems().values().stream()
        .findFirst()
        .map(problem ->
            Report.stalled(problem.reason(), problem.message()).with(planned.diagnostics()));
  }

  private TurnResult fail(Requested requested, Report report, Session session) {
    log.reported(report);
    var begun =
        memory.stack().filter(each -> RunHistory.of(each, requested.reference()).isPresent());
    var failure =
        Report.stalled(report.reason(), report.message() + (begun.isPresent() ? PARTLY : NOTHING))
            .with(report.diagnostics());
    if (begun.isEmpty()) runs.endUntried(requested, failure);
    else {
      pursuit.abandon(begun.get(), session, "Part of it failed, and its Run is not tried again.");
      runs.end(requested, RunPhase.Failed, failure);
    }
    return ended(requested);
  }

  private TurnResult nothingToDo(Requested requested, Planned planned, Session session) {
    pursuit.end(planned, session);
    boolean begun = !RunHistory.digests(planned.stack(), requested.reference()).isEmpty();
    publication.lookAgain();
    var outputs = publication.publish(session);
    var restored =
        outputs.restored().stream().map(each -> " " + each.detail()).collect(Collectors.joining());
    var message =
        (begun ? "What it asked for is done." : found(planned) + remark(planned))
            + restored
            + Deferrals.of(planned.plan()).map(each -> " " + each).orElse("");
    runs.end(requested, RunPhase.Succeeded, Report.completed(message).with(planned.diagnostics()));
    return ended(requested);
  }

  /// The text about instances that differ from what was applied: a Run that only reads asks for
  /// them.
  private static String found(Planned planned) {
    var drifted = drifted(planned.plan());
    if (drifted.isEmpty()) return "There is nothing to do.";
    return "%s in the world from what was applied: %s. This Run changes nothing of that; the next plan of the Stack says what becomes of it."
        .formatted(
            drifted.size() == 1 ? "1 instance differs" : drifted.size() + " instances differ",
            Names.of(drifted));
  }

  /// The instances of a plan that differ from what was applied, whether the plan changes them or
  /// not.
  private static List<String> drifted(Plan plan) {
    return plan.changes().values().stream()
        .map(change -> change.object().instance())
        .filter(at -> !(plan.refreshed().instance(at).drift() instanceof Drift.None))
        .map(InstanceAddress::toString)
        .distinct()
        .toList();
  }

  /// The warning about an address of the Run that may be misspelt.
  private static String remark(Planned planned) {
    return planned.diagnostics().stream()
        .filter(each -> each.code() == Code.OPTIONS && !each.subject().equals(Subject.stack()))
        .findFirst()
        .map(each -> " " + each)
        .orElse("");
  }

  private TurnResult show(Requested requested, Planned planned) {
    var current = objects.showOnly(planned, requested.name());
    log.planned(current, planned);
    var message =
        "Plan %s was made to be looked at, and is not carried out by this Run: kubectl -n %s get plan %s -o jsonpath='{.spec.text}'."
            .formatted(current.name, requested.run().getMetadata().getNamespace(), current.name);
    runs.end(
        requested,
        RunPhase.Succeeded,
        Report.completed(message).with(planned.diagnostics()).with(current));
    return ended(requested);
  }

  private TurnResult ended(Requested requested) {
    return TurnResult.of(
        Report.going(
            ConditionReason.Planning,
            "Run " + requested.name() + " has ended; the Stack is planned again."),
        clock.instant());
  }
}
