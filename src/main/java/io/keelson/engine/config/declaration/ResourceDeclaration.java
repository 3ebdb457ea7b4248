package io.keelson.engine.config.declaration;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// One declared resource.
///
/// @param config an object; empty if nothing is set
/// @param count absent or a tree that gives a whole number
/// @param forEach absent or a tree that gives a map, an object or a set of strings
/// @param enabled absent or a tree that gives a bool
/// @param dependsOn resource addresses as written
/// @param providerConfiguration the name of the provider configuration that it uses; empty for what
///   needs none. In a definition, the name of a slot; empty also for the one that fits
public record ResourceDeclaration(
    ResourceAddress address,
    Mapping config,
    Optional<Value> count,
    Optional<Value> forEach,
    Optional<Value> enabled,
    List<String> dependsOn,
    LifecycleDeclaration lifecycle,
    Optional<String> providerConfiguration,
    List<String> aliases) {
  /// The same, using this provider configuration; in a definition, this slot.
  public ResourceDeclaration using(String provider) {
    return new ResourceDeclaration(
        address,
        config,
        count,
        forEach,
        enabled,
        dependsOn,
        lifecycle,
        Optional.of(provider),
        aliases);
  }

  public ResourceDeclaration {
    aliases = Collections.unmodifiableList(new ArrayList<>(aliases));
  }

  /// Whether more than one field says how many instances there are.
  public boolean isRepeatedTwice() {
    return count.isPresent()
        ? forEach.isPresent() || enabled.isPresent()
        : forEach.isPresent() && enabled.isPresent();
  }

  /// Without `enabled` and without a provider configuration.
  public ResourceDeclaration(
      ResourceAddress address,
      Mapping config,
      Optional<Value> count,
      Optional<Value> forEach,
      List<String> dependsOn,
      LifecycleDeclaration lifecycle) {
    this(
        address,
        config,
        count,
        forEach,
        Optional.empty(),
        dependsOn,
        lifecycle,
        Optional.empty(),
        List.of());
  }
}
