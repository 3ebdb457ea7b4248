package io.keelson.engine.config;

import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a provider is told before resources make use of it: which system to work on, and as whom.
///
/// @param name resources name it by this
/// @param body evaluates to an object of the type that the provider takes
/// @param secrets what `secret.name` gives in the body, marked
/// @param acceptedIdentity the real system that it may name although objects were made in what
///   seems to be another one
/// @param replacingIdentity the real system in which objects that were made in another one are
///   replaced
public record ProviderConfiguration(
    String name,
    Expression body,
    SortedMap<String, Value> secrets,
    Optional<String> acceptedIdentity,
    Optional<String> replacingIdentity) {
  public ProviderConfiguration {
    secrets = Collections.unmodifiableSortedMap(new TreeMap<>(secrets));
  }

  /// What stands behind names in the body.
  ///
  /// @param stack what does so everywhere in the stack
  public Scope within(Scope stack) {
    return root ->
        root instanceof Root.Secret(var secret)
            ? Evaluated.of(Optional.ofNullable(secrets.get(secret)).orElseThrow())
            : stack.resolve(root);
  }

  /// What has to be known before anything can be done with the provider.
  ///
  /// @rule R-GRAPH-12
  public List<Reference> references() {
    return body.references();
  }
}
