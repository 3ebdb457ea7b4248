package io.keelson.engine.value;

/// What is known about a value beside the value: it is not to be shown, or must not be stored.
///
/// Marks travel with values through every expression. A mark names its source, so that a message
/// can say why a value is hidden.
///
/// @rule R-SENS-1
/// @rule R-SENS-2
public sealed interface Mark extends Comparable<Mark> {
  /// Where the mark comes from, such as `variable.password` or `db.main.secret`.
  String source();

  /// Not shown, because whoever declared it said so: who may declare may also take it back.
  record Sensitive(String source) implements Mark {}

  /// Never shown, because it comes from a Secret: who may edit a stack need not be allowed to read
  /// that. It decides neither how many instances there are nor what they are called.
  ///
  /// @rule R-SENS-11
  record Secret(String source) implements Mark {}

  /// Never stored, in a plan or a state.
  record Ephemeral(String source) implements Mark {}

  private int order() {
    return switch (this) {
      case Sensitive _ -> 0;
      case Secret _ -> 1;
      case Ephemeral _ -> 2;
    };
  }

  @Override
  default int compareTo(Mark other) {
    int byKind = Integer.compare(order(), other.order());
    return byKind != 0 ? byKind : source().compareTo(other.source());
  }
}
