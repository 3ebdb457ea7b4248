package io.keelson.operator.stack.report;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Change;
import io.keelson.operator.stack.report.Finding.Counted;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Counts the instances in a component, and in each of the components in it.
final class ComponentParts {
  private final ComponentPath path;
  private final SortedMap<ComponentPath, Counted> inside = new TreeMap<>();
  private Counted all = new Counted(0, 0);

  ComponentParts(ComponentPath path) {
    this.path = path;
  }

  /// Counts an instance that was read for the plan.
  void read(InstanceAddress at) {
    count(at.resource(), new Counted(1, 1));
  }

  /// Counts an instance to which nothing has to be done, if it is one.
  ///
  /// @param left whether what is planned for it has still to be done
  void planned(Change change, boolean left) {
    count(
        change.object().instance().resource(), new Counted(left ? 0 : 1, change.isRead() ? 1 : 0));
  }

  /// Counts what is declared, with a problem or without.
  void declared(ResourceAddress resource, int instances) {
    count(resource, new Counted(0, instances));
  }

  private void count(ResourceAddress resource, Counted counted) {
    // The run of a program is nothing that is there.
    if (resource.mode() == ResourceAddress.Mode.PROGRAM) return;
    all = all.plus(counted);
    var names = resource.in().names();
    for (int depth = path.depth() + 1; depth <= names.size(); depth++)
      inside.merge(new ComponentPath(names.subList(path.depth(), depth)), counted, Counted::plus);
  }

  /// The number of all instances inside.
  Counted all() {
    return all;
  }

  /// The number of instances in each component inside, by its path from here.
  SortedMap<ComponentPath, Counted> inside() {
    return Collections.unmodifiableSortedMap(inside);
  }
}
