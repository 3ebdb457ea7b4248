package io.keelson.engine.apply;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.DestroyPlanner;
import io.keelson.engine.object.PlanChecks;
import io.keelson.engine.object.ProviderFault;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Step;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.reading.LateDeferral;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Destroys one object, current or deposed.
///
/// @rule R-APPLY-18
final class DestroyStep {
  private final ApplyRun run;
  private final Step.Destroy step;
  private final ObjectRef object;
  private final InstanceAddress at;
  private final Provider provider;
  private final Schema schema;
  private final Subject subject;

  DestroyStep(ApplyRun run, Step.Destroy step) {
    this.run = run;
    this.step = step;
    this.object = step.object();
    this.at = step.at();
    this.provider = run.provider(at, find(run.applied().state(at)));
    this.schema = provider.schema(at.resource().type()).orElseThrow();
    this.subject = Subject.of(at);
  }

  /// @return whether what waits for this step may start
  boolean run() {
    var state = run.applied().state(at);
    var stored = find(state);
    if (stored.isEmpty()) return done();
    var objection = objection(state);
    if (objection.isPresent()) return refuse(List.of(objection.get()));
    return switch (agreed(stored.get())) {
      case Answer.Failed(var diagnostics) -> refuse(diagnostics);
      case Answer.Deferred(var deferral) ->
          refuse(LateDeferral.of(subject, provider.name(), deferral));
      case Answer.Given(DestroyPlanner.Agreed(var prior, _)) -> call(state, stored.get(), prior);
    };
  }

  /// Why the object is kept: the store has no room for its successor.
  private Optional<Diagnostic> objection(InstanceState state) {
    return run.change(object)
        .filter(change -> change.action() instanceof Action.Replace)
        .flatMap(change ->
            new StoreCapacity(run, at, provider, schema)
                .objection(
                    state.withoutCurrent(), change.after().orElseThrow(), change.privateData()));
  }

  private Optional<ObjectState> find(InstanceState state) {
    return object.deposed().isPresent()
        ? Optional.ofNullable(state.deposed().get(object.deposed().get()))
        : state.current();
  }

  /// Asks for the plan again: the object may have been deposed, or read, since it was planned.
  ///
  /// @rule R-APPLY-19
  private Answer<DestroyPlanner.Agreed> agreed(ObjectState stored) {
    var planner = new DestroyPlanner(provider, schema);
    return run.priors()
        .upgrade(at, stored)
        .then(current -> planner.plan(object, current.prior(), stored.sensitive()));
  }

  private static Secrecy secrecy(ObjectState stored, Prior prior) {
    return Secrecy.of(Sensitivity.mark(prior.value(), stored.sensitive()));
  }

  private boolean call(InstanceState state, ObjectState stored, Prior prior) {
    var operation =
        new Operation(
            run.operationId(),
            Operation.Kind.DELETE,
            object.deposed(),
            run.digest(),
            Optional.empty(),
            provider.longestCall(),
            Declared.NONE);
    Value nothing = Value.nothing(schema.type());
    var request =
        new ApplyRequest(
            at.resource().type(),
            at,
            operation.id(),
            prior.value(),
            nothing,
            Unmarked.plain(nothing),
            prior.privateData(),
            List.of(),
            stored.flags().deleteTimeout(),
            run.options().stop()::isSet);
    var secrecy = secrecy(stored, prior);
    var ticket = run.applied().begin(at, state, operation);
    run.options().progress().called(step, () -> provider.waitsFor(at).map(secrecy::in));
    return switch (ProviderCall.send(provider, request)) {
      case ApplyAnswer.NotSent(var why) -> {
        var told = secrecy.in(List.of(why.about(subject)));
        run.applied().finish(ticket, state, told);
        yield failed(told);
      }
      case ApplyAnswer.OutcomeUnknown(var why) ->
          failed(ProviderCall.unknown(request, secrecy.in(why)));
      case ApplyAnswer.Returned returned -> store(ticket, state, stored, prior, returned);
    };
  }

  /// @rule R-APPLY-23
  /// @rule R-APPLY-28
  /// @rule R-APPLY-29
  private boolean store(
      StateStore.Ticket ticket,
      InstanceState state,
      ObjectState stored,
      Prior prior,
      ApplyAnswer.Returned returned) {
    var diagnostics =
        new ArrayList<>(secrecy(stored, prior).about(subject, returned.diagnostics()));
    var left = returned.value().filter(value -> !value.isNull());
    if (left.isPresent() && !Diagnostic.anyError(diagnostics))
      diagnostics.add(
          new ProviderFault(
                  subject, provider.name(), "Provider returned an object after destroying it")
              .at(AttributePath.ROOT, "success is reported, but the object is still there"));
    if (!Diagnostic.anyError(diagnostics)) {
      run.applied().report(diagnostics);
      run.applied().finish(ticket, without(state).writtenBy(run.digest()), diagnostics);
      return done();
    }
    var after = left.flatMap(value -> kept(state, stored, prior, value)).orElse(state);
    run.applied().finish(ticket, after.writtenBy(run.digest()), diagnostics);
    return failed(diagnostics);
  }

  private InstanceState without(InstanceState state) {
    return object.deposed().map(state::withoutDeposed).orElseGet(state::withoutCurrent);
  }

  /// A failed destruction may leave a changed object, which is stored if it can be.
  private Optional<InstanceState> kept(
      InstanceState state, ObjectState stored, Prior prior, Value value) {
    if (!value.whollyKnown()
        || !PlanChecks.conforms(schema, subject, provider.name(), value, schema.type()).isEmpty())
      return Optional.empty();
    var changed =
        stored.withAttributes(
            new RawState(schema.version(), run.codec().encode(value, schema.type())),
            Sensitivity.observed(
                schema, value, prior.value(), stored.sensitive(), provider.configuration()));
    return Optional.of(
        object
            .deposed()
            .map(key -> state.withDeposed(key, changed))
            .orElseGet(() -> state.withCurrent(changed)));
  }

  private boolean done() {
    return run.applied().end(step, StepResult.Outcome.DONE, List.of());
  }

  private boolean refuse(List<Diagnostic> diagnostics) {
    return run.applied().end(step, StepResult.Outcome.NOT_STARTED, diagnostics);
  }

  private boolean failed(List<Diagnostic> diagnostics) {
    return run.applied().end(step, StepResult.Outcome.FAILED, diagnostics);
  }
}
