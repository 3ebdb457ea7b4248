package io.keelson.engine.planning.program;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Plan;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// What the plan of a round does something to, or leaves to a later plan.
///
/// @rule R-DATA-2
record UndoneChanges(SortedMap<InstanceAddress, Subject> all) {
  static final UndoneChanges NONE = new UndoneChanges(Collections.emptySortedMap());

  static UndoneChanges of(Plan plan) {
    var all = new TreeMap<InstanceAddress, Subject>();
    plan.changes()
        .forEach((object, change) -> {
          if (!change.isNoOp()) all.put(object.instance(), Subject.of(object.instance()));
        });
    for (Subject each : plan.deferred().keySet())
      if (each instanceof Subject.OfInstance(var at)) all.put(at, each);
    return new UndoneChanges(all);
  }

  /// Whether something is undone that the program of a run needs: of resources outside of its
  /// component in any instance of them, except where they are in the same one of a component around
  /// both. Of a program, everything in its component counts.
  boolean areNeeded(InstanceAddress run, SortedSet<ResourceAddress> needs) {
    return needs.stream()
        .anyMatch(need -> {
          var both = run.component().around(run.resource().in().shared(need.in()));
          return instances(need).keySet().stream().anyMatch(at -> at.isIn(both));
        });
  }

  private SortedMap<InstanceAddress, Subject> instances(ResourceAddress need) {
    return need.mode() == ResourceAddress.Mode.PROGRAM
        ? need.in().instancesIn(all)
        : need.instancesIn(all);
  }
}
