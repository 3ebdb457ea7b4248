package io.keelson.provider.plugin.install.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.version.Version;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The registries that addresses name, through the provider registry protocol.
///
/// Each host says by service discovery where its registry is, unless one address is given for all.
public final class ProviderRegistry implements PackageSource {
  private static final long LONGEST_DISCOVERY = 1 << 20;

  private final Http http;
  private final Optional<URI> fixed;

  /// Finds the registry of each host by service discovery.
  public ProviderRegistry(Http http) {
    this.http = http;
    this.fixed = Optional.empty();
  }

  /// Asks one registry for the providers of every host.
  ///
  /// @param base where its providers are, such as `https://registry.example.com/v1/providers/`
  public ProviderRegistry(Http http, URI base) {
    this.http = http;
    this.fixed = Optional.of(Places.folder(base));
  }

  @Override
  public String name() {
    return fixed
        .map(base -> "the registry " + Endpoint.shown(base))
        .orElse("the registry that the address names");
  }

  @Override
  public List<Offer> offers(SourceAddress address) throws InstallException {
    var registry = registry(address);
    if (registry.isEmpty()) return List.of();
    var found = registry.get().endpoint().document(registry.get().place(address, "versions"));
    if (found.isEmpty()) return List.of();
    var versions = found.get().json().path("versions");
    if (!versions.isArray()) throw found.get().wrong("has no list 'versions'");
    var offers = new ArrayList<Offer>();
    for (var each : versions)
      Version.read(each.path("version").asText())
          .ifPresent(version -> offers.add(new Offer(version, protocols(each), platforms(each))));
    return offers;
  }

  static List<String> protocols(JsonNode object) {
    var protocols = new ArrayList<String>();
    object.path("protocols").forEach(each -> protocols.add(each.asText()));
    return protocols;
  }

  private static Set<Platform> platforms(JsonNode version) {
    var platforms = new HashSet<Platform>();
    version
        .path("platforms")
        .forEach(each ->
            platforms.add(new Platform(each.path("os").asText(), each.path("arch").asText())));
    return platforms;
  }

  @Override
  public FetchedPackage fetch(
      SourceAddress address, Version version, Platform platform, Path folder)
      throws InstallException {
    var registry = registry(address).orElseThrow(() -> noService(address));
    var place =
        registry.place(address, version.toString(), "download", platform.os(), platform.arch());
    var document =
        registry
            .endpoint()
            .document(place)
            .orElseThrow(() ->
                MissingPackage.platform(registry.name(), address, version, platform, List.of()));
    return new RegistryDownload(registry.endpoint(), document, address, version, platform)
        .into(folder);
  }

  /// A registry, once its place is known.
  private record Registry(String name, Endpoint endpoint, URI base) {
    URI place(SourceAddress address, String... names) {
      var all = new ArrayList<>(List.of(address.namespace(), address.type()));
      all.addAll(List.of(names));
      return Places.below(base, all.toArray(String[]::new));
    }
  }

  /// Empty if the host has no registry.
  private Optional<Registry> registry(SourceAddress address) throws InstallException {
    if (fixed.isPresent())
      return Optional.of(
          new Registry(name(), new Endpoint(http, name(), fixed.get()), fixed.get()));
    var host = URI.create("https://" + address.host() + "/");
    var name = "the registry " + address.host();
    var endpoint = new Endpoint(http, name, host);
    var found =
        endpoint.document(
            host.resolve("/.well-known/terraform.json"),
            LONGEST_DISCOVERY,
            Endpoint.DISCOVERY_REDIRECTS);
    if (found.isEmpty()) return Optional.empty();
    var document = found.get().declaredJson();
    if (Document.optionalText(document.json(), "providers.v1").isEmpty()) return Optional.empty();
    var base = Places.folder(document.address(document.json(), "providers.v1"));
    return Optional.of(new Registry(name, endpoint, base));
  }

  private static InstallException noService(SourceAddress address) {
    return new InstallException(
        Kind.NOT_FOUND,
        address + " cannot be fetched",
        address.host() + " has no registry of providers",
        "See whether the host in the address is right.");
  }
}
