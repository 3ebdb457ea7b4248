package io.keelson.engine.value;

/// How deep values may be nested: a walk through a value needs room on the stack for each level.
///
/// @rule R-LIM-4
public final class Depth {
  /// The most collections inside each other.
  public static final int MOST = 100;

  /// The message for a value that has more.
  public static final String TOO_DEEP =
      "it is nested more than " + MOST + " levels deep; declare something flatter";

  private Depth() {}

  /// The depth of a collection that holds these values.
  static int around(Value[] parts) {
    int deepest = 0;
    for (Value part : parts) deepest = Math.max(deepest, part.depth());
    return deepest + 1;
  }
}
