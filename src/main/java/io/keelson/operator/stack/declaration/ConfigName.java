package io.keelson.operator.stack.declaration;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentSpec;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The namespace and the name of a ProviderConfig.
public record ConfigName(String namespace, String name) {
  /// @param text `name`, or `namespace/name`
  /// @param own the namespace that counts where the text names none
  static ConfigName parse(String text, String own) {
    int slash = text.indexOf('/');
    return new ConfigName(slash < 0 ? own : text.substring(0, slash), text.substring(slash + 1));
  }

  /// The ProviderConfigs that a Stack lists, in its order.
  static List<ConfigName> listed(Stack stack) {
    var listed = stack.getSpec().providerConfigs;
    var own = stack.getMetadata().getNamespace();
    return listed == null ? List.of() : listed.stream().map(each -> parse(each, own)).toList();
  }

  /// The ProviderConfig that a Resource names.
  static Optional<ConfigName> of(Resource resource) {
    return Optional.ofNullable(resource.getSpec().providerConfigRef)
        .map(reference -> of(resource, reference));
  }

  /// The ProviderConfigs that a Component names for slots of its definition, by slot.
  static SortedMap<String, ConfigName> of(Component component) {
    var filled = new TreeMap<String, ConfigName>();
    var written = component.getSpec().providers;
    if (written != null)
      written.forEach((slot, reference) -> filled.put(slot, of(component, reference)));
    return filled;
  }

  /// The ProviderConfig of the provider that has the program of a Component.
  static ConfigName of(Component component, ComponentSpec.ProgramRef program) {
    return of(component, program.providerConfigRef);
  }

  private static ConfigName of(HasMetadata user, ResourceSpec.ProviderConfigRef reference) {
    return new ConfigName(
        reference.namespace == null ? user.getMetadata().getNamespace() : reference.namespace,
        reference.name);
  }

  /// The name by which Stacks of a namespace refer to it.
  public String in(String own) {
    return namespace.equals(own) ? name : namespace + "/" + name;
  }
}
