package io.keelson.engine.planning.program;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOptions.Scope;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// What programs have registered and wait to be told about.
final class OpenRegistrations {
  private final PlanOptions options;
  private final Map<InstanceAddress, Open> all = new LinkedHashMap<>();

  /// @param run of the program that waits
  private record Open(InstanceAddress run, CompletableFuture<RegistrationAnswer> answer) {}

  /// @param options of the plan, which may leave out some of what is registered
  OpenRegistrations(PlanOptions options) {
    this.options = options;
  }

  void add(InstanceAddress at, InstanceAddress run, CompletableFuture<RegistrationAnswer> answer) {
    all.put(at, new Open(run, answer));
  }

  /// The run of the program that waits for something; empty if none does.
  Optional<InstanceAddress> registrant(InstanceAddress at) {
    return Optional.ofNullable(all.get(at)).map(Open::run);
  }

  /// The runs of programs inside of others that are waited for.
  List<InstanceAddress> programs() {
    return all.keySet().stream()
        .filter(each -> each.resource().mode() == ResourceAddress.Mode.PROGRAM)
        .toList();
  }

  /// Tells whoever waits for something, if anybody does.
  void answer(InstanceAddress at, RegistrationAnswer answer) {
    var open = all.remove(at);
    if (open != null) open.answer().complete(answer);
  }

  /// Tells whoever waits for something in a component that it cannot be used.
  void fail(ComponentPath path) {
    for (InstanceAddress at : List.copyOf(all.keySet()))
      if (at.resource().in().startsWith(path))
        answer(at, new RegistrationAnswer.Failed("The component cannot be used."));
  }

  /// Tells whoever waits for a program that nothing is known of it, if it is left to a later plan.
  ///
  /// @param unsure takes the run of whoever waited
  /// @return whether it is
  /// @rule R-DEFER-2
  boolean putOff(
      InstanceAddress run, Plan plan, Snapshot snapshot, Consumer<InstanceAddress> unsure) {
    if (!waits(run, plan)) return false;
    registrant(run).ifPresent(unsure);
    answer(run, new RegistrationAnswer.Made(Optional.of(run.resource()), unknown(run, snapshot)));
    return true;
  }

  /// Tells programs what is planned for the resources that they have registered. Programs inside of
  /// others have to run first.
  ///
  /// @param unsure takes the runs of those who are told something that is not known
  /// @param problems takes the errors of a plan that has nothing for one of the resources
  void answer(
      PlanOutcome outcome,
      Snapshot snapshot,
      Consumer<InstanceAddress> unsure,
      Consumer<Diagnostic> problems) {
    var leftOut = leftOut(snapshot);
    for (InstanceAddress at : List.copyOf(all.keySet())) {
      if (at.resource().mode() == ResourceAddress.Mode.PROGRAM) continue;
      var planned = recorded(at, outcome, leftOut).or(() -> planned(at, outcome, snapshot));
      if (planned.isEmpty())
        outcome.diagnostics().stream().filter(Diagnostic::isError).forEach(problems);
      if (planned.filter(each -> !each.whollyKnown()).isPresent()) registrant(at).ifPresent(unsure);
      answer(
          at,
          planned
              .<RegistrationAnswer>map(
                  value -> new RegistrationAnswer.Made(Optional.of(at.resource()), value))
              .orElseGet(() ->
                  new RegistrationAnswer.Failed(
                      "Nothing can be planned for " + at + "; the plan says why.")));
    }
  }

  /// What the plan leaves out, whatever else is registered. Of what targets take along that is not
  /// known yet.
  ///
  /// @rule R-PUL-55
  private Predicate<InstanceAddress> leftOut(Snapshot snapshot) {
    var targeting = options.targeting();
    boolean takesAlong = !targeting.targets().isEmpty() && targeting.scope() == Scope.NEEDED;
    if (!targeting.isLimited() || takesAlong) return _ -> false;
    var selection = Selection.of(options, snapshot);
    return at -> !selection.includes(at);
  }

  /// The object of something that is left out, to which nothing is done; empty if there is none.
  private static Optional<Value> recorded(
      InstanceAddress at, PlanOutcome outcome, Predicate<InstanceAddress> leftOut) {
    return Optional.ofNullable(outcome.plan().changes().get(ObjectRef.current(at)))
        .filter(_ -> leftOut.test(at))
        .flatMap(Change::before);
  }

  /// The object as it is planned. Of what is left to a later plan nothing is known.
  private static Optional<Value> planned(
      InstanceAddress at, PlanOutcome outcome, Snapshot snapshot) {
    var plan = outcome.plan();
    var change = Optional.ofNullable(plan.changes().get(ObjectRef.current(at)));
    if (change.isPresent() || !waits(at, plan)) return change.flatMap(OpenRegistrations::after);
    return Optional.of(unknown(at, snapshot));
  }

  private static Value unknown(InstanceAddress at, Snapshot snapshot) {
    var config = Objects.requireNonNull(snapshot.config().resources().get(at.resource()));
    return Value.unknown(config.body().type());
  }

  /// What waits for something else is told of by its resource alone, whatever its key is.
  private static boolean waits(InstanceAddress at, Plan plan) {
    return plan.deferred().containsKey(Subject.of(at))
        || plan.deferred().containsKey(Subject.of(at.resource()));
  }

  private static Optional<Value> after(Change change) {
    return change.after().or(() -> change.isNoOp() ? change.before() : Optional.empty());
  }
}
