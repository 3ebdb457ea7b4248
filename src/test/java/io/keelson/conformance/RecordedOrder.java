package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/// The order of operations in Terraform's run.
///
/// @param pairs those that it orders itself; others follow from them
record RecordedOrder(JsonNode pairs) {
  /// Whether one operation comes before another, directly or through others.
  ///
  /// @param counts which of the pairs are looked at
  boolean leads(String first, String then, BiPredicate<String, String> counts) {
    var reached = new TreeSet<String>();
    var open = new ArrayList<>(List.of(first));
    while (!open.isEmpty()) {
      var next = open.removeLast();
      for (JsonNode pair : pairs) {
        var follower = pair.get(1).textValue();
        if (pair.get(0).textValue().equals(next)
            && counts.test(next, follower)
            && reached.add(follower)) open.add(follower);
      }
    }
    return reached.contains(then);
  }
}
