package io.keelson.expression.function;

import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Function;
import io.keelson.expression.value.TypeNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.stream.IntStream;

/// Functions of lists, sets and tuples that need the elements one by one, but not what they are: an
/// unknown element stays one unknown element.
public final class ListShapes {
  private ListShapes() {}

  public static void addTo(Map<String, Function> functions) {
    functions.put("concat", ListShapes::concatAll);
    functions.put("reverse", ofShape(ListShapes::reverse));
    functions.put("slice", ofShape(ListShapes::slice));
    functions.put("chunk", ofShape(ListShapes::chunk));
    functions.put("flatten", ofShape(ListShapes::flatten));
    functions.put("first", ofElement(call -> end(call, 0)));
    functions.put("last", ofElement(call -> end(call, call.sequence(0).size() - 1)));
    functions.put("one", ofElement(ListShapes::one));
    functions.put("lists.range", Function.ofContent(ListShapes::range));
  }

  /// A function that gives a list. How many elements a set with unknown elements has is unknown.
  static Function ofShape(Function body) {
    return call -> {
      boolean countable = isCountable(call);
      if (!countable) return call.unknown(Types.DYNAMIC);
      return body.apply(call).mark(ownMarks(call));
    };
  }

  /// A function that gives an element, of which there may be none.
  private static Function ofElement(Function body) {
    return call ->
        isCountable(call)
            ? body.apply(call).mark(ownMarks(call))
            : Value.unknown(Types.DYNAMIC).mark(call.allMarks());
  }

  private static boolean isCountable(Call call) {
    var list = call.argument(0);
    if (list instanceof Sequence sequence && sequence.isSet() && !sequence.whollyKnown())
      return false;
    return !list.isUnknown() && call.arguments().stream().skip(1).allMatch(Value::whollyKnown);
  }

  private static SortedSet<Mark> ownMarks(Call call) {
    return call.arguments().stream().map(Value::marks).reduce(Marks.NONE, Marks::union);
  }

  private static Value concatAll(Call call) {
    var lists = call.sequence(0).elements();
    if (lists.stream().allMatch(Sequence.class::isInstance))
      return concat(lists.stream().map(Sequence.class::cast).toList(), call);
    for (Value each : lists)
      if (each.isNull() || !Operators.isList(each.type()) && each.type() != Types.DYNAMIC)
        throw call.problem(
            "wrong argument",
            "a list is needed here, but this is " + TypeNames.of(each),
            each.isNull() ? "Use coalesce(…, []) for a list that may be null." : "");
    Value all = lists.getFirst();
    for (Value next : lists.subList(1, lists.size())) all = unknownConcat(all, next, call);
    return all;
  }

  static Value concat(List<Sequence> lists, Call call) {
    long size = lists.stream().mapToLong(Sequence::size).sum();
    call.budget().elements(size);
    var all = new ArrayList<Value>();
    var marks = Marks.NONE;
    for (Sequence list : lists) {
      all.addAll(list.elements());
      marks = Marks.union(marks, list.marks());
    }
    if (lists.stream().anyMatch(list -> list.isSet() && !list.whollyKnown()))
      return call.unknown(Types.DYNAMIC);
    var type = lists.getFirst().type();
    boolean typed =
        type instanceof Type.ListOf && lists.stream().allMatch(list -> list.type().equals(type));
    return (typed ? lists.getFirst().withElements(all) : Value.tuple(all)).mark(marks);
  }

  /// The lengths of tuples are known even where the tuples are not.
  static Value unknownConcat(Value one, Value two, Call call) {
    if (one.type() instanceof Type.TupleOf(var left)
        && two.type() instanceof Type.TupleOf(var right)) {
      var types = new ArrayList<>(left);
      types.addAll(right);
      return call.unknown(Type.tuple(types));
    }
    boolean same = one.type().equals(two.type()) && one.type() instanceof Type.ListOf;
    return call.unknown(same ? one.type() : Types.DYNAMIC);
  }

  private static Value reverse(Call call) {
    if (call.argument(0) instanceof Value.Text(String text, _))
      return Value.text(new StringBuilder(text).reverse().toString());
    var reversed = new ArrayList<>(call.sequence(0).elements());
    call.budget().elements(reversed.size());
    Collections.reverse(reversed);
    return Value.tuple(reversed);
  }

  private static Value slice(Call call) {
    var list = call.sequence(0);
    int from = call.whole(1);
    int to = call.whole(2);
    if (from < 0 || to > list.size() || from > to)
      throw call.problem(
          "index out of range",
          call.marked()
              ? "there is no such slice"
              : "a list of %d elements has no slice from %d to %d".formatted(list.size(), from, to),
          "");
    call.budget().elements(to - from);
    return Value.tuple(list.elements().subList(from, to));
  }

  /// Lists of a size each; the last one may be shorter.
  private static Value chunk(Call call) {
    var elements = call.sequence(0).elements();
    int size = call.whole(1);
    if (size < 1) throw call.problem("wrong argument", "a chunk needs at least one element", "");
    call.budget().elements(elements.size());
    var chunks = new ArrayList<Value>();
    for (int from = 0; from < elements.size(); from += size)
      chunks.add(
          Value.tuple(elements.subList(from, Math.min(size, elements.size() - from) + from)));
    return Value.tuple(chunks);
  }

  private static Value flatten(Call call) {
    int depth = call.count() > 1 ? call.whole(1) : 1;
    if (depth < 0) throw call.problem("wrong argument", "the depth cannot be negative", "");
    var flat = new ArrayList<Value>();
    return flatten(call.sequence(0), depth, flat, call)
        ? Value.tuple(flat)
        : call.unknown(Types.DYNAMIC);
  }

  private static boolean flatten(Sequence list, int depth, List<Value> flat, Call call) {
    call.budget().elements(list.size());
    for (Value element : list.elements()) {
      boolean maybeList =
          element.isUnknown()
              && (Operators.isList(element.type()) || element.type() == Types.DYNAMIC);
      if (depth > 0 && maybeList) return false;
      if (depth > 0 && element instanceof Sequence inner) {
        if (!flatten(inner, depth - 1, flat, call)) return false;
      } else {
        flat.add(element);
      }
    }
    return true;
  }

  /// The first or last element, as an optional.
  private static Value end(Call call, int position) {
    var list = call.sequence(0);
    if (list.size() > 0) return Capsule.some(list.get(position));
    return Capsule.none(list.type() instanceof Type.ListOf(var each) ? each : Types.DYNAMIC);
  }

  /// The one element there is, or null.
  private static Value one(Call call) {
    var list = call.sequence(0);
    if (list.size() > 1)
      throw call.problem(
          "more than one element",
          "at most one element is expected here"
              + (call.marked() ? "" : ", but there are " + list.size()),
          "Take one of them, with first() or an index.");
    return list.size() == 0 ? Value.nothing(Types.DYNAMIC) : list.get(0);
  }

  private static Value range(Call call) {
    int size = Math.max(0, call.whole(0));
    call.budget().elements(size);
    return Value.tuple(IntStream.range(0, size).mapToObj(Value::number).toList());
  }
}
