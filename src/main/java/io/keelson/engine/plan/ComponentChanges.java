package io.keelson.engine.plan;

import io.keelson.engine.address.ComponentInstance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/// What a plan does in one instance of a component, or in the stack itself.
///
/// @param own what is shown of the objects that stand in it directly, in address order
/// @param inside the same, and what is shown of components inside it
public record ComponentChanges(ComponentInstance component, List<Change> own, List<Change> inside) {
  private ComponentChanges(ComponentInstance component) {
    this(component, new ArrayList<>(), new ArrayList<>());
  }

  /// The stack first, then each component in which something happens, whatever is around it before
  /// it.
  public static Collection<ComponentChanges> in(Plan plan) {
    var all = new TreeMap<ComponentInstance, ComponentChanges>();
    for (Change change : plan.shown()) {
      var component = change.object().instance().component();
      all.computeIfAbsent(component, ComponentChanges::new).own.add(change);
      for (var around = component; !around.path().isRoot(); around = around.parent())
        all.computeIfAbsent(around, ComponentChanges::new).inside.add(change);
    }
    return all.values();
  }

  /// The counts of all changes in the component, and in those inside it. What is deferred belongs
  /// to the plan.
  public Counts counts() {
    return Counts.of(inside, 0);
  }
}
