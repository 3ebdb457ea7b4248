package io.keelson.engine.planning.program;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Plan;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the plan of a round does something to, or leaves to a later plan.
///
/// @param waiting resources that are left to a later plan in some of their instances, or in all
/// @rule R-DATA-2
record UndoneChanges(SortedMap<InstanceAddress, Subject> all, SortedSet<ResourceAddress> waiting) {
  static final UndoneChanges NONE =
      new UndoneChanges(Collections.emptySortedMap(), Collections.emptySortedSet());

  static UndoneChanges of(Plan plan) {
    var all = new TreeMap<InstanceAddress, Subject>();
    plan.changes()
        .forEach((object, change) -> {
          if (!change.isNoOp()) all.put(object.instance(), Subject.of(object.instance()));
        });
    var waiting = new TreeSet<ResourceAddress>();
    for (Subject each : plan.deferred().keySet())
      if (each instanceof Subject.OfInstance(var at)) all.put(at, each);
      else each.about().ifPresent(waiting::add);
    return new UndoneChanges(all, waiting);
  }

  /// Whether something is undone that the program of a run needs: of resources outside of its
  /// component in any instance of them, except where they are in the same one of a component around
  /// both. Of a program, everything in its component counts.
  boolean areNeeded(InstanceAddress run, SortedSet<ResourceAddress> needs) {
    return needs.stream()
        .anyMatch(need -> {
          var both = run.component().around(run.resource().in().shared(need.in()));
          return waits(need) || instances(need).keySet().stream().anyMatch(at -> at.isIn(both));
        });
  }

  private boolean waits(ResourceAddress need) {
    return need.mode() == ResourceAddress.Mode.PROGRAM
        ? waiting.stream().anyMatch(each -> each.in().startsWith(need.in()))
        : waiting.contains(need);
  }

  private SortedMap<InstanceAddress, Subject> instances(ResourceAddress need) {
    return need.mode() == ResourceAddress.Mode.PROGRAM
        ? need.in().instancesIn(all)
        : need.instancesIn(all);
  }
}
