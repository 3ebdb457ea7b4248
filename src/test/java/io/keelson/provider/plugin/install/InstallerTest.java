package io.keelson.provider.plugin.install;

import static io.keelson.provider.plugin.install.BoxSources.NEW;
import static io.keelson.provider.plugin.install.BoxSources.OLD;
import static io.keelson.provider.plugin.install.BoxSources.PUBLISHER;
import static io.keelson.provider.plugin.install.BoxSources.installed;
import static io.keelson.provider.plugin.install.BoxSources.request;
import static io.keelson.provider.plugin.install.Packages.BOX;
import static io.keelson.provider.plugin.install.Packages.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.plugin.install.InstallRequest.Expected;
import io.keelson.provider.plugin.install.InstallRequest.Lock;
import io.keelson.provider.plugin.install.release.AddressPattern;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.source.ArchiveNames;
import io.keelson.provider.plugin.install.source.FilesystemMirror;
import io.keelson.version.VersionConstraint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which version is installed, and from which of the sources.
final class InstallerTest {
  private final BoxSources sources;

  InstallerTest(@TempDir Path root) throws InstallException, IOException {
    sources = new BoxSources(root);
  }

  @AfterEach
  void close() {
    sources.close();
  }

  @Test
  void newestAllowedVersion_isInstalledAndItsOriginTold() throws IOException {
    sources.box.release("1.1.0", OLD);
    sources.box.release("1.2.0", NEW);
    sources.box.release("2.0.0", Packages.archive("2.0.0"));

    var provider = installed(sources.install(request("~> 1.0"), sources.registry));

    assertThat(provider.version()).isEqualTo(version("1.2.0"));
    assertThat(provider.program())
        .hasFileName("terraform-provider-box_v1.2.0")
        .hasContent("I am box 1.2.0")
        .isExecutable();
    assertThat(Files.getPosixFilePermissions(provider.program()))
        .isEqualTo(PosixFilePermissions.fromString("r-xr-xr-x"));
    assertThat(provider.hashes())
        .containsExactly(
            PackageHash.ofFolder(provider.program().resolve("..").normalize()), Packages.hash(NEW));
    assertThat(provider.verified())
        .hasToString(
            "signed by key "
                + PUBLISHER.keyId()
                + " of Publisher <security@example.com>, which the source names; checksum of the"
                + " source "
                + Packages.hash(NEW));
    assertThat(sources.leftovers()).isEmpty();
  }

  @Test
  void secondInstallation_fetchesNothing() {
    sources.box.release("1.2.0", NEW);
    installed(sources.install(request(""), sources.registry));
    sources.server.requests().clear();

    assertThat(installed(sources.install(request(""), sources.registry)).version())
        .isEqualTo(version("1.2.0"));
    assertThat(sources.server.requests()).containsExactly("/v1/providers/acme/box/versions");

    sources.server.requests().clear();
    installed(sources.install(request("1.2.0"), sources.registry));
    assertThat(sources.server.requests()).isEmpty();
  }

  @Test
  void packageThatWasKeptFromAnotherSource_isUsedAndToldToBe() throws IOException {
    sources.mirror("1.2.0", OLD);
    sources.box.release("1.2.0", NEW);
    var first = installed(sources.install(request("1.2.0"), sources.mirrorSource()));

    for (String constraint : List.of("1.2.0", "~> 1.0")) {
      var outcome = sources.install(request(constraint), sources.registry);
      assertThat(installed(outcome)).isEqualTo(first);
      assertThat(((InstallOutcome.Installed) outcome).warnings())
          .singleElement()
          .satisfies(each -> {
            assertThat(each.kind()).isEqualTo(Kind.KEPT_FROM_ELSEWHERE);
            assertThat(each.toString())
                .contains("box 1.2.0 was installed from the folder " + sources.mirror)
                .endsWith("give that another version.");
          });
    }
    var both = sources.install(request("1.2.0"), sources.registry, sources.mirrorSource());
    assertThat(((InstallOutcome.Installed) both).warnings()).isEmpty();
  }

  @Test
  void unreachableSource_goesOnWithWhatWasKept() {
    sources.box.release("1.2.0", NEW);
    var first = installed(sources.install(request("~> 1.0"), sources.registry));
    sources.server.close();

    var outcome = sources.install(request("~> 1.0"), sources.registry);

    assertThat(installed(outcome)).isEqualTo(first);
    assertThat(((InstallOutcome.Installed) outcome).warnings())
        .extracting(InstallProblem::kind)
        .containsExactly(Kind.SOURCE_UNREACHABLE);
    var failed = (InstallOutcome.Failed) sources.install(request("~> 2.0"), sources.registry);
    assertThat(failed.mayPass()).isTrue();
  }

  /// Else it would depend on the network which version is used.
  @Test
  void unreachableSource_isNotPassedOverWhereItMightHaveANewerVersion() throws IOException {
    sources.mirror("1.1.0", OLD);
    sources.server.close();

    assertThat(sources.problem(request(">= 1.0"), sources.registry, sources.mirrorSource()).kind())
        .isEqualTo(Kind.SOURCE_UNREACHABLE);
    assertThat(
            installed(sources.install(request("1.1.0"), sources.registry, sources.mirrorSource()))
                .source())
        .isEqualTo("the folder " + sources.mirror);
  }

  @Test
  void lockedVersion_staysWhileTheConstraintAllowsIt() throws IOException {
    sources.mirror("1.1.0", OLD);
    sources.mirror("1.2.0", NEW);
    var lock = new Lock(version("1.1.0"), List.of(Packages.hash(OLD)));

    assertThat(
            installed(
                    sources.install(
                        request("~> 1.0", Expected.NOTHING, lock), sources.mirrorSource()))
                .version())
        .isEqualTo(version("1.1.0"));
    assertThat(
            installed(
                    sources.install(
                        request("~> 1.2", Expected.NOTHING, lock), sources.mirrorSource()))
                .version())
        .isEqualTo(version("1.2.0"));

    sources.mirror("1.1.0", Packages.archive("1.1.0-evil"));
    sources.open(sources.root.resolve("other"));
    assertThat(
            sources
                .problem(request("~> 1.0", Expected.NOTHING, lock), sources.mirrorSource())
                .why())
        .startsWith("it is not what the checksum it had when it was installed before says");
  }

  @Test
  void lockedVersionThatIsGone_isNotReplacedByAnother() throws IOException {
    sources.mirror("1.2.0", NEW);
    var lock = new Lock(version("1.1.0"), List.of());

    assertThat(sources.problem(request("~> 1.0", Expected.NOTHING, lock), sources.mirrorSource()))
        .hasToString(
            "example.com/acme/box has no version 1.1.0: there is 1.2.0. Change the version"
                + " constraint, or add a source that has such a version.");
  }

  @Test
  void firstSourceThatHasTheVersion_isUsed() throws IOException {
    sources.mirror("1.1.0", OLD);
    sources.box.release("1.1.0", OLD);
    sources.box.release("1.2.0", NEW);

    assertThat(
            installed(sources.install(request("1.1.0"), sources.mirrorSource(), sources.registry))
                .source())
        .isEqualTo("the folder " + sources.mirror);
    assertThat(
            installed(sources.install(request("~> 1.0"), sources.mirrorSource(), sources.registry))
                .version())
        .isEqualTo(version("1.2.0"));
  }

  @Test
  void sourceThatFailsToDeliver_isFollowedByTheNext() throws IOException {
    sources.mirror("1.2.0", NEW);
    sources.box.release("1.2.0", NEW);
    sources.server.on("files/1.2.0/" + Packages.fileName("1.2.0"), LoopbackServer.truncated(NEW));

    assertThat(
            installed(sources.install(request(""), sources.registry, sources.mirrorSource()))
                .source())
        .isEqualTo("the folder " + sources.mirror);
    sources.open(sources.root.resolve("other"));
    assertThat(sources.problem(request(""), sources.registry).kind())
        .isEqualTo(Kind.DOWNLOAD_TRUNCATED);
    assertThat(sources.leftovers()).isEmpty();
  }

  @Test
  void unsupportedProtocol_isToldWithTheVersionToUse() {
    sources.box.release("1.1.0", OLD);
    sources.box.release("1.2.0", NEW);
    sources.box.protocols("1.2.0", "4.0", "7.0");

    assertThat(sources.problem(request(""), sources.registry))
        .hasToString(
            "example.com/acme/box 1.2.0 cannot be used: it speaks plugin protocol 4.0, 7.0, and"
                + " supported are 5 and 6. Demand version 1.1.0, which speaks one of these.");
  }

  @Test
  void whatIsNotThere_isToldWithWhatIs() throws IOException {
    assertThat(sources.problem(request(""), sources.registry, sources.mirrorSource()))
        .hasToString(
            "example.com/acme/box was not found: asked were the registry "
                + sources.server.at("v1/providers/")
                + ", the folder "
                + sources.mirror
                + ". See whether the address is right: [host/]namespace/type.");

    for (int minor = 0; minor < 12; minor++) sources.mirror("1." + minor + ".0", NEW);
    assertThat(sources.problem(request("~> 2.0"), sources.mirrorSource()))
        .hasToString(
            "example.com/acme/box has no version '~> 2.0': there is 1.11.0, 1.10.0, 1.9.0, 1.8.0,"
                + " 1.7.0, 1.6.0, 1.5.0, 1.4.0, 1.3.0, 1.2.0 and 2 older ones. Change the version"
                + " constraint, or add a source that has such a version.");

    var elsewhere =
        new InstallRequest(
            BOX,
            VersionConstraint.ANY,
            Platform.parse("plan9_mips"),
            Expected.NOTHING,
            Optional.empty());
    assertThat(sources.problem(elsewhere, sources.mirrorSource()).kind())
        .isEqualTo(Kind.PLATFORM_NOT_BUILT);
  }

  @Test
  void sources_areAskedForTheirProvidersOnly() throws IOException {
    sources.mirror("1.2.0", NEW);
    var every = List.of(AddressPattern.EVERY);
    var acme = List.of(AddressPattern.parse("example.com/acme/*"));
    var folder = new FilesystemMirror(sources.mirror, ArchiveNames.TERRAFORM);

    assertThat(sources.problem(request(""), new ConfiguredSource(folder, every, acme)).kind())
        .isEqualTo(Kind.NO_SOURCE);
    installed(sources.install(request(""), new ConfiguredSource(folder, acme, List.of())));
    assertThat(sources.problem(request(""), new ConfiguredSource(folder, acme, every)).kind())
        .isEqualTo(Kind.NO_SOURCE);
    assertThat(
            new ConfiguredSource(folder, acme, List.of()).isFor(SourceAddress.parse("other/box")))
        .isFalse();
  }
}
