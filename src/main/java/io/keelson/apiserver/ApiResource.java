package io.keelson.apiserver;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/// How objects of a kind are reached.
///
/// @param apiVersion such as `v1` or `apps/v1`
/// @param plural such as `deployments`
/// @param statusApart whether the status is written by itself: then that of a manifest is dropped
public record ApiResource(
    String apiVersion, String kind, String plural, boolean namespaced, boolean statusApart) {

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
    var scope = namespaced ? "/namespaces/" + escape(namespace) : "";
    return root(apiVersion) + scope + "/" + plural;
  }

  /// The path below which the kinds of a version are. What is recorded may be of a file that nobody
  /// has checked, so this is an address for every text.
  static String root(String apiVersion) {
    return Arrays.stream(apiVersion.split("/", -1))
        .map(ApiResource::escape)
        .collect(Collectors.joining("/", apiVersion.contains("/") ? "/apis/" : "/api/", ""));
  }

  private static String escape(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
