package io.keelson.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.ConfigureAnswer;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.api.provider.ProviderSpec;
import io.keelson.operator.provider.ProviderInstaller.Installed;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.testing.Command;
import io.keelson.testing.PulumiPlugins;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is run is what was verified, also long after the installation.
final class PluginInstallerIT {
  private static final String SOURCE = "keelson.dev/test/bad-chatter";

  @TempDir private Path folder;
  private Path archived;
  private KubernetesClient client;
  private PluginInstaller installer;

  @BeforeEach
  void mirror() throws IOException {
    client = new KubernetesClientBuilder().build();
    var program = TestProviders.program(SOURCE, "1.0.0");
    archived = folder.resolve("mirror").resolve(TestProviders.mirror().relativize(program));
    Files.createDirectories(archived.getParent());
    Files.copy(program, archived);
    installer =
        PluginInstaller.in(
            folder.resolve("kept"),
            folder.resolve("run"),
            new Mirrors(List.of(folder.resolve("mirror")), true),
            client,
            "none");
  }

  @AfterEach
  void close() {
    installer.close();
    client.close();
  }

  private List<Diagnostic> used(Installed installed) {
    var ready = (Installed.Ready) installed;
    try (var configurable = ready.program().maker().make(ProviderPrograms.Use.TYPES)) {
      var configured = configurable.configure(Unmarked.plain(Value.object(Map.of())));
      var provider = ((ConfigureAnswer.Ready) configured).provider();
      var name = Map.<String, Value>of("id", Value.nothing(Types.STRING), "name", Value.text("a"));
      return provider.validate("bad_thing", Unmarked.plain(Value.object(name)));
    }
  }

  private Installed install() {
    var provider = new Provider();
    provider.setMetadata(new ObjectMetaBuilder().withName("bad").build());
    provider.setSpec(new ProviderSpec());
    provider.getSpec().source = SOURCE;
    return installer.install(provider);
  }

  /// Somebody who may write there puts another program in its place.
  private Path exchange() throws IOException {
    try (var all = Files.walk(folder.resolve("kept"))) {
      var program =
          all.filter(each -> each.endsWith(archived.getFileName())).findFirst().orElseThrow();
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.writeString(program, "#!/bin/sh\ntouch " + folder.resolve("owned") + "\n");
      return program;
    }
  }

  @Test
  void programThatWasExchanged_isFetchedAgainAndNotRun() throws IOException {
    var installed = install();
    var program = exchange();

    assertThat(used(installed)).isEmpty();

    assertThat(program).hasSameBinaryContentAs(archived);
    assertThat(folder.resolve("owned")).doesNotExist();
  }

  @Test
  void programThatWasExchangedAndCannotBeFetched_isNotRun() throws IOException {
    var installed = install();
    exchange();
    Files.delete(archived);

    assertThat(used(installed))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.summary()).isEqualTo("The provider is not started");
          assertThat(each.detail()).contains("its files are not those that were verified");
        });
    assertThat(folder.resolve("owned")).doesNotExist();
  }

  /// As its publisher would pack it.
  @Test
  void pulumiProviderInAnArchive_isUnpackedAndRun() throws IOException {
    var program = PulumiPlugins.program("bare", "1.0.0");
    var name =
        "pulumi-resource-bare-v1.0.0-%s.tar.gz"
            .formatted(Platform.current().toString().replace('_', '-'));
    var archive = folder.resolve("mirror").resolve(name);
    Command.of(
            "tar",
            "-czf",
            archive.toString(),
            "-C",
            program.resolve("..").normalize().toString(),
            ".")
        .run()
        .orThrow();
    var provider = new Provider();
    provider.setMetadata(new ObjectMetaBuilder().withName("bare").build());
    provider.setSpec(new ProviderSpec());
    provider.getSpec().protocol = ProviderSpec.Protocol.Pulumi;
    provider.getSpec().source = "pulumi.test/keelson/bare";

    var installed = (Installed.Ready) installer.install(provider);

    assertThat(installed.facts().hashes()).contains(PackageHash.ofArchive(archive).toString());
    provider.getSpec().checksums = List.of("zh:" + "0".repeat(64));
    assertThat(((Installed.Failed) installer.install(provider)).message())
        .contains("it is not what the declared checksum says");
  }
}
