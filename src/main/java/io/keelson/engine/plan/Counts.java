package io.keelson.engine.plan;

import io.keelson.engine.config.PolicyConfig.PlanNumber;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The numbers of a plan, or of a part of it.
///
/// @param numbers 0 is left out, or is not
public record Counts(Map<PlanNumber, Integer> numbers) {
  public Counts {
    numbers = Collections.unmodifiableMap(new EnumMap<>(numbers));
  }

  /// The counts of a plan that drops so many records and does nothing else.
  public static Counts forgetting(int records) {
    return new Counts(
        Map.of(
            PlanNumber.FORGET, records,
            PlanNumber.DESTRUCTIVE, records,
            PlanNumber.REMOVALS, records));
  }

  /// The counts of these changes.
  ///
  /// @param deferred how much is left to a later plan
  public static Counts of(Collection<Change> changes, int deferred) {
    var actions = new EnumMap<PlanNumber, Integer>(PlanNumber.class);
    for (Change change : changes)
      number(change).ifPresent(each -> actions.merge(each, 1, Integer::sum));
    var numbers = new EnumMap<PlanNumber, Integer>(PlanNumber.class);
    for (PlanNumber number : PlanNumber.values())
      numbers.put(
          number,
          switch (number) {
            case ADD, CHANGE, REPLACE, DESTROY, DEPOSED, RECREATE, FORGET ->
                actions.getOrDefault(number, 0);
            case IMPORT -> count(changes, change -> change.imported().isPresent());
            case MOVE -> moved(changes);
            case DEFERRED -> deferred;
            case DESTRUCTIVE -> count(changes, change -> change.action().destructive());
            case REMOVALS -> count(changes, Counts::isRemoval);
          });
    return new Counts(numbers);
  }

  /// What an action counts as; empty if nothing happens to the object.
  private static Optional<PlanNumber> number(Change change) {
    return switch (change.action()) {
      case Action.NoOp _, Action.Read _ -> Optional.empty();
      case Action.Create _ -> Optional.of(PlanNumber.ADD);
      case Action.Update _ -> Optional.of(PlanNumber.CHANGE);
      case Action.Replace _ -> Optional.of(PlanNumber.REPLACE);
      case Action.Delete _ ->
          Optional.of(isDeposed(change) ? PlanNumber.DEPOSED : PlanNumber.DESTROY);
      case Action.Recreate _ -> Optional.of(PlanNumber.RECREATE);
      case Action.Forget _ -> Optional.of(PlanNumber.FORGET);
    };
  }

  private static int count(Collection<Change> changes, Predicate<Change> which) {
    return (int) changes.stream().filter(which).count();
  }

  private static int moved(Collection<Change> changes) {
    return (int)
        changes.stream()
            .filter(change -> change.movedFrom().isPresent())
            .map(change -> change.object().instance())
            .distinct()
            .count();
  }

  private static boolean isRemoval(Change change) {
    return !isDeposed(change)
        && switch (change.action()) {
          case Action.Delete _, Action.Forget _ -> true;
          case Action.NoOp _,
              Action.Read _,
              Action.Create _,
              Action.Recreate _,
              Action.Update _,
              Action.Replace _ ->
              false;
        };
  }

  private static boolean isDeposed(Change change) {
    return change.object().deposed().isPresent();
  }

  public int of(PlanNumber number) {
    return numbers.getOrDefault(number, 0);
  }

  /// What `plan` is in rules over a plan as a whole.
  public Value inRules() {
    var all = new TreeMap<String, Value>();
    PlanNumber.IN_RULES.forEach((name, number) -> all.put(name, Value.number(of(number))));
    return Value.object(all);
  }
}
