package io.keelson.provider.plugin.install.source;

import io.keelson.engine.value.Bytes;
import io.keelson.provider.plugin.install.release.PackageHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A package as a source hands it over; nothing of it is verified but what the source says of
/// itself.
public sealed interface FetchedPackage {
  /// An archive.
  ///
  /// @param published what the source says it is; if there are any, one has to fit
  record Archive(Path file, List<PackageHash> published, Attestation attestation)
      implements FetchedPackage {
    public Archive {
      published = List.copyOf(published);
    }

    /// The copy of an archive that lies somewhere, and of which nothing else is known: what is
    /// compared has to be what is unpacked, whatever others do to the place it comes from.
    ///
    /// @param folder an empty one
    static Archive copied(Path from, Path folder) throws IOException {
      return new Archive(
          Files.copy(from, folder.resolve("package")), List.of(), new Attestation.Unsigned());
    }
  }

  /// A folder with the files of a package, which belongs to others: it has to be copied, and what
  /// counts is the copy.
  record Folder(Path folder) implements FetchedPackage {}

  /// Who vouches for an archive.
  sealed interface Attestation {
    /// A publisher.
    ///
    /// @param checksums the document `SHA256SUMS`, which names the archive's checksum
    /// @param signature a detached OpenPGP signature of that document
    /// @param keys armored public keys which the source names for the publisher
    record Signed(Bytes checksums, Bytes signature, List<String> keys) implements Attestation {}

    /// Nobody but the source, as is usual there.
    record Unsigned() implements Attestation {}

    /// Nobody, where a publisher should.
    record Missing() implements Attestation {}
  }
}
