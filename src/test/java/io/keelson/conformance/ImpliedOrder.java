package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.Difference.Aspect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Which orders of two operations are missing only because others, between which a deviation tells,
/// are missing on the way.
final class ImpliedOrder {
  private final JsonNode order;
  private final Map<List<String>, List<String>> given = new HashMap<>();

  /// @param order the pairs of operations that Terraform orders itself; others follow from them
  ImpliedOrder(JsonNode order) {
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
    var reached = new TreeSet<String>();
    var open = new ArrayList<>(List.of(ends.getFirst()));
    while (!open.isEmpty()) {
      var next = open.removeLast();
      for (JsonNode pair : order) {
        if (!pair.get(0).textValue().equals(next)) continue;
        var then = pair.get(1).textValue();
        var reasons = given.get(List.of(next, then));
        if (reasons != null) titles.addAll(reasons);
        else if (reached.add(then)) open.add(then);
      }
    }
    return reached.contains(ends.getLast()) ? List.of() : List.copyOf(titles);
  }

  private static boolean isMissingOrder(Difference difference) {
    return difference.aspect() == Aspect.ORDER && difference.isMissing();
  }

  private static List<String> ends(Difference difference) {
    return List.of(ComponentDeviations.ends(difference));
  }
}
