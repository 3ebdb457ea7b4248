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

  /// What an expression calls by `provider.PROVIDER.NAME`.
  ///
  /// @param provider the name of the provider, such as `time`
  Callable function(String provider, String name);

  /// What an expression calls of the provider that a configuration is for.
  Callable functionOf(String configuration, String name);

  /// The schema of a provider configuration; empty if there is no such provider.
  Optional<Schema> configuration(String name);
}
