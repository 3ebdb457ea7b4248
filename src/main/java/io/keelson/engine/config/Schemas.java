package io.keelson.engine.config;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.schema.Schema;
import java.util.Optional;

/// What providers say their types look like, as far as loading a declaration has to know it.
public interface Schemas {
  /// The schema of a resource type or data source; empty if no provider has it.
  ///
  /// @param configuration the provider configuration that the resource uses; empty for what needs
  ///   none
  Optional<Schema> of(ResourceAddress resource, Optional<String> configuration);

  /// A component that is a program of a provider.
  ///
  /// @param type its name, as addresses have it
  /// @param schema what can be given to it, and what it gives
  record Program(String type, Schema schema) {}

  /// A component that is a program of the provider that a configuration is for; empty if there is
  /// none.
  ///
  /// @param type its name or its token
  /// @rule R-PRG-20
  default Optional<Program> program(String configuration, String type) {
    return Optional.empty();
  }

  /// What an expression calls by `provider.PROVIDER.NAME`.
  ///
  /// @param provider the name of the provider, such as `time`
  Callable function(String provider, String name);

  /// What an expression calls of the provider that a configuration is for.
  Callable functionOf(String configuration, String name);

  /// The schema of a provider configuration; empty if there is no such provider.
  Optional<Schema> configuration(String name);
}
