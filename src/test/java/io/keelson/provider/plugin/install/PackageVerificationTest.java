package io.keelson.provider.plugin.install;

import static io.keelson.provider.plugin.install.BoxSources.NEW;
import static io.keelson.provider.plugin.install.BoxSources.OLD;
import static io.keelson.provider.plugin.install.BoxSources.PUBLISHER;
import static io.keelson.provider.plugin.install.BoxSources.checksums;
import static io.keelson.provider.plugin.install.BoxSources.installed;
import static io.keelson.provider.plugin.install.BoxSources.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.plugin.install.InstallRequest.Expected;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.SigningKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Packages and cached providers that are not what they have to be: signatures, checksums, files.
final class PackageVerificationTest {
  private final BoxSources sources;

  PackageVerificationTest(@TempDir Path root) throws InstallException, IOException {
    sources = new BoxSources(root);
  }

  @AfterEach
  void close() {
    sources.close();
  }

  @Test
  void suspiciousPackage_isNotReplacedByThatOfTheNextSource() throws IOException {
    sources.mirror("1.2.0", NEW);
    sources.box.release("1.2.0", NEW);
    sources.server.bytes("files/1.2.0/" + Packages.fileName("1.2.0"), OLD);

    assertThat(sources.problem(request(""), sources.registry, sources.mirrorSource()).kind())
        .isEqualTo(Kind.CHECKSUM_MISMATCH);
    assertThat(sources.leftovers()).isEmpty();
  }

  @Test
  void wrongSignature_isRefused() {
    sources.box.release("1.2.0", NEW);
    sources.server.bytes("files/1.2.0/SHA256SUMS.sig", PUBLISHER.sign(OLD));
    assertThat(sources.problem(request(""), sources.registry).kind())
        .isEqualTo(Kind.SIGNATURE_INVALID);

    sources.server.bytes(
        "files/1.2.0/SHA256SUMS.sig", Publisher.create().sign(Packages.checksums("1.2.0", NEW)));
    assertThat(sources.problem(request(""), sources.registry).kind()).isEqualTo(Kind.KEY_UNKNOWN);
  }

  /// What an older release had signed is no proof for a newer one.
  @Test
  void signedOlderPackage_isNotTakenForANewerOne() {
    sources.box.release("1.1.0", OLD);
    sources.box.release("1.2.0", OLD, Packages.fileName("1.2.0"), Packages.fileName("1.1.0"));
    var checksums = Packages.checksums("1.1.0", OLD);
    sources
        .server
        .bytes("files/1.2.0/SHA256SUMS", checksums)
        .bytes("files/1.2.0/SHA256SUMS.sig", PUBLISHER.sign(checksums))
        .bytes("files/1.2.0/" + Packages.fileName("1.1.0"), OLD);

    var problem = sources.problem(request(""), sources.registry);

    assertThat(problem.kind()).isEqualTo(Kind.SIGNATURE_INVALID);
    assertThat(problem.why())
        .isEqualTo(
            "what key "
                + PUBLISHER.keyId()
                + " signed does not name this package for this version and platform");
  }

  @Test
  void missingSignature_needsADeclaredChecksum() {
    sources.box.release("1.2.0", NEW, "\"shasums_signature_url\"", "\"none\"");
    assertThat(sources.problem(request(""), sources.registry).kind())
        .isEqualTo(Kind.SIGNATURE_MISSING);

    var provider =
        installed(
            sources.install(
                request("", checksums(Packages.hash(NEW).toString())), sources.registry));
    assertThat(provider.verified().declared()).contains(Packages.hash(NEW));
    assertThat(provider.verified().signature()).isEmpty();
  }

  @Test
  void declaredKey_isTheOnlyOneTrusted() throws InstallException, IOException {
    sources.box.release("1.2.0", NEW);
    sources.mirror("1.2.0", NEW);
    var ours = new Expected(List.of(), SigningKeys.declared(List.of(PUBLISHER.armored())));
    var others =
        new Expected(List.of(), SigningKeys.declared(List.of(Publisher.create().armored())));

    assertThat(
            installed(sources.install(request("", ours), sources.registry)).verified().signature())
        .hasValueSatisfying(by -> assertThat(by.declared()).isTrue());
    assertThat(sources.problem(request("", others), sources.registry).kind())
        .isEqualTo(Kind.KEY_UNKNOWN);
    sources.open(sources.root.resolve("other"));
    assertThat(sources.problem(request("", ours), sources.mirrorSource()).kind())
        .isEqualTo(Kind.SIGNATURE_MISSING);
  }

  @Test
  void declaredChecksum_hasToFit() throws IOException {
    sources.mirror("1.2.0", NEW);
    var wrong = "zh:" + "0".repeat(64);

    var problem = sources.problem(request("", checksums(wrong)), sources.mirrorSource());
    assertThat(problem.kind()).isEqualTo(Kind.CHECKSUM_MISMATCH);
    assertThat(problem.why())
        .isEqualTo(
            "it is not what the declared checksum says: it has "
                + Packages.hash(NEW)
                + ", and expected is "
                + wrong);

    var fit = checksums(wrong, Packages.hash(NEW).toString());
    assertThat(installed(sources.install(request("", fit), sources.mirrorSource())).verified())
        .hasToString("declared checksum " + Packages.hash(NEW));
    // What is kept is no way around it.
    assertThat(sources.problem(request("", checksums(wrong)), sources.mirrorSource()).kind())
        .isEqualTo(Kind.CHECKSUM_MISMATCH);
  }

  @Test
  void unpackedPackage_canOnlyBeComparedByItsFiles() throws IOException {
    var folder = sources.mirror.resolve("example.com/acme/box/1.2.0/linux_amd64");
    Files.createDirectories(folder.resolve("sub"));
    Files.writeString(folder.resolve("sub/notes"), "n");
    Files.writeString(folder.resolve("terraform-provider-box"), "I am box");

    var problem =
        sources.problem(request("", checksums("zh:" + "0".repeat(64))), sources.mirrorSource());
    assertThat(problem.kind()).isEqualTo(Kind.CHECKSUM_NOT_COMPARABLE);

    var content = PackageHash.ofFolder(folder);
    assertThat(problem.remedy()).contains(content.toString());
    var provider =
        installed(
            sources.install(request("", checksums(content.toString())), sources.mirrorSource()));
    assertThat(provider.verified().declared()).contains(content);
    Files.writeString(folder.resolve("terraform-provider-box"), "I am another");
    assertThat(provider.program()).hasContent("I am box").isExecutable();
  }

  @Test
  void changedCache_isNoticedAndReplaced() throws IOException {
    sources.box.release("1.2.0", NEW);
    var first = installed(sources.install(request("1.2.0"), sources.registry));
    assertThat(sources.cache.recheck(first)).isEmpty();
    Files.setPosixFilePermissions(first.program(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(first.program(), "I am evil");

    assertThat(sources.cache.recheck(first))
        .hasValueSatisfying(it -> assertThat(it.kind()).isEqualTo(Kind.CACHE_CHANGED));
    var outcome = (InstallOutcome.Installed) sources.install(request("1.2.0"), sources.registry);

    assertThat(outcome.provider()).isEqualTo(first);
    assertThat(first.program()).hasContent("I am box 1.2.0");
    assertThat(outcome.warnings())
        .extracting(InstallProblem::kind)
        .containsExactly(Kind.CACHE_CHANGED);
  }

  @Test
  void changedCacheWithoutSource_isNotUsed() throws IOException {
    sources.box.release("1.2.0", NEW);
    var first = installed(sources.install(request("1.2.0"), sources.registry));
    Files.delete(first.program());
    sources.server.close();

    assertThat(
            ((InstallOutcome.Failed) sources.install(request("1.2.0"), sources.registry))
                .problems())
        .extracting(InstallProblem::kind)
        .containsExactly(Kind.SOURCE_UNREACHABLE, Kind.CACHE_CHANGED);
  }

  @Test
  void unusablePackages_areTold() throws IOException {
    var bombs =
        Map.of(
            "not a zip".getBytes(StandardCharsets.UTF_8), Kind.PACKAGE_UNUSABLE,
            Packages.zip(Map.of("../../evil", "x")), Kind.PACKAGE_UNUSABLE,
            Packages.zip(Map.of("README", "x")), Kind.NO_EXECUTABLE,
            Packages.zip(Map.of("terraform-provider-boxes", "x")), Kind.NO_EXECUTABLE);
    for (var each : bombs.entrySet()) {
      sources.mirror("1.2.0", each.getKey());
      assertThat(sources.problem(request(""), sources.mirrorSource()).kind())
          .isEqualTo(each.getValue());
      assertThat(sources.leftovers()).isEmpty();
    }
  }

  @Test
  void cacheThatCannotBeWritten_isTold() throws IOException {
    sources.mirror("1.2.0", NEW);
    var packages = sources.root.resolve("cache/packages");
    Files.delete(packages);
    Files.writeString(packages, "not a folder");

    assertThat(sources.problem(request(""), sources.mirrorSource()).kind())
        .isEqualTo(Kind.CACHE_UNUSABLE);
  }
}
