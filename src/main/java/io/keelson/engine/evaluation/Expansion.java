package io.keelson.engine.evaluation;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
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

/// The instances that a declared resource has: what [RepetitionEvaluation] makes of its `count`,
/// `forEach` or `enabled`.
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
    /// @param countText the number as people may see it
    /// @return why not; empty if they may
    Optional<String> objection(int instances, String countText);
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

  static void add(SortedMap<InstanceKey, Member> members, InstanceKey key) {
    members.put(key, new Member(key, Value.nothing(Types.DYNAMIC)));
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

  /// Makes the instances if they may be made.
  ///
  /// @rule R-LIM-1
  static Outcome within(
      Room room, int instances, String countText, Place place, Supplier<Outcome> made) {
    return room.objection(instances, countText)
        .<Outcome>map(why ->
            new Outcome.Failed(
                List.of(
                    Diagnostic.error(Code.LIMIT, place.subject(), "Too many instances", why)
                        .at(place.path()))))
        .orElseGet(made);
  }

  static Outcome expanded(
      Kind kind, SortedMap<InstanceKey, Member> members, SortedSet<Mark> marks) {
    return new Outcome.Expanded(new Expansion(kind, members, marks, Set.of(List.of())));
  }
}
