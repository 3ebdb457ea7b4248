package io.keelson.engine.config;

import io.keelson.engine.address.ComponentPath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// One use of a component, relative to whoever uses it.
///
/// @param body shared by all of its uses
/// @param inputs by variable, those that are given
/// @param dependsOn resources and components that everything inside comes after
/// @param inherited what holds for everything inside that says nothing itself
/// @rule R-CMP-5
/// @rule R-CMP-6
public record ComponentConfig(
    String name,
    ComponentBody body,
    Repetition repetition,
    SortedMap<String, Expression> inputs,
    List<Root> dependsOn,
    InheritedOptions inherited) {
  public ComponentConfig {
    inputs = Collections.unmodifiableSortedMap(new TreeMap<>(inputs));
    dependsOn = Collections.unmodifiableList(new ArrayList<>(dependsOn));
  }

  /// This use in a component's body, where that component is used.
  public ComponentConfig within(ComponentPath path) {
    if (path.isRoot()) return this;
    var placed = new TreeMap<String, Expression>();
    inputs.forEach((name, input) -> placed.put(name, PlacedExpression.of(input, path)));
    return new ComponentConfig(name, body, repetition.within(path), placed, dependsOn, inherited);
  }

  /// The same, with other inputs.
  public ComponentConfig given(SortedMap<String, Expression> others) {
    return new ComponentConfig(name, body, repetition, others, dependsOn, inherited);
  }
}
