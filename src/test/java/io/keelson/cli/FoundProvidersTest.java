package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a command makes ready for the providers of files.
final class FoundProvidersTest {
  private static final String PROVIDER =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Provider
      metadata: {name: time}
      spec: {source: registry.terraform.io/hashicorp/time, implicitConfig: true}
      """;

  private final Path folder;

  FoundProvidersTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private Program check(String manifests, Path providers) throws IOException {
    var file = folder.resolve("shop.yaml");
    Files.writeString(file, manifests);
    return Program.run("check", "-f", file, "--provider-folder", providers);
  }

  @Test
  void withoutProviders_noFolderIsMade() throws IOException {
    var providers = folder.resolve("providers");

    var check = check(ShopManifests.STACK, providers);

    assertThat(check.errors()).isEmpty();
    assertThat(providers).doesNotExist();
  }

  @Test
  void folderThatCannotBeMade_isToldOfTheProvider() throws IOException {
    var providers = Files.createFile(folder.resolve("providers"));
    var shop = ShopManifests.STACK + ShopManifests.resource("now", "time_static", "x");

    var check = check(shop + PROVIDER, providers);

    assertThat(check.exitCode()).isOne();
    assertThat(check.errors())
        .contains("The Provider 'time' cannot be used: Its folders cannot be made: ")
        .contains(providers.toString(), "--provider-folder");
  }
}
