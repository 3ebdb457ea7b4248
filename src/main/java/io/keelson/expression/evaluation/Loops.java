package io.keelson.expression.evaluation;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Problem;
import io.keelson.expression.value.TypeNames;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;

/// Comprehensions. Over an unknown collection the result is unknown; its marks go to the result.
final class Loops {
  private Loops() {}

  /// What a loop runs over: known keys and elements in order.
  ///
  /// @param map whether a loop with one variable goes over the keys
  private record Range(List<? extends Value> keys, List<Value> elements, boolean map) {}

  static Value fold(Node.Fold node, Evaluator evaluator) {
    var collection = evaluator.evaluate(node.range());
    var range = range(collection, node.at(), evaluator);
    if (range.isEmpty()) return Value.unknownNotNull(node.type()).mark(collection.marks());
    boolean mayBeSettled = node.step() instanceof Node.And || node.step() instanceof Node.Or;
    evaluator.assign(node.accumulator(), evaluator.evaluate(node.start()));
    Problem mistake = null;
    for (int i = 0; i < range.get().elements().size(); i++) {
      if (mistake == null
          && evaluator.evaluate(node.condition()) instanceof Value.Truth(boolean more, _)
          && !more) break;
      bind(node.key(), node.element(), range.get(), i, evaluator);
      try {
        evaluator.assign(node.accumulator(), evaluator.evaluate(node.step()));
      } catch (Problem problem) {
        // A later element may still settle an `exists` or `all`.
        if (!mayBeSettled) throw problem;
        if (mistake == null) mistake = problem;
      }
    }
    if (mistake != null && !maySettle(node, evaluator)) throw mistake;
    return evaluator.evaluate(node.result()).mark(collection.marks());
  }

  /// Whether an `exists` became true or an `all` false, or still may, so that mistakes before do
  /// not matter.
  private static boolean maySettle(Node.Fold node, Evaluator evaluator) {
    var reached = evaluator.evaluate(new Node.Local(node.accumulator()));
    return reached.isUnknown()
        || reached instanceof Value.Truth(boolean truth, _)
            && truth == node.step() instanceof Node.Or;
  }

  static Value collect(Node.Collect node, Evaluator evaluator) {
    var collection = evaluator.evaluate(node.range());
    var range = range(collection, node.at(), evaluator);
    if (range.isEmpty()) return Value.unknownNotNull(Types.DYNAMIC).mark(collection.marks());
    var collected = new ArrayList<Value>();
    var marks = collection.marks();
    boolean known = true;
    for (int i = 0; i < range.get().elements().size(); i++) {
      bind(node.key(), node.element(), range.get(), i, evaluator);
      var kept = filter(node.filter(), node.at(), evaluator);
      marks = Marks.union(marks, kept.marks());
      known &= !kept.isUnknown();
      if (!(kept instanceof Value.Truth(boolean truth, _)) || !truth) continue;
      for (Node element : node.collected()) collected.add(evaluator.evaluate(element));
      evaluator.budget().elements(node.collected().size());
    }
    if (!known) return Value.unknownNotNull(Types.DYNAMIC).mark(marks);
    return evaluator.made(Value.tuple(collected), node.at()).mark(marks);
  }

  static Value collectEntries(Node.CollectEntries node, Evaluator evaluator) {
    var collection = evaluator.evaluate(node.range());
    var range = range(collection, node.at(), evaluator);
    if (range.isEmpty()) return Value.unknownNotNull(Types.DYNAMIC).mark(collection.marks());
    var entries = new TreeMap<String, Value>();
    SortedSet<Mark> marks = collection.marks();
    boolean known = true;
    for (int i = 0; i < range.get().elements().size(); i++) {
      bind(node.key(), node.element(), range.get(), i, evaluator);
      var kept = filter(node.filter(), node.at(), evaluator);
      marks = Marks.union(marks, kept.marks());
      known &= !kept.isUnknown();
      if (!(kept instanceof Value.Truth(boolean truth, _)) || !truth) continue;
      var first = evaluator.evaluate(node.keyed().getFirst());
      marks = Marks.union(marks, first.marks());
      if (first.isUnknown()) known = false;
      else if (node.keyed().size() == 2)
        Containers.put(first, evaluator.evaluate(node.keyed().get(1)), entries, node.at());
      else putAll(first, entries, node.at());
    }
    if (!known) return Value.unknownNotNull(Types.DYNAMIC).mark(marks);
    return evaluator.made(Value.object(entries), node.at()).mark(marks);
  }

  private static void putAll(Value object, Map<String, Value> entries, int at) {
    if (!(object instanceof Mapping mapping))
      throw Problem.expression(
          at, "wrong entry", "a map of entries is needed here, not " + TypeNames.of(object), "");
    for (int i = 0; i < mapping.size(); i++)
      Containers.put(Value.text(mapping.key(i)), mapping.value(i), entries, at);
  }

  private static Value filter(Optional<Node> filter, int at, Evaluator evaluator) {
    if (filter.isEmpty()) return Value.truth(true);
    var kept = evaluator.evaluate(filter.get());
    if (kept instanceof Value.Unknown unknown) Logic.check(unknown, at);
    else if (!(kept instanceof Value.Truth)) throw Logic.notBool(kept, at);
    return kept;
  }

  private static void bind(int key, int element, Range range, int i, Evaluator evaluator) {
    evaluator.budget().step();
    boolean keys = key < 0 && range.map();
    if (key >= 0) evaluator.assign(key, range.keys().get(i));
    evaluator.assign(element, keys ? range.keys().get(i) : range.elements().get(i));
  }

  /// Empty if the collection, or how many elements it has, is unknown.
  private static Optional<Range> range(Value collection, int at, Evaluator evaluator) {
    evaluator.budget().at(at);
    return switch (collection) {
      case Sequence sequence -> {
        if (sequence.isSet() && !sequence.whollyKnown()) yield Optional.empty();
        evaluator.budget().elements(sequence.size());
        yield Optional.of(new Range(new Positions(sequence.size()), sequence.elements(), false));
      }
      case Mapping mapping when !Capsule.isCapsule(mapping) -> {
        evaluator.budget().elements(mapping.size());
        var keys = mapping.keys().stream().map(Value::text).toList();
        yield Optional.of(new Range(keys, mapping.values(), true));
      }
      case Value.Unknown unknown when !(unknown.type() instanceof Type.Primitive) ->
          Optional.empty();
      default ->
          throw Problem.expression(
              at,
              "no collection",
              "a list or a map is needed to go through, but this is " + TypeNames.of(collection),
              "");
    };
  }

  /// 0, 1, 2 and so on, without keeping them.
  private static final class Positions extends AbstractList<Value> {
    private final int size;

    Positions(int size) {
      this.size = size;
    }

    @Override
    public Value get(int position) {
      return Value.number(position);
    }

    @Override
    public int size() {
      return size;
    }
  }
}
