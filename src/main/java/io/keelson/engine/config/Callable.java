package io.keelson.engine.config;

import io.keelson.engine.function.ProviderFunction;

/// What stands behind a name that an expression calls, such as `provider.time.rfc3339_parse`.
public sealed interface Callable {
  record Found(ProviderFunction function) implements Callable {}

  /// There is no such provider, or it has no such function.
  ///
  /// @param reason a clause
  /// @param remedy a sentence that helps, such as the nearest name; may be empty
  record Undeclared(String reason, String remedy) implements Callable {}

  /// Not to be used in this place.
  ///
  /// @param reason a sentence
  record Unavailable(String reason) implements Callable {}

  /// The provider cannot be used at present, which is told where it is configured.
  ///
  /// @param configuration the name of the provider configuration
  record Broken(String configuration) implements Callable {}
}
