package io.keelson.testing;

/// How much a test does that can be done in any quantity: in the build a part, which finds the
/// usual mistakes within seconds; in full when the system property `keelson.soak` is set, as
/// `dev/soak` sets it.
public final class Soak {
  private static final boolean FULL = Boolean.getBoolean("keelson.soak");

  private Soak() {}

  public static boolean isFull() {
    return FULL;
  }

  /// How many times.
  public static int times(int inTheBuild, int inFull) {
    return FULL ? inFull : inTheBuild;
  }
}
