package io.keelson.engine.plan;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.schema.Schema;
import java.util.Optional;

/// What the providers of a stack say their types look like.
public record ProviderSchemas(Providers providers) implements Schemas {
  @Override
  public Optional<Schema> of(ResourceAddress resource, Optional<String> configuration) {
    return configuration.isPresent()
        ? providers.schema(resource, configuration.get())
        : providers.schema(resource);
  }

  @Override
  public Optional<Schema> configuration(String name) {
    return Optional.ofNullable(providers.configurable().get(name))
        .map(ConfigurableProvider::configuration);
  }
}
