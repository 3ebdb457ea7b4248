package io.keelson.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Holds `deploy/argocd/argocd-cm.yaml` to the scripts beside it; `-Dargocd.update=true` rewrites
/// it.
final class ArgoConfigMapTest {
  private static final Path PATCH = Path.of("deploy/argocd/argocd-cm.yaml");
  private static final String HEAD =
      """
      # Health and actions of the kinds of keelson.dev, for the ConfigMap that Argo CD reads:
      # kubectl -n argocd patch configmap argocd-cm --type merge --patch-file argocd-cm.yaml
      # Generated from the scripts in resource_customizations.
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: argocd-cm
        namespace: argocd
        labels:
          app.kubernetes.io/name: argocd-cm
          app.kubernetes.io/part-of: argocd
      data:
      """;

  @Test
  void patch_holdsTheScripts() throws IOException {
    var expected = expected();
    if (Boolean.getBoolean("argocd.update")) Files.writeString(PATCH, expected);

    assertThat(Files.readString(PATCH))
        .as("%s; rewrite it with -Dtest=ArgoConfigMapTest -Dargocd.update=true", PATCH)
        .isEqualTo(expected);
  }

  /// What is read from it, not only how it is written.
  @Test
  void patch_isReadAsTheScripts() throws IOException {
    var yaml = new YAMLMapper();
    var data = yaml.readTree(PATCH.toFile()).path("data");
    for (String kind : Sample.KINDS)
      assertThat(data.path("resource.customizations.health.keelson.dev_" + kind).asText())
          .isEqualTo(Files.readString(ArgoCd.healthScript(kind)));
    for (String kind : List.of("Stack", "Plan")) {
      var actions =
          yaml.readTree(data.path("resource.customizations.actions.keelson.dev_" + kind).asText());
      assertThat(actions.path("discovery.lua").asText())
          .isEqualTo(Files.readString(ArgoCd.actions(kind).resolve("discovery.lua")));
      for (var definition : actions.path("definitions"))
        assertThat(definition.path("action.lua").asText())
            .isEqualTo(Files.readString(script(kind, definition.path("name").asText())));
      assertThat(actions.path("definitions")).hasSameSizeAs(names(kind));
    }
  }

  /// These have the same conditions with the same meaning. Argo CD has no place for what scripts
  /// share.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Resource",
        "Component",
        "ComponentDefinition",
        "Run",
        "Provider",
        "ProviderConfig",
        "Policy"
      })
  void kindsWithTheSameConditions_haveTheSameScript(String kind) throws IOException {
    assertThat(Files.readString(ArgoCd.healthScript(kind)))
        .isEqualTo(Files.readString(ArgoCd.healthScript("Stack")));
  }

  private static String expected() throws IOException {
    var text = new StringBuilder(HEAD);
    for (String kind : Sample.KINDS) {
      text.append("  resource.customizations.health.keelson.dev_%s: |\n".formatted(kind));
      text.append(indented(Files.readString(ArgoCd.healthScript(kind)), 4));
      if (Files.exists(ArgoCd.actions(kind))) text.append(actions(kind));
    }
    return text.toString();
  }

  private static String actions(String kind) throws IOException {
    var text = new StringBuilder();
    text.append("  resource.customizations.actions.keelson.dev_%s: |\n".formatted(kind));
    text.append("    discovery.lua: |\n");
    text.append(indented(Files.readString(ArgoCd.actions(kind).resolve("discovery.lua")), 6));
    text.append("    definitions:\n");
    for (String name : names(kind)) {
      text.append("      - name: %s\n        action.lua: |\n".formatted(name));
      text.append(indented(Files.readString(script(kind, name)), 10));
    }
    return text.toString();
  }

  private static List<String> names(String kind) throws IOException {
    try (var folders = Files.list(ArgoCd.actions(kind))) {
      return folders
          .filter(Files::isDirectory)
          .map(each -> String.valueOf(each.getFileName()))
          .sorted()
          .toList();
    }
  }

  private static Path script(String kind, String action) {
    return ArgoCd.actions(kind).resolve(action).resolve("action.lua");
  }

  private static String indented(String script, int by) {
    return script
        .lines()
        .map(line -> line.isEmpty() ? "\n" : " ".repeat(by) + line + "\n")
        .collect(Collectors.joining());
  }
}
