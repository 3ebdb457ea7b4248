package io.keelson.cli;

import io.keelson.operator.api.ProviderSpec;
import io.keelson.provider.plugin.install.ConfiguredSource;
import io.keelson.provider.plugin.install.source.Credentials;
import io.keelson.provider.plugin.install.source.FilesystemMirror;
import io.keelson.provider.plugin.install.source.Http;
import io.keelson.provider.plugin.install.source.NetworkMirror;
import io.keelson.provider.plugin.install.source.OciLayout;
import io.keelson.provider.plugin.install.source.PackageSource;
import io.keelson.provider.plugin.install.source.ProviderRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Where packages of a Provider come from.
///
/// @param mirrors folders that are looked into where a Provider names no source
record PackageSources(List<Path> mirrors, OperatorSecrets secrets) {
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
    var http = new Http(Http.Limits.USUAL, new Credentials(tokens(spec)));
    var sources = new ArrayList<PackageSource>();
    if (spec.sources != null) spec.sources.forEach(each -> sources.add(source(each, http)));
    else if (!mirrors.isEmpty())
      mirrors.forEach(folder -> sources.add(new FilesystemMirror(folder)));
    else sources.add(new ProviderRegistry(http));
    return new Opened(sources.stream().map(ConfiguredSource::forAll).toList(), http);
  }

  private Map<String, String> tokens(ProviderSpec spec) {
    var tokens = new HashMap<String, String>();
    if (spec.sources == null) return tokens;
    for (var source : spec.sources)
      for (var server : java.util.Arrays.asList(source.mirror, source.registry))
        if (server != null && server.tokenFrom != null)
          tokens.put(URI.create(server.url).getHost(), secrets.text(server.tokenFrom));
    return tokens;
  }

  private static PackageSource source(ProviderSpec.Source source, Http http) {
    if (source.directory != null) return new FilesystemMirror(Path.of(source.directory.path));
    if (source.ociLayout != null) return new OciLayout(source.ociLayout.path);
    if (source.mirror != null) return new NetworkMirror(http, URI.create(source.mirror.url));
    if (source.registry != null) return new ProviderRegistry(http, URI.create(source.registry.url));
    throw new IllegalArgumentException("an entry of spec.sources says nothing; name one source");
  }
}
