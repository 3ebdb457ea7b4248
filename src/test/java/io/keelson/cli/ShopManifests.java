package io.keelson.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Manifests of a shop in a file of a folder, and the commands that look at them.
final class ShopManifests {
  static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {variables: [{name: token, valueFrom: {secretKeyRef: {name: keys, key: token}}}]}
      """;

  static final String RESOURCE =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: %s}
      spec: {stack: %s, type: %s, config: {input: "%s"}}
      """;

  final Path folder;

  ShopManifests(Path folder) {
    this.folder = folder;
  }

  Program check(String manifests) throws IOException {
    return run("check", manifests);
  }

  Program run(String command, String manifests) throws IOException {
    var file = folder.resolve("shop.yaml");
    Files.writeString(file, manifests);
    return Program.run(command, "-f", file);
  }

  static String resource(String name, String type, String input) {
    return RESOURCE.formatted(name, "shop", type, input);
  }
}
