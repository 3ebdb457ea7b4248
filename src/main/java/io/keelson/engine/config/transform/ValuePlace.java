package io.keelson.engine.config.transform;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.AttributePath.Step;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Changes one place in a value and leaves all others alone, marks included. Maps on the way get
/// what they lack; what only exists as a whole is not begun.
///
/// @rule R-TRF-1
final class ValuePlace {
  private final Function<Value, Evaluated> end;

  private ValuePlace(Function<Value, Evaluated> end) {
    this.end = end;
  }

  /// @param end what becomes of the value at the place, which is null where there is none
  /// @return the whole value; empty if it has no such place
  static Optional<Evaluated> replaced(
      Value value, AttributePath path, Function<Value, Evaluated> end) {
    return new ValuePlace(end).replaced(value, path.steps());
  }

  private Optional<Evaluated> replaced(Value here, List<Step> steps) {
    if (steps.isEmpty()) return Optional.of(end.apply(here));
    // An unknown value is changed once it is known; until then its marks also hide the new value.
    if (here.isUnknown())
      return Optional.of(
          end.apply(Value.nothing(Types.DYNAMIC))
              .then(value -> Evaluated.of(here.mark(value.allMarks()))));
    var rest = steps.subList(1, steps.size());
    return switch (steps.getFirst()) {
      case Step.Attribute(var name) -> entry(here, name, rest);
      case Step.Key(var key) -> entry(here, key, rest);
      case Step.Index(int index) -> element(here, index, rest);
    };
  }

  private Optional<Evaluated> element(Value here, int index, List<Step> rest) {
    if (!(here instanceof Sequence all) || all.isSet() || index >= all.size())
      return Optional.empty();
    return replaced(all.get(index), rest)
        .map(changed ->
            changed.then(value -> {
              var elements = new ArrayList<>(all.elements());
              elements.set(index, value);
              return Evaluated.of(all.withElements(elements));
            }));
  }

  private Optional<Evaluated> entry(Value here, String key, List<Step> rest) {
    return switch (here) {
      case Mapping all -> {
        var child = all.get(key);
        yield child == null
            ? added(all, key, rest)
            : replaced(child, rest)
                .map(changed ->
                    changed.then(value ->
                        Evaluated.of(
                            all.mapValues((name, old) -> name.equals(key) ? value : old))));
      }
      case Value.Null(var type, var marks) ->
          begun(type)
              .flatMap(empty -> added(empty, key, rest))
              .map(changed -> changed.then(value -> Evaluated.of(value.mark(marks))));
      default -> Optional.empty();
    };
  }

  private Optional<Evaluated> added(Mapping all, String key, List<Step> rest) {
    var element = all.type() instanceof Type.MapOf(var each) ? each : Types.DYNAMIC;
    return replaced(Value.nothing(element), rest)
        .map(changed ->
            changed.then(value -> {
              var entries = all.entries();
              entries.put(key, value);
              return Evaluated.of(all.withEntries(entries));
            }));
  }

  /// What may have some of its entries only.
  private static Optional<Mapping> begun(Type type) {
    return switch (type) {
      case Type.MapOf(var element) -> Optional.of(Value.map(element, Map.of()));
      case Type.Dynamic _ -> Optional.of(Value.object(Map.of()));
      default -> Optional.empty();
    };
  }
}
