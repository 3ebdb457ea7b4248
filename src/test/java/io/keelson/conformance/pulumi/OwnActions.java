package io.keelson.conformance.pulumi;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.apply.StepResult;
import io.keelson.engine.apply.StepResult.Outcome;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.plan.Step;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// What a plan of this product does, in the words of scenarios.
final class OwnActions {
  private final Plan plan;

  OwnActions(Plan plan) {
    this.plan = plan;
  }

  /// What is planned, by address.
  SortedMap<String, PulumiAction> planned() {
    return each(OwnActions::planned);
  }

  /// What was done in the end, by address.
  SortedMap<String, PulumiAction> done(ApplyOutcome outcome) {
    var results = new HashMap<Step, Outcome>();
    for (StepResult result : outcome.steps()) results.put(result.step(), result.outcome());
    return each(change -> done(change, results));
  }

  private SortedMap<String, PulumiAction> each(Function<Change, PulumiAction> named) {
    var actions = new TreeMap<String, PulumiAction>();
    for (Change change : plan.changes().values())
      if (change.object().deposed().isEmpty())
        actions.put(PulumiNames.of(change.object().instance()), named.apply(change));
    return actions;
  }

  private static PulumiAction planned(Change change) {
    return switch (change.action()) {
      case Action.NoOp _ ->
          change.imported().isPresent() ? PulumiAction.of("import") : PulumiAction.NONE;
      case Action.Read _ -> PulumiAction.NONE;
      case Action.Create _, Action.Recreate _ -> PulumiAction.of("create");
      // Of what only becomes a secret, or is none any more, no provider is told.
      case Action.Update _ -> isSame(change) ? PulumiAction.NONE : PulumiAction.of("update");
      case Action.Replace(var order, _) when change.goesWith().isPresent() ->
          new PulumiAction(replaced(order).what(), PulumiAction.GOES_WITH, false);
      case Action.Replace(var order, _) -> replaced(order);
      case Action.Delete _ ->
          PulumiAction.of(change.goesWith().isPresent() ? PulumiAction.GOES_WITH : "delete");
      // What is gone already is only taken out of the records.
      case Action.Forget _ ->
          change.reason() == Reason.MISSING
              ? PulumiAction.NONE
              : PulumiAction.of(PulumiAction.FORGOTTEN);
    };
  }

  private static boolean isSame(Change change) {
    return change.reason() != Reason.UNFINISHED
        && change.before().isPresent()
        && change.after().isPresent()
        && change.before().get().matches(change.after().get());
  }

  private static PulumiAction replaced(ReplaceOrder order) {
    return switch (order) {
      case CREATE_FIRST -> PulumiAction.of(PulumiAction.REPLACE_CREATE_FIRST);
      case DESTROY_FIRST -> PulumiAction.of(PulumiAction.REPLACE_DESTROY_FIRST);
      case FORGET_FIRST ->
          new PulumiAction(PulumiAction.REPLACE_CREATE_FIRST, PulumiAction.FORGOTTEN, false);
    };
  }

  private static PulumiAction done(Change change, Map<Step, Outcome> results) {
    var planned = planned(change);
    var at = change.object().instance();
    var converged = outcome(results, new Step.Converge(at));
    var gone =
        change.object().deposed().isEmpty() && change.deposeAs().isPresent()
            ? ObjectRef.deposed(at, change.deposeAs().get())
            : ObjectRef.current(at);
    var destroyed =
        outcome(
            results,
            change.goesWith().isPresent() ? new Step.Forget(gone) : new Step.Destroy(at, gone));
    return switch (change.action()) {
      case Action.NoOp _, Action.Read _ -> planned;
      case Action.Create _, Action.Recreate _, Action.Update _ -> ended(planned, converged);
      case Action.Delete _ -> ended(planned, destroyed);
      case Action.Forget _ -> ended(planned, outcome(results, new Step.Forget(gone)));
      case Action.Replace(var order, _) ->
          switch (order) {
            case FORGET_FIRST -> ended(planned, converged);
            case CREATE_FIRST -> created(planned, converged, destroyed);
            case DESTROY_FIRST -> destroyed(planned, destroyed, converged);
          };
    };
  }

  private static Outcome outcome(Map<Step, Outcome> results, Step step) {
    return Optional.ofNullable(results.get(step)).orElse(Outcome.SKIPPED);
  }

  private static PulumiAction ended(PulumiAction planned, Outcome outcome) {
    return switch (outcome) {
      case DONE, CONDITION_FAILED -> planned;
      case FAILED, NOT_STARTED -> planned.failing();
      case UNCHANGED, SKIPPED -> PulumiAction.NONE;
    };
  }

  private static PulumiAction created(PulumiAction planned, Outcome created, Outcome destroyed) {
    boolean stays = created == Outcome.DONE && destroyed == Outcome.FAILED;
    return stays ? planned.failing() : ended(planned, created);
  }

  private static PulumiAction destroyed(PulumiAction planned, Outcome destroyed, Outcome created) {
    boolean open = destroyed == Outcome.DONE && created == Outcome.SKIPPED;
    if (open) return planned.begun();
    return ended(planned, destroyed == Outcome.DONE ? created : destroyed);
  }
}
