package io.keelson.cli.provider;

import io.keelson.operator.api.provider.ProviderSpec;
import io.keelson.provider.plugin.install.ConfiguredSource;
import io.keelson.provider.plugin.install.source.ArchiveNames;
import io.keelson.provider.plugin.install.source.Credentials;
import io.keelson.provider.plugin.install.source.FilesystemMirror;
import io.keelson.provider.plugin.install.source.Http;
import io.keelson.provider.plugin.install.source.NetworkMirror;
import io.keelson.provider.plugin.install.source.OciLayout;
import io.keelson.provider.plugin.install.source.PackageSource;
import io.keelson.provider.plugin.install.source.ProviderRegistry;
import io.keelson.provider.plugin.install.source.PulumiPluginFolder;
import io.keelson.provider.plugin.install.source.PulumiPluginServer;
import io.keelson.version.VersionConstraint;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Where packages of a Provider come from.
record PackageSources(Mirrors mirrors, OperatorSecrets secrets) {
  private static final int HTTPS = 443;

  /// To be closed by the caller.
  ///
  /// @param http what they are reached by
  record Opened(List<ConfiguredSource> sources, Http http) implements AutoCloseable {
    @Override
    public void close() {
      http.close();
    }
  }

  /// @throws IllegalArgumentException if a URL is none
  /// @throws MissingSecret if a token is missing
  Opened open(ProviderSpec spec) {
    var declared = declared(spec);
    var http = new Http(Http.Limits.USUAL, new Credentials(tokens(declared)));
    var sources = new ArrayList<PackageSource>();
    declared.forEach(each -> sources.addAll(sources(each, spec, http)));
    if (sources.isEmpty())
      mirrors.folders().forEach(folder -> sources.addAll(folder(folder, spec)));
    if (sources.isEmpty()) sources.add(registry(spec, http));
    return new Opened(sources.stream().map(ConfiguredSource::forAll).toList(), http);
  }

  private List<ProviderSpec.Source> declared(ProviderSpec spec) {
    var replaced = mirrors.always() && !mirrors.folders().isEmpty();
    return replaced || spec.sources == null ? List.of() : spec.sources;
  }

  private Map<String, String> tokens(List<ProviderSpec.Source> declared) {
    var tokens = new HashMap<String, String>();
    for (var source : declared)
      for (var server : Arrays.asList(source.mirror, source.registry, source.archives))
        if (server != null && server.tokenFrom != null)
          tokens.put(host(address(server.url)), secrets.token(server.tokenFrom));
    return tokens;
  }

  /// Packages of Pulumi's world have no registry that could be asked.
  private static PackageSource registry(ProviderSpec spec, Http http) {
    if (spec.protocol == ProviderSpec.Protocol.Pulumi)
      throw new IllegalArgumentException(
          "spec.sources names none, and Pulumi providers have no registry: name a directory that"
              + " holds resource-NAME-vVERSION/pulumi-resource-NAME or"
              + " pulumi-resource-NAME-vVERSION-OS-ARCH.tar.gz, or a server that has archives");
    return new ProviderRegistry(http);
  }

  private static List<PackageSource> folder(Path folder, ProviderSpec spec) {
    return spec.protocol == ProviderSpec.Protocol.Pulumi
        ? List.of(new FilesystemMirror(folder, ArchiveNames.PULUMI), new PulumiPluginFolder(folder))
        : List.of(new FilesystemMirror(folder, ArchiveNames.TERRAFORM));
  }

  private static List<PackageSource> sources(
      ProviderSpec.Source source, ProviderSpec spec, Http http) {
    return source.directory == null
        ? List.of(source(source, spec, http))
        : folder(Path.of(source.directory.path), spec);
  }

  private static PackageSource source(ProviderSpec.Source source, ProviderSpec spec, Http http) {
    if (source.archives != null) return archives(source.archives.url, spec, http);
    if (source.ociLayout != null) return new OciLayout(source.ociLayout.path);
    if (source.mirror != null) return new NetworkMirror(http, address(source.mirror.url));
    if (source.registry != null) return new ProviderRegistry(http, address(source.registry.url));
    throw new IllegalArgumentException("an entry of spec.sources says nothing; name one source");
  }

  /// Archives on a server, which can only be asked for one version, and are worth what the user
  /// knows of them.
  private static PackageSource archives(String url, ProviderSpec spec, Http http) {
    var base = address(url);
    if (spec.protocol != ProviderSpec.Protocol.Pulumi)
      throw new IllegalArgumentException(
          "spec.sources names archives, and they are those of Pulumi plugins, while spec.protocol"
              + " is Terraform: name a mirror, a registry or a directory");
    if (spec.checksums == null)
      throw new IllegalArgumentException(
          "spec.sources names archives at %s, and nothing there says what they are: declare the SHA-256 of the archive in spec.checksums, as zh: and 64 hexadecimal digits"
              .formatted(url));
    var version =
        VersionConstraint.parse(spec.version == null ? "" : spec.version)
            .only()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "spec.sources names archives at %s, and there is no list of versions: write one version into spec.version, such as 4.18.2"
                        .formatted(url)));
    return new PulumiPluginServer(http, base, version);
  }

  /// @throws IllegalArgumentException if the URL leads to no host
  static URI address(String url) {
    try {
      var address = new URI(url);
      if (address.getHost() != null) return address;
    } catch (URISyntaxException e) {
      // It is told below, without the words of a parser.
    }
    throw new IllegalArgumentException(
        "the url '%s' in spec.sources is no address: write it as https://host/path, with a host of letters, digits, '-' and '.', and anything else in the path as %%XX"
            .formatted(url));
  }

  /// As [Credentials] names it.
  static String host(URI address) {
    int port = address.getPort();
    return address.getHost() + (port < 0 || port == HTTPS ? "" : ":" + port);
  }
}
