package io.keelson.engine.reading;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.schema.Schema;
import java.util.Optional;

/// The schemas of the types that the providers of a stack have.
public record StackSchemas(Providers providers) implements Schemas {
  @Override
  public Optional<Schema> of(ResourceAddress resource, Optional<String> configuration) {
    return configuration.isPresent()
        ? providers.schema(resource, configuration.get())
        : providers.schema(resource);
  }

  @Override
  public Optional<Program> program(String configuration, String type) {
    return Optional.ofNullable(providers.configurable().get(configuration))
        .flatMap(provider -> {
          var name = type.contains(":") ? provider.typeOf(type) : Optional.of(type);
          return name.flatMap(
              each -> provider.programSchema(each).map(schema -> new Program(each, schema)));
        });
  }

  @Override
  public Callable function(String provider, String name) {
    var configuration = providers.named().get(provider);
    if (configuration == null)
      return new Callable.Undeclared(
          "there is no provider '" + provider + "' here", providerRemedy(provider));
    return function(provider, configuration, name);
  }

  @Override
  public Callable functionOf(String configuration, String name) {
    var provider = providers.configurable().get(configuration);
    return function(provider == null ? "" : provider.name(), configuration, name);
  }

  /// @param provider its name in messages
  private Callable function(String provider, String configuration, String name) {
    var configured = providers.configurable().get(configuration);
    if (configured == null) return new Callable.Broken(configuration);
    var function = configured.functions().get(name);
    return function == null
        ? new Callable.Undeclared(
            "the provider '" + provider + "' has no function '" + name + "'",
            Nearest.advice(name, configured.functions().keySet()))
        : new Callable.Found(function);
  }

  private String providerRemedy(String provider) {
    var nearest = Nearest.advice(provider, providers.named().keySet());
    return nearest.isEmpty()
        ? "List a ProviderConfig of it in spec.providerConfigs of the Stack."
        : nearest;
  }

  @Override
  public Optional<Schema> configuration(String name) {
    return Optional.ofNullable(providers.configurable().get(name))
        .map(ConfigurableProvider::configuration);
  }
}
