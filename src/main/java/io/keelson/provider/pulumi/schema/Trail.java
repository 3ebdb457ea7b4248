package io.keelson.provider.pulumi.schema;

import io.keelson.engine.address.AttributePath.Step;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.PathPattern.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;

/// The way to a property.
///
/// @param open the types of the objects that it lies in
/// @param depth how many objects and collections it lies in
record Trail(PathPattern at, Set<String> open, int depth) {
  static final Trail ROOT = new Trail(new PathPattern(List.of()), Collections.emptySortedSet(), 0);

  Trail property(String name) {
    return new Trail(then(new Part.One(new Step.Attribute(name))), open, depth);
  }

  Trail elements() {
    return new Trail(then(new Part.Any()), open, depth + 1);
  }

  Trail inside(Set<String> types) {
    var more = new TreeSet<>(open);
    more.addAll(types);
    return new Trail(at, Collections.unmodifiableSortedSet(more), depth + 1);
  }

  private PathPattern then(Part part) {
    var parts = new ArrayList<>(at.parts());
    parts.add(part);
    return new PathPattern(parts);
  }

  /// The names on it, with dots between.
  String names() {
    var names = new StringJoiner(".");
    for (Part part : at.parts())
      if (part instanceof Part.One(Step.Attribute(var name))) names.add(name);
    return names.toString();
  }
}
