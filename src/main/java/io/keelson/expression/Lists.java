package io.keelson.expression;

import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Tri;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Functions of lists, sets and tuples. They look no further into elements than they must, so an
/// unknown element stays one unknown element.
final class Lists {
  private Lists() {}

  static void addTo(Map<String, Function> functions) {
    functions.put("concat", Lists::concatAll);
    functions.put("reverse", ofShape(Lists::reverse));
    functions.put("slice", ofShape(Lists::slice));
    functions.put("flatten", ofShape(Lists::flatten));
    functions.put("distinct", ofContent(Lists::distinct));
    functions.put("sort", ofContent(Lists::sort));
    functions.put("lists.@sortByAssociatedKeys", ofShape(Lists::sortByKeys));
    functions.put("first", ofShape(call -> end(call, 0)));
    functions.put("last", ofShape(call -> end(call, call.sequence(0).size() - 1)));
    functions.put("lists.range", Function.ofContent(Lists::range));
    functions.put("join", Function.ofContent(Lists::join));
    functions.put("sets.contains", Function.ofContent(call -> contains(call, 0, 1)));
    functions.put(
        "sets.equivalent",
        Function.ofContent(
            call -> Value.truth(containsAll(call, 0, 1) && containsAll(call, 1, 0))));
    functions.put("sets.intersects", Function.ofContent(Lists::intersects));
  }

  /// A function that needs the elements one by one, but not what they are. How many elements a set
  /// with unknown elements has is unknown.
  private static Function ofShape(Function body) {
    return call -> {
      var list = call.argument(0);
      boolean rest = call.arguments().stream().skip(1).allMatch(Value::whollyKnown);
      if (list instanceof Sequence sequence && rest) {
        boolean countable = !sequence.isSet() || sequence.whollyKnown();
        var marks =
            call.arguments().stream().skip(1).map(Value::marks).reduce(list.marks(), Marks::union);
        if (countable) return body.apply(call).mark(marks);
      } else if (!list.isUnknown() && !(list instanceof Sequence)) {
        return body.apply(call);
      }
      return call.unknown(Types.DYNAMIC);
    };
  }

  /// A function whose choice or order of elements depends on what they are.
  private static Function ofContent(Function body) {
    return call ->
        call.whollyKnown() ? body.apply(call).mark(call.allMarks()) : call.unknown(Types.DYNAMIC);
  }

  private static Value concatAll(Call call) {
    var lists = call.sequence(0).elements();
    if (lists.stream().allMatch(Sequence.class::isInstance))
      return concat(lists.stream().map(Sequence.class::cast).toList(), call);
    Value all = lists.getFirst();
    for (Value next : lists.subList(1, lists.size())) {
      if (!Operators.isList(next.type()) && next.type() != Types.DYNAMIC)
        throw call.problem(
            "wrong argument", "a list is needed here, but this is " + TypeNames.of(next), "");
      all = unknownConcat(all, next, call);
    }
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
      return Value.text(new StringBuilder(text).reverse().toString()).mark(call.allMarks());
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

  private static Value distinct(Call call) {
    var distinct = new ArrayList<Value>();
    var seen = new TreeSet<Value>(Value.ORDER);
    call.budget().elements(call.sequence(0).size());
    for (Value element : call.sequence(0).elements()) if (seen.add(element)) distinct.add(element);
    return Value.tuple(distinct);
  }

  private static Value sort(Call call) {
    var sorted = new ArrayList<>(call.sequence(0).elements());
    checkSortable(sorted, call);
    sorted.sort(Value.ORDER);
    return Value.tuple(sorted);
  }

  /// The elements are pairs of a key and what to sort by it.
  private static Value sortByKeys(Call call) {
    var pairs = new ArrayList<Sequence>();
    for (Value pair : call.sequence(0).elements()) pairs.add((Sequence) pair);
    var keys = pairs.stream().map(pair -> pair.get(0)).toList();
    if (!keys.stream().allMatch(Value::whollyKnown)) return call.unknown(Types.DYNAMIC);
    checkSortable(keys, call);
    pairs.sort(Comparator.comparing(pair -> pair.get(0), Value.ORDER));
    var marks = keys.stream().map(Value::marks).reduce(Marks.NONE, Marks::union);
    return Value.tuple(pairs.stream().map(pair -> pair.get(1)).toList()).mark(marks);
  }

  private static void checkSortable(List<Value> keys, Call call) {
    call.budget().elements(keys.size());
    boolean sortable =
        keys.stream().allMatch(key -> key.type() instanceof Type.Primitive && !key.isNull())
            && keys.stream().map(Value::type).distinct().count() <= 1;
    if (!sortable)
      throw call.problem(
          "wrong argument",
          "only strings, numbers or bools can be put in order, and not mixed",
          "Use sortBy(x, …) with the attribute to sort by.");
  }

  private static Value end(Call call, int position) {
    var list = call.sequence(0);
    return list.size() == 0 ? Capsule.none() : Capsule.some(list.get(position));
  }

  private static Value range(Call call) {
    int size = Math.max(0, call.whole(0));
    call.budget().elements(size);
    return Value.tuple(IntStream.range(0, size).mapToObj(Value::number).toList());
  }

  private static Value join(Call call) {
    var list = call.sequence(0);
    String separator = call.count() > 1 ? call.text(1) : "";
    long length = 0;
    var parts = new ArrayList<String>(list.size());
    for (Value element : list.elements()) {
      var part = part(element, call);
      length += part.length() + separator.length();
      parts.add(part);
    }
    call.budget().text(length);
    return Value.text(String.join(separator, parts));
  }

  private static String part(Value element, Call call) {
    return switch (element) {
      case Value.Text(String text, _) -> text;
      case Value.Num(BigDecimal number, _) -> Numbers.text(number);
      case Value.Truth(boolean truth, _) -> Boolean.toString(truth);
      default ->
          throw call.problem(
              "wrong argument", "a list to join cannot hold " + TypeNames.of(element), "");
    };
  }

  private static Value contains(Call call, int all, int some) {
    return Value.truth(containsAll(call, all, some));
  }

  private static boolean containsAll(Call call, int all, int some) {
    var elements = call.sequence(all).elements();
    call.budget().elements((long) elements.size() * call.sequence(some).size());
    return call.sequence(some).elements().stream()
        .allMatch(wanted -> elements.stream().anyMatch(each -> each.sameAs(wanted) == Tri.TRUE));
  }

  private static Value intersects(Call call) {
    var others = call.sequence(1).elements();
    call.budget().elements((long) call.sequence(0).size() * others.size());
    return Value.truth(
        call.sequence(0).elements().stream()
            .anyMatch(each -> others.stream().anyMatch(other -> each.sameAs(other) == Tri.TRUE)));
  }
}
