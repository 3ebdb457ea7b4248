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
  private final Map<String, SortedSet<String>> declared = new TreeMap<>();

  Relations(PulumiStep step, StackState before) {
    for (PulumiResource resource : step.resources()) {
      declared.put(resource.address(), resource.named());
      needs.computeIfAbsent(resource.address(), _ -> new TreeSet<>()).addAll(named(step, resource));
    }
    before
        .instances()
        .forEach((at, instance) ->
            instance
                .objects()
                .flatMap(object -> object.dependencies().stream())
                .map(each -> PulumiNames.of(each.resource()))
                .forEach(used -> {
                  var all = needs.computeIfAbsent(PulumiNames.of(at), _ -> new TreeSet<>());
                  all.add(used);
                  // What it used may be declared under another name now.
                  var renamed = step.expected().aliases().get(used);
                  if (renamed != null) all.add(renamed.address());
                }));
  }

  /// What a resource names, and what components around it do. For a component everything inside.
  private static SortedSet<String> named(PulumiStep step, PulumiResource resource) {
    var named = new TreeSet<>(resource.named());
    for (PulumiResource each : step.around(resource))
      if (each.isComponent()) named.addAll(each.strings("dependsOn"));
    for (PulumiResource component : step.components())
      if (!step.around(resource).contains(component) && named.remove(component.address()))
        step.inside(component).forEach(each -> named.add(each.address()));
    return named;
  }

  /// Whether neither of two resources needs the other one.
  boolean independent(String one, String other) {
    return !one.equals(other) && !needs(one, other) && !needs(other, one);
  }

  /// Whether one names the other itself.
  boolean names(String user, String used) {
    return declared.getOrDefault(user, new TreeSet<>()).contains(used);
  }

  /// Whether one needs the other, itself or through others.
  boolean needs(String user, String used) {
    var open = new ArrayDeque<String>();
    var seen = new TreeSet<String>();
    open.add(user);
    for (var next = open.poll(); next != null; next = open.poll())
      for (String each : needs.getOrDefault(next, new TreeSet<>()))
        if (seen.add(each)) open.add(each);
    return seen.contains(used);
  }
}
