package io.keelson.engine.plan;

import io.keelson.engine.address.ObjectRef;
import java.util.Collection;

/// How many changes of each kind a plan has.
///
/// @param deposed deletions of deposed objects; not part of `destroy`
/// @param recreate not part of `add`
/// @param move instances that get a new address, whatever else is done to them
/// @param imported objects that are taken over, whatever else is done to them
public record Counts(
    int add,
    int change,
    int replace,
    int destroy,
    int deposed,
    int recreate,
    int forget,
    int move,
    int imported) {

  /// The counts of a plan that drops so many records and does nothing else.
  public static Counts forgetting(int records) {
    return new Counts(0, 0, 0, 0, 0, 0, records, 0, 0);
  }

  /// The counts of these changes.
  public static Counts of(Collection<Change> changes) {
    int[] counts = new int[7];
    for (Change change : changes) {
      int position =
          switch (change.action()) {
            case Action.NoOp _, Action.Read _ -> -1;
            case Action.Create _ -> 0;
            case Action.Update _ -> 1;
            case Action.Replace _ -> 2;
            case Action.Delete _ -> isDeposed(change.object()) ? 4 : 3;
            case Action.Recreate _ -> 5;
            case Action.Forget _ -> 6;
          };
      if (position >= 0) counts[position]++;
    }
    int moved =
        (int)
            changes.stream()
                .filter(change -> change.movedFrom().isPresent())
                .map(change -> change.object().instance())
                .distinct()
                .count();
    int imported = (int) changes.stream().filter(change -> change.imported().isPresent()).count();
    return new Counts(
        counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6], moved,
        imported);
  }

  private static boolean isDeposed(ObjectRef object) {
    return object.deposed().isPresent();
  }

  /// How many changes destroy or drop something.
  public int destructive() {
    return replace + destroy + deposed + recreate + forget;
  }

  public int total() {
    return add + change + destructive();
  }
}
