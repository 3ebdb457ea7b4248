package io.keelson.json;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// Gzipped text: objects of the API server hold a megabyte and a half only.
public final class Gzipped {
  private Gzipped() {}

  public static byte[] zip(String text) {
    var bytes = new ByteArrayOutputStream();
    try (var zipped = new GZIPOutputStream(bytes)) {
      zipped.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return bytes.toByteArray();
  }

  /// @param most bytes of the text: a small object may hold a gigabyte of it
  /// @throws IllegalArgumentException if the bytes are not what [#zip] gives, or the text is longer
  public static String unzip(byte[] zipped, int most) {
    try (var plain = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      var text = plain.readNBytes(most);
      if (plain.read() >= 0)
        throw new IllegalArgumentException("the text is longer than %,d bytes".formatted(most));
      return new String(text, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalArgumentException("it is not gzipped text", e);
    }
  }
}
