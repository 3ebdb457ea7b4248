package io.keelson.provider.plugin.install.source;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/// Addresses of documents and packages on the network.
final class Places {
  /// 2 GiB; the largest providers known have a third of it.
  static final long LARGEST_ARCHIVE = 2L << 30;

  private Places() {}

  /// The address with a slash at its end, so that others are relative to it and not beside it.
  static URI folder(URI base) {
    return base.getRawPath().endsWith("/")
        ? base
        : URI.create(base.getScheme() + "://" + base.getRawAuthority() + base.getRawPath() + "/");
  }

  /// @param folder with a slash at its end
  /// @param names from the folder down
  static URI below(URI folder, String... names) {
    return folder.resolve(
        "./" + Arrays.stream(names).map(Places::escaped).collect(Collectors.joining("/")));
  }

  private static String escaped(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20").replace("%3A", ":");
  }
}
