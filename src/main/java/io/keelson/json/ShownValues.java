package io.keelson.json;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// A value and its successor as JSON that everybody may read. What is hidden in one of them is
/// hidden in both: it may be the same.
///
/// Places are JSON pointers. An element of a set has its place in the printed array, which may be
/// another one in the successor. A secret in a set hides the set.
///
/// @rule R-SENS-3
final class ShownValues {
  private final SortedSet<String> sensitive = new TreeSet<>();
  private final SortedSet<String> unknown = new TreeSet<>();
  private final Optional<Value> before;
  private final Optional<Value> after;

  private ShownValues(Optional<Value> before, Optional<Value> after) {
    this.before = before;
    this.after = after;
    before.ifPresent(value -> findMarked(value, JsonPointer.empty()));
    after.ifPresent(value -> findMarked(value, JsonPointer.empty()));
  }

  /// Adds both values, null where there is none, and which places are hidden and unknown.
  static void write(Optional<Value> before, Optional<Value> after, ObjectNode into) {
    var values = new ShownValues(before, after);
    into.set("before", values.json(values.before));
    into.set("after", values.json(values.after));
    write("sensitive", values.sensitive, into);
    write("unknown", values.unknown, into);
  }

  private static void write(String name, Collection<String> pointers, ObjectNode into) {
    if (pointers.isEmpty()) return;
    var all = into.putArray(name);
    pointers.forEach(all::add);
  }

  /// The same place as a JSON pointer.
  static String pointer(AttributePath path) {
    var pointer = JsonPointer.empty();
    for (AttributePath.Step step : path.steps())
      pointer =
          switch (step) {
            case AttributePath.Step.Attribute(var name) -> pointer.appendProperty(name);
            case AttributePath.Step.Key(var key) -> pointer.appendProperty(key);
            case AttributePath.Step.Index(var index) -> pointer.appendIndex(index);
          };
    return pointer.toString();
  }

  private void findMarked(Value value, JsonPointer at) {
    if (!value.marks().isEmpty()) {
      sensitive.add(at.toString());
    } else if (value.marked()) {
      switch (value) {
        case Mapping mapping ->
            mapping.entries().forEach((name, each) -> findMarked(each, at.appendProperty(name)));
        case Sequence set when set.isSet() -> sensitive.add(at.toString());
        case Sequence list -> {
          for (int i = 0; i < list.size(); i++) findMarked(list.get(i), at.appendIndex(i));
        }
        default -> throw new IllegalStateException("a mark is on no part of the value");
      }
    }
  }

  private JsonNode json(Optional<Value> value) {
    return value
        .map(each -> json(each, JsonPointer.empty()))
        .orElseGet(JsonNodeFactory.instance::nullNode);
  }

  private JsonNode json(Value value, JsonPointer at) {
    var nodes = JsonNodeFactory.instance;
    if (value.isUnknown()) unknown.add(at.toString());
    if (sensitive.contains(at.toString())) return nodes.nullNode();
    return switch (value) {
      case Value.Null _, Value.Unknown _ -> nodes.nullNode();
      case Value.Text text -> nodes.textNode(text.text());
      case Value.Num num -> nodes.numberNode(num.number());
      case Value.Truth truth -> nodes.booleanNode(truth.truth());
      case Sequence sequence -> {
        var array = nodes.arrayNode();
        for (int i = 0; i < sequence.size(); i++)
          array.add(json(sequence.get(i), at.appendIndex(i)));
        yield array;
      }
      case Mapping mapping -> {
        var object = nodes.objectNode();
        mapping
            .entries()
            .forEach((name, each) -> object.set(name, json(each, at.appendProperty(name))));
        yield object;
      }
    };
  }
}
