package io.keelson.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A folder with manifests of a shop and a state file of it, and plans of them.
final class PlannedShop {
  static final String STATE =
      """
      {"kind": "State", "formatVersion": "1.0", "instances": [
        {"address": "terraform_data.web", "current": {
          "schemaVersion": 0, "provider": "builtin",
          "attributes": {"id": "id-1", "triggers_replace": null,
            "input": {"value": "one", "type": "string"}, "output": {"value": "one", "type": "string"}}}}],
       "outputs": {"token": {"sensitive": true, "type": "string", "value": "hidden-before"}}}
      """;

  static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop, namespace: team}
      spec:
        variables:
        - {name: greeting, valueFrom: {configMapKeyRef: {name: texts, key: greeting}}}
        - {name: token, valueFrom: {secretKeyRef: {name: keys, key: token}}}
        outputs: [{name: token, value: "${variable.token}", sensitive: true}]
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: keys, namespace: team}
      stringData: {token: hidden-before}
      """;

  static final String WEB =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: web, namespace: team}
      spec: {stack: shop, type: terraform_data, config: {input: "${variable.greeting}"}}
      """;

  final Path folder;

  PlannedShop(Path folder) {
    this.folder = folder;
  }

  void write(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  void greeting(String text) throws IOException {
    write(
        "manifests/deeper/texts.json",
        "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"texts\","
            + " \"namespace\": \"team\"}, \"data\": {\"greeting\": \"%s\"}}".formatted(text));
  }

  Program plan(String... options) throws IOException {
    write("state.json", STATE);
    var all = new ArrayList<Object>(List.of("plan", "-f", folder.resolve("manifests")));
    all.addAll(List.of("--state", folder.resolve("state.json")));
    all.addAll(List.of(options));
    return Program.run(all.toArray());
  }
}
