package io.keelson.engine.config;

import java.util.List;
import java.util.Optional;

/// What a provider is told before resources make use of it: which system to work on, and as whom.
///
/// @param name resources name it by this
/// @param body evaluates to an object of the type that the provider takes
/// @param acceptedIdentity the real system that it may name although objects were made in what
///   seems to be another one
public record ProviderConfiguration(
    String name, Expression body, Optional<String> acceptedIdentity) {
  /// What has to be known before anything can be done with the provider.
  ///
  /// @rule R-GRAPH-12
  public List<Reference> references() {
    return body.references();
  }
}
