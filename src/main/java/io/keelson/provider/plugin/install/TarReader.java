package io.keelson.provider.plugin.install;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// The entries of a tar archive, one after the other: as POSIX has them, with the long names of pax
/// and of GNU. It keeps no more than one name, however the archive is made.
final class TarReader {
  private static final int BLOCK = 512;
  private static final int LONGEST_HEADER = 1 << 20;

  /// Long names have one or two, each of which is about the entry that follows it.
  private static final int MOST_HEADERS = 8;

  /// Archives end with zeros that fill a record, of 10 KiB as a rule.
  private static final int LONGEST_END = 1 << 20;

  private final InputStream in;
  private final UnpackBudget budget;
  private long left;
  private long padding;

  /// @param budget what is said of names is taken from it, too
  TarReader(InputStream in, UnpackBudget budget) {
    this.in = in;
    this.budget = budget;
  }

  enum Kind {
    FILE,
    FOLDER,
    LINK,
    OTHER
  }

  record Entry(String name, Kind kind) {}

  /// The next entry; empty at the end of the archive, which is read to its end then.
  ///
  /// @throws IOException if this is no tar archive, or a damaged one
  Optional<Entry> next() throws IOException {
    var longName = Optional.<String>empty();
    for (int headers = 0; headers < MOST_HEADERS; headers++) {
      in.skipNBytes(left + padding);
      var block = block();
      if (isZero(block)) return end();
      var header = TarHeader.read(block);
      switch (header.flag()) {
        case 'L' -> longName = Optional.of(text(extension(header)));
        case 'x' -> {
          var path = PaxRecords.path(extension(header));
          if (path.isPresent()) longName = path;
        }
        case 'K', 'g' -> extension(header);
        default -> {
          var name = longName.orElseGet(header::name);
          var kind = header.kind(name);
          expect(kind == Kind.FILE ? header.size() : 0);
          return Optional.of(new Entry(name, kind));
        }
      }
    }
    throw new IOException("it has more headers than entries need");
  }

  /// What is in the entry that came last.
  InputStream content() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        if (left == 0) return -1;
        int read = in.read(into, from, (int) Math.min(length, left));
        if (read < 0) throw new EOFException();
        left -= read;
        return read;
      }
    };
  }

  private byte[] block() throws IOException {
    var block = in.readNBytes(BLOCK);
    if (block.length < BLOCK) throw new EOFException();
    return block;
  }

  private void expect(long size) {
    left = size;
    padding = (BLOCK - size % BLOCK) % BLOCK;
  }

  private byte[] extension(TarHeader header) throws IOException {
    if (header.size() > LONGEST_HEADER) throw new IOException("it has a header of more than 1 MiB");
    budget.bytes(header.size());
    expect(header.size());
    var content = in.readNBytes((int) left);
    if (content.length < left) throw new EOFException();
    left = 0;
    return content;
  }

  /// Text up to the first zero.
  static String text(byte[] bytes) {
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) length++;
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private Optional<Entry> end() throws IOException {
    expect(0);
    var rest = in.readNBytes(LONGEST_END);
    if (!isZero(rest) || in.read() >= 0) throw new IOException("something follows its end");
    return Optional.empty();
  }

  private static boolean isZero(byte[] bytes) {
    return Arrays.equals(bytes, new byte[bytes.length]);
  }
}
