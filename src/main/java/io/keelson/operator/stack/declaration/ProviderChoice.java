package io.keelson.operator.stack.declaration;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.provider.Providers;
import io.keelson.operator.api.Resource;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Chooses the provider configuration of each Resource, and of what checks read.
record ProviderChoice(Providers providers, ProviderConfigs configs) {
  SortedMap<String, StackDeclaration.Provider> declared() {
    return configs.declared();
  }

  /// The ProviderConfig that the types with each prefix use if nothing in a component names one.
  /// Nobody knows which of them a program uses, so there are all then.
  SortedMap<String, String> standard(UsedComponents components) {
    var standard = new TreeMap<String, String>();
    if (components.hasPrograms()) standard.putAll(configs.named());
    for (String each : components.providers())
      configs.standard(each).ifPresent(name -> standard.put(each, name));
    return standard;
  }

  /// The ProviderConfig that the Resource names; else none if its type needs none; else the
  /// ProviderConfig of the Stack that fits its type.
  Optional<String> of(Resource resource) {
    var own = resource.getMetadata().getNamespace();
    var named = ConfigName.of(resource);
    if (named.isPresent()) return named.map(each -> each.in(own));
    return standard(Declarations.address(resource));
  }

  /// The same for what names no ProviderConfig.
  Optional<String> standard(ResourceAddress resource) {
    return providers.of(resource).isPresent()
        ? Optional.empty()
        : configs.standard(resource.type());
  }
}
