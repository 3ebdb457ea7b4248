package io.keelson.engine.scenario;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.RegistrationAnswer.Made;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakePrograms;
import io.keelson.testing.FakePrograms.ProgramFailed;
import io.keelson.testing.FakePrograms.Session;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/// A component's program made up by chance. It always registers the same for the same values.
///
/// @param entries what it registers, one after the other; each may use those before
record RandomProgram(List<Entry> entries) {
  /// Where a value is from.
  enum Source {
    NOTHING,
    ONE,
    TWO,
    INPUT,
    /// The size of what is registered before it, or its id where a text is wanted.
    BEFORE
  }

  /// What is registered.
  enum What {
    THING,
    /// A component whose program registers one thing of what it is given.
    PROGRAM,
    /// A thing in a component that is no program.
    IN_A_GROUP
  }

  /// @param size what can be changed
  /// @param kind what replaces a thing when it changes
  /// @param late whether it is registered only when the id of what is before it is known
  /// @param deleteFirst whether a thing goes before what replaces it
  record Entry(
      String name, What what, Source size, Source kind, boolean late, boolean deleteFirst) {}

  static Arbitrary<RandomProgram> upTo(int most) {
    var entry =
        Combinators.combine(
                Arbitraries.of("a", "b", "c", "d", "e"),
                Arbitraries.of(What.THING, What.THING, What.PROGRAM, What.IN_A_GROUP),
                Arbitraries.of(Source.class),
                Arbitraries.of(Source.class),
                Arbitraries.of(false, false, false, true),
                Arbitraries.of(true, false))
            .as(Entry::new);
    return entry.list().ofMaxSize(most).uniqueElements(Entry::name).map(RandomProgram::new);
  }

  /// In the order of their names: what needed something is never needed by that later, which two
  /// replacements cannot bear.
  ///
  /// @rule R-GRAPH-20
  RandomProgram {
    entries = entries.stream().sorted(Comparator.comparing(Entry::name)).toList();
  }

  /// The same, with some of the entries of another one in their place.
  RandomProgram changedTo(RandomProgram other, int bits) {
    var mixed = new TreeMap<String, Entry>();
    for (int i = 0; i < entries.size(); i++)
      if ((bits >> i & 1) == 0) mixed.put(entries.get(i).name(), entries.get(i));
    for (int i = 0; i < other.entries.size(); i++)
      if ((bits >> i & 1) == 1) mixed.put(other.entries.get(i).name(), other.entries.get(i));
    return new RandomProgram(new ArrayList<>(mixed.values()));
  }

  /// Whether it may register more when more is known.
  boolean isLate() {
    return entries.stream().anyMatch(Entry::late);
  }

  /// Gives the id of what it registers last.
  Value run(Session session) throws ProgramFailed {
    Optional<Made> last = Optional.empty();
    for (Entry each : entries) {
      if (each.late() && last.filter(before -> !id(before).whollyKnown()).isPresent()) continue;
      last = Optional.of(register(each, last, session));
    }
    return last.map(RandomProgram::id).orElse(Value.text("nothing"));
  }

  private static Made register(Entry entry, Optional<Made> before, Session session)
      throws ProgramFailed {
    var properties = new TreeMap<String, Value>();
    size(entry.size(), before, session).ifPresent(size -> properties.put("size", size));
    kind(entry.kind(), before, session).ifPresent(kind -> properties.put("kind", kind));
    boolean isProgram = entry.what() == What.PROGRAM;
    var needs = new TreeSet<ResourceAddress>();
    before.flatMap(Made::at).ifPresent(needs::add);
    return session.made(
        new Registration(
            entry.what() == What.IN_A_GROUP
                ? List.of(new Registration.Group("group", List.of()))
                : List.of(),
            isProgram ? "thing:inner" : "thing:thing",
            entry.name(),
            isProgram ? Registration.Kind.PROGRAM : Registration.Kind.RESOURCE,
            Value.object(properties),
            needs,
            new TreeMap<>(),
            entry.deleteFirst() && !isProgram
                ? Session.deletedBeforeReplace()
                : Registration.Options.NONE));
  }

  private static Optional<Value> size(Source source, Optional<Made> before, Session session) {
    return switch (source) {
      case NOTHING -> Optional.empty();
      case ONE -> Optional.of(Value.number(1));
      case TWO -> Optional.of(Value.number(2));
      case INPUT -> Optional.of(session.input("size"));
      case BEFORE -> before.flatMap(RandomProgram::size);
    };
  }

  private static Optional<Value> kind(Source source, Optional<Made> before, Session session) {
    return switch (source) {
      case NOTHING -> Optional.empty();
      case ONE -> Optional.of(Value.text("one"));
      case TWO -> Optional.of(Value.text("two"));
      case INPUT -> Optional.of(session.input("kind"));
      case BEFORE -> before.map(RandomProgram::id);
    };
  }

  /// Components have none.
  private static Optional<Value> size(Made made) {
    return made.object() instanceof Mapping object
        ? Optional.ofNullable(object.get("size"))
        : Optional.of(Value.unknown(Types.NUMBER));
  }

  private static Value id(Made made) {
    return FakePrograms.attribute(made.object(), "id");
  }

  /// The program of the components in it.
  static Value inner(Session session) throws ProgramFailed {
    return id(
        session.made(
            "inside", Map.of("size", session.input("size"), "kind", session.input("kind"))));
  }

  /// The addresses of the things in a component.
  Stream<String> things(String component) {
    return entries.stream()
        .map(each ->
            switch (each.what()) {
              case THING -> component + ".thing." + each.name();
              case PROGRAM -> component + ".component." + each.name() + ".thing.inside";
              case IN_A_GROUP -> component + ".component.group.thing." + each.name();
            });
  }

  /// The addresses that may be a target, in a component and of it.
  Stream<String> addresses(String component) {
    return Stream.concat(
        Stream.of(component),
        entries.stream()
            .map(each ->
                switch (each.what()) {
                  case THING -> component + ".thing." + each.name();
                  case PROGRAM -> component + ".component." + each.name();
                  case IN_A_GROUP -> component + ".component.group.thing." + each.name();
                }));
  }
}
