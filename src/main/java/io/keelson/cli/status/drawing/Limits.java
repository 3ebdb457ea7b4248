package io.keelson.cli.status.drawing;

import java.util.List;

/// How many children of one node are shown; the others are summed up in a line.
///
/// @param ready of those that are ready
/// @param others of those that are not
record Limits(int ready, int others) {
  static final Limits USUAL = new Limits(20, 200);

  /// What is tried, one after the other, until a tree fits on a screen.
  static final List<Limits> NARROWING =
      List.of(
          USUAL,
          new Limits(20, 50),
          new Limits(10, 20),
          new Limits(5, 10),
          new Limits(2, 10),
          new Limits(0, 10),
          new Limits(0, 5),
          new Limits(0, 2),
          new Limits(0, 1),
          new Limits(0, 0));
}
