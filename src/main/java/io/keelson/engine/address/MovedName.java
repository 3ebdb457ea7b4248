package io.keelson.engine.address;

import java.util.ArrayList;
import java.util.Optional;

/// One end of a move: a resource, one instance of one, a component, or one instance of one.
///
/// @param component the component instance that the resource stands in; the component itself where
///   there is no resource
/// @param resource as its component calls it; empty if the component itself is meant
/// @param key of the resource; none where there is no resource
/// @rule R-MOV-2
public record MovedName(
    ComponentInstance component, Optional<ResourceAddress> resource, InstanceKey key) {

  /// Reads the address of a resource, a component, or an instance of one.
  ///
  /// @throws IllegalArgumentException saying what is wrong with the text
  public static MovedName parse(String text) {
    return new AddressText(text).movedName();
  }

  public static MovedName of(InstanceAddress at) {
    return new MovedName(at.component(), Optional.of(at.resource().local()), at.key().own());
  }

  /// An instance of a component, or without a key the component.
  public static MovedName component(String name, InstanceKey key) {
    return of(ComponentInstance.ROOT.component(name, key));
  }

  static MovedName of(ComponentInstance component) {
    return new MovedName(component, Optional.empty(), new InstanceKey.None());
  }

  /// Whether it has no key of its own, so that all instances may be meant.
  public boolean isWithoutKey() {
    var own = resource.isPresent() ? key : component.keys().getLast();
    return own instanceof InstanceKey.None;
  }

  /// The way to the block, begun at `scope`.
  public ComponentPath path(ComponentPath scope) {
    return scope.then(component.path());
  }

  /// Where an instance goes if this is where another name goes.
  ///
  /// @param at relative to where both names are meant
  /// @param whole whether all instances go, keeping their keys
  /// @return empty if `from` does not name it
  public Optional<InstanceAddress> target(MovedName from, InstanceAddress at, boolean whole) {
    if (!from.names(at, whole)) return Optional.empty();
    if (resource.isPresent()) {
      var own = whole ? at.key().own() : key;
      return Optional.of(
          resource.get().within(component.path()).instance(own.within(component.keys())));
    }
    var keys = new ArrayList<>(component.keys());
    int moved = from.component.keys().size();
    if (whole) keys.set(keys.size() - 1, at.key().components().get(moved - 1));
    var inside = at.relativeTo(from.component.path());
    return Optional.of(inside.within(new ComponentInstance(component.path(), keys)));
  }

  /// Whether an instance is meant, or in what is meant.
  private boolean names(InstanceAddress at, boolean whole) {
    if (resource.isPresent())
      return at.component().equals(component)
          && at.resource().local().equals(resource.get())
          && (whole || at.key().own().equals(key));
    int depth = component.keys().size();
    if (!at.resource().in().startsWith(component.path())) return false;
    var keys = at.key().components();
    int exact = whole ? depth - 1 : depth;
    return keys.subList(0, exact).equals(component.keys().subList(0, exact));
  }

  @Override
  public String toString() {
    if (resource.isEmpty()) return component.toString();
    var local = resource.get().toString() + key;
    return component.keys().isEmpty() ? local : component + "." + local;
  }
}
