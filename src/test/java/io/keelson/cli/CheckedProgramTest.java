package io.keelson.cli;

import static io.keelson.cli.ShopManifests.STACK;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Components in files that name a program: what `check` tells about them.
@Tag("R-PRG-20")
final class CheckedProgramTest {
  private static final String PROGRAM =
      "program: {providerConfigRef: {name: parts}, type: 'site:index:WebApp'}";

  private static final String COMPONENT =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Component
      metadata: {name: web}
      spec:
        stack: shop
        inputs: {words: 2}
        %s
      """;

  private final ShopManifests files;

  CheckedProgramTest(@TempDir Path folder) {
    files = new ShopManifests(folder);
  }

  private static String provider(Path plugins) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: ProviderConfig
    metadata: {name: parts}
    spec: {providerRef: {name: site}}
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Provider
    metadata: {name: site}
    spec:
      protocol: Pulumi
      source: example.org/team/site
      version: "1.0.0"
      sources: [{directory: {path: %s}}]
    """
        .formatted(plugins);
  }

  @Test
  void definitionBesideAProgram_isAMistakeOfItsLine() throws IOException {
    var check =
        files.check(STACK + COMPONENT.formatted(PROGRAM + "\n  definition: {name: web-app}"));

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.errors())
        .contains("shop.yaml line 12, Component web")
        .contains("Definition and program");
  }

  @Test
  void neitherDefinitionNorProgram_isAMistake() throws IOException {
    var check = files.check(STACK + COMPONENT.formatted(""));

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.errors()).contains("Component web").contains("Neither definition nor program");
  }

  @Test
  void programWithoutAType_isAMistake() throws IOException {
    var check =
        files.check(STACK + COMPONENT.formatted("program: {providerConfigRef: {name: parts}}"));

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.errors()).contains("Component web").contains("program").contains("type");
  }

  @Test
  void providerConfigThatNoFileHas_isToldAtTheProgram_andNoDefinitionIsMissed() throws IOException {
    var check = files.check(STACK + COMPONENT.formatted(PROGRAM));

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.errors())
        .contains("program.providerConfigRef")
        .contains("There is no ProviderConfig 'parts'")
        .doesNotContain("efinition is");
  }

  @Test
  void providerThatNoFolderHas_isToldWithWhatWaitsForIt() throws IOException {
    var plugins = Files.createDirectory(files.folder.resolve("plugins"));

    var check = files.check(STACK + COMPONENT.formatted(PROGRAM) + provider(plugins));

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.errors())
        .contains("Its provider is not ready")
        .contains("Component web")
        .contains("The provider configuration 'parts' has a problem of its own");
  }
}
