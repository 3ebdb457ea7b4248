package io.keelson.operator.component;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.operator.api.component.ComponentRevision;
import io.keelson.operator.api.component.ComponentUse;

/// Names one definition.
public record DefinitionKey(String namespace, String name) {
  static DefinitionKey of(HasMetadata definition) {
    return new DefinitionKey(
        definition.getMetadata().getNamespace(), definition.getMetadata().getName());
  }

  /// The definition that a revision was published from.
  static DefinitionKey of(ComponentRevision revision) {
    return new DefinitionKey(revision.getMetadata().getNamespace(), revision.getSpec().definition);
  }

  /// The definition that a use names.
  ///
  /// @param namespace of the user
  static DefinitionKey of(String namespace, ComponentUse.DefinitionRef wanted) {
    return new DefinitionKey(wanted.namespace == null ? namespace : wanted.namespace, wanted.name);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
