package io.keelson.provider.pulumi.process;

import io.keelson.provider.plugin.process.Greeting.Unacceptable;

/// What a provider says when it is ready: the port on which it listens, as the first line of its
/// standard output. Nothing else may come before.
record PortLine(int port) {
  private static final int HIGHEST = 65_535;
  private static final int LONGEST = 200;

  /// @throws Unacceptable saying what the line is instead, as a clause
  static PortLine parse(String line) throws Unacceptable {
    var word = line.strip();
    if (word.isEmpty() || !word.chars().allMatch(each -> each >= '0' && each <= '9'))
      throw new Unacceptable("its first line is no port: " + shown(word));
    int port = word.length() <= 6 ? Integer.parseInt(word) : Integer.MAX_VALUE;
    if (port < 1 || port > HIGHEST)
      throw new Unacceptable(
          "its first line is a port that does not exist, %s: 1 to %d do"
              .formatted(shown(word), HIGHEST));
    return new PortLine(port);
  }

  private static String shown(String line) {
    return "'" + (line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…") + "'";
  }
}
