package io.keelson.expression.evaluation;

import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Problem;
import io.keelson.expression.value.TypeNames;
import java.util.SortedSet;

/// Makes the text of a declared string: unknown as soon as one part is, marked as soon as one part
/// is.
public final class Interpolation {
  private Interpolation() {}

  public static Value text(Node.Template template, Evaluator evaluator) {
    var text = new StringBuilder();
    SortedSet<Mark> marks = Marks.NONE;
    boolean known = true;
    for (Node.Template.Piece piece : template.pieces()) {
      var value = evaluator.evaluate(piece.node());
      marks = Marks.union(marks, value.marks());
      switch (value) {
        case Value.Text part -> text.append(part.text());
        case Value.Num part -> text.append(Numbers.text(part.number()));
        case Value.Truth part -> text.append(part.truth());
        case Value.Null _ -> throw nullPart(piece.at());
        case Value.Unknown unknown -> {
          check(unknown.type(), piece.at());
          known = false;
        }
        default -> check(value.type(), piece.at());
      }
      evaluator.budget().at(piece.at());
      evaluator.budget().text(text.length());
    }
    return (known ? Value.text(text.toString()) : Value.unknownNotNull(Types.STRING)).mark(marks);
  }

  /// @throws Problem if no value of the type has a text
  public static void check(Type type, int at) {
    if (type instanceof Type.Primitive || type == Types.DYNAMIC) return;
    throw Problem.expression(
        at,
        "value has no text",
        "a string cannot hold " + TypeNames.of(type),
        "Use json.encode(…) or join(…) to make a string of it.");
  }

  private static Problem nullPart(int at) {
    return Problem.expression(
        at, "null has no text", "a string cannot hold null", "Use coalesce(…) to give a default.");
  }
}
