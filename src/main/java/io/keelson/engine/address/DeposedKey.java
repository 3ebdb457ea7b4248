package io.keelson.engine.address;

import java.util.regex.Pattern;

/// Tells the deposed objects of one instance apart: eight lower-case hex digits.
///
/// @rule R-PLAN-40
public record DeposedKey(String value) implements Comparable<DeposedKey> {
  private static final Pattern FORM = Pattern.compile("[0-9a-f]{8}");

  public DeposedKey {
    if (!FORM.matcher(value).matches())
      throw new IllegalArgumentException("not a deposed key: '" + value + "'");
  }

  @Override
  public int compareTo(DeposedKey other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
