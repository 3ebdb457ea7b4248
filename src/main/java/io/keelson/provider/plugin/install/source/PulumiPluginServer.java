package io.keelson.provider.plugin.install.source;

import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.provider.plugin.install.source.FetchedPackage.Archive;
import io.keelson.provider.plugin.install.source.FetchedPackage.Attestation;
import io.keelson.version.Version;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// A server with archives of Pulumi plugins in one folder, called as [ArchiveNames#PULUMI] has it.
/// It lists nothing and vouches for nothing: the version has to be known, and the checksum.
public final class PulumiPluginServer implements PackageSource {
  private final URI base;
  private final Version version;
  private final Endpoint endpoint;

  /// @param base an https address; a missing slash at its end is added
  /// @param version the one that is asked for
  public PulumiPluginServer(Http http, URI base, Version version) {
    this.base = Places.folder(base);
    this.version = version;
    this.endpoint = new Endpoint(http, name(), this.base);
  }

  @Override
  public String name() {
    return "the server " + Endpoint.shown(base);
  }

  /// Whether the archive is there shows when it is fetched.
  @Override
  public List<Offer> offers(SourceAddress address) {
    return List.of(new Offer(version, List.of(), Set.of()));
  }

  @Override
  public FetchedPackage fetch(
      SourceAddress address, Version version, Platform platform, Path folder)
      throws InstallException {
    var place = Places.below(base, ArchiveNames.PULUMI.of(address, version, platform));
    var file = folder.resolve("package");
    if (!endpoint.download(place, file, Places.LARGEST_ARCHIVE))
      throw new InstallException(
          Kind.SOURCE_ANSWER,
          name() + " cannot be used",
          "there is nothing at " + Endpoint.shown(place),
          "See whether the address, the name and the version are right, and whether this version is"
              + " built for "
              + platform
              + ".");
    return new Archive(file, List.of(), new Attestation.Missing());
  }
}
