package io.keelson.engine.config;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.Target;
import java.util.Optional;
import java.util.function.Function;

/// What resources in a component inherit from the components around them where they say nothing
/// themselves.
///
/// @param deletedWith relative to the component that the use stands in
/// @rule R-CMP-30
public record InheritedOptions(
    Optional<Boolean> preventDestroy, Optional<Boolean> destroy, Optional<Target> deletedWith) {
  public static final InheritedOptions NONE =
      new InheritedOptions(Optional.empty(), Optional.empty(), Optional.empty());

  /// What holds for what is in a component and says nothing itself, seen from the stack.
  ///
  /// @param own what the component of a path says itself, seen from the stack
  public static InheritedOptions inside(
      ComponentPath path, Function<ComponentPath, InheritedOptions> own) {
    var all = NONE;
    for (int depth = 1; depth <= path.depth(); depth++)
      all = own.apply(path.first(depth)).over(all);
    return all;
  }

  /// These options, seen from the stack.
  ///
  /// @param path of the component that the use stands in
  public InheritedOptions within(ComponentPath path) {
    return new InheritedOptions(
        preventDestroy, destroy, deletedWith.map(each -> each.within(path)));
  }

  /// These where they say something, else those of the components further out.
  public InheritedOptions over(InheritedOptions outer) {
    return new InheritedOptions(
        preventDestroy.or(outer::preventDestroy),
        destroy.or(outer::destroy),
        deletedWith.or(outer::deletedWith));
  }
}
