package io.keelson.engine.config.declaration;

import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a stack or the use of a component changes in what is declared inside, as written.
///
/// @param types patterns of types; nothing means all
/// @param addresses addresses or patterns of them, relative to what is changed; nothing means all
/// @param set trees by attribute path, whatever a resource says there
/// @param standIns trees by attribute path, for resources that say nothing there
/// @param options that overrule those of resources
/// @param whole whether all of it could be read; if not, that is told already
/// @rule R-TRF-1
public record TransformDeclaration(
    List<String> types,
    List<String> addresses,
    SortedMap<String, Value> set,
    SortedMap<String, Value> standIns,
    ComponentDeclaration.Inherited options,
    boolean whole) {
  public TransformDeclaration {
    types = Collections.unmodifiableList(new ArrayList<>(types));
    addresses = Collections.unmodifiableList(new ArrayList<>(addresses));
    set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
    standIns = Collections.unmodifiableSortedMap(new TreeMap<>(standIns));
  }
}
