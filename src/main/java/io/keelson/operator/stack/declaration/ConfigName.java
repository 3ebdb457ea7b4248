package io.keelson.operator.stack.declaration;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

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
        .map(reference -> of(resource, reference));
  }

  /// What fills the slots of a Component, by slot, as far as it says so.
  static SortedMap<String, ConfigName> of(Component component) {
    var filled = new TreeMap<String, ConfigName>();
    var written = component.getSpec().providers;
    if (written != null)
      written.forEach((slot, reference) -> filled.put(slot, of(component, reference)));
    return filled;
  }

  private static ConfigName of(HasMetadata user, ResourceSpec.ProviderConfigRef reference) {
    return new ConfigName(
        reference.namespace == null ? user.getMetadata().getNamespace() : reference.namespace,
        reference.name);
  }

  /// As it is called in a Stack of a namespace.
  public String in(String own) {
    return namespace.equals(own) ? name : namespace + "/" + name;
  }
}
