package io.keelson.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.cli.manifest.Manifests;
import io.keelson.cli.provider.PluginInstaller;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.provider.ProviderInstaller;
import io.keelson.operator.provider.ProviderInstaller.Installed;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.provider.plugin.install.release.SourceAddress;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Providers of the files, and of the cluster if there is one; each is installed here when it is
/// first needed.
final class FoundProviders implements ProviderPrograms, AutoCloseable {
  private final Manifests manifests;
  private final Optional<KubernetesClient> cluster;
  private final Installing installing;
  private final Map<String, Program> programs = new HashMap<>();
  private @Nullable ProviderInstaller installer;

  /// Makes ready what installs.
  interface Installing {
    /// @throws IOException if its folders cannot be made
    ProviderInstaller start() throws IOException;
  }

  /// @param installing is not asked before there is a provider to install
  FoundProviders(Manifests manifests, Optional<KubernetesClient> cluster, Installing installing) {
    this.manifests = manifests;
    this.cluster = cluster;
    this.installing = installing;
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
        .filter(each -> isFrom(source, each))
        .findFirst()
        .map(this::program)
        .orElseGet(() ->
            new Program.Unusable(
                Optional.empty(), "There is no Provider with the source '%s'.".formatted(source)));
  }

  @Override
  public Program ofType(String type) {
    var found = byName();
    found.values().removeIf(each -> !type(each).equals(Optional.of(type)));
    var meant = found.size() == 1 ? found.firstEntry().getValue() : found.get(type);
    return meant == null ? ProviderPrograms.none(type) : program(meant);
  }

  @Override
  public List<Implicit> implicit() {
    return byName().values().stream()
        .filter(each -> Boolean.TRUE.equals(each.getSpec().implicitConfig))
        .flatMap(each ->
            type(each).stream()
                .map(type -> new Implicit(each.getMetadata().getName(), type, program(each))))
        .toList();
  }

  private NavigableMap<String, Provider> byName() {
    var found = new TreeMap<String, Provider>();
    declared().forEach(each -> found.put(each.getMetadata().getName(), each));
    live().forEach(each -> found.putIfAbsent(each.getMetadata().getName(), each));
    return found;
  }

  /// Those of the cluster, as far as it can be asked: a plan from files needs none.
  private List<Provider> live() {
    try {
      return cluster
          .map(client -> client.resources(Provider.class).list().getItems())
          .orElse(List.of());
    } catch (KubernetesClientException e) {
      return List.of();
    }
  }

  @Override
  public boolean knowsAll() {
    return true;
  }

  private static boolean isFrom(String source, Provider provider) {
    return SourceAddress.ifValid(provider.getSpec().source)
        .filter(each -> each.toString().equals(source))
        .isPresent();
  }

  private static Optional<String> type(Provider provider) {
    return PluginInstaller.prefix(provider.getSpec());
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
    return installed(provider).program(provider, type(provider));
  }

  private Installed installed(Provider provider) {
    try {
      return installer().install(provider);
    } catch (IOException e) {
      return new Installed.Failed(
          "Its folders cannot be made: "
              + e
              + ". Make them writable, or choose others with --provider-folder.",
          true);
    }
  }

  private ProviderInstaller installer() throws IOException {
    var known = installer;
    if (known == null) {
      known = installing.start();
      installer = known;
    }
    return known;
  }

  @Override
  public void close() {
    if (installer != null) installer.close();
  }
}
