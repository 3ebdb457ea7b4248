package io.keelson.provider.plugin.install.release;

/// Why a provider cannot be installed, or what a user should know although it could be.
///
/// @param what what happened, to which provider, file or address; starts in lower case
/// @param why the reason, as far as it is known; may be empty
/// @param remedy what to do
public record InstallProblem(Kind kind, String what, String why, String remedy) {

  /// What kind of problem it is. Closed: conditions, documentation and tests name these.
  public enum Kind {
    /// The executable in the cache is not the one that was verified.
    CACHE_CHANGED(false),
    /// The cache folder cannot be read or written.
    CACHE_UNUSABLE(true),
    /// The package is not the one whose checksum was declared, recorded or published.
    CHECKSUM_MISMATCH(false),
    /// What is declared cannot be compared with what the source has.
    CHECKSUM_NOT_COMPARABLE(false),
    /// The download ended before its end.
    DOWNLOAD_TRUNCATED(true),
    /// The source is to be reached without encryption.
    INSECURE_SOURCE(false),
    /// What was kept came from a source that is not named any more, or by another Provider.
    KEPT_FROM_ELSEWHERE(false),
    /// The key had expired when it signed.
    KEY_EXPIRED(false),
    /// The owner of the key declared it unusable.
    KEY_REVOKED(false),
    /// No known key made the signature.
    KEY_UNKNOWN(false),
    /// The key cannot be read.
    KEY_UNREADABLE(false),
    /// The package holds no program of the provider's name.
    NO_EXECUTABLE(false),
    /// No version fits the constraint.
    NO_MATCHING_VERSION(false),
    /// No source is responsible for the provider.
    NO_SOURCE(false),
    /// No source knows the provider.
    NOT_FOUND(false),
    /// The package is no archive, or one that cannot be unpacked safely.
    PACKAGE_UNUSABLE(false),
    /// The version is not built for this platform.
    PLATFORM_NOT_BUILT(false),
    /// The version speaks no plugin protocol that is spoken here.
    PROTOCOL_UNSUPPORTED(false),
    /// The signature does not fit the document, or cannot be trusted.
    SIGNATURE_INVALID(false),
    /// There should be a signature, and is none.
    SIGNATURE_MISSING(false),
    /// The answer of the source breaks its protocol.
    SOURCE_ANSWER(false),
    /// The source demands other credentials.
    SOURCE_REFUSED(false),
    /// The source does not answer.
    SOURCE_UNREACHABLE(true);

    private final boolean passing;

    Kind(boolean passing) {
      this.passing = passing;
    }

    /// Whether it may pass without anybody changing anything, so that trying again is worth it.
    public boolean mayPass() {
      return passing;
    }
  }

  /// One paragraph: what, why, and what to do.
  @Override
  public String toString() {
    return what + (why.isEmpty() ? "" : ": " + why) + ". " + remedy;
  }
}
