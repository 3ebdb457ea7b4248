package io.keelson.engine.provider;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// The providers a stack can use; a type belongs to the first that has it.
public record Providers(List<Provider> all) {
  public Providers {
    all = Collections.unmodifiableList(new ArrayList<>(all));
  }

  /// The provider that has the resource's type, or the data source; empty if none does.
  public Optional<Provider> of(ResourceAddress resource) {
    for (Provider provider : all)
      if (schema(provider, resource).isPresent()) return Optional.of(provider);
    return Optional.empty();
  }

  public Optional<Schema> schema(ResourceAddress resource) {
    return of(resource).flatMap(provider -> schema(provider, resource));
  }

  private static Optional<Schema> schema(Provider provider, ResourceAddress resource) {
    return switch (resource.mode()) {
      case MANAGED -> provider.schema(resource.type());
      case DATA -> provider.dataSchema(resource.type());
    };
  }

  public void stop() {
    all.forEach(Provider::stop);
  }
}
