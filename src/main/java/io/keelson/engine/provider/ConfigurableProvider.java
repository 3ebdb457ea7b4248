package io.keelson.engine.provider;

import io.keelson.engine.function.ProviderFunction;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Unmarked;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;

/// A provider that has to be told which system to work on before it can be used there. What it is
/// told is part of the stack.
public interface ConfigurableProvider extends AutoCloseable {
  /// The name of the provider in stored state and messages, such as
  /// `registry.opentofu.org/hashicorp/time`.
  String name();

  /// The schema of its configuration.
  Schema configuration();

  /// The schema of a type, or empty if this provider does not have it. Needs no configuration.
  Optional<Schema> schema(String type);

  /// The schema of a data source, or empty if this provider does not have it.
  Optional<Schema> dataSchema(String type);

  /// The functions that it offers to expressions, by name. Needs no configuration.
  default SortedMap<String, ProviderFunction> functions() {
    return Collections.emptySortedMap();
  }

  /// The schema of an ephemeral resource, or empty if this provider does not have it.
  default Optional<Schema> ephemeralSchema(String type) {
    return Optional.empty();
  }

  /// What is given to a component that is a program of this provider, and what it gives; empty if
  /// there is none of this type. Needs no configuration.
  ///
  /// @rule R-PRG-20
  default Optional<Schema> programSchema(String type) {
    return Optional.empty();
  }

  /// What a type is called here that a program calls by its token, such as `random_RandomPet` for
  /// `random:index/randomPet:RandomPet`; empty if this provider does not have it.
  ///
  /// @rule R-PRG-6
  default Optional<String> typeOf(String token) {
    return Optional.empty();
  }

  /// What programs call the package of this provider, such as `azure-native`, where types begin
  /// with `azure_native`; empty if it is none of which they register anything.
  ///
  /// @rule R-PRG-25
  default Optional<String> packageName() {
    return Optional.empty();
  }

  /// Which of all real systems a configuration names, such as an account and a region, as a short
  /// text without credentials. Two configurations with the same text reach the same objects.
  ///
  /// @param config wholly known
  String identity(Unmarked config);

  /// The provider with a configuration; equal configurations give the same one. It belongs to the
  /// owner of this object, who also closes it.
  ///
  /// @param config an object of the schema's type; may hold unknowns while a plan is made
  /// @rule R-UNK-12
  ConfigureAnswer configure(Unmarked config);

  /// Closes all providers that were configured. Running calls are lost.
  @Override
  void close();
}
