package io.keelson.provider.plugin.install.source;

import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.source.FetchedPackage.Archive;
import io.keelson.provider.plugin.install.source.FetchedPackage.Attestation;
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
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A folder with packages, as `terraform providers mirror` writes it.
///
/// Packages are archives,
/// `<host>/<namespace>/<type>/terraform-provider-<type>_<version>_<os>_<arch>.zip`, or folders,
/// `<host>/<namespace>/<type>/<version>/<os>_<arch>/`. Links are followed only to the mirror itself
/// and to a package, never between: one provider must not turn into another.
public final class FilesystemMirror implements PackageSource {
  /// What placeholders in repositories look like.
  private static final Version NO_VERSION = Version.parse("0.0.0");

  private final Path base;

  public FilesystemMirror(Path base) {
    this.base = base;
  }

  @Override
  public String name() {
    return "the folder " + base;
  }

  /// What a package is for.
  private record Build(Version version, Platform platform) {}

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
    // What is compared has to be what is unpacked, whatever others do to the mirror.
    var copy = folder.resolve("package.zip");
    try {
      Files.copy(found, copy);
    } catch (IOException e) {
      throw unreadable(found);
    }
    return new Archive(copy, List.of(), new Attestation.Unsigned());
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
    var archive = archive(address);
    for (var each : below(address.host(), address.namespace(), address.type())) {
      var name = each.getFileName().toString();
      var match = archive.matcher(name);
      if (match.matches() && Files.isRegularFile(each))
        build(match.group(1), match.group(2)).ifPresent(build -> packages.put(build, each));
      else if (isRealFolder(each))
        for (var platform : children(each))
          if (Files.isDirectory(platform))
            build(name, platform.getFileName().toString())
                .ifPresent(build -> packages.putIfAbsent(build, platform));
    }
    return packages;
  }

  private static Pattern archive(SourceAddress address) {
    return Pattern.compile(
        "terraform-provider-" + Pattern.quote(address.type()) + "_(.+)_([a-z0-9]+_[a-z0-9]+)\\.zip",
        Pattern.CASE_INSENSITIVE);
  }

  private static Optional<Build> build(String version, String platform) {
    return Version.read(version)
        .filter(each -> !each.equals(NO_VERSION))
        .filter(_ -> Platform.isPlatform(platform))
        .map(each -> new Build(each, Platform.parse(platform)));
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
