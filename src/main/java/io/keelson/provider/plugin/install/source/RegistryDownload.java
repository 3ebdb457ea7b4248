package io.keelson.provider.plugin.install.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.value.Bytes;
import io.keelson.provider.plugin.install.release.ChecksumList;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
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

/// One package of a registry, as the answer to a download request describes it.
///
/// @param document the answer to the download request
record RegistryDownload(
    Endpoint endpoint,
    Document document,
    SourceAddress address,
    Version version,
    Platform platform) {

  /// Gets the archive and what vouches for it.
  ///
  /// @throws InstallException if what the registry says contradicts itself, or something is missing
  FetchedPackage into(Path folder) throws InstallException {
    var answer = document.json();
    checkPlatform(answer);
    var published = published(answer);
    var attestation = attestation(answer, published);
    var from = document.address(answer, "download_url");
    var file = folder.resolve("package.zip");
    if (!endpoint.download(from, file, largest(answer)))
      throw MissingPackage.listed(document.source(), address, version, Endpoint.shown(from));
    return new Archive(file, List.of(published), attestation);
  }

  private void checkPlatform(JsonNode answer) throws InstallException {
    for (var each : List.of("os", "arch")) {
      var expected = each.equals("os") ? platform.os() : platform.arch();
      if (!document.text(answer, each).equals(expected))
        throw document.wrong("is about another platform than " + platform);
    }
  }

  private PackageHash published(JsonNode answer) throws InstallException {
    var hash = hash(document.text(answer, "shasum"));
    var listed = new ArrayList<String>();
    inPackages(answer).path("hashes").forEach(each -> listed.add(each.asText()));
    var archives = listed.stream().filter(each -> each.startsWith("zh:")).toList();
    if (!archives.isEmpty() && !archives.contains(hash.toString()))
      throw document.wrong("has two different checksums of the archive");
    return hash;
  }

  private PackageHash hash(String hex) throws InstallException {
    try {
      return new PackageHash(PackageHash.Scheme.ZH, hex);
    } catch (IllegalArgumentException e) {
      throw document.wrong("has no SHA-256 in 'shasum'");
    }
  }

  private JsonNode inPackages(JsonNode answer) {
    return answer.path("packages").path(platform.toString());
  }

  /// A registry that says how long the archive is gets no byte more than that.
  private long largest(JsonNode answer) {
    long size = inPackages(answer).path("package_size").asLong(0);
    return size > 0 ? Math.min(size, Places.LARGEST_ARCHIVE) : Places.LARGEST_ARCHIVE;
  }

  private Attestation attestation(JsonNode answer, PackageHash published) throws InstallException {
    var keys = new ArrayList<String>();
    answer
        .path("signing_keys")
        .path("gpg_public_keys")
        .forEach(each -> Document.optionalText(each, "ascii_armor").ifPresent(keys::add));
    // Publishers without a key are tolerated in the common registry: it is still collecting them.
    Attestation unsigned =
        keys.isEmpty() && address.host().equals(SourceAddress.COMMON_HOST)
            ? new Attestation.Unsigned()
            : new Attestation.Missing();
    if (Document.optionalText(answer, "shasums_url").isEmpty()) return unsigned;
    var checksums = bytes(document.address(answer, "shasums_url"));
    checkListed(checksums, document.text(answer, "filename"), published);
    if (keys.isEmpty() || Document.optionalText(answer, "shasums_signature_url").isEmpty())
      return unsigned;
    var signature = bytes(document.address(answer, "shasums_signature_url"));
    return new Attestation.Signed(checksums, signature, keys);
  }

  private Bytes bytes(URI place) throws InstallException {
    return endpoint
        .document(place)
        .orElseThrow(
            () -> MissingPackage.listed(document.source(), address, version, Endpoint.shown(place)))
        .content();
  }

  private void checkListed(Bytes checksums, String fileName, PackageHash published)
      throws InstallException {
    String listed;
    try {
      listed = ChecksumList.parse(checksums.toArray()).of(fileName).orElse("");
    } catch (IllegalArgumentException e) {
      throw document.wrong("leads to a list of checksums that cannot be read: " + e.getMessage());
    }
    if (!listed.equals(published.value()))
      throw new InstallException(
          Kind.CHECKSUM_MISMATCH,
          address + " " + version + " is not installed",
          listed.isEmpty()
              ? "the list of checksums does not name " + fileName
              : "the list of checksums has "
                  + listed
                  + " for "
                  + fileName
                  + ", but "
                  + document.source()
                  + " says "
                  + published.value(),
          "Do not use this version; report it to the provider's publisher.");
  }
}
