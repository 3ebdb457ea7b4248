package io.keelson.provider.plugin.install.release;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The document `SHA256SUMS` of a release: the checksum of every file in it.
///
/// @param byFile the SHA-256 in lower-case hexadecimal of each file name
public record ChecksumList(Map<String, String> byFile) {
  private static final Pattern LINE = Pattern.compile("([0-9a-f]{64})\\s+\\*?(\\S.*)");

  public ChecksumList {
    byFile = Map.copyOf(byFile);
  }

  /// @throws IllegalArgumentException if a line is none of a checksum and a name, or two disagree
  public static ChecksumList parse(byte[] document) {
    var byFile = new TreeMap<String, String>();
    var lines = new String(document, StandardCharsets.UTF_8).lines().toList();
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).isBlank()) continue;
      var match = LINE.matcher(lines.get(at).strip());
      if (!match.matches())
        throw new IllegalArgumentException("line " + (at + 1) + " is no checksum and file name");
      var other = byFile.put(match.group(2), match.group(1));
      if (other != null && !other.equals(match.group(1)))
        throw new IllegalArgumentException(
            "line " + (at + 1) + " has another checksum for a file that was named before");
    }
    return new ChecksumList(byFile);
  }

  public Optional<String> of(String fileName) {
    return Optional.ofNullable(byFile.get(fileName));
  }
}
