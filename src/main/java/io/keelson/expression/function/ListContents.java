package io.keelson.expression.function;

import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Tri;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Function;
import io.keelson.expression.value.TypeNames;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Functions of lists, sets and tuples whose result depends on what the elements are.
public final class ListContents {
  private ListContents() {}

  /// @param textIndexOf the function of texts that shares its name with one of lists
  public static void addTo(Map<String, Function> functions, Function textIndexOf) {
    functions.put("distinct", ofContent(ListContents::distinct));
    functions.put("compact", ofContent(ListContents::compact));
    functions.put("sort", ofContent(ListContents::sort));
    functions.put("lists.@sortByAssociatedKeys", ListShapes.ofShape(ListContents::sortByKeys));
    functions.put("sum", ListContents::sum);
    functions.put("indexOf", call -> indexOf(call, textIndexOf));
    functions.put("join", Function.ofContent(ListContents::join));
    functions.put("sets.contains", Function.ofContent(call -> contains(call, 0, 1)));
    functions.put(
        "sets.equivalent",
        Function.ofContent(
            call -> Value.truth(containsAll(call, 0, 1) && containsAll(call, 1, 0))));
    functions.put("sets.intersects", Function.ofContent(ListContents::intersects));
  }

  /// A function whose choice or order of elements depends on what they are.
  private static Function ofContent(Function body) {
    return call ->
        call.whollyKnown() ? body.apply(call).mark(call.allMarks()) : call.unknown(Types.DYNAMIC);
  }

  private static Value distinct(Call call) {
    var distinct = new ArrayList<Value>();
    var seen = new TreeSet<Value>(Value.ORDER);
    call.budget().elements(call.sequence(0).size());
    for (Value element : call.sequence(0).elements()) if (seen.add(element)) distinct.add(element);
    return Value.tuple(distinct);
  }

  /// Without nulls and empty texts.
  private static Value compact(Call call) {
    call.budget().elements(call.sequence(0).size());
    var kept = new ArrayList<Value>();
    for (Value element : call.sequence(0).elements()) {
      if (element.isNull()) continue;
      if (!(element instanceof Value.Text(String text, _)))
        throw call.problem(
            "wrong argument",
            "only a list of strings can be compacted, but this one holds " + TypeNames.of(element),
            "Use filter(x, …) for other elements.");
      if (!text.isEmpty()) kept.add(element);
    }
    return Value.tuple(kept);
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
        keys.stream().allMatch(ListContents::isOrdered)
            && keys.stream().map(Value::type).distinct().count() <= 1;
    if (!sortable)
      throw call.problem(
          "wrong argument",
          "only strings, numbers, bools, times or quantities can be put in order, and not mixed",
          "Use sortBy(x, …) with the attribute to sort by.");
  }

  private static boolean isOrdered(Value key) {
    return key.type() instanceof Type.Primitive && !key.isNull() || Capsule.isAmount(key);
  }

  private static Value sum(Call call) {
    if (call.argument(0).isUnknown()) return call.unknown(Types.NUMBER);
    var list = call.sequence(0);
    call.budget().elements(list.size());
    if (list.isSet() && !list.whollyKnown()) return call.unknown(Types.NUMBER);
    var sum = BigDecimal.ZERO;
    boolean known = true;
    for (Value element : list.elements()) {
      if (element instanceof Value.Num(BigDecimal number, _)) sum = sum.add(number);
      else if (element.isUnknown() && isNumber(element.type())) known = false;
      else
        throw call.problem(
            "wrong argument", "only numbers have a sum, and one is " + TypeNames.of(element), "");
    }
    return known ? Value.number(sum).mark(call.allMarks()) : call.unknown(Types.NUMBER);
  }

  private static boolean isNumber(Type type) {
    return type == Types.NUMBER || type == Types.DYNAMIC;
  }

  /// The position of the first element that is the same, or -1.
  private static Value indexOf(Call call, Function textIndexOf) {
    if (!(call.argument(0) instanceof Sequence list)) return textIndexOf.apply(call);
    if (list.isSet()) throw call.wrongArgument(0, Type.list(Types.DYNAMIC));
    call.budget().elements(list.size());
    call.budget().parts(list);
    for (int i = 0; i < list.size(); i++) {
      var same = Operators.same(list.get(i), call.argument(1));
      if (same == Tri.UNKNOWN) return call.unknown(Types.NUMBER);
      if (same == Tri.TRUE) return Value.number(i).mark(call.allMarks());
    }
    return Value.number(-1).mark(call.allMarks());
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
        .allMatch(wanted -> elements.stream().anyMatch(each -> isSame(each, wanted)));
  }

  private static Value intersects(Call call) {
    var others = call.sequence(1).elements();
    call.budget().elements((long) call.sequence(0).size() * others.size());
    return Value.truth(
        call.sequence(0).elements().stream()
            .anyMatch(each -> others.stream().anyMatch(other -> isSame(each, other))));
  }

  private static boolean isSame(Value one, Value two) {
    return Operators.same(one, two) == Tri.TRUE;
  }
}
