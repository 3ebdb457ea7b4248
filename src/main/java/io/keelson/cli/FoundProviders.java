package io.keelson.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.api.Provider;
import io.keelson.operator.provider.ProviderInstaller;
import io.keelson.operator.provider.ProviderInstaller.Installed;
import io.keelson.operator.stack.ProviderPrograms;
import io.keelson.provider.plugin.install.release.SourceAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Providers of the files, and of the cluster if there is one; each is installed here when it is
/// first needed.
final class FoundProviders implements ProviderPrograms, AutoCloseable {
  private final Manifests manifests;
  private final Optional<KubernetesClient> cluster;
  private final ProviderInstaller installer;
  private final boolean mirrored;
  private final Map<String, Program> programs = new HashMap<>();

  /// @param mirrored whether the installer knows a source for every provider
  FoundProviders(
      Manifests manifests,
      Optional<KubernetesClient> cluster,
      ProviderInstaller installer,
      boolean mirrored) {
    this.manifests = manifests;
    this.cluster = cluster;
    this.installer = installer;
    this.mirrored = mirrored;
  }

  @Override
  public Program named(String provider) {
    return find(provider)
        .map(this::program)
        .orElseGet(() ->
            new Program.Unusable(
                Optional.empty(),
                cluster.isPresent()
                    ? "Neither the files nor the cluster have a Provider '%s'. Create it, or correct spec.providerRef of the ProviderConfig."
                        .formatted(provider)
                    : "The files have no Provider '%s'. Add it to -f.".formatted(provider)));
  }

  @Override
  public Program from(String source) {
    return all()
        .filter(each -> source.equals(address(each)))
        .findFirst()
        .map(this::program)
        .orElseGet(() ->
            new Program.Unusable(
                Optional.empty(), "There is no Provider with the source '%s'.".formatted(source)));
  }

  private static String address(Provider provider) {
    try {
      return SourceAddress.parse(provider.getSpec().source).toString();
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private Optional<Provider> find(String name) {
    return declared()
        .filter(each -> each.getMetadata().getName().equals(name))
        .findFirst()
        .or(() -> cluster.map(client -> client.resources(Provider.class).withName(name).get()));
  }

  private Stream<Provider> declared() {
    return manifests.providers().stream().map(Manifests.Declared::object);
  }

  private Stream<Provider> all() {
    var live =
        cluster.map(client -> client.resources(Provider.class).list().getItems()).orElse(List.of());
    return Stream.concat(declared(), live.stream());
  }

  private Program program(Provider provider) {
    return programs.computeIfAbsent(provider.getMetadata().getName(), _ -> install(provider));
  }

  private Program install(Provider provider) {
    if (mirrored) provider.getSpec().sources = null;
    return switch (installer.install(provider)) {
      case Installed.Ready(_, var program) -> program;
      case Installed.Failed(var message, _) ->
          new Program.Unusable(
              installer.type(provider),
              "The Provider '%s' cannot be used: %s"
                  .formatted(provider.getMetadata().getName(), message));
    };
  }

  @Override
  public void close() {
    installer.close();
  }
}
