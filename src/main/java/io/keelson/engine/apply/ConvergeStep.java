package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.evaluation.ConditionCheck;
import io.keelson.engine.evaluation.PolicyCheck;
import io.keelson.engine.object.InstancePlanner;
import io.keelson.engine.object.InstancePlanner.Decided;
import io.keelson.engine.object.PolicyReview;
import io.keelson.engine.object.ProposedNewState;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.object.SensitiveOption;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.object.TriggerValue;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.Step;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.PlannedState.Promise;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.reading.LateDeferral;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Completion;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;

/// Creates or updates the object of one instance: plans again with what is known by now, compares
/// with what was approved, and only then touches state and world.
///
/// @rule R-APPLY-10
/// @rule DEV-1
final class ConvergeStep {
  private final ApplyRun run;
  private final Step.Converge step;
  private final InstanceAddress at;
  private final Change change;
  private final ResourceConfig config;
  private final Scope scope;
  private final TriggerValue trigger;
  private final Provider provider;
  private final Schema schema;
  private final Subject subject;

  ConvergeStep(
      ApplyRun run, Step.Converge step, Change change, ResourceConfig config, Scope scope) {
    this.run = run;
    this.step = step;
    this.at = step.at();
    this.change = change;
    this.config = config;
    this.scope = scope;
    this.trigger = TriggerValue.of(config.lifecycle().replaceTrigger(), at, scope, run.key());
    this.provider = run.providers().toConverge(at.resource()).orElseThrow();
    this.schema = provider.schema(at.resource().type()).orElseThrow();
    this.subject = Subject.of(at);
  }

  /// @return whether what waits for this step may start
  boolean run() {
    var before = ConditionCheck.preconditions(config, at, scope);
    note(before);
    if (before.failed()) return refused(before.diagnostics());
    switch (trigger) {
      case TriggerValue.Failed(var diagnostics) -> {
        return refused(diagnostics);
      }
      case TriggerValue.Unknown _ -> {
        return refused(List.of(FinalPlan.open(at)));
      }
      case TriggerValue.Known _ -> {}
    }
    var current = run.applied().state(at).current();
    var plan = new FinalPlan(at, change, provider, schema, new Unforeseen(run));
    return switch (plan.make(config, scope, current, run.priors())) {
      case Answer.Failed(var diagnostics) -> refused(diagnostics);
      case Answer.Deferred(var deferral) ->
          refused(LateDeferral.of(subject, provider.name(), deferral));
      case Answer.Given(FinalPlan.Approved(var decided, var prior)) -> {
        var found =
            PolicyReview.of(
                change,
                PolicyReview.declared(schema, decided.config()),
                Optional.of(decided.marked()),
                run.policies(),
                scope);
        if (PolicyCheck.forbids(found)) yield refused(found);
        boolean done = converge(decided, prior);
        yield holds() && done;
      }
    };
  }

  private boolean refused(List<Diagnostic> diagnostics) {
    if (change.deposeAs().isPresent())
      run.applied().deviates(Deviation.Kind.SET_ASIDE_WHEN_SURE, at);
    return end(StepResult.Outcome.NOT_STARTED, diagnostics);
  }

  /// Whether what was made is as its declaration demands. It is stored already, whatever comes out:
  /// only what depends on it does not start.
  ///
  /// @rule R-COND-3
  private boolean holds() {
    var made = run.applied().value(at);
    if (made.isEmpty() || config.postconditions().isEmpty()) return true;
    var after = ConditionCheck.postconditions(config, at, scope, made.get());
    note(after);
    if (!after.failed()) return true;
    var outcome = run.applied().result(step);
    return end(
        switch (outcome) {
          case DONE -> StepResult.Outcome.CONDITION_FAILED;
          case UNCHANGED -> StepResult.Outcome.NOT_STARTED;
          case FAILED, CONDITION_FAILED, NOT_STARTED, SKIPPED -> outcome;
        },
        after.diagnostics());
  }

  private void note(CheckResult result) {
    if (config.hasConditions()) run.applied().check(at, result.status());
  }

  private boolean converge(Decided decided, Optional<Prior> prior) {
    if (decided.action() instanceof Action.NoOp) {
      run.applied().value(at, decided.marked());
      return end(StepResult.Outcome.UNCHANGED, List.of());
    }
    boolean onlyMarks =
        prior.isPresent()
            && decided.reason() != Reason.UNFINISHED
            && decided.reason() != Reason.BY_PROVIDER
            && decided.planned().matches(prior.get().value());
    return onlyMarks ? remark(decided) : call(decided, prior);
  }

  /// Only the marks of secrets have changed, so the provider is not called.
  ///
  /// @rule R-APPLY-16
  private boolean remark(Decided decided) {
    var state = run.applied().state(at);
    var object = state.current().orElseThrow();
    var declared = declared(decided);
    var remarked =
        object
            .withAttributes(object.attributes(), Sensitivity.paths(decided.marked()))
            .withDependencies(declared.dependencies())
            .withFlags(declared.flags());
    run.applied().keep(at, state.withCurrent(remarked));
    run.applied().value(at, decided.marked());
    return end(StepResult.Outcome.DONE, List.of());
  }

  private boolean call(Decided decided, Optional<Prior> prior) {
    var state = run.applied().state(at);
    var before = change.deposeAs().map(state::depose).orElse(state);
    var objection =
        new StoreCapacity(run, at, provider, schema)
            .objection(before, decided.marked(), decided.privateData());
    if (objection.isPresent()) return end(StepResult.Outcome.NOT_STARTED, List.of(objection.get()));
    var operation = operation(decided, prior);
    var request = request(decided, prior, operation.id());
    var secrecy = secrecy(decided);
    var ticket = run.applied().begin(at, before, operation);
    run.options().progress().called(step, () -> provider.waitsFor(at).map(secrecy::in));
    return switch (ProviderCall.send(provider, request)) {
      case ApplyAnswer.NotSent(var why) -> {
        var told = secrecy.in(List.of(why.about(subject)));
        run.applied().finish(ticket, state, told);
        yield failed(told);
      }
      case ApplyAnswer.OutcomeUnknown(var why) ->
          failed(ProviderCall.unknown(request, secrecy.in(why)));
      case ApplyAnswer.Returned returned ->
          store(
              ticket,
              decided,
              prior,
              ApplyResult.of(
                  schema, subject, provider.name(), decided, promised(decided, prior), returned),
              returned,
              secrecy);
    };
  }

  private ApplyRequest request(Decided decided, Optional<Prior> prior, String operationId) {
    var lifecycle = config.lifecycle();
    return new ApplyRequest(
        at.resource().type(),
        at,
        operationId,
        prior.map(Prior::value).orElseGet(() -> Value.nothing(schema.type())),
        decided.planned(),
        decided.config(),
        decided.privateData(),
        lifecycle.ignoreChanges().patterns(),
        prior.isEmpty() ? lifecycle.timeouts().create() : lifecycle.timeouts().update(),
        run.options().stop()::isSet);
  }

  /// What the provider promised the object to be, or what the plan showed if that is no promise.
  /// Where it planned no change of an object that an update is to finish, it did not look at what
  /// the update computes.
  ///
  /// @rule R-PUL-21
  /// @rule R-PRG-4
  private Value promised(Decided decided, Optional<Prior> prior) {
    if (decided.promise() == Promise.FORESEEN) return change.after().orElseThrow().unmark().value();
    boolean onlyFinishes =
        decided.reason() == Reason.UNFINISHED
            && decided.action() instanceof Action.Update
            && prior.filter(each -> decided.planned().matches(each.value())).isPresent();
    return onlyFinishes
        ? ProposedNewState.of(schema, Value.unknown(schema.type()), decided.config().value())
        : decided.planned();
  }

  /// About what the provider is given.
  private Secrecy secrecy(Decided decided) {
    var config = decided.config();
    var secrecy = Secrecy.of(decided.marked(), config.remark(config.value()));
    return change.before().map(secrecy::and).orElse(secrecy);
  }

  private Operation operation(Decided decided, Optional<Prior> prior) {
    boolean create = prior.isEmpty();
    return new Operation(
        run.operationId(),
        create ? Operation.Kind.CREATE : Operation.Kind.UPDATE,
        change.deposeAs(),
        run.digest(),
        create ? provider.locator(at.resource().type(), decided.marked()) : Optional.empty(),
        provider.longestCall(),
        create ? declared(decided).by(run.providers().key(at.resource())) : Declared.NONE);
  }

  private Declared declared(Decided decided) {
    var hidden = SensitiveOption.paths(config.lifecycle().sensitive(), decided.planned());
    return run.snapshot()
        .declared(
            config,
            at,
            Sensitivity.paths(decided.config()).with(SensitivePaths.declared(hidden)),
            trigger.kept(""));
  }

  private boolean store(
      StateStore.Ticket ticket,
      Decided decided,
      Optional<Prior> prior,
      ApplyResult result,
      ApplyAnswer.Returned returned,
      Secrecy secrecy) {
    var before = ticket.before();
    var said = returned.value().map(Value::unmark).orElse(Unmarked.NOTHING);
    var marked = result.value().map(value -> said.remark(marked(before, decided, prior, value)));
    var told = marked.map(secrecy::and).orElse(secrecy).in(result.diagnostics());
    run.applied().report(told);
    if (result.uncertain()) return failed(List.of());
    var after =
        marked
            .map(value -> before.withCurrent(object(before, decided, value, result, returned)))
            .map(state -> isUpdate(decided) ? state : state.madeBy(run.digest()))
            .map(state -> state.withDrift(new Drift.None()))
            .orElseGet(() -> restored(before));
    run.applied().finish(ticket, after.writtenBy(run.digest()), told);
    marked.ifPresent(value -> run.applied().value(at, value));
    return result.failed() ? failed(List.of()) : end(StepResult.Outcome.DONE, List.of());
  }

  private Value marked(InstanceState before, Decided decided, Optional<Prior> prior, Value value) {
    var marked =
        SensitiveOption.mark(
            at,
            config.lifecycle().sensitive(),
            Sensitivity.marked(schema, value, decided.config(), provider.configuration()));
    if (prior.isEmpty()) return marked;
    var existing = InstancePlanner.Existing.of(prior.get(), before.current().orElseThrow());
    return Sensitivity.keepEchoes(existing, marked, decided.config());
  }

  private static boolean isUpdate(Decided decided) {
    return decided.action() instanceof Action.Update;
  }

  /// What a failed update leaves may still be made with what it was made with before.
  ///
  /// @rule R-APPLY-21
  /// @rule R-APPLY-25
  /// @rule R-APPLY-27
  private ObjectState object(
      InstanceState before,
      Decided decided,
      Value marked,
      ApplyResult result,
      ApplyAnswer.Returned returned) {
    var declared = declared(decided);
    return new ObjectState(
        at.resource().type(),
        status(before, decided, result, returned),
        new RawState(schema.version(), run.codec().encode(marked.unmark().value(), schema.type())),
        Sensitivity.paths(marked),
        returned.privateData(),
        identity(before, decided, returned),
        run.providers().key(at.resource()),
        isUpdate(decided) && result.failed()
            ? Dependency.both(
                declared.dependencies(), before.current().orElseThrow().dependencies())
            : declared.dependencies(),
        declared.flags());
  }

  /// @rule R-PUL-20
  /// @rule R-PUL-21
  private ObjectState.Status status(
      InstanceState before, Decided decided, ApplyResult result, ApplyAnswer.Returned returned) {
    if (!result.failed()) return ObjectState.Status.READY;
    if (returned.completion() == Completion.UNFINISHED) return ObjectState.Status.UNFINISHED;
    if (isUpdate(decided)) return before.current().orElseThrow().status();
    return switch (config.lifecycle().onPartialCreate()) {
      case REPLACE -> ObjectState.Status.TAINTED;
      case UPDATE -> ObjectState.Status.UNFINISHED;
    };
  }

  /// An update leaves the object the one it was, also where its answer does not tell that again.
  private static Optional<RawState> identity(
      InstanceState before, Decided decided, ApplyAnswer.Returned returned) {
    return isUpdate(decided) && returned.identity().isEmpty()
        ? before.current().orElseThrow().identity()
        : returned.identity();
  }

  /// No object was made, so an object that was set aside for it becomes the current one again.
  ///
  /// @rule R-APPLY-31
  private InstanceState restored(InstanceState before) {
    return change
        .deposeAs()
        .filter(_ -> before.current().isEmpty())
        .map(before::restore)
        .orElse(before);
  }

  private boolean failed(List<Diagnostic> diagnostics) {
    return end(StepResult.Outcome.FAILED, diagnostics);
  }

  private boolean end(StepResult.Outcome outcome, List<Diagnostic> diagnostics) {
    return run.applied().end(step, outcome, diagnostics);
  }
}
