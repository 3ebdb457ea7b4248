package io.keelson.conformance.pulumi;

import io.keelson.engine.state.StackState;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Which resources of a step need which, as declared or as recorded.
final class Relations {
  private final Map<String, SortedSet<String>> needs = new TreeMap<>();

  Relations(PulumiStep step, StackState before) {
    for (PulumiResource resource : step.resources())
      needs.computeIfAbsent(resource.address(), _ -> new TreeSet<>()).addAll(resource.named());
    before
        .instances()
        .forEach((at, instance) ->
            instance
                .objects()
                .flatMap(object -> object.dependencies().stream())
                .forEach(each ->
                    needs
                        .computeIfAbsent(at.toString(), _ -> new TreeSet<>())
                        .add(each.resource().toString())));
  }

  /// Whether neither of two resources needs the other one.
  boolean independent(String one, String other) {
    return !one.equals(other) && !needs(one, other) && !needs(other, one);
  }

  private boolean needs(String user, String used) {
    var open = new ArrayDeque<String>();
    var seen = new TreeSet<String>();
    open.add(user);
    for (var next = open.poll(); next != null; next = open.poll())
      for (String each : needs.getOrDefault(next, new TreeSet<>()))
        if (seen.add(each)) open.add(each);
    return seen.contains(used);
  }
}
