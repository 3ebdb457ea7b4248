package io.keelson.engine.reading;

import io.keelson.engine.address.AttributePath.Step;
import io.keelson.engine.address.PathPattern.Part;
import io.keelson.engine.config.Lifecycle.IgnoreChanges;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The values of an object as an approval compares them: without those that nobody decides about,
/// so that an approval lasts although they change.
///
/// What is ignored is left out. What only the provider gives counts as it was last applied, as long
/// as the plan leaves it as it is.
///
/// @param observed the object as it is
/// @param applied the object as it was last applied
/// @rule R-IGN-7
record ApprovedValues(Schema schema, IgnoreChanges ignored, Value observed, Value applied) {

  /// The change as an approval compares it with later ones.
  public Change in(Change change) {
    return change.comparedAs(
        new Change.Compared(
            change.before().map(prior -> withoutIgnored(settled(prior))),
            change
                .after()
                .map(planned ->
                    isReplaced(change) ? settled(planned) : withoutIgnored(settled(planned))),
            ignored.patterns()));
  }

  /// Nothing is ignored for an object that is made anew.
  ///
  /// @rule R-IGN-1
  private static boolean isReplaced(Change change) {
    return change.action() instanceof Action.Replace;
  }

  private Value settled(Value value) {
    return settled(schema.root(), value, observed, applied);
  }

  private Value withoutIgnored(Value settled) {
    return switch (ignored) {
      case IgnoreChanges.All _ -> computed(settled);
      case IgnoreChanges.Only(var paths) -> {
        var left = settled;
        for (var path : paths) left = without(left, path.parts());
        yield left;
      }
    };
  }

  private Value computed(Value value) {
    if (!(value instanceof Mapping object)) return value;
    return object.mapValues((name, each) ->
        isComputed(schema.root().attributes().get(name)) ? each : Value.nothing(each.type()));
  }

  private static boolean isComputed(@Nullable Attribute attribute) {
    return attribute != null && attribute.presence() == Presence.COMPUTED;
  }

  private static Value settled(Block block, Value value, Value observed, Value applied) {
    if (!(value instanceof Mapping object)
        || !(observed instanceof Mapping seen)
        || !(applied instanceof Mapping last)) return value;
    return object.mapValues((name, each) -> {
      var now = seen.get(name);
      var before = last.get(name);
      return now == null || before == null ? each : settled(block, name, each, now, before);
    });
  }

  private static Value settled(Block block, String name, Value value, Value now, Value before) {
    var attribute = block.attributes().get(name);
    if (isComputed(attribute)) return value.matches(now) ? before : value;
    if (attribute != null)
      return attribute.shape() instanceof Shape.Nested nested
          ? held(nested.nesting(), nested.block(), value, now, before)
          : value;
    var nested = block.blocks().get(name);
    return nested == null ? value : held(nested.nesting(), nested.block(), value, now, before);
  }

  /// Of the members of a set nobody knows which is which.
  private static Value held(
      Nesting nesting, Block block, Value value, Value observed, Value applied) {
    if (value instanceof Sequence list
        && observed instanceof Sequence seen
        && applied instanceof Sequence last) {
      if (list.isSet() || list.size() != seen.size() || list.size() != last.size()) return value;
      var elements = new ArrayList<Value>();
      for (int i = 0; i < list.size(); i++)
        elements.add(settled(block, list.get(i), seen.get(i), last.get(i)));
      return list.withElements(elements);
    }
    if (nesting != Nesting.MAP) return settled(block, value, observed, applied);
    if (!(value instanceof Mapping map)
        || !(observed instanceof Mapping seen)
        || !(applied instanceof Mapping last)) return value;
    return map.mapValues((key, each) -> {
      var now = seen.get(key);
      var before = last.get(key);
      return now == null || before == null ? each : settled(block, each, now, before);
    });
  }

  /// An entry of a map is taken out, because it may also come and go.
  private static Value without(Value value, List<Part> parts) {
    if (parts.isEmpty()) return Value.nothing(value.type());
    var rest = parts.subList(1, parts.size());
    return switch (parts.getFirst()) {
      case Part.Any _ when rest.isEmpty() -> Value.nothing(value.type());
      case Part.Any _ -> withoutAll(value, rest);
      case Part.One(Step.Index(int index)) -> withoutElement(value, index, rest);
      case Part.One(Step.Attribute(var name)) -> withoutEntry(value, name, rest);
      case Part.One(Step.Key(var key)) -> withoutEntry(value, key, rest);
    };
  }

  private static Value withoutAll(Value value, List<Part> rest) {
    return switch (value) {
      case Mapping mapping -> mapping.mapValues((_, each) -> without(each, rest));
      case Sequence list when !list.isSet() ->
          list.withElements(list.elements().stream().map(each -> without(each, rest)).toList());
      default -> value;
    };
  }

  private static Value withoutElement(Value value, int index, List<Part> rest) {
    if (!(value instanceof Sequence list) || list.isSet() || index >= list.size()) return value;
    var elements = new ArrayList<>(list.elements());
    elements.set(index, without(elements.get(index), rest));
    return list.withElements(Collections.unmodifiableList(elements));
  }

  private static Value withoutEntry(Value value, String name, List<Part> rest) {
    if (!(value instanceof Mapping mapping) || !mapping.has(name)) return value;
    if (!rest.isEmpty() || mapping.isObject())
      return mapping.mapValues((key, each) -> key.equals(name) ? without(each, rest) : each);
    var entries = mapping.entries();
    entries.remove(name);
    return mapping.withEntries(entries);
  }
}
