package io.keelson.operator.stack.declaration;

import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.provider.Providers;
import io.keelson.operator.api.Resource;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// Chooses the provider configuration of each Resource.
record ProviderChoice(Providers providers, ProviderConfigs configs) {
  SortedMap<String, StackDeclaration.Provider> declared() {
    return configs.declared();
  }

  /// The ProviderConfig that the types with each prefix use if their resource names none.
  ///
  /// @param providers the prefixes of types
  SortedMap<String, String> standard(SortedSet<String> providers) {
    var standard = new TreeMap<String, String>();
    for (String each : providers)
      configs.standard(each).ifPresent(name -> standard.put(each, name));
    return standard;
  }

  /// The ProviderConfig that the Resource names; else none if its type needs none; else the
  /// ProviderConfig of the Stack that fits its type.
  Optional<String> of(Resource resource) {
    var own = resource.getMetadata().getNamespace();
    var named = ConfigName.of(resource);
    if (named.isPresent()) return named.map(each -> each.in(own));
    if (providers.of(Declarations.address(resource)).isPresent()) return Optional.empty();
    return configs.standard(resource.getSpec().type);
  }
}
