package io.keelson.engine.provider;

import io.keelson.engine.function.ProviderFunction;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Unmarked;
import java.util.Optional;
import java.util.SortedMap;

/// A [GuardedProvider] for one that has to be configured.
record GuardedConfigurable(ConfigurableProvider provider) implements ConfigurableProvider {
  static ConfigurableProvider of(ConfigurableProvider provider) {
    return provider instanceof GuardedConfigurable ? provider : new GuardedConfigurable(provider);
  }

  @Override
  public String name() {
    return provider.name();
  }

  @Override
  public Schema configuration() {
    return ProviderThrew.unless(name(), provider::configuration);
  }

  @Override
  public Optional<Schema> schema(String type) {
    return ProviderThrew.unless(name(), () -> provider.schema(type));
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return ProviderThrew.unless(name(), () -> provider.dataSchema(type));
  }

  @Override
  public Optional<Schema> ephemeralSchema(String type) {
    return ProviderThrew.unless(name(), () -> provider.ephemeralSchema(type));
  }

  @Override
  public Optional<Schema> programSchema(String type) {
    return ProviderThrew.unless(name(), () -> provider.programSchema(type));
  }

  @Override
  public Optional<String> typeOf(String token) {
    return ProviderThrew.unless(name(), () -> provider.typeOf(token));
  }

  @Override
  public Optional<String> packageName() {
    return ProviderThrew.unless(name(), provider::packageName);
  }

  @Override
  public SortedMap<String, ProviderFunction> functions() {
    return provider.functions();
  }

  @Override
  public String identity(Unmarked config) {
    return ProviderThrew.unless(name(), () -> provider.identity(config));
  }

  @Override
  public ConfigureAnswer configure(Unmarked config) {
    return switch (ProviderThrew.unless(name(), () -> provider.configure(config))) {
      case ConfigureAnswer.Refused refused -> refused;
      case ConfigureAnswer.Ready(var ready, var warnings) ->
          new ConfigureAnswer.Ready(GuardedProvider.of(ready), warnings);
    };
  }

  @Override
  public void close() {
    provider.close();
  }
}
