package io.keelson.operator.stack;

import io.keelson.operator.api.Resource;
import java.util.Optional;

/// Which ProviderConfig is meant.
record ConfigName(String namespace, String name) {
  /// @param text `name`, or `namespace/name`
  /// @param own the namespace that is meant where none is named
  static ConfigName parse(String text, String own) {
    int slash = text.indexOf('/');
    return new ConfigName(slash < 0 ? own : text.substring(0, slash), text.substring(slash + 1));
  }

  /// The one that a Resource names.
  static Optional<ConfigName> of(Resource resource) {
    return Optional.ofNullable(resource.getSpec().providerConfigRef)
        .map(reference ->
            new ConfigName(
                reference.namespace == null
                    ? resource.getMetadata().getNamespace()
                    : reference.namespace,
                reference.name));
  }

  /// As it is called in a Stack of a namespace.
  String in(String own) {
    return namespace.equals(own) ? name : namespace + "/" + name;
  }
}
