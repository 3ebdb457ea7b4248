package io.keelson.provider.pulumi.wire;

/// Which special values a provider wants to see as such. The others reach it plain.
///
/// @param secrets else a secret is its value
/// @param references else a resource is its id, or its URN where it has none
/// @param outputs else an output value is its value
/// @rule R-PRG-1
public record Accepted(boolean secrets, boolean references, boolean outputs) {
  /// As for `CheckConfig` and `DiffConfig`, before a provider has said anything.
  public static final Accepted NOTHING = new Accepted(false, false, false);

  /// As values are recorded.
  public static final Accepted EVERYTHING = new Accepted(true, true, true);
}
