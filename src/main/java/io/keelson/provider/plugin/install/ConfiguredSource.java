package io.keelson.provider.plugin.install;

import io.keelson.provider.plugin.install.release.AddressPattern;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.source.PackageSource;
import java.util.List;

/// A source, and the providers it is asked for.
///
/// @param include none means every provider
/// @param exclude wins over `include`
public record ConfiguredSource(
    PackageSource source, List<AddressPattern> include, List<AddressPattern> exclude) {
  public ConfiguredSource {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
  }

  public static ConfiguredSource forAll(PackageSource source) {
    return new ConfiguredSource(source, List.of(), List.of());
  }

  boolean isFor(SourceAddress address) {
    return (include.isEmpty() || include.stream().anyMatch(each -> each.matches(address)))
        && exclude.stream().noneMatch(each -> each.matches(address));
  }
}
