package io.keelson.provider.kubernetes.fields;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a manifest has as null, which is as if it were not there: expressions give null for what is
/// not wanted. The API server would take it for a value, such as an empty text in a selector, and
/// this manifest for the owner of the field.
///
/// That holds for objects of Kubernetes' own kinds, and for the metadata of all. A custom resource
/// may mean its null, where the schema of the field says `nullable`. What tells them apart is the
/// group: one without a dot no custom resource can be of, and those below `k8s.io` are kept for
/// what the Kubernetes project defines. Items of lists stay, since the others would move up.
final class NullFields {
  private static final String PROTECTED_GROUPS = ".k8s.io";

  private NullFields() {}

  /// The manifest as it is to be sent.
  static Value without(Value manifest) {
    if (!(manifest instanceof Mapping object)) return manifest;
    if (isOfOwnKind(object)) return cleared(object);
    return object.mapValues((name, value) -> isCleared(name) ? cleared(value) : value);
  }

  /// Those nulls, by where they are.
  static SortedMap<AttributePath, Value> of(Value manifest) {
    var found = new TreeMap<AttributePath, Value>();
    if (!(manifest instanceof Mapping object)) return found;
    if (isOfOwnKind(object)) collect(object, AttributePath.ROOT, found);
    else
      for (var entry : object.entries().entrySet())
        if (isCleared(entry.getKey()))
          collect(entry.getValue(), AttributePath.of(entry.getKey()), found);
    return found;
  }

  private static boolean isCleared(String name) {
    return name.equals("metadata");
  }

  private static boolean isOfOwnKind(Mapping object) {
    if (!(object.get("apiVersion") instanceof Value.Text version)) return false;
    int slash = version.text().indexOf('/');
    var group = slash < 0 ? "" : version.text().substring(0, slash);
    return group.indexOf('.') < 0 || group.endsWith(PROTECTED_GROUPS);
  }

  private static Value cleared(Value value) {
    return switch (value) {
      case Mapping mapping -> cleared(mapping);
      case Sequence list -> cleared(list);
      default -> value;
    };
  }

  /// An object where something is taken out: the values of a map all have the same type.
  private static Value cleared(Mapping mapping) {
    var left = new TreeMap<String, Value>();
    boolean same = true;
    for (int i = 0; i < mapping.size(); i++) {
      var before = mapping.value(i);
      var after = cleared(before);
      same &= after == before && !before.isNull();
      if (!before.isNull()) left.put(mapping.key(i), after);
    }
    return same ? mapping : Value.object(left);
  }

  private static Value cleared(Sequence list) {
    var items = new ArrayList<Value>();
    boolean same = true;
    for (var item : list.elements()) {
      var after = cleared(item);
      same &= after == item;
      items.add(after);
    }
    return same ? list : Value.tuple(List.copyOf(items));
  }

  private static void collect(
      Value value, AttributePath at, SortedMap<AttributePath, Value> found) {
    if (value instanceof Mapping mapping)
      for (int i = 0; i < mapping.size(); i++) {
        var path = at.attribute(mapping.key(i));
        if (mapping.value(i).isNull()) found.put(path, mapping.value(i));
        else collect(mapping.value(i), path, found);
      }
    else if (value instanceof Sequence list)
      for (int i = 0; i < list.size(); i++) collect(list.get(i), at.index(i), found);
  }
}
