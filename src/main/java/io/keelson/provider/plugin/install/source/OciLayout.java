package io.keelson.provider.plugin.install.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.source.FetchedPackage.Archive;
import io.keelson.provider.plugin.install.source.FetchedPackage.Attestation;
import io.keelson.version.Version;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/// Folders in OCI image layout, one for each provider, with packages as OpenTofu puts them into
/// container registries.
///
/// A tag is a version, with `_` in place of `+`. It names an index with one manifest for each
/// platform, and that has one layer: the archive.
public final class OciLayout implements PackageSource {
  private static final String TAG = "org.opencontainers.image.ref.name";
  private static final String PROVIDER = "application/vnd.opentofu.provider";
  private static final String PROVIDER_TARGET = "application/vnd.opentofu.provider-target";
  private static final String INDEX = "application/vnd.oci.image.index.v1+json";
  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  private static final String ARCHIVE = "archive/zip";

  private final String template;

  /// @param template the folder of a provider, in which `${hostname}`, `${namespace}` and `${type}`
  ///   stand for the parts of its address
  public OciLayout(String template) {
    this.template = template;
  }

  @Override
  public String name() {
    return "the OCI layout " + template;
  }

  @Override
  public List<Offer> offers(SourceAddress address) throws InstallException {
    var folder = folder(address);
    return folder.exists()
        ? tags(folder).keySet().stream().map(each -> new Offer(each, List.of(), Set.of())).toList()
        : List.of();
  }

  @Override
  public FetchedPackage fetch(
      SourceAddress address, Version version, Platform platform, Path folder)
      throws InstallException {
    var layout = folder(address);
    var tagged =
        Optional.ofNullable(tags(layout).get(version))
            .orElseThrow(() -> layout.wrong("has no tag for " + version));
    var index = layout.document(tagged, INDEX, PROVIDER);
    var target = target(layout, index, address, version, platform);
    var manifest = layout.document(target, MANIFEST, PROVIDER_TARGET);
    var layers = having(manifest.path("layers"), "mediaType", ARCHIVE);
    if (layers.size() != 1)
      throw layout.wrong("has " + layers.size() + " archives for " + version + " on " + platform);
    var copy = folder.resolve("package.zip");
    var hash = layout.copy(layers.getFirst(), copy);
    return new Archive(
        copy, List.of(new PackageHash(PackageHash.Scheme.ZH, hash)), new Attestation.Unsigned());
  }

  private OciFolder folder(SourceAddress address) {
    var path =
        template
            .replace("${hostname}", address.host())
            .replace("${namespace}", address.namespace())
            .replace("${type}", address.type());
    return new OciFolder("the OCI layout " + path, Path.of(path));
  }

  private static Map<Version, JsonNode> tags(OciFolder folder) throws InstallException {
    var tags = new TreeMap<Version, JsonNode>();
    for (var each : folder.index().path("manifests"))
      Version.read(each.path("annotations").path(TAG).asText().replace('_', '+'))
          .ifPresent(version -> tags.put(version, each));
    return tags;
  }

  private JsonNode target(
      OciFolder layout, JsonNode index, SourceAddress address, Version version, Platform platform)
      throws InstallException {
    var built = new TreeMap<String, List<JsonNode>>();
    for (var each : having(index.path("manifests"), "artifactType", PROVIDER_TARGET)) {
      var on = each.path("platform");
      if (on.has("os.version")) continue;
      built
          .computeIfAbsent(
              on.path("os").asText() + "_" + on.path("architecture").asText(),
              _ -> new ArrayList<>())
          .add(each);
    }
    var targets = built.getOrDefault(platform.toString(), List.of());
    if (targets.isEmpty())
      throw MissingPackage.platform(name(), address, version, platform, built.keySet());
    if (targets.size() > 1)
      throw layout.wrong("has more than one package of " + version + " for " + platform);
    return targets.getFirst();
  }

  private static List<JsonNode> having(JsonNode list, String member, String value) {
    return StreamSupport.stream(list.spliterator(), false)
        .filter(each -> each.path(member).asText().equals(value))
        .toList();
  }
}
