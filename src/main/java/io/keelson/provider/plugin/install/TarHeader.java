package io.keelson.provider.plugin.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// What the block in front of an entry of a tar archive says.
///
/// @param name the beginning of it, if it is a long one that stands in front
/// @param flag tells what kind of entry it is
record TarHeader(String name, long size, char flag) {
  private static final int CHECKSUM = 148;
  private static final int CHECKSUM_END = 156;
  private static final int FLAG = 156;
  private static final String DAMAGED = "it is no tar archive, or a damaged one";

  /// @param block of 512 bytes
  static TarHeader read(byte[] block) throws IOException {
    if (octal(block, CHECKSUM, CHECKSUM_END) != checksum(block)) throw new IOException(DAMAGED);
    return new TarHeader(name(block), octal(block, 124, 136), (char) block[FLAG]);
  }

  /// @param whole the name, wherever it stands
  TarReader.Kind kind(String whole) {
    return switch (flag) {
      case '0', '7', '\0' -> whole.endsWith("/") ? TarReader.Kind.FOLDER : TarReader.Kind.FILE;
      case '5' -> TarReader.Kind.FOLDER;
      case '1', '2' -> TarReader.Kind.LINK;
      default -> TarReader.Kind.OTHER;
    };
  }

  /// GNU's own format has other things where POSIX has the first part of a long name.
  private static String name(byte[] block) {
    var name = field(block, 0, 100);
    boolean isPosix = new String(block, 257, 6, StandardCharsets.ISO_8859_1).equals("ustar\0");
    var folder = isPosix ? field(block, 345, 500) : "";
    return folder.isEmpty() ? name : folder + "/" + name;
  }

  private static String field(byte[] block, int from, int to) {
    return TarReader.text(Arrays.copyOfRange(block, from, to));
  }

  /// The sum of all bytes, with spaces in the place of the sum itself.
  private static long checksum(byte[] block) {
    long sum = 0;
    for (int at = 0; at < block.length; at++)
      sum += at >= CHECKSUM && at < CHECKSUM_END ? ' ' : block[at] & 0xFF;
    return sum;
  }

  /// Sizes from 8 GiB are written otherwise, and are more than is unpacked.
  private static long octal(byte[] block, int from, int to) throws IOException {
    var digits = field(block, from, to).strip();
    if (!digits.matches("[0-7]{1,12}")) throw new IOException(DAMAGED);
    return Long.parseLong(digits, 8);
  }
}
