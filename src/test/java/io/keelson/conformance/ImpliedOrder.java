package io.keelson.conformance;

import io.keelson.conformance.Difference.Aspect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Which orders of two operations are missing only because others, between which a deviation tells,
/// are missing on the way.
final class ImpliedOrder {
  private final RecordedOrder order;
  private final Map<List<String>, List<String>> given = new HashMap<>();

  ImpliedOrder(RecordedOrder order) {
    this.order = order;
  }

  void explained(Difference difference, List<String> titles) {
    if (isMissingOrder(difference) && !titles.isEmpty()) given.put(ends(difference), titles);
  }

  /// The deviations without which the order would be there; empty if it follows from others.
  List<String> explaining(Difference difference) {
    if (!isMissingOrder(difference) || given.isEmpty()) return List.of();
    var ends = ends(difference);
    var titles = new TreeSet<String>();
    boolean follows =
        order.leads(
            ends.getFirst(),
            ends.getLast(),
            (first, then) -> {
              var reasons = given.get(List.of(first, then));
              if (reasons != null) titles.addAll(reasons);
              return reasons == null;
            });
    return follows ? List.of() : List.copyOf(titles);
  }

  private static boolean isMissingOrder(Difference difference) {
    return difference.aspect() == Aspect.ORDER && difference.isMissing();
  }

  private static List<String> ends(Difference difference) {
    return List.of(ComponentDeviations.ends(difference));
  }
}
