package io.keelson.engine.scenario;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakeType;
import io.keelson.testing.Misbehaviour;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads what a provider does wrong in a scenario:
///
/// ```
/// create server.web: {error: out of quota}             # nothing was made
/// create server.web: {error: not ready, object: {}}    # it was made all the same
/// update server.web: {error: half done, untold: true}  # it was changed, and the provider is silent
/// update server.web: {answer: {image: z}}              # success, but not what was planned
/// create server.web: {answer: nothing}
/// delete s-1: {lost: done}                             # no answer; or: undone
/// create server.web: {notSent: true}
/// plan server.web: {throws: true}
/// plan server.web: {deferred: absent-prerequisite}     # also of reading, importing and opening
/// ```
final class Failures {
  private static final String DEFERRED = "deferred";

  private final SortedMap<String, FakeType> types;
  private final FakeTypeOfCall typeOf;

  /// The type of the object that a call is about.
  interface FakeTypeOfCall {
    Optional<String> type(String call);
  }

  private Failures(SortedMap<String, FakeType> types, FakeTypeOfCall typeOf) {
    this.types = types;
    this.typeOf = typeOf;
  }

  static SortedMap<String, Misbehaviour> read(
      SortedMap<String, Value> failures, SortedMap<String, FakeType> types, FakeTypeOfCall byId) {
    var reading = new Failures(types, byId);
    var read = new TreeMap<String, Misbehaviour>();
    failures.forEach((call, value) -> read.put(call, reading.read(call, Entries.of(call, value))));
    return read;
  }

  /// Whether the provider only says that it cannot tell yet.
  static boolean isDeferral(Value failure) {
    return failure instanceof Mapping entries && entries.has(DEFERRED);
  }

  private Misbehaviour read(String call, Entries entries) {
    var misbehaviour = misbehaviour(call, entries);
    entries.end();
    return misbehaviour;
  }

  private Misbehaviour misbehaviour(String call, Entries entries) {
    var error = entries.text("error");
    if (error.isPresent() && entries.flag("untold"))
      return new Misbehaviour.FailsUntold(error.get());
    if (error.isPresent())
      return new Misbehaviour.Fails(
          error.get(), entries.take("object").map(object -> attributes(call, object)));
    var answer = entries.take("answer");
    if (answer.isPresent())
      return answer.get() instanceof Mapping
          ? new Misbehaviour.Answers(attributes(call, answer.get()))
          : new Misbehaviour.AnswersNothing();
    var lost = entries.text("lost");
    if (lost.isPresent()) return new Misbehaviour.Lost(lost.get().equals("done"));
    var deferred = entries.text(DEFERRED);
    if (deferred.isPresent())
      return new Misbehaviour.Defers(
          Deferral.Reason.valueOf(deferred.get().toUpperCase(Locale.ROOT).replace('-', '_')));
    if (entries.flag("notSent")) return new Misbehaviour.NotSent();
    if (entries.flag("throws")) return new Misbehaviour.Throws();
    throw new IllegalArgumentException("what goes wrong with '" + call + "'?");
  }

  private SortedMap<String, Value> attributes(String call, Value object) {
    var type = Optional.ofNullable(types.get(type(call))).orElseThrow();
    var attributes = new TreeMap<String, Value>();
    ((Mapping) object)
        .entries()
        .forEach((name, value) -> {
          Type declared = type.schema().type().attribute(name);
          attributes.put(name, declared == null ? value : answered(value, declared));
        });
    return attributes;
  }

  private static Value answered(Value value, Type declared) {
    if (value instanceof Value.Text text && text.text().equals("(unknown)"))
      return Value.unknown(declared);
    if (value instanceof Value.Text text && text.text().equals("(a number)"))
      return Value.number(7);
    return ScenarioState.converted(value, declared);
  }

  private String type(String call) {
    var about = call.substring(call.lastIndexOf(' ') + 1);
    return typeOf.type(about).orElseGet(() -> InstanceAddress.parse(about).resource().type());
  }
}
