package io.keelson.operator.stack.declaration;

import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import java.util.List;
import java.util.Optional;

/// Which ProviderConfig is meant.
public record ConfigName(String namespace, String name) {
  /// @param text `name`, or `namespace/name`
  /// @param own the namespace that is meant where none is named
  static ConfigName parse(String text, String own) {
    int slash = text.indexOf('/');
    return new ConfigName(slash < 0 ? own : text.substring(0, slash), text.substring(slash + 1));
  }

  /// Those that a Stack lists, in its order.
  static List<ConfigName> listed(Stack stack) {
    var listed = stack.getSpec().providerConfigs;
    var own = stack.getMetadata().getNamespace();
    return listed == null ? List.of() : listed.stream().map(each -> parse(each, own)).toList();
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
  public String in(String own) {
    return namespace.equals(own) ? name : namespace + "/" + name;
  }
}
