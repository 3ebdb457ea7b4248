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
import io.keelson.testing.RegistrationOptionsBuilder;
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
/// @param group the name of the component that is no program
/// @param careless whether it forgets which values are secret
record RandomProgram(List<Entry> entries, String group, boolean careless) {
  private static final String GROUP = "group";

  /// Names that end with it come where those without it came.
  private static final String RENAMED = "x";

  /// Where a value is from.
  enum Source {
    NOTHING,
    ONE,
    TWO,
    INPUT,
    /// The size of what is registered before it, or its id where a text is wanted.
    BEFORE,
    /// The same, looked up.
    READ,
    /// The same, given back by a method.
    METHOD
  }

  /// What is registered.
  enum What {
    THING,
    /// A component whose program registers one thing of what it is given.
    PROGRAM,
    /// A thing in a component that is no program.
    IN_A_GROUP
  }

  /// How a thing depends on what is registered before it, beside its values.
  enum Tie {
    NONE,
    REPLACED_WITH,
    TRIGGERED_BY,
    DELETED_WITH,
    /// Not at all: it is left alone when it goes.
    LEFT_ALONE,
    /// Not at all: its kind is left as it is.
    IGNORING
  }

  /// @param former what it was called before, or its name
  /// @param size what can be changed
  /// @param kind what replaces a thing when it changes
  /// @param late whether it is registered only when the id of what is before it is known
  /// @param deleteFirst whether a thing goes before what replaces it
  record Entry(
      String name,
      String former,
      What what,
      Source size,
      Source kind,
      boolean late,
      boolean deleteFirst,
      Tie tie) {
    Entry renamed() {
      return new Entry(name + RENAMED, former, what, size, kind, late, deleteFirst, tie);
    }
  }

  static Arbitrary<RandomProgram> upTo(int most) {
    var entry =
        Combinators.combine(
                Arbitraries.of("a", "b", "c", "d", "e"),
                Arbitraries.of(What.THING, What.THING, What.PROGRAM, What.IN_A_GROUP),
                Arbitraries.of(Source.class),
                Arbitraries.of(Source.class),
                Arbitraries.of(false, false, false, true),
                Arbitraries.of(true, false),
                Arbitraries.of(Tie.class))
            .as((name, what, size, kind, late, deleteFirst, tie) ->
                new Entry(name, name, what, size, kind, late, deleteFirst, tie));
    var entries = entry.list().ofMaxSize(most).uniqueElements(Entry::name);
    return Combinators.combine(entries, Arbitraries.of(false, false, true))
        .as((each, careless) -> new RandomProgram(each, GROUP, careless));
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
    return new RandomProgram(new ArrayList<>(mixed.values()), group, careless);
  }

  /// The same with other names for some of what it registers, which knows its former name.
  ///
  /// @param bits which of the entries, and the group
  RandomProgram renamed(int bits) {
    var renamed = new ArrayList<Entry>();
    for (int i = 0; i < entries.size(); i++)
      renamed.add((bits >> i & 1) == 1 ? entries.get(i).renamed() : entries.get(i));
    return new RandomProgram(
        renamed, (bits >> entries.size() & 1) == 1 ? GROUP + RENAMED : group, careless);
  }

  /// Whether it may register more when more is known.
  boolean isLate() {
    return entries.stream().anyMatch(Entry::late);
  }

  /// Gives the id of what it registers last.
  Value run(Session session) throws ProgramFailed {
    Optional<Made> last = Optional.empty();
    Optional<Made> sure = Optional.empty();
    for (Entry each : entries) {
      if (each.late() && last.filter(before -> !id(before).whollyKnown()).isPresent()) continue;
      last = Optional.of(register(each, last, options(each, sure), session));
      if (!each.late()) sure = last;
    }
    return last.map(RandomProgram::id).orElse(Value.text("nothing"));
  }

  private Made register(
      Entry entry, Optional<Made> before, Registration.Options options, Session session)
      throws ProgramFailed {
    var properties = new TreeMap<String, Value>();
    size(entry, before, session).ifPresent(size -> properties.put("size", size));
    kind(entry, before, session).ifPresent(kind -> properties.put("kind", kind));
    boolean isProgram = entry.what() == What.PROGRAM;
    var needs = new TreeSet<ResourceAddress>();
    before.flatMap(Made::at).ifPresent(needs::add);
    return session.made(
        new Registration(
            entry.what() == What.IN_A_GROUP ? List.of(inTheGroup()) : List.of(),
            isProgram ? "thing:inner" : "thing:thing",
            entry.name(),
            isProgram ? Registration.Kind.PROGRAM : Registration.Kind.RESOURCE,
            Value.object(properties),
            needs,
            new TreeMap<>(),
            options));
  }

  /// @param before what is registered before it in all instances of the component, whose options
  ///   have to be the same
  private static Registration.Options options(Entry entry, Optional<Made> before) {
    var options =
        RegistrationOptionsBuilder.options().aliases(formerly(entry.name(), entry.former()));
    if (entry.what() == What.PROGRAM) return options.build();
    if (entry.deleteFirst()) options.deleteBeforeReplace(true);
    switch (entry.tie()) {
      case NONE -> {}
      case REPLACED_WITH -> before.flatMap(Made::at).ifPresent(options::replaceWith);
      case TRIGGERED_BY -> before.map(RandomProgram::id).ifPresent(options::replaceTrigger);
      case DELETED_WITH -> before.flatMap(Made::at).ifPresent(options::deletedWith);
      case LEFT_ALONE -> options.destroy(false);
      case IGNORING -> options.ignoreChanges("kind");
    }
    return options.build();
  }

  private Registration.Group inTheGroup() {
    return new Registration.Group(group, formerly(group, GROUP));
  }

  private static List<String> formerly(String name, String former) {
    return name.equals(former) ? List.of() : List.of(former);
  }

  private static Optional<Value> size(Entry entry, Optional<Made> before, Session session) {
    return switch (entry.size()) {
      case NOTHING -> Optional.empty();
      case ONE -> Optional.of(Value.number(1));
      case TWO -> Optional.of(Value.number(2));
      case INPUT -> Optional.of(session.input("size"));
      case BEFORE, READ, METHOD -> before.flatMap(RandomProgram::size);
    };
  }

  private Optional<Value> kind(Entry entry, Optional<Made> before, Session session)
      throws ProgramFailed {
    return switch (entry.kind()) {
      case NOTHING -> Optional.empty();
      case ONE -> Optional.of(Value.text("one"));
      case TWO -> Optional.of(Value.text("two"));
      case INPUT -> Optional.of(session.input("kind")).map(this::asItTakesIt);
      case BEFORE -> before.map(RandomProgram::id);
      case READ ->
          before.isEmpty() ? Optional.empty() : Optional.of(lookedUp(entry, before.get(), session));
      case METHOD ->
          before.isEmpty()
              ? Optional.empty()
              : Optional.of(session.method("thing:app/echo", id(before.get())));
    };
  }

  private static Value lookedUp(Entry entry, Made before, Session session) throws ProgramFailed {
    return session.read(List.of(), "look-" + entry.name(), id(before), before);
  }

  private Value asItTakesIt(Value value) {
    return careless ? value.unmark().value() : value;
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
              case IN_A_GROUP -> component + ".component." + group + ".thing." + each.name();
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
                  case IN_A_GROUP -> component + ".component." + group + ".thing." + each.name();
                }));
  }
}
