package io.keelson.provider.plugin.install;

import io.keelson.engine.value.Bytes;
import io.keelson.provider.plugin.install.release.ChecksumList;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.PackageHash.Scheme;
import io.keelson.provider.plugin.install.release.SigningKeys;
import io.keelson.provider.plugin.install.release.Verified;
import io.keelson.provider.plugin.install.release.Verified.SignedBy;
import io.keelson.provider.plugin.install.source.FetchedPackage;
import io.keelson.provider.plugin.install.source.FetchedPackage.Archive;
import io.keelson.provider.plugin.install.source.FetchedPackage.Attestation;
import io.keelson.version.Version;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Compares a package with what is expected of it, and tells what held.
///
/// @param source where the package comes from, for messages
record Verification(InstallRequest request, Version version, String source) {

  /// A list of checksums of which one has to fit.
  private record Demand(String of, List<PackageHash> hashes) {
    Optional<PackageHash> met(Collection<PackageHash> actual) {
      return hashes.stream().filter(actual::contains).findFirst();
    }

    boolean isFor(Scheme scheme) {
      return hashes.stream().anyMatch(each -> each.scheme() == scheme);
    }

    @Override
    public String toString() {
      return hashes.stream().map(PackageHash::toString).collect(Collectors.joining(", "));
    }
  }

  private Demand declared() {
    return new Demand("the declared checksum", request.expected().checksums());
  }

  private Demand locked() {
    return new Demand("the checksum it had when it was installed before", request.locked(version));
  }

  private static Demand published(FetchedPackage fetched) {
    return new Demand(
        "the checksum that the source publishes",
        fetched instanceof Archive archive ? archive.published() : List.of());
  }

  /// Whether a package that was kept is what is expected now.
  ///
  /// @return the package, with what of the present expectations it fulfils
  Optional<InstalledProvider> again(InstalledProvider kept) {
    for (var demand : List.of(declared(), locked()))
      if (!demand.hashes().isEmpty() && demand.met(kept.hashes()).isEmpty())
        return Optional.empty();
    var keys = request.expected().keys();
    var signer = kept.verified().signature();
    if (!keys.isEmpty()
        && !signer.map(by -> keys.fingerprints().contains(by.fingerprint())).orElse(false))
      return Optional.empty();
    return Optional.of(
        kept.with(
            new Verified(declared().met(kept.hashes()), kept.verified().published(), signer)));
  }

  /// Sees to it that an archive is not opened if it is already known to be another one.
  void beforeUnpacking(Archive archive, PackageHash actual) throws InstallException {
    for (var demand : List.of(declared(), locked(), published(archive)))
      if (demand.isFor(Scheme.ZH) && !demand.isFor(Scheme.H1)) require(demand, List.of(actual));
  }

  /// Compares all there is to compare.
  ///
  /// @param actual of the package as it was unpacked, and of its archive if it was one
  Verified unpacked(FetchedPackage fetched, List<PackageHash> actual) throws InstallException {
    var declared = require(declared(), actual);
    var locked = require(locked(), actual);
    var published = require(published(fetched), actual);
    var attestation =
        fetched instanceof Archive archive ? archive.attestation() : new Attestation.Unsigned();
    var signer =
        switch (attestation) {
          case Attestation.Signed signed -> Optional.of(signer(signed, actual));
          case Attestation.Unsigned _ -> {
            if (!request.expected().keys().isEmpty()) throw unsigned();
            yield Optional.<SignedBy>empty();
          }
          case Attestation.Missing _ -> {
            var proven = declared.isPresent() || locked.isPresent();
            if (!request.expected().keys().isEmpty() || !proven) throw unsigned();
            yield Optional.<SignedBy>empty();
          }
        };
    return new Verified(declared, published, signer);
  }

  private Optional<PackageHash> require(Demand demand, List<PackageHash> actual)
      throws InstallException {
    if (demand.hashes().isEmpty()) return Optional.empty();
    var met = demand.met(actual);
    if (met.isPresent()) return met;
    if (actual.stream().noneMatch(each -> demand.isFor(each.scheme())))
      throw new InstallException(
          Kind.CHECKSUM_NOT_COMPARABLE,
          what(),
          demand.of + " is of the archive (zh:), and " + source + " has it unpacked",
          "Declare its checksum "
              + actual.getFirst()
              + " if you know from elsewhere that it is right, or use a source that has archives.");
    throw new InstallException(
        Kind.CHECKSUM_MISMATCH,
        what(),
        "it is not what "
            + demand.of
            + " says: it has "
            + actual.stream().map(PackageHash::toString).collect(Collectors.joining(" and "))
            + ", and expected is "
            + demand,
        "Do not use this package before you know why it differs. A checksum that was declared for"
            + " another version or platform has to be replaced.");
  }

  private SignedBy signer(Attestation.Signed signed, List<PackageHash> actual)
      throws InstallException {
    var of = "the checksums of " + request.address() + " " + version;
    var keys =
        request.expected().keys().isEmpty()
            ? SigningKeys.named(signed.keys())
            : request.expected().keys();
    if (keys.isEmpty())
      throw new InstallException(
          Kind.KEY_UNREADABLE,
          "the signature of " + of + " cannot be checked",
          "none of the keys that " + source + " names can be read",
          "Declare the publisher's key, or have the source mended.");
    var signer = keys.verify(signed.checksums().toArray(), signed.signature().toArray(), of);
    if (!names(signed.checksums(), actual))
      throw new InstallException(
          Kind.SIGNATURE_INVALID,
          what(),
          "what key "
              + signer.keyId()
              + " signed does not name this package for this version and"
              + " platform",
          "Do not use this package; report it to the provider's publisher and to whoever runs the"
              + " source.");
    return signer;
  }

  /// Whether the package is in the list, under a name of this version: an older one was signed too.
  private boolean names(Bytes checksums, List<PackageHash> actual) {
    var archive = actual.stream().filter(each -> each.scheme() == Scheme.ZH).findFirst();
    return archive.isPresent()
        && ChecksumList.parse(checksums.toArray()).byFile().entrySet().stream()
            .filter(each -> each.getValue().equals(archive.get().value()))
            .anyMatch(each ->
                each.getKey().contains("_" + version + "_")
                    && each.getKey().contains("_" + request.platform() + "."));
  }

  private InstallException unsigned() {
    return new InstallException(
        Kind.SIGNATURE_MISSING,
        what(),
        request.expected().keys().isEmpty()
            ? source + " gives no signature of its publisher"
            : "a signing key is declared, and " + source + " gives no signature",
        request.expected().keys().isEmpty()
            ? "Declare its checksum, or use a source that gives the signature."
            : "Use a source that gives the signature, or declare a checksum in place of the key.");
  }

  private String what() {
    return request.address() + " " + version + " is not installed from " + source;
  }
}
