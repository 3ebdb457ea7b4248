package io.keelson.expression.evaluation;

import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Problem;
import io.keelson.expression.value.TypeNames;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;

/// The literals `[…]` and `{…}`. An unknown element stays one unknown element.
public final class Containers {
  private Containers() {}

  /// A tuple. Whether an unknown optional element is there nobody can tell, so it makes the tuple
  /// unknown.
  static Value tuple(Node.Tuple node, Evaluator evaluator) {
    evaluator.budget().at(node.at());
    evaluator.budget().elements(node.elements().size());
    var elements = new ArrayList<Value>(node.elements().size());
    var marks = Marks.NONE;
    boolean known = true;
    for (int i = 0; i < node.elements().size(); i++) {
      var element = evaluator.evaluate(node.elements().get(i));
      if (!node.optional().get(i)) {
        elements.add(element);
        continue;
      }
      marks = Marks.union(marks, element.marks());
      if (element.isUnknown()) known = false;
      else Optionals.element(element, node.at()).ifPresent(elements::add);
    }
    if (!known) return Value.unknownNotNull(Types.DYNAMIC).mark(marks);
    return evaluator.made(Value.tuple(elements), node.at()).mark(marks);
  }

  /// An object. An unknown key makes it unknown: nobody can tell what it would have.
  static Value object(Node.Entries node, Evaluator evaluator) {
    evaluator.budget().at(node.at());
    evaluator.budget().elements(node.entries().size());
    var entries = new TreeMap<String, Value>();
    var marks = Marks.NONE;
    boolean known = true;
    for (Node.Entries.Entry entry : node.entries()) {
      var key = evaluator.evaluate(entry.key());
      var value = evaluator.evaluate(entry.value());
      marks = Marks.union(marks, key.marks());
      if (entry.optional()) marks = Marks.union(marks, value.marks());
      if (key.isUnknown() || entry.optional() && value.isUnknown()) known = false;
      else if (!entry.optional()) put(key, value, entries, node.at());
      else
        Optionals.element(value, node.at()).ifPresent(held -> put(key, held, entries, node.at()));
    }
    if (!known) return Value.unknownNotNull(Types.DYNAMIC).mark(marks);
    return evaluator.made(Value.object(entries), node.at()).mark(marks);
  }

  /// Adds an entry to those of a map.
  ///
  /// @throws Problem if the key is no string, or there already
  public static void put(Value key, Value value, Map<String, Value> entries, int at) {
    if (!(key instanceof Value.Text(String text, _)))
      throw Problem.expression(
          at,
          "wrong key",
          "the keys of a map are strings, but this is " + TypeNames.of(key),
          "Use toString(…), or put the key in quotes.");
    if (Capsule.isReserved(text))
      throw Problem.expression(at, "wrong key", "a key cannot start with a null character", "");
    if (entries.putIfAbsent(text, value) != null)
      throw Problem.expression(
          at, "repeated key", "a map has the same key twice", "Every key may occur once.");
  }
}
