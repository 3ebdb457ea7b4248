package io.keelson.engine.config;

import io.keelson.engine.value.Type;
import java.util.Set;
import java.util.function.Function;

/// What is known of references before anything is evaluated.
public interface TypeScope {
  /// What stands behind a root.
  sealed interface Typing {
    /// A value of this type, as far as it can be told. A resource is its object type; with `count`
    /// a list of it, with `forEach` a map of it.
    record Typed(Type type) implements Typing {}

    /// Nobody declares this.
    ///
    /// @param remedy a sentence that helps, such as the nearest declared name; may be empty
    record Undeclared(String remedy) implements Typing {}

    /// Declared, but not to be used in this place, such as `each.key` without `forEach`.
    ///
    /// @param reason a sentence
    record Unavailable(String reason) implements Typing {}

    /// Declared with an error, which is told where it is.
    record Broken() implements Typing {}
  }

  Typing typeOf(Root root);

  /// The names that stand for a value by themselves here, see [Root.Named]; elsewhere such a name
  /// is the type of a resource.
  default Set<String> names() {
    return Set.of();
  }

  /// The function `provider.PROVIDER.NAME`.
  ///
  /// @param provider the name of the provider, such as `time`
  Callable functionOf(String provider, String name);

  /// The functions of a scope, with roots that stand for something else in a place.
  static TypeScope over(TypeScope outer, Function<Root, Typing> roots) {
    return new TypeScope() {
      @Override
      public Typing typeOf(Root root) {
        return roots.apply(root);
      }

      @Override
      public Set<String> names() {
        return outer.names();
      }

      @Override
      public Callable functionOf(String provider, String name) {
        return outer.functionOf(provider, name);
      }
    };
  }
}
