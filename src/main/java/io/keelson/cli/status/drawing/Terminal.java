package io.keelson.cli.status.drawing;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import picocli.CommandLine.Help.Ansi;

/// The terminal that a command writes to.
public final class Terminal {
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,4}) ([0-9]{1,4})");
  private static final Size USUAL = new Size(80, 24);

  private Terminal() {}

  /// In columns and lines.
  record Size(int width, int height) {}

  /// Whether a person looks at the answer.
  public static boolean isThere() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }

  /// Whether text can be written over, and have colours: a terminal that is not dumb.
  static boolean canMove() {
    var term = System.getenv("TERM");
    return isThere() && term != null && !term.equals("dumb");
  }

  /// The look that fits: whole lines for whom no terminal is there, colours where they are wanted.
  public static Look look() {
    return isThere() ? new Look(size().width(), canMove() && Ansi.AUTO.enabled()) : Look.PLAIN;
  }

  /// The present size: as `COLUMNS` and `LINES` say, or `stty`; else 80 by 24.
  static Size size() {
    var columns = number("COLUMNS");
    var lines = number("LINES");
    if (columns.isPresent() && lines.isPresent()) return new Size(columns.get(), lines.get());
    var asked = stty().orElse(USUAL);
    return new Size(columns.orElse(asked.width()), lines.orElse(asked.height()));
  }

  private static Optional<Integer> number(String variable) {
    var text = System.getenv(variable);
    return text == null || !text.matches("[1-9][0-9]{0,3}")
        ? Optional.empty()
        : Optional.of(Integer.parseInt(text));
  }

  /// What the program says that every Unix has; empty where it is missing, as in small images.
  private static Optional<Size> stty() {
    try {
      var process =
          new ProcessBuilder("stty", "size")
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (var out = process.getInputStream()) {
        var text = new String(out.readNBytes(64), StandardCharsets.US_ASCII).strip();
        process.waitFor(1, TimeUnit.SECONDS);
        return parsed(text);
      }
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /// Reads `24 80`. A terminal that does not know its size says `0 0`.
  static Optional<Size> parsed(String text) {
    var size = SIZE.matcher(text);
    if (!size.matches()) return Optional.empty();
    int width = Integer.parseInt(size.group(2));
    int height = Integer.parseInt(size.group(1));
    return width == 0 || height == 0 ? Optional.empty() : Optional.of(new Size(width, height));
  }
}
