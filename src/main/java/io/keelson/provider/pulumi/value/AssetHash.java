package io.keelson.provider.pulumi.value;

import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.Property.AssetContent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/// The hashes by which providers tell contents apart, as Pulumi's SDKs make them: the SHA-256 of a
/// text, and of an archive that of a tar of its members, which says nothing of owners and times.
///
/// @rule R-PRG-1
final class AssetHash {
  private static final int BLOCK = 512;
  private static final int LONGEST_NAME = 100;
  private static final int CHECKSUM = 148;

  private final MessageDigest digest;

  private AssetHash() {
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }

  /// In hexadecimal digits; empty where something in it would have to be fetched, or has a name
  /// that the header of a tar has no room for.
  static Optional<String> of(AssetContent content) {
    var hash = new AssetHash();
    return hash.add(content) ? Optional.of(hash.hex()) : Optional.empty();
  }

  private String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }

  private boolean add(AssetContent content) {
    return switch (content) {
      case AssetContent.Inline(var text) -> {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        yield true;
      }
      case AssetContent.Members(var members) -> {
        boolean whole = add("", members);
        digest.update(new byte[2 * BLOCK]);
        yield whole;
      }
      case AssetContent.Address _, AssetContent.File _, AssetContent.Omitted _ -> false;
    };
  }

  /// The members of an archive inside of another have its name in front of theirs.
  private boolean add(String prefix, Map<String, Property> members) {
    return members.entrySet().stream()
        .allMatch(each ->
            each.getValue() instanceof Property.Asset asset
                && add(prefix + each.getKey(), asset.content()));
  }

  private boolean add(String name, AssetContent content) {
    return switch (content) {
      case AssetContent.Inline(var text) ->
          fits(name) && member(name, text.getBytes(StandardCharsets.UTF_8));
      case AssetContent.Members(var members) -> add(name + "/", members);
      case AssetContent.Address _, AssetContent.File _, AssetContent.Omitted _ -> false;
    };
  }

  private static boolean fits(String name) {
    return name.length() <= LONGEST_NAME && name.chars().allMatch(each -> each > 0 && each < 128);
  }

  private boolean member(String name, byte[] content) {
    digest.update(header(name, content.length));
    digest.update(content);
    digest.update(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    return true;
  }

  /// Of the format `ustar`.
  private static byte[] header(String name, int size) {
    var header = new byte[BLOCK];
    put(header, 0, name);
    put(header, 100, "0000600");
    put(header, 108, "0000000");
    put(header, 116, "0000000");
    put(header, 124, "%011o".formatted(size));
    put(header, 136, "00000000000");
    put(header, CHECKSUM, " ".repeat(8));
    put(header, 156, "0");
    put(header, 257, "ustar\0" + "00");
    put(header, 329, "0000000");
    put(header, 337, "0000000");
    int sum = 0;
    for (byte each : header) sum += each;
    put(header, CHECKSUM, "%06o\0".formatted(sum));
    return header;
  }

  private static void put(byte[] header, int at, String text) {
    var bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }
}
