package io.keelson.engine.config;

import io.keelson.engine.value.Type;

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
}
