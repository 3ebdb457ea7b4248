package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Compatibility;
import io.keelson.engine.plan.InstancePlanner;
import io.keelson.engine.plan.InstancePlanner.Answer;
import io.keelson.engine.plan.PriorObjects;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.plan.Sensitivity;
import io.keelson.engine.plan.Step;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;

/// Creates or updates the object of one instance: plans again with what is known by now, compares
/// with what was approved, and only then touches state and world.
///
/// @rule R-APPLY-10
/// @rule DEV-1
final class ConvergeStep {
  private static final String INCONSISTENT = "Provider produced an inconsistent final plan";

  private final ApplyRun run;
  private final Step.Converge step;
  private final InstanceAddress at;
  private final Change change;
  private final ResourceConfig config;
  private final Provider provider;
  private final Schema schema;
  private final Subject subject;

  ConvergeStep(ApplyRun run, Step.Converge step, Change change, ResourceConfig config) {
    this.run = run;
    this.step = step;
    this.at = step.at();
    this.change = change;
    this.config = config;
    this.provider = run.provider(at);
    this.schema = provider.schema(at.resource().type()).orElseThrow();
    this.subject = Subject.of(at);
  }

  /// @return whether what waits for this step may start
  boolean run(Scope scope) {
    return switch (prior()) {
      case PriorObjects.Loaded.Failed(var diagnostics) -> refuse(diagnostics);
      case PriorObjects.Loaded.Gone _ -> decide(scope, Optional.empty());
      case PriorObjects.Loaded.Present(var prior, _) -> decide(scope, Optional.of(prior));
    };
  }

  /// What is updated; nothing where a new object is made.
  private PriorObjects.Loaded prior() {
    var current = run.working().state(at).current();
    return change.action() instanceof Action.Update && current.isPresent()
        ? run.priors().upgrade(at, current.get())
        : new PriorObjects.Loaded.Gone();
  }

  private boolean decide(Scope scope, Optional<Prior> prior) {
    var question =
        new InstancePlanner.Question(
            at, config, scope, prior.map(this::existing), false, ReplaceOrder.DESTROY_FIRST);
    return switch (new InstancePlanner(provider, schema).plan(question)) {
      case Answer.Failed(var diagnostics) -> refuse(diagnostics);
      case Answer.Decided decided -> {
        var differences =
            decided.config().value().whollyKnown() ? compare(decided) : List.of(open());
        yield differences.isEmpty() ? converge(decided, prior) : refuse(differences);
      }
    };
  }

  private InstancePlanner.Existing existing(Prior prior) {
    var object = run.working().state(at).current().orElseThrow();
    return new InstancePlanner.Existing(
        prior.value(), prior.privateData(), object.tainted(), object.sensitive());
  }

  /// @rule R-APPLY-12
  /// @rule R-CHK-11
  private List<Diagnostic> compare(Answer.Decided decided) {
    boolean expected =
        change.action() instanceof Action.Update
            ? decided.action() instanceof Action.Update || decided.action() instanceof Action.NoOp
            : decided.action() instanceof Action.Create;
    if (!expected) return List.of(inconsistent(decided.action()));
    var differences =
        Compatibility.check(
            schema,
            subject,
            provider.name(),
            change.after().orElseThrow().unmark().value(),
            decided.planned());
    return differences.stream().map(this::inconsistent).toList();
  }

  private Diagnostic inconsistent(Diagnostic difference) {
    return Diagnostic.error(
            Code.INCONSISTENT_FINAL_PLAN,
            subject,
            INCONSISTENT,
            difference.detail() + " Nothing was done to the object; it is planned anew.")
        .at(difference.path());
  }

  /// @rule R-CHK-12
  private Diagnostic open() {
    return Diagnostic.error(
        Code.INCONSISTENT_FINAL_PLAN,
        subject,
        "Configuration is not known yet",
        "Something that the configuration refers to has no value although its turn has come."
            + " Nothing was done to the object. This is a mistake in Keelson; please report it.");
  }

  private Diagnostic inconsistent(Action now) {
    return Diagnostic.error(
        Code.INCONSISTENT_FINAL_PLAN,
        subject,
        INCONSISTENT,
        "The approved action is "
            + change.action().word()
            + ", but with the values that are known now provider '"
            + provider.name()
            + "' plans "
            + now.word()
            + ". Nothing was done to the object; it is planned anew.");
  }

  private boolean converge(Answer.Decided decided, Optional<Prior> prior) {
    if (decided.action() instanceof Action.NoOp) {
      run.working().value(at, decided.marked());
      return done(StepResult.Outcome.UNCHANGED);
    }
    boolean onlyMarks = prior.isPresent() && decided.planned().matches(prior.get().value());
    return onlyMarks ? remark(decided) : call(decided, prior);
  }

  /// Only what is secret about the object changed: no provider needs to know.
  ///
  /// @rule R-APPLY-16
  private boolean remark(Answer.Decided decided) {
    var state = run.working().state(at);
    var object = state.current().orElseThrow();
    var remarked =
        object
            .withAttributes(object.attributes(), Sensitivity.paths(decided.marked()))
            .withDependencies(run.declaredDependencies(at));
    run.working().keep(at, state.withCurrent(remarked));
    run.working().value(at, decided.marked());
    return done(StepResult.Outcome.DONE);
  }

  private boolean call(Answer.Decided decided, Optional<Prior> prior) {
    var state = run.working().state(at);
    var before = change.deposeAs().map(state::depose).orElse(state);
    var operation =
        new Operation(
            run.operationId(),
            prior.isPresent() ? Operation.Kind.UPDATE : Operation.Kind.CREATE,
            change.deposeAs(),
            run.digest(),
            prior.isPresent()
                ? Optional.empty()
                : provider.locator(at.resource().type(), decided.marked()),
            prior.isPresent() ? Declared.NONE : declared(decided));
    var request =
        new ApplyRequest(
            at.resource().type(),
            at,
            operation.id(),
            prior.map(Prior::value).orElseGet(() -> Value.nothing(schema.type())),
            decided.planned(),
            decided.config(),
            decided.privateData());
    var ticket = run.working().begin(at, before, operation);
    return switch (ProviderCall.send(provider, request)) {
      case ApplyAnswer.NotSent(var why) -> {
        run.working().finish(ticket, state);
        yield failed(List.of(why.about(subject)));
      }
      case ApplyAnswer.OutcomeUnknown(var why) -> failed(ProviderCall.unknown(request, why));
      case ApplyAnswer.Returned returned -> {
        var result = ApplyResult.of(schema, subject, provider.name(), decided, returned);
        yield store(ticket, before, decided, result, returned);
      }
    };
  }

  /// What a new object is stored with, also if it has to be found first.
  private Declared declared(Answer.Decided decided) {
    return new Declared(
        run.declaredDependencies(at),
        run.declaredFlags(config),
        Sensitivity.paths(decided.config()));
  }

  private boolean store(
      StateStore.Ticket ticket,
      InstanceState before,
      Answer.Decided decided,
      ApplyResult result,
      ApplyAnswer.Returned returned) {
    run.working().report(result.diagnostics());
    if (result.uncertain()) return failed(List.of());
    InstanceState after =
        result
            .value()
            .map(value -> before.withCurrent(object(before, decided, value, result, returned)))
            .map(state -> state.withDrift(new Drift.None()))
            .orElseGet(() -> restored(before));
    run.working().finish(ticket, after.writtenBy(run.digest()));
    result
        .value()
        .ifPresent(
            value -> run.working().value(at, Sensitivity.marked(schema, value, decided.config())));
    return result.failed() ? failed(List.of()) : done(StepResult.Outcome.DONE);
  }

  /// @rule R-APPLY-21
  /// @rule R-APPLY-25
  /// @rule R-APPLY-27
  private ObjectState object(
      InstanceState before,
      Answer.Decided decided,
      Value value,
      ApplyResult result,
      ApplyAnswer.Returned returned) {
    boolean update = decided.action() instanceof Action.Update;
    var status =
        update
            ? before.current().orElseThrow().status()
            : result.failed() ? ObjectState.Status.TAINTED : ObjectState.Status.READY;
    return new ObjectState(
        status,
        new RawState(schema.version(), run.codec().encode(value, schema.type())),
        Sensitivity.paths(Sensitivity.marked(schema, value, decided.config())),
        returned.privateData(),
        Optional.empty(),
        provider.name(),
        run.declaredDependencies(at),
        run.declaredFlags(config));
  }

  /// Nothing was made: an object that was set aside for it is the current one again.
  ///
  /// @rule R-APPLY-31
  private InstanceState restored(InstanceState before) {
    return change
        .deposeAs()
        .filter(_ -> before.current().isEmpty())
        .map(before::restore)
        .orElse(before);
  }

  private boolean done(StepResult.Outcome outcome) {
    run.working().result(step, outcome);
    return true;
  }

  private boolean refuse(List<Diagnostic> diagnostics) {
    run.working().report(diagnostics);
    run.working().result(step, StepResult.Outcome.NOT_STARTED);
    return false;
  }

  private boolean failed(List<Diagnostic> diagnostics) {
    run.working().report(diagnostics);
    run.working().result(step, StepResult.Outcome.FAILED);
    return false;
  }
}
