package io.keelson.provider.plugin.install.source;

import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.source.FetchedPackage.Archive;
import io.keelson.provider.plugin.install.source.FetchedPackage.Folder;
import io.keelson.version.Version;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A folder with plugins, as Pulumi's cache of them is laid out: `resource-<name>-v<version>/`,
/// with the program in it. Archives may lie beside, called as [ArchiveNames#PULUMI] has it; of a
/// version that is there as a folder, too, the folder is taken. The host and the namespace of an
/// address do not count there.
public final class PulumiPluginFolder implements PackageSource {
  private final Path base;

  public PulumiPluginFolder(Path base) {
    this.base = base;
  }

  @Override
  public String name() {
    return "the folder " + base;
  }

  /// What is there of one version.
  ///
  /// @param folder taken to be for this platform: its name does not tell
  private record Plugin(Optional<Path> folder, Map<Platform, Path> archives) {
    static final Plugin NONE = new Plugin(Optional.empty(), Map.of());

    Plugin with(Path folder) {
      return new Plugin(Optional.of(folder), archives);
    }

    Plugin with(Platform platform, Path archive) {
      var all = new TreeMap<>(archives);
      all.put(platform, archive);
      return new Plugin(folder, all);
    }

    Set<Platform> platforms() {
      return folder.isPresent() ? Set.of() : archives.keySet();
    }
  }

  @Override
  public List<Offer> offers(SourceAddress address) throws InstallException {
    return plugins(address).entrySet().stream()
        .map(each -> new Offer(each.getKey(), List.of(), each.getValue().platforms()))
        .toList();
  }

  @Override
  public FetchedPackage fetch(
      SourceAddress address, Version version, Platform platform, Path folder)
      throws InstallException {
    var found = plugins(address).getOrDefault(version, Plugin.NONE);
    if (found.folder().isPresent()) return new Folder(found.folder().get());
    var archive = found.archives().get(platform);
    if (archive == null)
      throw MissingPackage.platform(
          name(), address, version, platform, names(found.archives().keySet()));
    try {
      return Archive.copied(archive, folder);
    } catch (IOException e) {
      throw unusable("'" + archive + "' cannot be read");
    }
  }

  private static Set<String> names(Collection<Platform> platforms) {
    return platforms.stream()
        .map(Platform::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Map<Version, Plugin> plugins(SourceAddress address) throws InstallException {
    var prefix = "resource-" + address.type() + "-v";
    var plugins = new HashMap<Version, Plugin>();
    try (var all = Files.newDirectoryStream(base)) {
      for (var each : all) {
        var name = each.getFileName().toString();
        if (name.startsWith(prefix) && Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
          Version.read(name.substring(prefix.length()))
              .ifPresent(
                  version -> plugins.compute(version, (_, before) -> orNone(before).with(each)));
        else if (Files.isRegularFile(each))
          ArchiveNames.PULUMI
              .read(address, name)
              .ifPresent(build ->
                  plugins.compute(
                      build.version(), (_, before) -> orNone(before).with(build.platform(), each)));
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw unusable(Files.isDirectory(base) ? "it cannot be read" : "there is no such folder");
    }
    return plugins;
  }

  private static Plugin orNone(@Nullable Plugin plugin) {
    return plugin == null ? Plugin.NONE : plugin;
  }

  private InstallException unusable(String why) {
    return new InstallException(
        Kind.SOURCE_UNREACHABLE,
        name() + " cannot be used",
        why,
        "Mount it, correct the path, or give this program's account the right to read it.");
  }
}
