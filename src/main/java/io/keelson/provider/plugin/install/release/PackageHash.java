package io.keelson.provider.plugin.install.release;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What tells a package from every other one, as lock files write it: `h1:…` over the files in it,
/// or `zh:…` over the archive.
public record PackageHash(Scheme scheme, String value) {
  private static final HexFormat HEX = HexFormat.of();

  /// What is hashed.
  public enum Scheme {
    /// The names and contents of the files, the same for an archive and for what comes out of it:
    /// base64 of a SHA-256.
    H1("h1:", Pattern.compile("[A-Za-z0-9+/]{43}=")),
    /// The archive: SHA-256 in hexadecimal.
    ZH("zh:", Pattern.compile("[0-9a-f]{64}"));

    private final String prefix;
    private final Pattern form;

    Scheme(String prefix, Pattern form) {
      this.prefix = prefix;
      this.form = form;
    }
  }

  /// @throws IllegalArgumentException if the value has another form than the scheme demands
  public PackageHash {
    if (!scheme.form.matcher(value).matches())
      throw new IllegalArgumentException(
          "'"
              + scheme.prefix
              + value
              + "' is no checksum of a package: "
              + switch (scheme) {
                case H1 -> "44 characters of base64 have to follow 'h1:'";
                case ZH -> "64 hexadecimal digits in lower case have to follow 'zh:'";
              });
  }

  /// @return empty if the scheme is not known: those are for others to check
  /// @throws IllegalArgumentException if the scheme is known and the value has a wrong form
  public static Optional<PackageHash> parse(String text) {
    return Arrays.stream(Scheme.values())
        .filter(each -> text.startsWith(each.prefix))
        .findFirst()
        .map(each -> new PackageHash(each, text.substring(each.prefix.length())));
  }

  /// The hash of an archive.
  public static PackageHash ofArchive(Path archive) throws IOException {
    return new PackageHash(Scheme.ZH, sha256Of(archive));
  }

  /// The hash of an archive, or of any other content.
  public static PackageHash ofArchive(byte[] content) {
    return new PackageHash(Scheme.ZH, HEX.formatHex(sha256().digest(content)));
  }

  /// The hash of an unpacked package.
  ///
  /// @throws IOException if something in it is neither a file nor a folder, or cannot be read
  public static PackageHash ofFolder(Path folder) throws IOException {
    return ofFolder(folder, PackageHash::sha256Of);
  }

  /// The same, with what is known of the files in it.
  public static PackageHash ofFolder(Path folder, FileHashes known) throws IOException {
    return ofFolder(folder, known::of);
  }

  private interface HashOfFile {
    String of(Path file) throws IOException;
  }

  private static PackageHash ofFolder(Path folder, HashOfFile hashes) throws IOException {
    var root = folder.toRealPath();
    var lines = sha256();
    for (var name : names(root)) {
      var line = hashes.of(root.resolve(name)) + "  " + name + "\n";
      lines.update(line.getBytes(StandardCharsets.UTF_8));
    }
    return new PackageHash(Scheme.H1, Base64.getEncoder().encodeToString(lines.digest()));
  }

  /// The files below a folder, with slashes, in the order of their bytes.
  private static List<String> names(Path root) throws IOException {
    var names = new ArrayList<String>();
    try (var walk = Files.walk(root)) {
      for (Path each : (Iterable<Path>) walk::iterator) {
        if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) continue;
        var name =
            root.relativize(each).toString().replace(each.getFileSystem().getSeparator(), "/");
        // What a link leads to may change without the package changing.
        if (!Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
          throw new IOException("'" + name + "' in it is no regular file");
        if (name.contains("\n")) throw new IOException("a file in it has a line break in its name");
        names.add(name);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    names.sort(
        Comparator.comparing(
            name -> name.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned));
    return names;
  }

  /// In hexadecimal.
  static String sha256Of(Path file) throws IOException {
    var digest = sha256();
    try (var out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
      Files.copy(file, out);
    }
    return HEX.formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /// The hash itself in hexadecimal, which is safe as the name of a file.
  public String hex() {
    return switch (scheme) {
      case H1 -> HEX.formatHex(Base64.getDecoder().decode(value));
      case ZH -> value;
    };
  }

  @Override
  public String toString() {
    return scheme.prefix + value;
  }
}
