package io.keelson.provider.plugin.install.source;

import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.version.Version;
import java.util.Optional;
import java.util.regex.Pattern;

/// How archives of packages are called.
public enum ArchiveNames {
  /// `terraform-provider-<type>_<version>_<os>_<arch>.zip`
  TERRAFORM("terraform-provider-", "_", "_", ".zip"),
  /// `pulumi-resource-<type>-v<version>-<os>-<arch>.tar.gz`
  PULUMI("pulumi-resource-", "-v", "-", ".tar.gz");

  private final String prefix;
  private final String beforeVersion;
  private final String separator;
  private final String suffix;

  ArchiveNames(String prefix, String beforeVersion, String separator, String suffix) {
    this.prefix = prefix;
    this.beforeVersion = beforeVersion;
    this.separator = separator;
    this.suffix = suffix;
  }

  /// What a package is for.
  record Build(Version version, Platform platform) {}

  /// What an archive of a provider is for; empty if the name is no such name.
  Optional<Build> read(SourceAddress address, String file) {
    var form =
        Pattern.compile(
            "%1$s(.+)%2$s([a-z0-9]+)%2$s([a-z0-9]+)%3$s"
                .formatted(
                    Pattern.quote(prefix + address.type() + beforeVersion),
                    separator,
                    Pattern.quote(suffix)),
            Pattern.CASE_INSENSITIVE);
    var match = form.matcher(file);
    return match.matches()
        ? build(match.group(1), match.group(2) + "_" + match.group(3))
        : Optional.empty();
  }

  /// Reads what names of folders say, too.
  static Optional<Build> build(String version, String platform) {
    return Version.read(version)
        .filter(_ -> Platform.isPlatform(platform))
        .map(each -> new Build(each, Platform.parse(platform)));
  }

  /// The name of an archive.
  String of(SourceAddress address, Version version, Platform platform) {
    return prefix
        + address.type()
        + beforeVersion
        + version
        + separator
        + platform.os()
        + separator
        + platform.arch()
        + suffix;
  }
}
