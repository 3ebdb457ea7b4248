package io.keelson.provider.plugin.install.source;

import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.source.FetchedPackage.Archive;
import io.keelson.provider.plugin.install.source.FetchedPackage.Attestation;
import io.keelson.version.Version;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A server that speaks the network mirror protocol: providers of any host at one address.
public final class NetworkMirror implements PackageSource {
  private final URI base;
  private final Endpoint endpoint;

  /// @param base an https address; a missing slash at its end is added
  public NetworkMirror(Http http, URI base) {
    this.base = Places.folder(base);
    this.endpoint = new Endpoint(http, name(), this.base);
  }

  @Override
  public String name() {
    return "the mirror " + Endpoint.shown(base);
  }

  @Override
  public List<Offer> offers(SourceAddress address) throws InstallException {
    var found = endpoint.document(place(address, "index.json"));
    if (found.isEmpty()) return List.of();
    var document = found.get().declaredJson();
    var versions = document.json().path("versions");
    if (!versions.isObject()) throw document.wrong("has no object 'versions'");
    var offers = new ArrayList<Offer>();
    versions
        .fieldNames()
        .forEachRemaining(name ->
            Version.read(name)
                .ifPresent(version -> offers.add(new Offer(version, List.of(), Set.of()))));
    return offers;
  }

  @Override
  public FetchedPackage fetch(
      SourceAddress address, Version version, Platform platform, Path folder)
      throws InstallException {
    var place = place(address, version + ".json");
    var document =
        endpoint
            .document(place)
            .orElseThrow(
                () -> MissingPackage.listed(name(), address, version, Endpoint.shown(place)))
            .declaredJson();
    var archives = document.json().path("archives");
    var archive = archives.path(platform.toString());
    if (!archive.isObject()) {
      var built = new TreeSet<String>();
      archives.fieldNames().forEachRemaining(built::add);
      throw MissingPackage.platform(name(), address, version, platform, built);
    }
    var hashes = new ArrayList<PackageHash>();
    for (var each : archive.path("hashes")) hashes.addAll(hash(document, each.asText()));
    var from = document.address(archive, "url");
    var file = folder.resolve("package.zip");
    if (!endpoint.download(from, file, Places.LARGEST_ARCHIVE))
      throw MissingPackage.listed(name(), address, version, Endpoint.shown(from));
    return new Archive(file, hashes, new Attestation.Unsigned());
  }

  private static List<PackageHash> hash(Document document, String text) throws InstallException {
    try {
      return PackageHash.parse(text).stream().toList();
    } catch (IllegalArgumentException e) {
      throw document.wrong("has a wrong checksum: " + e.getMessage());
    }
  }

  private URI place(SourceAddress address, String file) {
    return Places.below(base, address.host(), address.namespace(), address.type(), file);
  }
}
