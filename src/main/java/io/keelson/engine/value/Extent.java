package io.keelson.engine.value;

/// The size of a value for a walk through it: a part that it holds twice counts twice.
public final class Extent {
  private Extent() {}

  /// The number of values in a value, itself included; at least `most` if there are more.
  public static long parts(Value value, long most) {
    return count(value, most, false);
  }

  /// About the characters a value takes when it is written down; at least `most` if there are more.
  public static long characters(Value value, long most) {
    return count(value, most, true);
  }

  private static long count(Value value, long most, boolean texts) {
    long sum = 1;
    switch (value) {
      case Value.Text(String text, _) -> sum += texts ? text.length() : 0;
      case Sequence sequence -> {
        for (int i = 0; i < sequence.size() && sum < most; i++)
          sum += count(sequence.get(i), most - sum, texts);
      }
      case Mapping mapping -> {
        for (int i = 0; i < mapping.size() && sum < most; i++)
          sum += (texts ? mapping.key(i).length() : 0) + count(mapping.value(i), most - sum, texts);
      }
      case Value.Null _, Value.Unknown _, Value.Num _, Value.Truth _ -> {}
    }
    return sum;
  }
}
