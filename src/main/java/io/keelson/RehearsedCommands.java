package io.keelson;

import java.util.List;

/// Runs commands one after the other in one JVM, so that what it learns on the way can be recorded
/// for later starts. How they end does not matter.
final class RehearsedCommands {
  private RehearsedCommands() {}

  /// @param lines the commands, each with its words separated by blanks
  public static void main(String[] lines) {
    for (String line : List.of(lines)) Main.run(line.split(" "));
  }
}
