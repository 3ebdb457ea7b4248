package io.keelson.engine.value;

/// What is known about a value beside the value: it is secret, or must not be stored.
///
/// Marks travel with values through every expression. A mark names its source, so that a message
/// can say why a value is hidden.
///
/// @rule R-SENS-1
/// @rule R-SENS-2
public sealed interface Mark extends Comparable<Mark> {
  /// Where the mark comes from, such as `variable.password` or `db.main.secret`.
  String source();

  /// Never shown to anyone.
  record Sensitive(String source) implements Mark {}

  /// Never stored, in a plan or a state.
  record Ephemeral(String source) implements Mark {}

  @Override
  default int compareTo(Mark other) {
    int byKind = Boolean.compare(this instanceof Ephemeral, other instanceof Ephemeral);
    return byKind != 0 ? byKind : source().compareTo(other.source());
  }
}
