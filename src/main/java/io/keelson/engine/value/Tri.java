package io.keelson.engine.value;

/// An answer that may not be known yet.
public enum Tri {
  TRUE,
  FALSE,
  UNKNOWN;

  public static Tri of(boolean answer) {
    return answer ? TRUE : FALSE;
  }

  /// True only if both are; false as soon as one is, whatever the other.
  public Tri and(Tri other) {
    if (this == FALSE || other == FALSE) return FALSE;
    return this == TRUE && other == TRUE ? TRUE : UNKNOWN;
  }
}
