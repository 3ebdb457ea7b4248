package io.keelson.provider.plugin.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Reads lines without end: what is too long for a line is given in pieces.
final class Lines {
  private static final int LONGEST = 256 << 10;

  private Lines() {}

  /// Gives every line to `each`, until the stream ends or breaks.
  static void read(InputStream in, Consumer<String> each) {
    var line = new ByteArrayOutputStream();
    var buffer = new byte[8 << 10];
    try (in) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer))
        for (int i = 0; i < count; i++) {
          if (buffer[i] != '\n') line.write(buffer[i]);
          if (buffer[i] == '\n' || line.size() >= LONGEST) give(line, each);
        }
    } catch (IOException e) {
      // The process ended, and its pipe with it.
    }
    if (line.size() > 0) give(line, each);
  }

  private static void give(ByteArrayOutputStream line, Consumer<String> each) {
    var text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    each.accept(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
  }
}
