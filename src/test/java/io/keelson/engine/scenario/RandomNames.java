package io.keelson.engine.scenario;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.MovedName;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Value;
import io.keelson.testing.ShortDeclarations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/// A stack of few names, in it and in components, with aliases and moves between them.
///
/// @param resources of the stack
/// @param uses of one definition, which has a resource and a use of another definition
/// @param moves what the stack says
record RandomNames(List<Named> resources, List<Used> uses, List<StackDeclaration.Move> moves)
    implements DeclaredStack {
  private static final String TYPE = RandomStack.TYPE.name();

  /// @param name one of four
  record Named(String name, Keys keys, int image, List<String> aliases) {}

  /// @param image of everything inside
  record Used(String name, Keys keys, int image, List<String> aliases) {}

  /// How often something is there.
  enum Keys {
    SINGLE,
    COUNT_1,
    COUNT_2,
    EACH_A,
    EACH_A_B,
    DISABLED;

    Optional<Value> count() {
      return switch (this) {
        case COUNT_1 -> Optional.of(Value.number(1));
        case COUNT_2 -> Optional.of(Value.number(2));
        default -> Optional.empty();
      };
    }

    Optional<Value> forEach() {
      return switch (this) {
        case EACH_A -> Optional.of(Value.object(Map.of("a", Value.number(1))));
        case EACH_A_B ->
            Optional.of(Value.object(Map.of("a", Value.number(1), "b", Value.number(1))));
        default -> Optional.empty();
      };
    }

    Optional<Value> enabled() {
      return this == DISABLED ? Optional.of(Value.truth(false)) : Optional.empty();
    }
  }

  private static final List<String> NAMES = List.of("a", "b", "c", "d");
  private static final List<String> COMPONENTS = List.of("p", "q", "r");

  /// The same stack without a word about names.
  RandomNames silent() {
    return new RandomNames(
        resources.stream()
            .map(each -> new Named(each.name(), each.keys(), each.image(), List.of()))
            .toList(),
        uses.stream()
            .map(each -> new Used(each.name(), each.keys(), each.image(), List.of()))
            .toList(),
        List.of());
  }

  static Arbitrary<RandomNames> any() {
    var resources = new ArrayList<Arbitrary<Optional<Named>>>();
    for (String name : NAMES)
      resources.add(
          Combinators.combine(keys(), image(), resourceNames().list().ofMaxSize(2))
              .as((keys, image, aliases) -> new Named(name, keys, image, aliases))
              .optional(0.6));
    var uses = new ArrayList<Arbitrary<Optional<Used>>>();
    for (String name : COMPONENTS)
      uses.add(
          Combinators.combine(keys(), image(), componentNames().list().ofMaxSize(2))
              .as((keys, image, aliases) -> new Used(name, keys, image, aliases))
              .optional(0.5));
    var move =
        Arbitraries.oneOf(
            Combinators.combine(resourceNames(), resourceNames()).as(StackDeclaration.Move::new),
            Combinators.combine(componentNames(), componentNames()).as(StackDeclaration.Move::new));
    return Combinators.combine(
            Combinators.combine(resources).as(RandomNames::present),
            Combinators.combine(uses).as(RandomNames::present),
            move.list().ofMaxSize(2))
        .as(RandomNames::new);
  }

  private static <T> List<T> present(List<Optional<T>> all) {
    return all.stream().flatMap(Optional::stream).toList();
  }

  private static Arbitrary<Keys> keys() {
    return Arbitraries.frequencyOf(
        Tuple.of(3, Arbitraries.just(Keys.SINGLE)), Tuple.of(3, Arbitraries.of(Keys.class)));
  }

  private static Arbitrary<Integer> image() {
    return Arbitraries.integers().between(0, 1);
  }

  /// The address of a resource, or of an instance of one.
  private static Arbitrary<String> resourceNames() {
    var own =
        Combinators.combine(Arbitraries.of(NAMES), ends())
            .as((name, key) -> TYPE + "." + name + key);
    var inside =
        Combinators.combine(componentNames(), Arbitraries.of("x", "y"), ends())
            .as((component, name, key) -> component + "." + TYPE + "." + name + key);
    return Arbitraries.frequencyOf(Tuple.of(3, own), Tuple.of(1, inside));
  }

  /// The address of a component, of an instance of one, or of one in another.
  private static Arbitrary<String> componentNames() {
    var outer =
        Combinators.combine(Arbitraries.of(COMPONENTS), ends())
            .as((name, key) -> "component." + name + key);
    var inner = outer.map(each -> each + ".component.inner");
    return Arbitraries.frequencyOf(Tuple.of(3, outer), Tuple.of(1, inner));
  }

  private static Arbitrary<String> ends() {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.just("")),
        Tuple.of(1, Arbitraries.of("[0]", "[1]", "[\"a\"]", "[\"b\"]")));
  }

  /// All statements about names, as the stack makes them.
  List<Move> statements() {
    var all = new ArrayList<Move>();
    for (Named each : resources)
      for (String former : each.aliases()) all.add(move(former, TYPE + "." + each.name(), true));
    for (Used each : uses)
      for (String former : each.aliases()) all.add(move(former, "component." + each.name(), true));
    for (StackDeclaration.Move each : moves) all.add(move(each.from(), each.to(), false));
    return all;
  }

  private static Move move(String from, String to, boolean alias) {
    return new Move(ComponentPath.ROOT, MovedName.parse(from), MovedName.parse(to), alias);
  }

  @Override
  public StackDeclaration declaration() {
    var declared = new ArrayList<ResourceDeclaration>();
    for (Named each : resources)
      declared.add(resource(each.name(), each.keys(), each.image(), each.aliases()));
    return ShortDeclarations.stack(
            declared,
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            moves,
            List.of(),
            List.of(),
            new TreeMap<>())
        .using(uses.stream().map(RandomNames::use).toList(), new TreeMap<>());
  }

  private static ResourceDeclaration resource(
      String name, Keys keys, int image, List<String> aliases) {
    return new ResourceDeclaration(
        ResourceAddress.managed(TYPE, name),
        Value.object(Map.of("image", Value.number(image))),
        keys.count(),
        keys.forEach(),
        keys.enabled(),
        List.of(),
        LifecycleDeclaration.PLAIN,
        Optional.empty(),
        aliases);
  }

  private static ComponentDeclaration.Component use(Used each) {
    var inner = definition(List.of(resource("y", Keys.SINGLE, each.image(), List.of())), List.of());
    var outer =
        definition(
            List.of(resource("x", Keys.SINGLE, each.image(), List.of())),
            List.of(use("inner", inner, Keys.SINGLE, List.of())));
    return use(each.name(), outer, each.keys(), each.aliases());
  }

  private static ComponentDeclaration definition(
      List<ResourceDeclaration> resources, List<ComponentDeclaration.Component> inside) {
    return new ComponentDeclaration(
        List.of(),
        new TreeMap<>(),
        resources,
        inside,
        new TreeMap<>(),
        List.of(),
        List.of(),
        new TreeMap<>());
  }

  private static ComponentDeclaration.Component use(
      String name, ComponentDeclaration definition, Keys keys, List<String> aliases) {
    return new ComponentDeclaration.Component(
        name,
        definition,
        new TreeMap<>(),
        keys.count(),
        keys.forEach(),
        keys.enabled(),
        List.of(),
        aliases);
  }
}
