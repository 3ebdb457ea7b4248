package io.keelson.engine.evaluation;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.Expansion.Kind;
import io.keelson.engine.evaluation.Expansion.Member;
import io.keelson.engine.evaluation.Expansion.Outcome;
import io.keelson.engine.evaluation.Expansion.Room;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;

/// What `count`, `forEach` or `enabled` say about how many instances there are.
///
/// @rule R-VAL-10
/// @rule R-VAL-11
/// @rule R-VAL-12
public final class RepetitionEvaluation {
  private static final Outcome SINGLE = single();

  private final Place place;
  private final Room room;

  private RepetitionEvaluation(Place place, Room room) {
    this.place = place;
    this.room = room;
  }

  private static Outcome single() {
    var key = new InstanceKey.None();
    var only = new Member(key, Value.nothing(Types.DYNAMIC));
    return Expansion.expanded(
        Kind.SINGLE, new TreeMap<>(Collections.singletonMap(key, only)), Marks.NONE);
  }

  /// Evaluates what a resource says.
  ///
  /// @param in the instance of a component that it stands in, whose names the scope knows
  public static Outcome of(ResourceConfig config, Scope scope, ComponentInstance in, Room room) {
    var place = new Place(Subject.of(config.address()), AttributePath.ROOT);
    return AddressLimit.within(
        of(config.repetition(), scope, place, room),
        place,
        key -> config.address().instance(key.within(in.keys())).toString());
  }

  /// The same for whatever else may be repeated.
  ///
  /// @param place of what is repeated
  public static Outcome of(Repetition repetition, Scope scope, Place place, Room room) {
    var here = new RepetitionEvaluation(place, room);
    return switch (repetition) {
      case Repetition.Single _ -> Expansion.within(room, 1, "1", place, () -> SINGLE);
      case Repetition.Count(var number) -> evaluated(number.evaluate(scope), here::count);
      case Repetition.ForEach(var collection) ->
          evaluated(collection.evaluate(scope), here::forEach);
      case Repetition.Enabled(var condition) -> evaluated(condition.evaluate(scope), here::enabled);
    };
  }

  private static Outcome evaluated(Evaluated evaluated, Function<Value, Outcome> expand) {
    return switch (evaluated) {
      case Evaluated.Failed(var diagnostics) -> new Outcome.Failed(diagnostics);
      case Evaluated.Ok(var value) -> expand.apply(value);
    };
  }

  private Outcome count(Value value) {
    if (Marks.ephemeral(value.allMarks())) return countError(fromEphemeral(value));
    if (Marks.secret(value.allMarks())) return countError(fromSecret("The number", value));
    if (value.isUnknown())
      return countError(
          "The number depends on values that are only known after apply. Use values that are known"
              + " before, such as variables, or apply what it depends on first.");
    if (value.isNull()) return countError("The value is null; give a whole number.");
    if (!(value.convert(Types.NUMBER) instanceof Conversion.Converted(Value.Num number)))
      return countError("The value is not a number; give a whole number, 0 or more.");
    int size = whole(number.number());
    String countText =
        Marks.sensitive(value.marks()) ? "(sensitive)" : number.number().toPlainString();
    if (size >= 0)
      return Expansion.within(
          room, size, countText, at("count"), () -> indexed(size, value.marks()));
    return countError("The value " + countText + " is not a whole number from 0 to 2147483647.");
  }

  /// The number as a size, or -1 if it is none.
  private static int whole(BigDecimal number) {
    try {
      return Math.max(-1, number.intValueExact());
    } catch (ArithmeticException e) {
      return -1;
    }
  }

  private Outcome indexed(int size, SortedSet<Mark> marks) {
    var members = new TreeMap<InstanceKey, Member>();
    for (int i = 0; i < size; i++) Expansion.add(members, new InstanceKey.Index(i));
    return Expansion.expanded(Kind.COUNT, members, marks);
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

  private Outcome enabled(Value value) {
    if (Marks.ephemeral(value.allMarks())) return enabledError(fromEphemeral(value));
    if (Marks.secret(value.allMarks())) return enabledError(fromSecret("It", value));
    if (value.isUnknown())
      return enabledError(
          "It depends on values that are only known after apply. Use values that are known before,"
              + " such as variables, or apply what it depends on first.");
    if (value.isNull()) return enabledError("The value is null; give true or false.");
    if (!(value.convert(Types.BOOL) instanceof Conversion.Converted(Value.Truth enabled)))
      return enabledError("The value is not a bool; give true or false.");
    var members = new TreeMap<InstanceKey, Member>();
    var only = new InstanceKey.None();
    if (enabled.truth()) members.put(only, new Member(only, Value.nothing(Types.DYNAMIC)));
    return Expansion.within(
        room,
        members.size(),
        "" + members.size(),
        at("enabled"),
        () -> Expansion.expanded(Kind.ENABLED, members, value.marks()));
  }

  private Place at(String attribute) {
    return new Place(place.subject(), place.path().attribute(attribute));
  }

  private Outcome forEach(Value value) {
    if (Marks.ephemeral(value.marks())) return forEachError(fromEphemeral(value));
    boolean marked = !value.marks().isEmpty() || (value instanceof Sequence && value.marked());
    if (marked && Marks.secret(value.allMarks()))
      return forEachError(fromSecret("The keys", value));
    if (marked)
      return forEachError(
          "The keys come from a sensitive value and would be shown in addresses. Use keys that are"
              + " not secret.");
    if (value.isUnknown() || (value instanceof Sequence set && !set.whollyKnown()))
      return forEachError(
          "The keys depend on values that are only known after apply. Use keys that are known"
              + " before, or apply what they depend on first.");
    if (value.isNull()) return forEachError("The value is null; give a map or a set of strings.");
    return switch (value) {
      case Mapping mapping ->
          Expansion.within(
              room,
              mapping.size(),
              "" + mapping.size(),
              at("forEach"),
              () -> keyed(mapping.entries()));
      case Sequence set when set.isSet() ->
          Expansion.within(room, set.size(), "" + set.size(), at("forEach"), () -> strings(set));
      case Sequence list -> forEachError(ForEachAdvice.of(list));
      default -> forEachError(ForEachAdvice.ofSingle(value));
    };
  }

  private Outcome strings(Sequence set) {
    var entries = new TreeMap<String, Value>();
    for (Value element : set.elements()) {
      if (!(element instanceof Value.Text text)) return forEachError(ForEachAdvice.of(set));
      entries.put(text.text(), element);
    }
    return keyed(entries);
  }

  private Outcome keyed(SortedMap<String, Value> entries) {
    var members = new TreeMap<InstanceKey, Member>();
    entries.forEach((name, value) -> {
      var key = new InstanceKey.Key(name);
      members.put(key, new Member(key, value));
    });
    return Expansion.expanded(Kind.FOR_EACH, members, Marks.NONE);
  }

  private Outcome countError(String detail) {
    return error(Code.COUNT, "count", detail);
  }

  private Outcome enabledError(String detail) {
    return error(Code.ENABLED, "enabled", detail);
  }

  private Outcome forEachError(String detail) {
    return error(Code.FOR_EACH, "forEach", detail);
  }

  private Outcome error(Code code, String attribute, String detail) {
    var problem = Diagnostic.error(code, place.subject(), "Invalid " + attribute, detail);
    return new Outcome.Failed(List.of(problem.at(place.path().attribute(attribute))));
  }
}
