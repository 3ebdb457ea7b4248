package io.keelson.expression.evaluation;

import io.keelson.engine.config.Root;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Function;
import java.util.List;
import java.util.Optional;

/// One step of an evaluation, planned once. Positions are those of the declared string.
public sealed interface Node {
  /// A value written in the source.
  record Literal(Value value) implements Node {}

  /// What the scope has for a root.
  record Resolve(Root root) implements Node {}

  /// A variable of a comprehension.
  record Local(int slot) implements Node {}

  /// An attribute of an object, or the element of a map under a key that is written in the source.
  ///
  /// @param what the source of the operand, for messages
  record Select(Node operand, String name, String what, int at) implements Node {}

  /// Whether there is such an attribute or element, and it is not null.
  record Has(Node operand, String name, String what, int at) implements Node {}

  /// An element by a position that is written in the source.
  record Element(Node operand, int index, String what, int at) implements Node {}

  /// An element by a position or key that is computed.
  record Index(Node operand, Node key, String what, int at) implements Node {}

  /// `.?name` and `[?key]`: an optional value.
  record OptionalIndex(Node operand, Node key, String what, int at) implements Node {}

  record And(Node left, Node right, int at) implements Node {}

  record Or(Node left, Node right, int at) implements Node {}

  /// Whether the operand is anything but a known false; mistakes count as true. Macros use it to
  /// end their loops.
  record NotFalse(Node operand) implements Node {}

  /// @param common what both arms are converted to; dynamic: they stay as they are
  record Conditional(Node condition, Node then, Node otherwise, Type common, int at)
      implements Node {}

  record Tuple(List<Node> elements, List<Boolean> optional, int at) implements Node {}

  record Entries(List<Entry> entries, int at) implements Node {
    public record Entry(Node key, Node value, boolean optional) {}
  }

  /// @param result what an unknown result's type is
  record Apply(Function function, List<Node> arguments, Type result, int at) implements Node {}

  /// What an optional holds, or else another value.
  ///
  /// @param opened whether the optional is opened: `orValue`, not `or`
  record OrElse(Node optional, Node otherwise, boolean opened, int at) implements Node {}

  /// The first alternative that gives a value without a mistake.
  ///
  /// @param common the type all alternatives have, or dynamic
  record Try(List<Node> alternatives, Type common) implements Node {}

  record Can(Node operand) implements Node {}

  /// A name for a value.
  record Let(int slot, Node value, Node body) implements Node {}

  /// A comprehension as CEL's macros write it.
  ///
  /// @param key slot of the index or key; below zero if there is one variable only
  /// @param element slot of the element; of the key, if there is one variable and a map
  /// @param type of the result, for an unknown one
  record Fold(
      Node range,
      int key,
      int element,
      int accumulator,
      Node start,
      Node condition,
      Node step,
      Node result,
      Type type,
      int at)
      implements Node {}

  /// A comprehension that puts one element after the other, as `map` and `filter` do.
  record Collect(
      Node range, int key, int element, Optional<Node> filter, List<Node> collected, int at)
      implements Node {}

  /// A comprehension that gathers the entries of an object.
  ///
  /// @param keyed the key and the value of an entry, or one object of entries
  record CollectEntries(
      Node range, int key, int element, Optional<Node> filter, List<Node> keyed, int at)
      implements Node {}

  /// Makes a value that others can take of one that only expressions know.
  record Border(Node operand, int at) implements Node {}

  /// A declared string: text and expressions in turn.
  record Template(List<Piece> pieces) implements Node {
    /// @param at where the expression starts in the declared string
    public record Piece(Node node, int at) {}
  }
}
