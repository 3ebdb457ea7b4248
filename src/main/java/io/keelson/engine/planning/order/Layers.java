package io.keelson.engine.planning.order;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Puts the ends of objects that come last into layers: each is in the layer above the highest one
/// of what its object needs. Objects that need nothing that ends are in the lowest.
///
/// @rule R-PUL-50
final class Layers {
  private final SortedMap<ResourceAddress, Integer> left = new TreeMap<>();
  private final SortedMap<ResourceAddress, List<DestroyLeg>> users = new TreeMap<>();
  private final Map<Step, Integer> waiting = new HashMap<>();
  private final List<List<DestroyLeg>> layers = new ArrayList<>();

  private Layers() {}

  /// The lowest layer first. Objects that need each other are in one layer above all others: they
  /// are reported as a cycle.
  static List<List<DestroyLeg>> of(Operations operations) {
    var late = operations.late();
    var layers = new Layers();
    late.forEach(leg -> layers.left.merge(leg.at().resource(), 1, Integer::sum));
    late.forEach(leg -> layers.add(leg, operations));
    var next =
        late.stream().filter(leg -> layers.waiting.getOrDefault(leg.step(), 0) == 0).toList();
    while (!next.isEmpty()) {
      layers.layers.add(next);
      next = layers.above(next);
    }
    var circular =
        late.stream().filter(leg -> layers.waiting.getOrDefault(leg.step(), 0) > 0).toList();
    if (!circular.isEmpty()) layers.layers.add(circular);
    return Collections.unmodifiableList(layers.layers);
  }

  private void add(DestroyLeg leg, Operations operations) {
    var needed = operations.neededBy(leg, left.keySet());
    waiting.put(leg.step(), needed.size());
    for (ResourceAddress each : needed)
      users.computeIfAbsent(each, _ -> new ArrayList<>()).add(leg);
  }

  /// The legs whose last needed object is in this layer.
  private List<DestroyLeg> above(List<DestroyLeg> layer) {
    var next = new ArrayList<DestroyLeg>();
    for (DestroyLeg leg : layer) {
      var resource = leg.at().resource();
      if (left.merge(resource, -1, Integer::sum) > 0) continue;
      for (DestroyLeg user : users.getOrDefault(resource, List.of()))
        if (waiting.merge(user.step(), -1, Integer::sum) == 0) next.add(user);
    }
    return next;
  }
}
