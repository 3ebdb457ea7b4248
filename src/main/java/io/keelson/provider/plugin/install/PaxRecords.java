package io.keelson.provider.plugin.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The records of an extended header of a tar archive: `LENGTH KEY=VALUE` and a line break, where
/// the length is that of the whole record.
final class PaxRecords {
  private PaxRecords() {}

  /// The name of the entry that follows, if it is among them.
  ///
  /// @throws IOException if they cannot be read, or say that content is stored in another way
  static Optional<String> path(byte[] records) throws IOException {
    var path = Optional.<String>empty();
    int at = 0;
    while (at < records.length) {
      int length = length(records, at);
      var record = new String(records, at, length, StandardCharsets.UTF_8);
      int key = record.indexOf(' ') + 1;
      int value = record.indexOf('=', key) + 1;
      if (value == 0 || !record.endsWith("\n")) throw unreadable();
      var name = record.substring(key, value - 1);
      if (name.equals("path")) path = Optional.of(record.substring(value, record.length() - 1));
      if (name.equals("size") || name.startsWith("GNU.sparse."))
        throw new IOException("it stores a file in a way that is not supported: " + name);
      at += length;
    }
    return path;
  }

  private static int length(byte[] records, int at) throws IOException {
    long length = 0;
    for (int each = at; each < records.length; each++) {
      if (records[each] == ' ') {
        if (length < each - at + 3 || length > records.length - at) throw unreadable();
        return (int) length;
      }
      if (records[each] < '0' || records[each] > '9' || each - at > 8) throw unreadable();
      length = length * 10 + records[each] - '0';
    }
    throw unreadable();
  }

  private static IOException unreadable() {
    return new IOException("it has an extended header that cannot be read");
  }
}
