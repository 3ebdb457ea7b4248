package io.keelson.operator.component;

/// Which revision a use of a component asks for.
///
/// @rule R-CMP-52
public sealed interface RevisionRequest {
  /// Whatever is newest.
  record Newest() implements RevisionRequest {}

  /// The newest that a constraint allows.
  ///
  /// @param constraint as written, such as `~> 1.4`
  record Within(String constraint) implements RevisionRequest {}

  /// This one and no other.
  ///
  /// @param revision the name of the ComponentRevision
  record Exactly(String revision) implements RevisionRequest {}
}
