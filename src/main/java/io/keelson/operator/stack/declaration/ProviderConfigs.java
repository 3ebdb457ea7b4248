package io.keelson.operator.stack.declaration;

import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.operator.stack.context.ProviderPrograms.Program;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// The ProviderConfigs that a Stack uses, read for one plan.
///
/// @param listed the ProviderConfigs that the Stack lists, in its order
/// @param implicit the configurations that nobody wrote, of Providers that need no ProviderConfig
/// @param declared their declarations, by name
/// @param usable their providers, as far as these are installed
/// @param secrets the Secrets that they refer to, such as `Secret/token` or `Secret/platform/token`
/// @param types the prefix of the types of each provider, by the name of the configuration
/// @param coming those whose provider is being installed, so that nothing is known of them yet
public record ProviderConfigs(
    List<String> listed,
    SortedSet<String> implicit,
    SortedMap<String, StackDeclaration.Provider> declared,
    SortedMap<String, ConfigurableProvider> usable,
    SortedMap<String, String> types,
    SortedSet<String> secrets,
    SortedSet<String> coming) {
  /// The prefix of the names of configurations that nobody wrote; no ProviderConfig has it.
  static final String IMPLICIT = "default_";

  static final ProviderConfigs NONE =
      new ProviderConfigs(
          List.of(),
          Collections.emptySortedSet(),
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          Collections.emptySortedSet(),
          Collections.emptySortedSet());

  /// The providers that were made for the ProviderConfigs of one Stack; each is used again while it
  /// fits.
  static final class Kept implements AutoCloseable {
    private record Made(
        Program.Usable program, ProviderPrograms.Use use, ConfigurableProvider provider) {}

    private final Map<String, Made> made = new TreeMap<>();

    ConfigurableProvider provider(Program.Usable program, ProviderPrograms.Use use) {
      var known = made.get(use.configuration());
      if (known != null && known.program().equals(program) && known.use().equals(use))
        return known.provider();
      var provider = program.maker().make(use);
      var before = made.put(use.configuration(), new Made(program, use, provider));
      if (before != null) before.provider().close();
      return provider;
    }

    @Override
    public void close() {
      made.values().forEach(each -> each.provider().close());
      made.clear();
    }
  }

  /// The ProviderConfig for a type whose resource names none: of those that the Stack lists, the
  /// one whose provider has the prefix of the type; else one whose prefix is not known, because its
  /// provider is not installed; else the empty one of a Provider that needs no ProviderConfig.
  ///
  /// @rule R-PUL-60
  Optional<String> standard(String type) {
    return fitting(listed, type)
        .or(() ->
            listed.stream()
                .filter(name -> declared.containsKey(name) && !types.containsKey(name))
                .findFirst())
        .or(() -> fitting(implicit, type));
  }

  private Optional<String> fitting(Collection<String> names, String type) {
    return names.stream()
        .filter(name -> types.containsKey(name) && ProviderPrograms.fits(type, types.get(name)))
        .reduce((one, other) -> length(other) > length(one) ? other : one);
  }

  /// The ProviderConfig for each name by which expressions call a provider: the first that the
  /// Stack lists.
  SortedMap<String, String> named() {
    var named = new TreeMap<String, String>();
    for (String name : listed) note(name, named);
    for (String name : implicit) note(name, named);
    return named;
  }

  private void note(String name, SortedMap<String, String> named) {
    var type = types.get(name);
    if (type != null) named.putIfAbsent(type, name);
  }

  private int length(String name) {
    return types.getOrDefault(name, "").length();
  }
}
