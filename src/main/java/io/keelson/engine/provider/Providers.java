package io.keelson.engine.provider;

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

  /// The provider that has the type, or empty if none does.
  public Optional<Provider> of(String type) {
    for (Provider provider : all)
      if (provider.schema(type).isPresent()) return Optional.of(provider);
    return Optional.empty();
  }

  public Optional<Schema> schema(String type) {
    return of(type).flatMap(provider -> provider.schema(type));
  }

  public void stop() {
    all.forEach(Provider::stop);
  }
}
