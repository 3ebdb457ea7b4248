package io.keelson.provider.plugin.install;

import io.keelson.provider.plugin.install.release.FileHashes;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.version.Version;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Verified packages, kept for the next time.
///
/// A package lies under the hash of its files: `packages/<hash>/`. What is known about it lies
/// under its name: `known/<host>/<namespace>/<type>/<version>/<platform>.json`. Both are written
/// beside their place and renamed, package first, so that what a name leads to is always complete;
/// several processes may do so at once. Before a package is used its files are hashed, unless they
/// are those that were hashed before.
///
/// Whoever may write this folder may also write what is known there. What only the archive could
/// prove is then believed; the hashes of a [InstallRequest.Lock] are kept elsewhere and are not.
public final class PackageCache {
  private static final String INCOMING = ".incoming-";
  private static final Duration ABANDONED = Duration.ofDays(1);

  private final Path packages;
  private final KnownPackages known;
  private final FileHashes hashes;

  private PackageCache(Path root, FileHashes hashes) {
    this.packages = root.resolve("packages");
    this.known = new KnownPackages(root.resolve("known"));
    this.hashes = hashes;
  }

  /// Opens the cache in a folder, which is made if it is not there, and removes what processes that
  /// are gone have left half done.
  ///
  /// @param hashes of files that were hashed before
  public static PackageCache open(Path root, FileHashes hashes, Clock clock)
      throws InstallException {
    var cache = new PackageCache(root, hashes);
    try {
      Files.createDirectories(cache.packages);
      cache.removeAbandoned(clock);
    } catch (IOException e) {
      throw unusable(root, e);
    }
    return cache;
  }

  private void removeAbandoned(Clock clock) throws IOException {
    var limit = clock.instant().minus(ABANDONED);
    try (var all = Files.newDirectoryStream(packages, INCOMING + "*")) {
      for (var each : all)
        if (Files.getLastModifiedTime(each).toInstant().isBefore(limit))
          new PackageFolder(each).delete();
    }
  }

  /// An empty folder in which a package can be made ready; to be removed by who asked for it.
  Path incoming() throws InstallException {
    try {
      return Files.createTempDirectory(packages, INCOMING);
    } catch (IOException e) {
      throw unusable(packages, e);
    }
  }

  /// What a look into the cache finds.
  sealed interface Lookup {
    /// The package, with the files it had when it was verified.
    record Intact(InstalledProvider provider) implements Lookup {}

    record Absent() implements Lookup {}

    /// The package had other files, and is no longer in the cache.
    record Changed(InstallProblem problem) implements Lookup {}
  }

  Lookup find(SourceAddress address, Version version, Platform platform) throws InstallException {
    try {
      var entry = known.read(address, version, platform);
      if (entry.isEmpty()) return new Lookup.Absent();
      var folder = folder(entry.get().content());
      if (!Files.isDirectory(folder.path())) return new Lookup.Absent();
      var program = folder.program(address.type());
      if (program.isPresent() && isIntact(folder, entry.get().content()))
        return new Lookup.Intact(entry.get().at(program.get()));
      remove(folder);
      return new Lookup.Changed(changed(address + " " + version));
    } catch (IOException e) {
      throw unusable(packages, e);
    }
  }

  /// Compares the files of a provider with what they were when it was verified. To be called before
  /// each start of the program.
  ///
  /// @return the problem if they differ, or cannot be read
  public Optional<InstallProblem> recheck(InstalledProvider provider) {
    try {
      return isIntact(folder(provider.content()), provider.content())
          ? Optional.empty()
          : Optional.of(changed(provider.toString()));
    } catch (IOException e) {
      return Optional.of(unusable(packages, e).problem());
    }
  }

  /// The versions of which a package was kept, in any order.
  List<Version> versions(SourceAddress address, Platform platform) throws InstallException {
    try {
      return known.versions(address, platform);
    } catch (IOException e) {
      throw unusable(packages, e);
    }
  }

  /// Keeps a package that was verified.
  ///
  /// @param unpacked a folder below one that [#incoming] gave; gone afterwards
  InstalledProvider keep(Path unpacked, KnownPackage entry) throws InstallException {
    var folder = folder(entry.content());
    try {
      new PackageFolder(unpacked).sealContent();
      moveIn(unpacked, folder, entry.content());
      folder.seal();
      known.write(entry);
      var program = folder.program(entry.address().type());
      return entry.at(program.orElseThrow(() -> new NoSuchFileException(folder.path() + "")));
    } catch (IOException e) {
      throw unusable(packages, e);
    }
  }

  private void moveIn(Path unpacked, PackageFolder folder, PackageHash content) throws IOException {
    try {
      Files.move(unpacked, folder.path(), StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!Files.isDirectory(folder.path())) throw e;
      // Another process was faster, or the same package has another name too.
      if (isIntact(folder, content)) return;
      remove(folder);
      Files.move(unpacked, folder.path(), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private boolean isIntact(PackageFolder folder, PackageHash content) throws IOException {
    try {
      return PackageHash.ofFolder(folder.path(), hashes).equals(content);
    } catch (IOException e) {
      // A file that is none, or vanished, is a change; a disk that fails is not.
      if (Files.isReadable(folder.path())) return false;
      throw e;
    }
  }

  /// Takes it out of its place at once; the rest may take its time.
  private void remove(PackageFolder folder) throws IOException {
    var aside = new PackageFolder(Files.createTempDirectory(packages, INCOMING));
    folder.open();
    Files.move(folder.path(), aside.path().resolve("changed"), StandardCopyOption.ATOMIC_MOVE);
    aside.delete();
  }

  private PackageFolder folder(PackageHash content) {
    return new PackageFolder(packages.resolve(content.hex()));
  }

  private InstallProblem changed(String provider) {
    return new InstallProblem(
        Kind.CACHE_CHANGED,
        "the kept package of " + provider + " is not used",
        "its files are not those that were verified",
        "It is fetched again. Find out who can write to "
            + packages
            + ": only this program's account should.");
  }

  private static InstallException unusable(Path place, IOException cause) {
    return new InstallException(
        Kind.CACHE_UNUSABLE,
        "the folder for provider packages cannot be used",
        place + ": " + cause.getClass().getSimpleName() + " " + cause.getMessage(),
        "Give this program's account the right to write there, and enough space.");
  }
}
