package io.keelson.provider.plugin.install.source;

import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.source.FetchedPackage.Folder;
import io.keelson.version.Version;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A folder with plugins, as Pulumi's cache of them is laid out: `resource-<name>-v<version>/`,
/// with the program in it. The host and the namespace of an address do not count there.
public final class PulumiPluginFolder implements PackageSource {
  private final Path base;

  public PulumiPluginFolder(Path base) {
    this.base = base;
  }

  @Override
  public String name() {
    return "the folder " + base;
  }

  /// What is there is taken to be for this platform: the folder does not tell.
  @Override
  public List<Offer> offers(SourceAddress address) throws InstallException {
    return plugins(address).keySet().stream()
        .map(version -> new Offer(version, List.of(), Set.of()))
        .toList();
  }

  @Override
  public FetchedPackage fetch(
      SourceAddress address, Version version, Platform platform, Path folder)
      throws InstallException {
    var found = plugins(address).get(version);
    if (found == null) throw MissingPackage.platform(name(), address, version, platform, Set.of());
    return new Folder(found);
  }

  private Map<Version, Path> plugins(SourceAddress address) throws InstallException {
    var prefix = "resource-" + address.type() + "-v";
    var plugins = new HashMap<Version, Path>();
    try (var all = Files.newDirectoryStream(base)) {
      for (var each : all) {
        var name = each.getFileName().toString();
        if (name.startsWith(prefix) && Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
          Version.read(name.substring(prefix.length()))
              .ifPresent(version -> plugins.put(version, each));
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new InstallException(
          Kind.SOURCE_UNREACHABLE,
          name() + " cannot be used",
          Files.isDirectory(base) ? "it cannot be read" : "there is no such folder",
          "Mount it, correct the path, or give this program's account the right to read it.");
    }
    return plugins;
  }
}
