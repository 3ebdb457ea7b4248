package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Compatibility;
import io.keelson.engine.object.InstancePlanner;
import io.keelson.engine.object.InstancePlanner.Decided;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.reading.PriorObjects;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.ObjectState;
import java.util.List;
import java.util.Optional;

/// Decides again about one create or update, with what is known when its turn has come, and holds
/// that against what was approved.
///
/// @rule R-ART-7
final class FinalPlan {
  private static final String INCONSISTENT = "Provider produced an inconsistent final plan";

  private final InstanceAddress at;
  private final Change change;
  private final Provider provider;
  private final Schema schema;

  FinalPlan(InstanceAddress at, Change change, Provider provider, Schema schema) {
    this.at = at;
    this.change = change;
    this.provider = provider;
    this.schema = schema;
  }

  /// A decision that was approved.
  ///
  /// @param prior what is updated; empty if a new object is made
  record Approved(Decided decided, Optional<Prior> prior) {}

  /// @param current what exists now, deposed objects not counted
  Answer<Approved> make(
      ResourceConfig config, Scope scope, Optional<ObjectState> current, PriorObjects priors) {
    // A replace makes a new object, whatever is still there.
    var updated = current.filter(_ -> change.action() instanceof Action.Update);
    return updated.isEmpty()
        ? decide(config, scope, Optional.empty(), Optional.empty())
        : priors
            .upgrade(at, updated.get())
            .then(stored -> decide(config, scope, updated, Optional.of(stored.prior())));
  }

  private Answer<Approved> decide(
      ResourceConfig config, Scope scope, Optional<ObjectState> object, Optional<Prior> prior) {
    var existing = prior.map(each -> InstancePlanner.Existing.of(each, object.orElseThrow()));
    var question =
        new InstancePlanner.Question(
            at,
            config,
            scope,
            existing,
            Reason.NONE,
            ReplaceOrder.DESTROY_FIRST,
            change.privateData());
    return new InstancePlanner(provider, schema)
        .plan(question)
        .then(decided -> Answer.unless(differences(decided), () -> new Approved(decided, prior)));
  }

  /// @rule R-APPLY-12
  /// @rule R-CHK-11
  private List<Diagnostic> differences(Decided decided) {
    if (!decided.config().value().whollyKnown()) return List.of(open(at));
    boolean expected =
        change.action() instanceof Action.Update
            ? decided.action() instanceof Action.Update || decided.action() instanceof Action.NoOp
            : decided.action() instanceof Action.Create;
    if (!expected) return List.of(inconsistent(decided.action()));
    var differences =
        Compatibility.check(
            schema,
            Subject.of(at),
            provider.name(),
            change.after().orElseThrow().unmark().value(),
            decided.planned());
    return Secrecy.of(change.after().orElseThrow(), decided.marked())
        .in(differences.stream().map(this::inconsistent).toList());
  }

  private Diagnostic inconsistent(Diagnostic difference) {
    return Diagnostic.error(
            Code.INCONSISTENT_FINAL_PLAN,
            Subject.of(at),
            INCONSISTENT,
            difference.detail() + " Nothing was done to the object; it is planned anew.")
        .at(difference.path());
  }

  private Diagnostic inconsistent(Action now) {
    return Diagnostic.error(
        Code.INCONSISTENT_FINAL_PLAN,
        Subject.of(at),
        INCONSISTENT,
        "The approved action is "
            + change.action().word()
            + ", but with the values that are known now provider '"
            + provider.name()
            + "' plans "
            + now.word()
            + ". Nothing was done to the object; it is planned anew.");
  }

  /// @rule R-CHK-12
  static Diagnostic open(InstanceAddress at) {
    return Diagnostic.error(
        Code.INCONSISTENT_FINAL_PLAN,
        Subject.of(at),
        "Configuration is not known yet",
        "Something that the configuration refers to has no value although its turn has come."
            + " Nothing was done to the object. This is a mistake in Keelson; please report it.");
  }
}
