package io.keelson.provider.plugin.install;

import static io.keelson.provider.plugin.install.Packages.BOX;
import static io.keelson.provider.plugin.install.Packages.LINUX;
import static io.keelson.provider.plugin.install.Packages.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.plugin.install.InstallRequest.Expected;
import io.keelson.provider.plugin.install.InstallRequest.Lock;
import io.keelson.provider.plugin.install.release.FileHashes;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.SigningKeys;
import io.keelson.provider.plugin.install.source.ArchiveNames;
import io.keelson.provider.plugin.install.source.FilesystemMirror;
import io.keelson.provider.plugin.install.source.Http;
import io.keelson.provider.plugin.install.source.ProviderRegistry;
import io.keelson.version.VersionConstraint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the provider `box` is installed from, a registry and a folder as its mirror, and the cache
/// that it is installed into.
final class BoxSources implements AutoCloseable {
  static final Publisher PUBLISHER = Publisher.create();
  static final byte[] OLD = Packages.archive("1.1.0");
  static final byte[] NEW = Packages.archive("1.2.0");

  final LoopbackServer server = new LoopbackServer();
  final BoxRegistry box = new BoxRegistry(server, PUBLISHER);
  private final Http http = server.client();
  final ConfiguredSource registry =
      ConfiguredSource.forAll(new ProviderRegistry(http, server.at("v1/providers/")));
  final Path root;
  final Path mirror;
  PackageCache cache;

  BoxSources(Path root) throws InstallException, IOException {
    this.root = root;
    this.mirror = Files.createDirectories(root.resolve("mirror"));
    this.cache =
        PackageCache.open(
            root.resolve("cache"), new FileHashes(Clock.systemUTC()), Clock.systemUTC());
  }

  @Override
  public void close() {
    http.close();
    server.close();
  }

  void mirror(String version, byte[] archive) throws IOException {
    var folder = Files.createDirectories(mirror.resolve("example.com/acme/box"));
    Files.write(folder.resolve(Packages.fileName(version)), archive);
  }

  ConfiguredSource mirrorSource() {
    return ConfiguredSource.forAll(new FilesystemMirror(mirror, ArchiveNames.TERRAFORM));
  }

  /// From now on another folder is the cache.
  void open(Path folder) {
    try {
      cache = PackageCache.open(folder, new FileHashes(Clock.systemUTC()), Clock.systemUTC());
    } catch (InstallException e) {
      throw new IllegalStateException(e);
    }
  }

  static Expected checksums(String... texts) {
    return new Expected(
        Arrays.stream(texts).flatMap(each -> PackageHash.parse(each).stream()).toList(),
        SigningKeys.NONE);
  }

  static InstallRequest request(String constraint) {
    return request(constraint, Expected.NOTHING);
  }

  static InstallRequest request(String constraint, Expected expected) {
    return new InstallRequest(
        BOX, VersionConstraint.parse(constraint), LINUX, expected, Optional.empty());
  }

  static InstallRequest request(String constraint, Expected expected, Lock lock) {
    return new InstallRequest(
        BOX, VersionConstraint.parse(constraint), LINUX, expected, Optional.of(lock));
  }

  InstallOutcome install(InstallRequest request, ConfiguredSource... sources) {
    return new Installer(List.of(sources), cache, Set.of(5, 6)).install(request);
  }

  static InstalledProvider installed(InstallOutcome outcome) {
    assertThat(outcome).isInstanceOf(InstallOutcome.Installed.class);
    return ((InstallOutcome.Installed) outcome).provider();
  }

  InstallProblem problem(InstallRequest request, ConfiguredSource... sources) {
    var outcome = install(request, sources);
    assertThat(outcome).isInstanceOf(InstallOutcome.Failed.class);
    return ((InstallOutcome.Failed) outcome).problems().getFirst();
  }

  /// What was begun in the cache and is not finished.
  List<Path> leftovers() throws IOException {
    try (var all = Files.list(root.resolve("cache/packages"))) {
      return all.filter(each -> each.getFileName().toString().startsWith(".")).toList();
    }
  }
}
