package io.keelson.provider.plugin.install;

import static io.keelson.provider.plugin.install.Packages.BOX;
import static io.keelson.provider.plugin.install.Packages.LINUX;
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
import io.keelson.provider.plugin.install.release.SigningKeys;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.source.FilesystemMirror;
import io.keelson.provider.plugin.install.source.Http;
import io.keelson.provider.plugin.install.source.ProviderRegistry;
import io.keelson.version.VersionConstraint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InstallerTest {
  private static final Publisher PUBLISHER = Publisher.create();
  private static final byte[] OLD = Packages.archive("1.1.0");
  private static final byte[] NEW = Packages.archive("1.2.0");

  private final LoopbackServer server = new LoopbackServer();
  private final BoxRegistry box = new BoxRegistry(server, PUBLISHER);
  private final Http http = server.client();
  private final ConfiguredSource registry =
      ConfiguredSource.forAll(new ProviderRegistry(http, server.at("v1/providers/")));

  @TempDir Path root;
  private Path mirror;
  private PackageCache cache;

  @BeforeEach
  void open() throws InstallException, IOException {
    mirror = Files.createDirectories(root.resolve("mirror"));
    cache = PackageCache.open(root.resolve("cache"), Clock.systemUTC());
  }

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  @Test
  void newestAllowedVersion_isInstalledAndItsOriginTold() throws IOException {
    box.release("1.1.0", OLD);
    box.release("1.2.0", NEW);
    box.release("2.0.0", Packages.archive("2.0.0"));

    var provider = installed(install(request("~> 1.0"), registry));

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
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void secondInstallation_fetchesNothing() {
    box.release("1.2.0", NEW);
    installed(install(request(""), registry));
    server.requests().clear();

    assertThat(installed(install(request(""), registry)).version()).isEqualTo(version("1.2.0"));
    assertThat(server.requests()).containsExactly("/v1/providers/acme/box/versions");

    server.requests().clear();
    installed(install(request("1.2.0"), registry));
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void unreachableSource_goesOnWithWhatWasKept() {
    box.release("1.2.0", NEW);
    var first = installed(install(request("~> 1.0"), registry));
    server.close();

    var outcome = install(request("~> 1.0"), registry);

    assertThat(installed(outcome)).isEqualTo(first);
    assertThat(((InstallOutcome.Installed) outcome).warnings())
        .extracting(InstallProblem::kind)
        .containsExactly(Kind.SOURCE_UNREACHABLE);
    var failed = (InstallOutcome.Failed) install(request("~> 2.0"), registry);
    assertThat(failed.mayPass()).isTrue();
  }

  /// Else it would depend on the network which version is used.
  @Test
  void unreachableSource_isNotPassedOverWhereItMightHaveANewerVersion() throws IOException {
    mirror("1.1.0", OLD);
    server.close();

    assertThat(problem(request(">= 1.0"), registry, mirrorSource()).kind())
        .isEqualTo(Kind.SOURCE_UNREACHABLE);
    assertThat(installed(install(request("1.1.0"), registry, mirrorSource())).source())
        .isEqualTo("the folder " + mirror);
  }

  @Test
  void lockedVersion_staysWhileTheConstraintAllowsIt() throws IOException {
    mirror("1.1.0", OLD);
    mirror("1.2.0", NEW);
    var lock = new Lock(version("1.1.0"), List.of(Packages.hash(OLD)));

    assertThat(
            installed(install(request("~> 1.0", Expected.NOTHING, lock), mirrorSource())).version())
        .isEqualTo(version("1.1.0"));
    assertThat(
            installed(install(request("~> 1.2", Expected.NOTHING, lock), mirrorSource())).version())
        .isEqualTo(version("1.2.0"));

    mirror("1.1.0", Packages.archive("1.1.0-evil"));
    open(root.resolve("other"));
    assertThat(problem(request("~> 1.0", Expected.NOTHING, lock), mirrorSource()).why())
        .startsWith("it is not what the checksum it had when it was installed before says");
  }

  @Test
  void lockedVersionThatIsGone_isNotReplacedByAnother() throws IOException {
    mirror("1.2.0", NEW);
    var lock = new Lock(version("1.1.0"), List.of());

    assertThat(problem(request("~> 1.0", Expected.NOTHING, lock), mirrorSource()))
        .hasToString(
            "example.com/acme/box has no version 1.1.0: there is 1.2.0. Change the version"
                + " constraint, or add a source that has such a version.");
  }

  @Test
  void firstSourceThatHasTheVersion_isUsed() throws IOException {
    mirror("1.1.0", OLD);
    box.release("1.1.0", OLD);
    box.release("1.2.0", NEW);

    assertThat(installed(install(request("1.1.0"), mirrorSource(), registry)).source())
        .isEqualTo("the folder " + mirror);
    assertThat(installed(install(request("~> 1.0"), mirrorSource(), registry)).version())
        .isEqualTo(version("1.2.0"));
  }

  @Test
  void sourceThatFailsToDeliver_isFollowedByTheNext() throws IOException {
    mirror("1.2.0", NEW);
    box.release("1.2.0", NEW);
    server.on("files/1.2.0/" + Packages.fileName("1.2.0"), LoopbackServer.truncated(NEW));

    assertThat(installed(install(request(""), registry, mirrorSource())).source())
        .isEqualTo("the folder " + mirror);
    open(root.resolve("other"));
    assertThat(problem(request(""), registry).kind()).isEqualTo(Kind.DOWNLOAD_TRUNCATED);
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void suspiciousPackage_isNotReplacedByThatOfTheNextSource() throws IOException {
    mirror("1.2.0", NEW);
    box.release("1.2.0", NEW);
    server.bytes("files/1.2.0/" + Packages.fileName("1.2.0"), OLD);

    assertThat(problem(request(""), registry, mirrorSource()).kind())
        .isEqualTo(Kind.CHECKSUM_MISMATCH);
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void wrongSignature_isRefused() {
    box.release("1.2.0", NEW);
    server.bytes("files/1.2.0/SHA256SUMS.sig", PUBLISHER.sign(OLD));
    assertThat(problem(request(""), registry).kind()).isEqualTo(Kind.SIGNATURE_INVALID);

    server.bytes(
        "files/1.2.0/SHA256SUMS.sig", Publisher.create().sign(Packages.checksums("1.2.0", NEW)));
    assertThat(problem(request(""), registry).kind()).isEqualTo(Kind.KEY_UNKNOWN);
  }

  /// What an older release had signed is no proof for a newer one.
  @Test
  void signedOlderPackage_isNotTakenForANewerOne() {
    box.release("1.1.0", OLD);
    box.release("1.2.0", OLD, Packages.fileName("1.2.0"), Packages.fileName("1.1.0"));
    var checksums = Packages.checksums("1.1.0", OLD);
    server
        .bytes("files/1.2.0/SHA256SUMS", checksums)
        .bytes("files/1.2.0/SHA256SUMS.sig", PUBLISHER.sign(checksums))
        .bytes("files/1.2.0/" + Packages.fileName("1.1.0"), OLD);

    var problem = problem(request(""), registry);

    assertThat(problem.kind()).isEqualTo(Kind.SIGNATURE_INVALID);
    assertThat(problem.why())
        .isEqualTo(
            "what key "
                + PUBLISHER.keyId()
                + " signed does not name this package for this version and platform");
  }

  @Test
  void missingSignature_needsADeclaredChecksum() {
    box.release("1.2.0", NEW, "\"shasums_signature_url\"", "\"none\"");
    assertThat(problem(request(""), registry).kind()).isEqualTo(Kind.SIGNATURE_MISSING);

    var provider =
        installed(install(request("", checksums(Packages.hash(NEW).toString())), registry));
    assertThat(provider.verified().declared()).contains(Packages.hash(NEW));
    assertThat(provider.verified().signature()).isEmpty();
  }

  @Test
  void declaredKey_isTheOnlyOneTrusted() throws InstallException, IOException {
    box.release("1.2.0", NEW);
    mirror("1.2.0", NEW);
    var ours = new Expected(List.of(), SigningKeys.declared(List.of(PUBLISHER.armored())));
    var others =
        new Expected(List.of(), SigningKeys.declared(List.of(Publisher.create().armored())));

    assertThat(installed(install(request("", ours), registry)).verified().signature())
        .hasValueSatisfying(by -> assertThat(by.declared()).isTrue());
    assertThat(problem(request("", others), registry).kind()).isEqualTo(Kind.KEY_UNKNOWN);
    open(root.resolve("other"));
    assertThat(problem(request("", ours), mirrorSource()).kind()).isEqualTo(Kind.SIGNATURE_MISSING);
  }

  @Test
  void declaredChecksum_hasToFit() throws IOException {
    mirror("1.2.0", NEW);
    var wrong = "zh:" + "0".repeat(64);

    var problem = problem(request("", checksums(wrong)), mirrorSource());
    assertThat(problem.kind()).isEqualTo(Kind.CHECKSUM_MISMATCH);
    assertThat(problem.why())
        .isEqualTo(
            "it is not what the declared checksum says: it has "
                + Packages.hash(NEW)
                + ", and expected is "
                + wrong);

    var fit = checksums(wrong, Packages.hash(NEW).toString());
    assertThat(installed(install(request("", fit), mirrorSource())).verified())
        .hasToString("declared checksum " + Packages.hash(NEW));
    // What is kept is no way around it.
    assertThat(problem(request("", checksums(wrong)), mirrorSource()).kind())
        .isEqualTo(Kind.CHECKSUM_MISMATCH);
  }

  @Test
  void unpackedPackage_canOnlyBeComparedByItsFiles() throws IOException {
    var folder = mirror.resolve("example.com/acme/box/1.2.0/linux_amd64");
    Files.createDirectories(folder.resolve("sub"));
    Files.writeString(folder.resolve("sub/notes"), "n");
    Files.writeString(folder.resolve("terraform-provider-box"), "I am box");

    var problem = problem(request("", checksums("zh:" + "0".repeat(64))), mirrorSource());
    assertThat(problem.kind()).isEqualTo(Kind.CHECKSUM_NOT_COMPARABLE);

    var content = PackageHash.ofFolder(folder);
    assertThat(problem.remedy()).contains(content.toString());
    var provider = installed(install(request("", checksums(content.toString())), mirrorSource()));
    assertThat(provider.verified().declared()).contains(content);
    Files.writeString(folder.resolve("terraform-provider-box"), "I am another");
    assertThat(provider.program()).hasContent("I am box").isExecutable();
  }

  @Test
  void changedCache_isNoticedAndReplaced() throws IOException {
    box.release("1.2.0", NEW);
    var first = installed(install(request("1.2.0"), registry));
    assertThat(cache.recheck(first)).isEmpty();
    Files.setPosixFilePermissions(first.program(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(first.program(), "I am evil");

    assertThat(cache.recheck(first))
        .hasValueSatisfying(it -> assertThat(it.kind()).isEqualTo(Kind.CACHE_CHANGED));
    var outcome = (InstallOutcome.Installed) install(request("1.2.0"), registry);

    assertThat(outcome.provider()).isEqualTo(first);
    assertThat(first.program()).hasContent("I am box 1.2.0");
    assertThat(outcome.warnings())
        .extracting(InstallProblem::kind)
        .containsExactly(Kind.CACHE_CHANGED);
  }

  @Test
  void changedCacheWithoutSource_isNotUsed() throws IOException {
    box.release("1.2.0", NEW);
    var first = installed(install(request("1.2.0"), registry));
    Files.delete(first.program());
    server.close();

    assertThat(((InstallOutcome.Failed) install(request("1.2.0"), registry)).problems())
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
      mirror("1.2.0", each.getKey());
      assertThat(problem(request(""), mirrorSource()).kind()).isEqualTo(each.getValue());
      assertThat(leftovers()).isEmpty();
    }
  }

  @Test
  void unsupportedProtocol_isToldWithTheVersionToUse() {
    box.release("1.1.0", OLD);
    box.release("1.2.0", NEW);
    box.protocols("1.2.0", "4.0", "7.0");

    assertThat(problem(request(""), registry))
        .hasToString(
            "example.com/acme/box 1.2.0 cannot be used: it speaks plugin protocol 4.0, 7.0, and"
                + " supported are 5 and 6. Demand version 1.1.0, which speaks one of these.");
  }

  @Test
  void whatIsNotThere_isToldWithWhatIs() throws IOException {
    assertThat(problem(request(""), registry, mirrorSource()))
        .hasToString(
            "example.com/acme/box was not found: asked were the registry "
                + server.at("v1/providers/")
                + ", the folder "
                + mirror
                + ". See whether the address is right: [host/]namespace/type.");

    for (int minor = 0; minor < 12; minor++) mirror("1." + minor + ".0", NEW);
    assertThat(problem(request("~> 2.0"), mirrorSource()))
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
    assertThat(problem(elsewhere, mirrorSource()).kind()).isEqualTo(Kind.PLATFORM_NOT_BUILT);
  }

  @Test
  void sources_areAskedForTheirProvidersOnly() throws IOException {
    mirror("1.2.0", NEW);
    var every = List.of(AddressPattern.EVERY);
    var acme = List.of(AddressPattern.parse("example.com/acme/*"));
    var folder = new FilesystemMirror(mirror);

    assertThat(problem(request(""), new ConfiguredSource(folder, every, acme)).kind())
        .isEqualTo(Kind.NO_SOURCE);
    installed(install(request(""), new ConfiguredSource(folder, acme, List.of())));
    assertThat(problem(request(""), new ConfiguredSource(folder, acme, every)).kind())
        .isEqualTo(Kind.NO_SOURCE);
    assertThat(
            new ConfiguredSource(folder, acme, List.of()).isFor(SourceAddress.parse("other/box")))
        .isFalse();
  }

  @Test
  void cacheThatCannotBeWritten_isTold() throws IOException {
    mirror("1.2.0", NEW);
    var packages = root.resolve("cache/packages");
    Files.delete(packages);
    Files.writeString(packages, "not a folder");

    assertThat(problem(request(""), mirrorSource()).kind()).isEqualTo(Kind.CACHE_UNUSABLE);
  }

  private void mirror(String version, byte[] archive) throws IOException {
    var folder = Files.createDirectories(mirror.resolve("example.com/acme/box"));
    Files.write(folder.resolve(Packages.fileName(version)), archive);
  }

  private ConfiguredSource mirrorSource() {
    return ConfiguredSource.forAll(new FilesystemMirror(mirror));
  }

  private void open(Path folder) {
    try {
      cache = PackageCache.open(folder, Clock.systemUTC());
    } catch (InstallException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Expected checksums(String... texts) {
    return new Expected(
        Arrays.stream(texts).flatMap(each -> PackageHash.parse(each).stream()).toList(),
        SigningKeys.NONE);
  }

  private static InstallRequest request(String constraint) {
    return request(constraint, Expected.NOTHING);
  }

  private static InstallRequest request(String constraint, Expected expected) {
    return new InstallRequest(
        BOX, VersionConstraint.parse(constraint), LINUX, expected, Optional.empty());
  }

  private static InstallRequest request(String constraint, Expected expected, Lock lock) {
    return new InstallRequest(
        BOX, VersionConstraint.parse(constraint), LINUX, expected, Optional.of(lock));
  }

  private InstallOutcome install(InstallRequest request, ConfiguredSource... sources) {
    return new Installer(List.of(sources), cache, Set.of(5, 6)).install(request);
  }

  private static InstalledProvider installed(InstallOutcome outcome) {
    assertThat(outcome).isInstanceOf(InstallOutcome.Installed.class);
    return ((InstallOutcome.Installed) outcome).provider();
  }

  private InstallProblem problem(InstallRequest request, ConfiguredSource... sources) {
    var outcome = install(request, sources);
    assertThat(outcome).isInstanceOf(InstallOutcome.Failed.class);
    return ((InstallOutcome.Failed) outcome).problems().getFirst();
  }

  /// What was begun in the cache and is not finished.
  private List<Path> leftovers() throws IOException {
    try (var all = Files.list(root.resolve("cache/packages"))) {
      return all.filter(each -> each.getFileName().toString().startsWith(".")).toList();
    }
  }
}
