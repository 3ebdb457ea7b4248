package io.keelson.provider.plugin.install;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.release.Verified;
import io.keelson.provider.plugin.install.release.Verified.SignedBy;
import io.keelson.version.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The files in which the cache remembers its packages. One that cannot be read is as good as none:
/// the package is then fetched again.
///
/// @param root where they are
record KnownPackages(Path root) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  Optional<KnownPackage> read(SourceAddress address, Version version, Platform platform)
      throws IOException {
    try {
      var json = MAPPER.readTree(Files.readAllBytes(place(address, version, platform)));
      return Optional.of(read(address, version, platform, json));
    } catch (NoSuchFileException
        | JacksonException
        | IllegalArgumentException
        | IllegalStateException _) {
      return Optional.empty();
    }
  }

  private static KnownPackage read(
      SourceAddress address, Version version, Platform platform, JsonNode json) {
    var hashes = new ArrayList<PackageHash>();
    for (var each : json.path("hashes")) PackageHash.parse(each.asText()).ifPresent(hashes::add);
    var verified =
        new Verified(
            hash(json.path("declared")), hash(json.path("published")), signer(json.path("signer")));
    var known =
        new KnownPackage(
            address,
            version,
            platform,
            List.copyOf(hashes),
            verified,
            json.path("source").asText());
    known.content();
    return known;
  }

  private static Optional<PackageHash> hash(JsonNode json) {
    return json.isTextual() ? PackageHash.parse(json.textValue()) : Optional.empty();
  }

  private static Optional<SignedBy> signer(JsonNode json) {
    return json.isObject()
        ? Optional.of(
            new SignedBy(
                json.path("fingerprint").asText(),
                json.path("keyId").asText(),
                json.path("owner").asText(),
                json.path("declared").asBoolean()))
        : Optional.empty();
  }

  void write(KnownPackage known) throws IOException {
    var place = place(known.address(), known.version(), known.platform());
    Files.createDirectories(place.getParent());
    var beside = Files.createTempFile(place.getParent(), ".", ".tmp");
    try {
      Files.write(beside, MAPPER.writeValueAsBytes(json(known)));
      Files.move(beside, place, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(beside);
    }
  }

  private static ObjectNode json(KnownPackage known) {
    var json = MAPPER.createObjectNode();
    known.hashes().forEach(each -> json.withArray("hashes").add(each.toString()));
    json.put("source", known.source());
    known.verified().declared().ifPresent(hash -> json.put("declared", hash.toString()));
    known.verified().published().ifPresent(hash -> json.put("published", hash.toString()));
    known
        .verified()
        .signature()
        .ifPresent(by ->
            json.putObject("signer")
                .put("fingerprint", by.fingerprint())
                .put("keyId", by.keyId())
                .put("owner", by.owner())
                .put("declared", by.declared()));
    return json;
  }

  List<Version> versions(SourceAddress address, Platform platform) throws IOException {
    var folder = folder(address);
    if (!Files.isDirectory(folder)) return List.of();
    try (var all = Files.list(folder)) {
      return all.filter(each -> Files.exists(each.resolve(platform + ".json")))
          .flatMap(each -> Version.read(each.getFileName().toString()).stream())
          .toList();
    }
  }

  private Path place(SourceAddress address, Version version, Platform platform) {
    return folder(address).resolve(version.toString()).resolve(platform + ".json");
  }

  private Path folder(SourceAddress address) {
    return root.resolve(address.host()).resolve(address.namespace()).resolve(address.type());
  }
}
