package io.keelson.engine.state;

import java.util.Optional;

/// The provider that wrote an object, so that it is found again without its declaration.
///
/// @param name of the provider's code, such as `builtin` or a source address
/// @param configuration the name of the provider configuration that was used; empty for what needs
///   none
/// @param identity of the real system that the configuration named, without credentials; empty if
///   it does not say
public record ProviderKey(String name, Optional<String> configuration, String identity) {
  /// A provider that needs no configuration.
  public static ProviderKey of(String name) {
    return new ProviderKey(name, Optional.empty(), "");
  }

  @Override
  public String toString() {
    return configuration.map(each -> name + " (" + each + ")").orElse(name);
  }
}
