package io.keelson.expression;

import io.keelson.engine.config.Root;
import io.keelson.engine.value.Value;
import java.util.List;

/// One step of an evaluation, planned once. Positions are those of the declared string.
sealed interface Node {
  /// A value written in the source.
  record Literal(Value value) implements Node {}

  /// What the scope has for a root.
  record Resolve(Root root) implements Node {}

  /// An attribute of an object, or the element of a map under a key that is written in the source.
  ///
  /// @param what the source of the operand, for messages
  record Select(Node operand, String name, String what, int at) implements Node {}

  /// An element by a position that is written in the source.
  record Element(Node operand, int index, String what, int at) implements Node {}

  /// An element by a position or key that is computed.
  record Index(Node operand, Node key, String what, int at) implements Node {}

  /// A declared string: text and expressions in turn.
  record Template(List<Piece> pieces) implements Node {
    /// @param at where the expression starts in the declared string
    record Piece(Node node, int at) {}
  }
}
