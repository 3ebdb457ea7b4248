package io.keelson.engine.provider;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.schema.Schema;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The providers a stack can use. All their exceptions are [ProviderThrew].
///
/// @param all those that need no configuration; a type belongs to the first that has it
/// @param configurable the others, by the name of the configuration that makes use of them
/// @param named the name of a configuration for each name by which expressions call a provider,
///   such as `time`
public record Providers(
    List<Provider> all,
    SortedMap<String, ConfigurableProvider> configurable,
    SortedMap<String, String> named) {
  public Providers {
    all = all.stream().map(GuardedProvider::of).toList();
    var guarded = new TreeMap<>(configurable);
    guarded.replaceAll((_, each) -> GuardedConfigurable.of(each));
    configurable = Collections.unmodifiableSortedMap(guarded);
    named = Collections.unmodifiableSortedMap(new TreeMap<>(named));
  }

  /// Providers that expressions do not call.
  public Providers(List<Provider> all, SortedMap<String, ConfigurableProvider> configurable) {
    this(all, configurable, Collections.emptySortedMap());
  }

  /// Providers that need no configuration.
  public Providers(List<Provider> all) {
    this(all, Collections.emptySortedMap());
  }

  /// The provider without configuration that has the resource's type, the data source or the
  /// ephemeral resource; empty if none does.
  public Optional<Provider> of(ResourceAddress resource) {
    for (Provider provider : all)
      if (schema(provider, resource).isPresent()) return Optional.of(provider);
    return Optional.empty();
  }

  /// The schema of a type that needs no configuration.
  public Optional<Schema> schema(ResourceAddress resource) {
    for (Provider provider : all) {
      var schema = schema(provider, resource);
      if (schema.isPresent()) return schema;
    }
    return Optional.empty();
  }

  /// The schema of a type in the provider that a configuration is for.
  public Optional<Schema> schema(ResourceAddress resource, String configuration) {
    return Optional.ofNullable(configurable.get(configuration))
        .flatMap(provider ->
            switch (resource.mode()) {
              case MANAGED -> provider.schema(resource.type());
              case DATA -> provider.dataSchema(resource.type());
              case EPHEMERAL -> provider.ephemeralSchema(resource.type());
              case PROGRAM -> provider.programSchema(resource.type());
            });
  }

  private static Optional<Schema> schema(Provider provider, ResourceAddress resource) {
    return switch (resource.mode()) {
      case MANAGED -> provider.schema(resource.type());
      case DATA -> provider.dataSchema(resource.type());
      case EPHEMERAL -> provider.ephemerals().schema(resource.type());
      case PROGRAM -> provider.programs().schema(resource.type());
    };
  }

  public void stop() {
    all.forEach(Provider::stop);
  }
}
