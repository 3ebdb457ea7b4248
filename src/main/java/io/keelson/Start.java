package io.keelson;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/// Where the program begins. It loads as little as it can: whoever asks for help has it at once.
public final class Start {
  private Start() {}

  /// Exits with the status of the command: 0 nothing to do, 2 changes, 1 error.
  public static void main(String[] arguments) {
    // An exit is logged by the JDK, and sets the whole logging up.
    if (arguments.length == 1 && List.of("--help", "-h").contains(arguments[0])) help();
    else System.exit(Main.run(arguments));
  }

  private static void help() {
    try (var text = Objects.requireNonNull(Start.class.getResourceAsStream("help.txt"))) {
      text.transferTo(System.out);
      System.out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
