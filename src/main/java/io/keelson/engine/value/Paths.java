package io.keelson.engine.value;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.AttributePath.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// Follows paths through values.
final class Paths {
  private Paths() {}

  static Optional<Value> at(Value value, AttributePath path) {
    Value here = value;
    for (Step step : path.steps()) {
      if (here instanceof Value.Unknown unknown)
        return Optional.of(Value.unknown(Types.DYNAMIC).mark(unknown.marks()));
      var next = child(here, step);
      if (next == null) return Optional.empty();
      here = next.mark(here.marks());
    }
    return Optional.of(here);
  }

  /// The child one step down, or null if there is none. Attribute and key steps both name an entry,
  /// so that paths written before a value's type was known still lead there.
  private static @Nullable Value child(Value value, Step step) {
    return switch (step) {
      case Step.Attribute(String name) ->
          value instanceof Mapping mapping ? mapping.get(name) : null;
      case Step.Key(String key) -> value instanceof Mapping mapping ? mapping.get(key) : null;
      case Step.Index(int index) ->
          value instanceof Sequence sequence && !sequence.isSet() && index < sequence.size()
              ? sequence.get(index)
              : null;
    };
  }

  static Value mark(Value value, AttributePath path, SortedSet<Mark> marks) {
    return mark(value, path.steps(), marks);
  }

  private static Value mark(Value value, List<Step> steps, SortedSet<Mark> marks) {
    if (steps.isEmpty()) return value.mark(marks);
    var child = child(value, steps.getFirst());
    if (child == null) return value.mark(marks);
    return replace(value, steps.getFirst(), mark(child, steps.subList(1, steps.size()), marks));
  }

  static Value with(Value value, List<Step> steps, Value part) {
    if (steps.isEmpty()) return part;
    var child = child(value, steps.getFirst());
    if (child == null) throw new IllegalArgumentException("no " + steps.getFirst() + " in a value");
    return replace(value, steps.getFirst(), with(child, steps.subList(1, steps.size()), part));
  }

  private static Value replace(Value value, Step step, Value child) {
    return switch (step) {
      case Step.Attribute(String name) ->
          ((Mapping) value).mapValues((key, old) -> key.equals(name) ? child : old);
      case Step.Key(String name) ->
          ((Mapping) value).mapValues((key, old) -> key.equals(name) ? child : old);
      case Step.Index(int index) -> {
        var sequence = (Sequence) value;
        var elements = new ArrayList<>(sequence.elements());
        elements.set(index, child);
        yield sequence.withElements(elements);
      }
    };
  }
}
