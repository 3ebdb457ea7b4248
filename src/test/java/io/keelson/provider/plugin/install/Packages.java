package io.keelson.provider.plugin.install;

import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.Platform;
import io.keelson.provider.plugin.install.release.SourceAddress;
import io.keelson.version.Version;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Packages of a provider `example.com/acme/box`, as far as an installer looks at them.
public final class Packages {
  public static final SourceAddress BOX = SourceAddress.parse("example.com/acme/box");
  public static final Platform LINUX = Platform.parse("linux_amd64");

  private Packages() {}

  /// An archive with a program that tells its version.
  public static byte[] archive(String version) {
    return zip(
        Map.of(
            "terraform-provider-box_v" + version,
            "I am box " + version,
            "LICENSE",
            "do as you like"));
  }

  public static byte[] zip(Map<String, String> files) {
    var out = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(out)) {
      for (var each : new LinkedHashMap<>(files).entrySet()) {
        zip.putNextEntry(new ZipEntry(each.getKey()));
        zip.write(each.getValue().getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toByteArray();
  }

  public static PackageHash hash(byte[] archive) {
    return PackageHash.ofArchive(archive);
  }

  public static String fileName(String version) {
    return "terraform-provider-box_" + version + "_" + LINUX + ".zip";
  }

  /// The document `SHA256SUMS` of a release.
  public static byte[] checksums(String version, byte[] archive) {
    return (hash(archive).value() + "  " + fileName(version) + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  public static Version version(String text) {
    return Version.parse(text);
  }
}
