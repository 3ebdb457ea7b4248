package io.keelson.engine.evaluation;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/// The instances that a declared resource has.
///
/// @param members by their keys with those of the components around them
/// @param marks of `count` or `enabled`; they mark whatever shows how many instances there are
/// @param components the keys of the component instances that it has been expanded in, empty or not
public record Expansion(
    Kind kind,
    SortedMap<InstanceKey, Member> members,
    SortedSet<Mark> marks,
    Set<List<InstanceKey>> components) {
  public enum Kind {
    SINGLE,
    COUNT,
    FOR_EACH,
    ENABLED
  }

  /// One instance to be, with what `each.value` gives in it.
  public record Member(InstanceKey key, Value value) {
    /// What `each.key` or `count.index` gives.
    Value keyValue() {
      return switch (key) {
        case InstanceKey.None _ -> Value.nothing(Types.STRING);
        case InstanceKey.Index(int index) -> Value.number(index);
        case InstanceKey.Key(String name) -> Value.text(name);
        case InstanceKey.InComponent(_, var own) -> new Member(own, value).keyValue();
      };
    }
  }

  /// What became of expanding.
  public sealed interface Outcome {
    record Expanded(Expansion expansion) implements Outcome {}

    record Failed(List<Diagnostic> diagnostics) implements Outcome {}
  }

  /// Says whether so many instances may be made. Asked before they are.
  public interface Room {
    /// @param shown the number as people may see it
    /// @return why not; empty if they may
    Optional<String> objection(int instances, String shown);
  }

  private static final Outcome SINGLE = single();

  private static Outcome single() {
    var key = new InstanceKey.None();
    var only = new Member(key, Value.nothing(Types.DYNAMIC));
    return expanded(Kind.SINGLE, new TreeMap<>(Collections.singletonMap(key, only)), Marks.NONE);
  }

  public Expansion {
    members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
    components = Collections.unmodifiableSet(new HashSet<>(components));
  }

  /// Whether the component instance with these keys is declared.
  public boolean isIn(List<InstanceKey> around) {
    return components.contains(around);
  }

  /// The instances in one instance of the component.
  ///
  /// @param around the keys of the components around them
  SortedMap<InstanceKey, Member> members(List<InstanceKey> around) {
    if (around.isEmpty()) return members;
    var found = new TreeMap<InstanceKey, Member>();
    for (var entry : members.tailMap(new InstanceKey.None().within(around)).entrySet()) {
      if (!entry.getKey().components().equals(around)) break;
      found.put(entry.getKey(), entry.getValue());
    }
    return found;
  }

  /// The value of all instances together, as others refer to it: an object; with `count` a tuple of
  /// objects; with `forEach` an object of objects; null if it is not `enabled`.
  ///
  /// @param values of the instances, by their own keys
  Value whole(SortedMap<InstanceKey, Value> values) {
    return switch (kind) {
      case SINGLE, ENABLED ->
          values.isEmpty() ? Value.nothing(Types.DYNAMIC) : values.firstEntry().getValue();
      case COUNT -> Value.tuple(new ArrayList<>(values.values()));
      case FOR_EACH -> {
        var elements = new TreeMap<String, Value>();
        values.forEach((key, value) -> {
          if (key instanceof InstanceKey.Key(var name)) elements.put(name, value);
        });
        yield Value.object(elements);
      }
    };
  }

  /// What several instances of a component have together.
  static Outcome joined(
      List<ComponentInstance> components, Function<ComponentInstance, Outcome> each) {
    var members = new TreeMap<InstanceKey, Member>();
    var marks = Marks.NONE;
    var around = new HashSet<List<InstanceKey>>();
    var kind = Kind.SINGLE;
    for (ComponentInstance component : components)
      switch (each.apply(component)) {
        case Outcome.Failed failed -> {
          return failed;
        }
        case Outcome.Expanded(var expansion) -> {
          var keys = component.keys();
          expansion
              .members()
              .forEach((key, member) ->
                  members.put(key.within(keys), new Member(key.within(keys), member.value())));
          marks = Marks.union(marks, expansion.marks());
          around.add(keys);
          kind = expansion.kind();
        }
      }
    return new Outcome.Expanded(new Expansion(kind, members, marks, around));
  }

  /// What others refer to where not everything is created and destroyed that is declared so: the
  /// instances that exist then. An index below the highest one that has none is open; one that a
  /// move or an import has made too high leaves more of them open than may be.
  ///
  /// @param keys of the instances that exist
  /// @rule R-MODE-1
  /// @rule R-TGT-4
  public Outcome existing(ResourceAddress resource, SortedSet<InstanceKey> keys, Room room) {
    var found = new TreeMap<InstanceKey, Member>();
    switch (kind) {
      case SINGLE, ENABLED -> found.putAll(members);
      case COUNT -> {
        var lengths = lengths(keys);
        long all = lengths.values().stream().mapToLong(Long::longValue).sum();
        int most = (int) Math.min(all, Integer.MAX_VALUE);
        var place = new Place(Subject.of(resource), AttributePath.of("count"));
        return within(
            room,
            most,
            "" + all,
            place,
            () -> {
              lengths.forEach((around, length) -> {
                for (int i = 0; i < length; i++)
                  add(found, new InstanceKey.Index(i).within(around));
              });
              return new Outcome.Expanded(new Expansion(kind, found, marks, components));
            });
      }
      case FOR_EACH -> {
        for (InstanceKey key : keys) if (key.own() instanceof InstanceKey.Key) add(found, key);
      }
    }
    return new Outcome.Expanded(new Expansion(kind, found, marks, components));
  }

  /// The lengths of lists that leave out none of the positions, by the keys of the components.
  private static Map<List<InstanceKey>, Long> lengths(SortedSet<InstanceKey> keys) {
    var lengths = new HashMap<List<InstanceKey>, Long>();
    for (InstanceKey key : keys)
      if (key.own() instanceof InstanceKey.Index(int index))
        lengths.merge(key.components(), index + 1L, Math::max);
    return lengths;
  }

  private static void add(SortedMap<InstanceKey, Member> members, InstanceKey key) {
    members.put(key, new Member(key, Value.nothing(Types.DYNAMIC)));
  }

  /// Evaluates `count`, `forEach` or `enabled`.
  ///
  /// @rule R-VAL-10
  /// @rule R-VAL-11
  /// @rule R-VAL-12
  public static Outcome of(ResourceConfig config, Scope scope, Room room) {
    var place = new Place(Subject.of(config.address()), AttributePath.ROOT);
    return of(config.repetition(), scope, place, room);
  }

  /// How many instances there would be; 0 where that cannot be told, which is refused in its turn.
  ///
  /// @param expand expands, if there is room
  static int size(Function<Room, Outcome> expand) {
    var found = new AtomicInteger();
    var _ =
        expand.apply((instances, _) -> {
          found.set(instances);
          return Optional.of("");
        });
    return found.get();
  }

  static Outcome tooMany(ResourceConfig config, String why) {
    return new Outcome.Failed(
        List.of(
            Diagnostic.error(Code.LIMIT, Subject.of(config.address()), "Too many instances", why)));
  }

  /// The same for whatever else may be repeated.
  ///
  /// @param place of what is repeated
  public static Outcome of(Repetition repetition, Scope scope, Place place, Room room) {
    return switch (repetition) {
      case Repetition.Single _ -> within(room, 1, "1", place, () -> SINGLE);
      case Repetition.Count(var number) ->
          evaluated(number.evaluate(scope), value -> count(value, place, room));
      case Repetition.ForEach(var collection) ->
          evaluated(collection.evaluate(scope), value -> forEach(value, place, room));
      case Repetition.Enabled(var condition) ->
          evaluated(condition.evaluate(scope), value -> enabled(value, place, room));
    };
  }

  /// Makes the instances if they may be made.
  ///
  /// @rule R-LIM-1
  private static Outcome within(
      Room room, int instances, String shown, Place place, Supplier<Outcome> made) {
    return room.objection(instances, shown)
        .<Outcome>map(why ->
            new Outcome.Failed(
                List.of(
                    Diagnostic.error(Code.LIMIT, place.subject(), "Too many instances", why)
                        .at(place.path()))))
        .orElseGet(made);
  }

  private static Outcome evaluated(Evaluated evaluated, Function<Value, Outcome> expand) {
    return switch (evaluated) {
      case Evaluated.Failed(var diagnostics) -> new Outcome.Failed(diagnostics);
      case Evaluated.Ok(var value) -> expand.apply(value);
    };
  }

  private static Outcome expanded(
      Kind kind, SortedMap<InstanceKey, Member> members, SortedSet<Mark> marks) {
    return new Outcome.Expanded(new Expansion(kind, members, marks, Set.of(List.of())));
  }

  private static Outcome count(Value value, Place place, Room room) {
    if (Marks.ephemeral(value.allMarks())) return countError(place, fromEphemeral(value));
    if (Marks.secret(value.allMarks())) return countError(place, fromSecret("The number", value));
    if (value.isUnknown())
      return countError(
          place,
          "The number depends on values that are only known after apply. Use values that are known"
              + " before, such as variables, or apply what it depends on first.");
    if (value.isNull()) return countError(place, "The value is null; give a whole number.");
    if (!(value.convert(Types.NUMBER) instanceof Conversion.Converted(Value.Num number)))
      return countError(place, "The value is not a number; give a whole number, 0 or more.");
    int size = whole(number.number());
    String shown = Marks.sensitive(value.marks()) ? "(sensitive)" : number.number().toPlainString();
    if (size >= 0)
      return within(room, size, shown, at(place, "count"), () -> indexed(size, value.marks()));
    return countError(place, "The value " + shown + " is not a whole number from 0 to 2147483647.");
  }

  /// The number as a size, or -1 if it is none.
  private static int whole(BigDecimal number) {
    try {
      return Math.max(-1, number.intValueExact());
    } catch (ArithmeticException e) {
      return -1;
    }
  }

  private static Outcome indexed(int size, SortedSet<Mark> marks) {
    var members = new TreeMap<InstanceKey, Member>();
    for (int i = 0; i < size; i++) add(members, new InstanceKey.Index(i));
    return expanded(Kind.COUNT, members, marks);
  }

  /// @rule R-WO-5
  private static String fromEphemeral(Value value) {
    return "It comes from "
        + Marks.ephemeralSources(value.allMarks())
        + ", which is ephemeral: another value next time would make and destroy instances. Use a"
        + " value that is not ephemeral.";
  }

  /// Everybody who may look at a plan sees how many instances there are, and what they are called.
  ///
  /// @rule R-SENS-11
  private static String fromSecret(String what, Value value) {
    return what
        + " would be decided by a Secret, by way of "
        + Marks.secretSources(value.allMarks())
        + ", and everybody could see it in the plan. Use a value that comes from no Secret. If it"
        + " is no secret, whoever may read the Secret can say so with the annotation"
        + " keelson.dev/not-secret on it.";
  }

  private static Outcome enabled(Value value, Place place, Room room) {
    if (Marks.ephemeral(value.allMarks())) return enabledError(place, fromEphemeral(value));
    if (Marks.secret(value.allMarks())) return enabledError(place, fromSecret("It", value));
    if (value.isUnknown())
      return enabledError(
          place,
          "It depends on values that are only known after apply. Use values that are known before,"
              + " such as variables, or apply what it depends on first.");
    if (value.isNull()) return enabledError(place, "The value is null; give true or false.");
    if (!(value.convert(Types.BOOL) instanceof Conversion.Converted(Value.Truth enabled)))
      return enabledError(place, "The value is not a bool; give true or false.");
    var members = new TreeMap<InstanceKey, Member>();
    var only = new InstanceKey.None();
    if (enabled.truth()) members.put(only, new Member(only, Value.nothing(Types.DYNAMIC)));
    return within(
        room,
        members.size(),
        "" + members.size(),
        at(place, "enabled"),
        () -> expanded(Kind.ENABLED, members, value.marks()));
  }

  private static Place at(Place place, String attribute) {
    return new Place(place.subject(), place.path().attribute(attribute));
  }

  private static Outcome forEach(Value value, Place place, Room room) {
    if (Marks.ephemeral(value.marks())) return forEachError(place, fromEphemeral(value));
    boolean marked = !value.marks().isEmpty() || (value instanceof Sequence && value.marked());
    if (marked && Marks.secret(value.allMarks()))
      return forEachError(place, fromSecret("The keys", value));
    if (marked)
      return forEachError(
          place,
          "The keys come from a sensitive value and would be shown in addresses. Use keys that are"
              + " not secret.");
    if (value.isUnknown() || (value instanceof Sequence set && !set.whollyKnown()))
      return forEachError(
          place,
          "The keys depend on values that are only known after apply. Use keys that are known"
              + " before, or apply what they depend on first.");
    if (value.isNull())
      return forEachError(place, "The value is null; give a map or a set of strings.");
    return switch (value) {
      case Mapping mapping ->
          within(
              room,
              mapping.size(),
              "" + mapping.size(),
              at(place, "forEach"),
              () -> keyed(mapping.entries()));
      case Sequence set when set.isSet() ->
          within(
              room, set.size(), "" + set.size(), at(place, "forEach"), () -> strings(set, place));
      default ->
          forEachError(
              place,
              "The value is "
                  + (value instanceof Sequence ? "a list" : "a single value")
                  + "; give a map, an object or a set of strings, for example toSet(...).");
    };
  }

  private static Outcome strings(Sequence set, Place place) {
    var entries = new TreeMap<String, Value>();
    for (Value element : set.elements()) {
      if (!(element instanceof Value.Text text))
        return forEachError(place, "The set holds something that is not a string.");
      entries.put(text.text(), element);
    }
    return keyed(entries);
  }

  private static Outcome keyed(SortedMap<String, Value> entries) {
    var members = new TreeMap<InstanceKey, Member>();
    entries.forEach((name, value) -> {
      var key = new InstanceKey.Key(name);
      members.put(key, new Member(key, value));
    });
    return expanded(Kind.FOR_EACH, members, Marks.NONE);
  }

  private static Outcome countError(Place place, String detail) {
    return new Outcome.Failed(
        List.of(
            Diagnostic.error(Code.COUNT, place.subject(), "Invalid count", detail)
                .at(place.path().attribute("count"))));
  }

  private static Outcome enabledError(Place place, String detail) {
    return new Outcome.Failed(
        List.of(
            Diagnostic.error(Code.ENABLED, place.subject(), "Invalid enabled", detail)
                .at(place.path().attribute("enabled"))));
  }

  private static Outcome forEachError(Place place, String detail) {
    return new Outcome.Failed(
        List.of(
            Diagnostic.error(Code.FOR_EACH, place.subject(), "Invalid forEach", detail)
                .at(place.path().attribute("forEach"))));
  }
}
