package io.keelson.provider.plugin.install.source;

import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.source.ArchiveNames.Build;
import io.keelson.provider.plugin.install.source.FetchedPackage.Archive;
import io.keelson.provider.plugin.install.source.FetchedPackage.Folder;
import io.keelson.version.Version;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A folder with packages, as `terraform providers mirror` writes it.
///
/// Packages are archives, `<host>/<namespace>/<type>/<name>` with a name as [ArchiveNames] has it,
/// or folders, `<host>/<namespace>/<type>/<version>/<os>_<arch>/`. Links are followed only to the
/// mirror itself and to a package, never between: one provider must not turn into another.
public final class FilesystemMirror implements PackageSource {
  /// What placeholders in repositories look like.
  private static final Version NO_VERSION = Version.parse("0.0.0");

  private final Path base;
  private final ArchiveNames names;

  /// @param names of the archives in it
  public FilesystemMirror(Path base, ArchiveNames names) {
    this.base = base;
    this.names = names;
  }

  @Override
  public String name() {
    return "the folder " + base;
  }

  @Override
  public List<Offer> offers(SourceAddress address) throws InstallException {
    var platforms = new TreeMap<Version, Set<Platform>>();
    for (var each : packages(address).keySet())
      platforms.computeIfAbsent(each.version(), _ -> new TreeSet<>()).add(each.platform());
    return platforms.entrySet().stream()
        .map(each -> new Offer(each.getKey(), List.of(), each.getValue()))
        .toList();
  }

  @Override
  public FetchedPackage fetch(
      SourceAddress address, Version version, Platform platform, Path folder)
      throws InstallException {
    var packages = packages(address);
    var found = packages.get(new Build(version, platform));
    if (found == null)
      throw MissingPackage.platform(
          name(), address, version, platform, platforms(packages, version));
    if (Files.isDirectory(found)) return new Folder(found);
    try {
      return Archive.copied(found, folder);
    } catch (IOException e) {
      throw unreadable(found);
    }
  }

  private static Set<String> platforms(Map<Build, Path> packages, Version version) {
    return packages.keySet().stream()
        .filter(each -> each.version().equals(version))
        .map(each -> each.platform().toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Map<Build, Path> packages(SourceAddress address) throws InstallException {
    if (!Files.isDirectory(base))
      throw new InstallException(
          Kind.SOURCE_UNREACHABLE,
          name() + " cannot be used",
          "there is no such folder",
          "Mount it, or correct the path.");
    var packages = new HashMap<Build, Path>();
    for (var each : below(address.host(), address.namespace(), address.type())) {
      var name = each.getFileName().toString();
      var archive = names.read(address, name).filter(FilesystemMirror::isReal);
      if (archive.isPresent() && Files.isRegularFile(each)) packages.put(archive.get(), each);
      else if (isRealFolder(each))
        for (var platform : children(each))
          if (Files.isDirectory(platform))
            ArchiveNames.build(name, platform.getFileName().toString())
                .filter(FilesystemMirror::isReal)
                .ifPresent(build -> packages.putIfAbsent(build, platform));
    }
    return packages;
  }

  private static boolean isReal(Build build) {
    return !build.version().equals(NO_VERSION);
  }

  /// What is in a folder of the mirror; nothing if one of the folders on the way is missing.
  private List<Path> below(String... names) throws InstallException {
    var folder = base;
    for (var name : names) {
      folder = folder.resolve(name);
      if (!isRealFolder(folder)) return List.of();
    }
    return children(folder);
  }

  private static boolean isRealFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  private List<Path> children(Path folder) throws InstallException {
    var children = new ArrayList<Path>();
    try (var stream = Files.newDirectoryStream(folder)) {
      stream.forEach(children::add);
    } catch (IOException | DirectoryIteratorException e) {
      throw unreadable(folder);
    }
    return children;
  }

  private InstallException unreadable(Path path) {
    return new InstallException(
        Kind.SOURCE_UNREACHABLE,
        name() + " cannot be used",
        "'" + path + "' cannot be read",
        "Give this program's account the right to read it.");
  }
}
