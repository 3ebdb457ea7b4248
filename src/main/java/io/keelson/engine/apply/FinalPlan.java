package io.keelson.engine.apply;

import io.keelson.engine.address.AttributePath;
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
import io.keelson.engine.provider.PlannedState.Promise;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.reading.PriorObjects;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.ObjectState;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;

/// Decides again about one create or update, with what is known when its turn has come, and holds
/// that against what was approved.
///
/// @rule R-ART-7
final class FinalPlan {
  private static final String INCONSISTENT = "Provider produced an inconsistent final plan";
  static final String SURPRISED = "Values came out otherwise than planned";
  private static final String ANEW = " Nothing was done to the object; it is planned anew.";

  private final InstanceAddress at;
  private final Change change;
  private final Provider provider;
  private final Schema schema;
  private final Unforeseen unforeseen;

  FinalPlan(
      InstanceAddress at, Change change, Provider provider, Schema schema, Unforeseen unforeseen) {
    this.at = at;
    this.change = change;
    this.provider = provider;
    this.schema = schema;
    this.unforeseen = unforeseen;
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
        .then(decided ->
            Answer.unless(differences(config, decided), () -> new Approved(decided, prior)));
  }

  /// @rule R-APPLY-12
  /// @rule R-CHK-11
  /// @rule R-PRG-4
  private List<Diagnostic> differences(ResourceConfig config, Decided decided) {
    if (!decided.config().value().whollyKnown()) return List.of(open(at));
    boolean expected =
        change.action() instanceof Action.Update
            ? decided.action() instanceof Action.Update || decided.action() instanceof Action.NoOp
            : decided.action() instanceof Action.Create;
    var differences = expected ? inPlanned(decided) : List.of(inconsistent(decided.action()));
    if (differences.isEmpty()) return List.of();
    var surprising = unforeseen.usedBy(config);
    if (!surprising.isEmpty())
      return differences.stream()
          .map(each -> surprised(each.path(), decided.action(), surprising))
          .toList();
    return differences;
  }

  private List<Diagnostic> inPlanned(Decided decided) {
    var differences =
        Compatibility.check(
            schema,
            Subject.of(at),
            provider.name(),
            change.after().orElseThrow().unmark().value(),
            decided.planned());
    return Secrecy.of(change.after().orElseThrow(), decided.marked())
        .in(
            differences.stream()
                .filter(each -> decided.promise() != Promise.FORESEEN || isSettable(each.path()))
                .map(each -> decided.promise() == Promise.EXACT ? inconsistent(each) : free(each))
                .toList());
  }

  /// What only the provider sets is no part of what is done, and need not come as it was foreseen.
  private boolean isSettable(AttributePath path) {
    return schema.root().attributes().entrySet().stream()
        .noneMatch(each ->
            !each.getValue().presence().configurable()
                && path.startsWith(AttributePath.of(each.getKey())));
  }

  private Diagnostic inconsistent(Diagnostic difference) {
    return error(INCONSISTENT, difference.detail()).at(difference.path());
  }

  /// A provider that is exempt from the exact checks may foresee something else each time.
  private Diagnostic free(Diagnostic difference) {
    return error(
            INCONSISTENT,
            "Asked once more, provider '"
                + provider.name()
                + "' foresees something else than was approved. It need not be exact, so this is"
                + " no bug.")
        .at(difference.path());
  }

  private Diagnostic inconsistent(Action now) {
    return error(
        INCONSISTENT,
        "The approved action is "
            + change.action().word()
            + ", but with the values that are known now provider '"
            + provider.name()
            + "' plans "
            + now.word()
            + ".");
  }

  /// What the plan showed of something that is used here was not what came of it.
  private Diagnostic surprised(
      AttributePath path, Action now, SortedSet<InstanceAddress> surprising) {
    var names =
        surprising.stream().map(each -> "'" + each + "'").collect(Collectors.joining(" and "));
    var what = path.isRoot() ? "the action would be " + now.word() : "something else would be set";
    return error(
            SURPRISED,
            "This was approved with values of "
                + names
                + " as the plan showed them. They have come out otherwise, which a provider that"
                + " need not foresee them exactly may do. With them, "
                + what
                + ".")
        .at(path);
  }

  private Diagnostic error(String summary, String what) {
    return Diagnostic.error(Code.INCONSISTENT_FINAL_PLAN, Subject.of(at), summary, what + ANEW);
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
