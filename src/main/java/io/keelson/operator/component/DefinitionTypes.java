package io.keelson.operator.component;

import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.DefinitionCheck;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.StackSchemas;
import io.keelson.engine.value.Value;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.operator.stack.context.ProviderPrograms.Program;
import io.keelson.operator.stack.declaration.UsedComponents;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What providers say of the types in a definition. No provider is started or configured for that.
///
/// @param own the providers that need no configuration
/// @param programs the others
record DefinitionTypes(Providers own, ProviderPrograms programs) {

  /// The providers of the types in one definition.
  ///
  /// @param made a provider for each prefix of types whose provider is usable, by that prefix
  /// @param unknown the prefixes of types that have no usable provider
  /// @param coming the prefix of types whose provider is being installed, if there is one
  record Known(
      Providers own,
      SortedMap<String, ConfigurableProvider> made,
      SortedSet<String> unknown,
      Optional<String> coming)
      implements AutoCloseable {
    Known {
      made = Collections.unmodifiableSortedMap(new TreeMap<>(made));
      unknown = Collections.unmodifiableSortedSet(new TreeSet<>(unknown));
    }

    DefinitionCheck.ProviderTypes types() {
      var configurations = new TreeMap<String, StackDeclaration.Provider>();
      var named = new TreeMap<String, String>();
      for (String type : made.keySet()) {
        named.put(type, type);
        configurations.put(
            type,
            new StackDeclaration.Provider(
                Value.object(new TreeMap<>()),
                new TreeMap<>(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(type)));
      }
      return new DefinitionCheck.ProviderTypes(
          new StackSchemas(new Providers(own.all(), made, named)), configurations);
    }

    @Override
    public void close() {
      made.values().forEach(ConfigurableProvider::close);
    }
  }

  Known of(ComponentDeclaration declared) {
    var made = new TreeMap<String, ConfigurableProvider>();
    var unknown = new TreeSet<String>();
    Optional<String> coming = Optional.empty();
    for (String type : UsedComponents.providers(declared))
      switch (programs.ofType(type)) {
        case Program.Usable usable ->
            made.put(type, usable.maker().make(ProviderPrograms.Use.TYPES));
        case Program.Unusable _ -> unknown.add(type);
        case Program.Coming _ -> coming = Optional.of(type);
      }
    return new Known(own, made, unknown, coming);
  }
}
