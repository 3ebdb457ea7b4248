package io.keelson.provider.plugin.install;

import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.source.FetchedPackage;
import io.keelson.provider.plugin.install.source.PackageSource;
import io.keelson.version.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One request on its way.
final class Installation {
  /// Problems that another source may not have. Any other problem makes the version suspicious, or
  /// would be the same at every source.
  private static final Set<Kind> SOURCE_FAILED =
      Set.of(
          Kind.SOURCE_UNREACHABLE,
          Kind.SOURCE_REFUSED,
          Kind.SOURCE_ANSWER,
          Kind.INSECURE_SOURCE,
          Kind.DOWNLOAD_TRUNCATED,
          Kind.PLATFORM_NOT_BUILT);

  private final InstallRequest request;
  private final List<ConfiguredSource> sources;
  private final PackageCache cache;
  private final Set<Integer> protocols;
  private final List<InstallProblem> warnings = new ArrayList<>();

  Installation(
      InstallRequest request,
      List<ConfiguredSource> sources,
      PackageCache cache,
      Set<Integer> protocols) {
    this.request = request;
    this.sources = sources;
    this.cache = cache;
    this.protocols = protocols;
  }

  InstallOutcome carryOut() throws InstallException {
    var fixed = request.fixed();
    if (fixed.isPresent()) {
      var kept = kept(fixed.get());
      if (kept.isPresent()) return installedBefore(kept.get());
    }
    var offers = Offers.ask(request, sources);
    if (!offers.silent().isEmpty() && !fixed.map(offers::has).orElse(false))
      return withoutAll(offers.silent());
    var version = offers.choose();
    offers.checkProtocol(version, protocols);
    var kept = kept(version);
    return kept.isPresent() ? installedBefore(kept.get()) : fetch(version, offers.with(version));
  }

  private InstallOutcome installed(InstalledProvider provider) {
    return new InstallOutcome.Installed(provider, List.copyOf(warnings));
  }

  /// Whoever names sources may think that one of them is asked.
  private InstallOutcome installedBefore(InstalledProvider kept) {
    boolean fromOneOfThese =
        sources.stream()
            .filter(each -> each.isFor(request.address()))
            .anyMatch(each -> each.source().name().equals(kept.source()));
    if (!fromOneOfThese) warnings.add(elsewhere(kept));
    return installed(kept);
  }

  private static InstallProblem elsewhere(InstalledProvider kept) {
    return new InstallProblem(
        Kind.KEPT_FROM_ELSEWHERE,
        kept + " was installed from " + kept.source() + ", which is none of its sources now",
        "a package is kept by its address and version, for all Providers that name both, and no"
            + " source is asked for it again",
        "If the sources have another build, give that another version.");
  }

  /// Goes on with what was kept, where sources do not answer.
  private InstallOutcome withoutAll(List<InstallProblem> silent) throws InstallException {
    var candidates =
        cache.versions(request.address(), request.platform()).stream()
            .filter(each -> request.fixed().map(each::equals).orElse(true))
            .filter(request.constraint()::allows)
            .sorted(Comparator.reverseOrder())
            .toList();
    for (var each : candidates) {
      var kept = kept(each);
      if (kept.isPresent()) {
        warnings.addAll(silent);
        return installedBefore(kept.get());
      }
    }
    return failed(silent);
  }

  private InstallOutcome failed(List<InstallProblem> problems) {
    var all = new ArrayList<>(problems);
    all.addAll(warnings);
    return new InstallOutcome.Failed(List.copyOf(all));
  }

  /// The package as it was kept, if it is still what it was and what is expected now.
  private Optional<InstalledProvider> kept(Version version) throws InstallException {
    return switch (cache.find(request.address(), version, request.platform())) {
      case PackageCache.Lookup.Absent _ -> Optional.empty();
      case PackageCache.Lookup.Changed(var problem) -> {
        warnings.add(problem);
        yield Optional.empty();
      }
      case PackageCache.Lookup.Intact(var provider) ->
          new Verification(request, version, provider.source()).again(provider);
    };
  }

  private InstallOutcome fetch(Version version, List<Offers.Stall> stalls) throws InstallException {
    var problems = new ArrayList<InstallProblem>();
    for (var each : stalls) {
      try {
        return installed(fetch(version, each.source()));
      } catch (InstallException e) {
        if (!SOURCE_FAILED.contains(e.problem().kind())) throw e;
        problems.add(e.problem());
      }
    }
    return withoutAll(problems);
  }

  private InstalledProvider fetch(Version version, PackageSource source) throws InstallException {
    var incoming = cache.incoming();
    try {
      var download = Files.createDirectory(incoming.resolve("download"));
      var unpacked = Files.createDirectory(incoming.resolve("unpacked"));
      var fetched = source.fetch(request.address(), version, request.platform(), download);
      var entry = verified(version, source.name(), fetched, unpacked);
      return cache.keep(unpacked, entry);
    } catch (IOException e) {
      throw new InstallException(
          Kind.CACHE_UNUSABLE,
          "the folder for provider packages cannot be used",
          e.getClass().getSimpleName() + " " + e.getMessage(),
          "Give this program's account the right to write there, and enough space.");
    } finally {
      discard(incoming);
    }
  }

  /// Checks an archive before it is unpacked, and compares the unpacked files with what is
  /// expected.
  private KnownPackage verified(
      Version version, String source, FetchedPackage fetched, Path unpacked)
      throws InstallException {
    var verification = new Verification(request, version, source);
    var hashes = new ArrayList<PackageHash>();
    try {
      switch (fetched) {
        case FetchedPackage.Archive archive -> {
          hashes.add(PackageHash.ofArchive(archive.file()));
          verification.beforeUnpacking(archive, hashes.getFirst());
          new PackageArchive(archive.file()).unpackTo(unpacked, new UnpackBudget());
        }
        case FetchedPackage.Folder(var folder) -> new PackageFolder(folder).copyTo(unpacked);
      }
      hashes.addFirst(PackageHash.ofFolder(unpacked));
    } catch (IOException e) {
      throw unusable(version, source, String.valueOf(e.getMessage()));
    }
    var verified = verification.unpacked(fetched, hashes);
    requireProgram(version, source, unpacked);
    return new KnownPackage(
        request.address(), version, request.platform(), List.copyOf(hashes), verified, source);
  }

  private InstallException unusable(Version version, String source, String why) {
    return new InstallException(
        Kind.PACKAGE_UNUSABLE,
        "the package of "
            + request.address()
            + " "
            + version
            + " from "
            + source
            + " cannot be unpacked",
        why,
        "Use another version or source, and report it to whoever runs the source.");
  }

  private void requireProgram(Version version, String source, Path unpacked)
      throws InstallException {
    try {
      if (new PackageFolder(unpacked).program(request.address().type()).isPresent()) return;
    } catch (IOException e) {
      throw unusable(version, source, String.valueOf(e.getMessage()));
    }
    throw new InstallException(
        Kind.NO_EXECUTABLE,
        "the package of "
            + request.address()
            + " "
            + version
            + " from "
            + source
            + " cannot be used",
        "it holds no file whose name begins with terraform-provider-%1$s or pulumi-resource-%1$s"
            .formatted(request.address().type()),
        "See whether the address is right, and the package the one of this provider.");
  }

  private static void discard(Path incoming) {
    try {
      new PackageFolder(incoming).delete();
    } catch (IOException e) {
      // What is left is removed when the cache is opened again.
    }
  }
}
