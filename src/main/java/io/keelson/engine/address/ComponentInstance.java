package io.keelson.engine.address;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// One instance of a component: `component.web["eu"].component.db`. The stack is the one instance
/// of the way of no names.
///
/// @param keys one for each name of the path
/// @rule R-CMP-1
public record ComponentInstance(ComponentPath path, List<InstanceKey> keys)
    implements Comparable<ComponentInstance> {
  /// The stack itself.
  public static final ComponentInstance ROOT = new ComponentInstance(ComponentPath.ROOT, List.of());

  /// Reads `component.web` or `component.web["eu"].component.db`.
  ///
  /// @throws IllegalArgumentException saying what is wrong with the text
  public static ComponentInstance parse(String text) {
    var address = new AddressText(text);
    var components = address.components();
    if (components.path().isRoot() || !address.isAtEnd())
      throw new IllegalArgumentException(
          "'" + text + "' is not the address of a component; write component.name");
    return components;
  }

  /// Whether a text names something in a component, or a component.
  public static boolean isNamedBy(String text) {
    return text.startsWith(ComponentPath.WORD + ".");
  }

  public ComponentInstance {
    keys = Collections.unmodifiableList(new ArrayList<>(keys));
    if (keys.size() != path.depth())
      throw new IllegalArgumentException(path + " has other keys than " + keys);
  }

  /// An instance of a component in this one.
  public ComponentInstance component(String name, InstanceKey key) {
    var longer = new ArrayList<>(keys);
    longer.add(key);
    return new ComponentInstance(path.component(name), longer);
  }

  /// What it stands in.
  ///
  /// @throws IndexOutOfBoundsException if this is the stack
  public ComponentInstance parent() {
    return new ComponentInstance(path.parent(), keys.subList(0, keys.size() - 1));
  }

  /// The instance at a depth of the way to this one: itself, or one that is around it.
  ///
  /// @param depth from 0, which is the stack, to its own
  public ComponentInstance around(int depth) {
    var around = this;
    while (around.keys.size() > depth) around = around.parent();
    return around;
  }

  /// Whether the last steps of the ways to two instances are the same.
  ///
  /// @param steps at most as many as either has
  public boolean endsLike(ComponentInstance other, int steps) {
    int mine = keys.size();
    int theirs = other.keys.size();
    return path.names()
            .subList(mine - steps, mine)
            .equals(other.path.names().subList(theirs - steps, theirs))
        && keys.subList(mine - steps, mine).equals(other.keys.subList(theirs - steps, theirs));
  }

  /// Whatever is around it before it, then by name and key.
  @Override
  public int compareTo(ComponentInstance other) {
    int shared = Math.min(keys.size(), other.keys.size());
    for (int i = 0; i < shared; i++) {
      int byName = path.names().get(i).compareTo(other.path.names().get(i));
      if (byName != 0) return byName;
      int byKey = keys.get(i).compareTo(other.keys.get(i));
      if (byKey != 0) return byKey;
    }
    return Integer.compare(keys.size(), other.keys.size());
  }

  /// Nothing for the stack.
  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int i = 0; i < keys.size(); i++)
      text.append(i == 0 ? "" : ".")
          .append(ComponentPath.WORD)
          .append('.')
          .append(path.names().get(i))
          .append(keys.get(i));
    return text.toString();
  }
}
