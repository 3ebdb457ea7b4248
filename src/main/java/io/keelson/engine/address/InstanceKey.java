package io.keelson.engine.address;

/// Tells the instances of one resource apart. `x`, `x[0]` and `x["0"]` are three different
/// instances.
///
/// @rule R-VAL-13
public sealed interface InstanceKey extends Comparable<InstanceKey> {

  /// No key: the resource has neither `count` nor `forEach`.
  record None() implements InstanceKey {
    @Override
    public String toString() {
      return "";
    }
  }

  /// The position of an instance made by `count`.
  ///
  /// @param value zero or more
  record Index(int value) implements InstanceKey {
    public Index {
      if (value < 0) throw new IllegalArgumentException("negative instance index: " + value);
    }

    @Override
    public String toString() {
      return "[" + value + "]";
    }
  }

  /// The key of an instance made by `forEach`; any string, the empty one included.
  record Key(String value) implements InstanceKey {
    @Override
    public String toString() {
      return "[" + QuotedText.quote(value) + "]";
    }
  }

  /// No key first, then positions in number order, then keys in text order.
  @Override
  default int compareTo(InstanceKey other) {
    return switch (this) {
      case None _ -> other instanceof None ? 0 : -1;
      case Index(int mine) ->
          switch (other) {
            case None _ -> 1;
            case Index(int theirs) -> Integer.compare(mine, theirs);
            case Key _ -> -1;
          };
      case Key(String mine) -> other instanceof Key(String theirs) ? mine.compareTo(theirs) : 1;
    };
  }
}
