package io.keelson.provider.kubernetes.server;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// How objects of a kind are reached.
///
/// @param apiVersion such as `v1` or `apps/v1`
/// @param plural such as `deployments`
public record ApiResource(String apiVersion, String kind, String plural, boolean namespaced) {

  /// The API group; empty for the core group.
  public String group() {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  /// The path of one object.
  ///
  /// @param key with its namespace resolved
  public String path(ObjectKey key) {
    return all(key.namespace()) + "/" + escape(key.name());
  }

  /// The path of all objects of the kind in a namespace; everywhere, if they are in none.
  public String all(String namespace) {
    var root = apiVersion.contains("/") ? "/apis/" : "/api/";
    var scope = namespaced ? "/namespaces/" + escape(namespace) : "";
    return root + apiVersion + scope + "/" + plural;
  }

  private static String escape(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
