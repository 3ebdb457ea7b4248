package io.keelson.conformance.pulumiprovider;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.apply.StepResult;
import io.keelson.engine.apply.StepResult.Outcome;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.plan.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What a plan of this product does to each resource.
///
/// @param titles gives the name that scenarios have for a resource
public record OwnActions(Plan plan, Function<ResourceAddress, String> titles) {
  public static final String CREATE_FIRST = "replace-create-first";
  public static final String DESTROY_FIRST = "replace-destroy-first";
  static final String DEPOSED = "delete-deposed";
  static final String FAILED = " failed";

  /// The order in which what is done to one title is told: it may have several addresses, and one
  /// order of its calls.
  private static final List<String> ORDER =
      List.of("import", "create", "update", CREATE_FIRST, DESTROY_FIRST, "delete", DEPOSED);

  SortedMap<String, String> planned() {
    return each(change -> Optional.of(Outcome.DONE));
  }

  SortedMap<String, String> done(ApplyOutcome outcome) {
    var results = new HashMap<Step, Outcome>();
    for (StepResult result : outcome.steps()) results.put(result.step(), result.outcome());
    return each(change ->
        ended(change, results).filter(each -> !isRefused(change, each, outcome.diagnostics())));
  }

  /// Whether it ends at the check of what it is to be, which is no step there.
  private static boolean isRefused(Change change, Outcome ended, List<Diagnostic> problems) {
    return ended == Outcome.NOT_STARTED
        && problems.stream()
            .filter(each -> each.summary().equals("The provider does not accept the configuration"))
            .anyMatch(
                each -> each.subject().toString().equals(change.object().instance().toString()));
  }

  private SortedMap<String, String> each(Function<Change, Optional<Outcome>> ended) {
    var words = new TreeMap<String, List<String>>();
    for (Change change : plan.changes().values()) {
      var resource = change.object().instance().resource();
      if (!resource.mode().equals(ResourceAddress.Mode.MANAGED)) continue;
      var its = words.computeIfAbsent(titles.apply(resource), _ -> new ArrayList<>());
      if (change.imported().isPresent()) its.add("import");
      word(change)
          .flatMap(word -> ended.apply(change).flatMap(outcome -> told(word, outcome)))
          .ifPresent(its::add);
    }
    var actions = new TreeMap<String, String>();
    words.forEach((resource, its) -> {
      if (!its.isEmpty()) actions.put(resource, joined(its));
    });
    return actions;
  }

  /// Words of what is done to one title.
  static String joined(List<String> words) {
    return words.stream()
        .sorted(Comparator.comparingInt(each -> ORDER.indexOf(each.replace(FAILED, ""))))
        .collect(Collectors.joining(", "));
  }

  private static Optional<String> word(Change change) {
    return switch (change.action()) {
      case Action.NoOp _, Action.Read _ -> Optional.empty();
      case Action.Create _, Action.Recreate _ -> Optional.of("create");
      case Action.Update _ -> Optional.of("update");
      case Action.Replace(var order, _) ->
          Optional.of(order == ReplaceOrder.DESTROY_FIRST ? DESTROY_FIRST : CREATE_FIRST);
      // Whether a provider is asked to delete what goes is seen in its calls.
      case Action.Delete _, Action.Forget _ ->
          Optional.of(change.object().deposed().isPresent() ? DEPOSED : "delete");
    };
  }

  private static Optional<String> told(String word, Outcome outcome) {
    return switch (outcome) {
      case DONE, CONDITION_FAILED -> Optional.of(word);
      case FAILED, NOT_STARTED -> Optional.of(word + FAILED);
      case UNCHANGED, SKIPPED -> Optional.empty();
    };
  }

  private static Optional<Outcome> ended(Change change, Map<Step, Outcome> results) {
    var at = change.object().instance();
    var converged = Optional.ofNullable(results.get(new Step.Converge(at)));
    var gone =
        Optional.ofNullable(results.get(new Step.Destroy(at, change.leaving())))
            .or(() -> Optional.ofNullable(results.get(new Step.Forget(change.leaving()))));
    return switch (change.action()) {
      case Action.NoOp _, Action.Read _ -> Optional.empty();
      case Action.Create _, Action.Recreate _, Action.Update _ -> converged;
      case Action.Delete _, Action.Forget _ -> gone;
      case Action.Replace(var order, _) ->
          order == ReplaceOrder.DESTROY_FIRST
              // What is destroyed is told also where its successor is not begun.
              ? gone.filter(first ->
                      first != Outcome.DONE
                          || converged.filter(Outcome.SKIPPED::equals).isPresent())
                  .or(() -> converged)
              : converged
                  .filter(first -> first != Outcome.DONE || gone.isEmpty())
                  .or(() -> gone.filter(last -> last != Outcome.SKIPPED))
                  .or(() -> converged);
    };
  }
}
