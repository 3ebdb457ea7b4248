package io.keelson.engine.scenario;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.TransformDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
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

/// A stack made up by chance that uses one definition several times, alone or inside of another
/// one, with references by way of inputs and outputs.
///
/// @param around what the stack declares itself
/// @param inside what the definition declares
/// @param uses by number; each may get an output of the one before
record RandomComponents(RandomStack around, RandomStack inside, List<Use> uses)
    implements DeclaredStack {
  static final int MOST_INSIDE = 4;
  private static final String TYPE = RandomStack.TYPE.name();

  /// Under which keys the definition is used.
  enum Keys {
    NONE,
    TWO,
    A_B
  }

  /// What is given to a use.
  enum Given {
    NOTHING,
    LITERAL,
    OF_THE_STACK,
    OF_THE_USE_BEFORE
  }

  /// What a use comes after although it names none of it.
  enum After {
    NOTHING,
    A_RESOURCE,
    THE_USE_BEFORE,
    /// It goes with that, too.
    GOING_WITH_THE_USE_BEFORE
  }

  /// What a use changes in everything inside.
  enum Transformed {
    NOT,
    BY_A_LITERAL,
    BY_THE_USE_BEFORE,
    /// Only where nothing is there.
    FILLED_IN
  }

  /// @param nested whether it is used inside of another definition
  record Use(Keys keys, Given given, After after, Transformed transformed, boolean nested) {}

  static Arbitrary<RandomComponents> any() {
    var use =
        Combinators.combine(
                Arbitraries.of(Keys.class),
                Arbitraries.of(Given.class),
                Arbitraries.of(After.class),
                Arbitraries.of(Transformed.class),
                Arbitraries.of(true, false))
            .as(Use::new);
    return Combinators.combine(
            RandomStack.upTo(2),
            RandomStack.upTo(MOST_INSIDE),
            use.list().ofMinSize(1).ofMaxSize(3))
        .as(RandomComponents::new);
  }

  RandomComponents inside(RandomStack other) {
    return new RandomComponents(around, other, uses);
  }

  @Override
  public StackDeclaration declaration() {
    var inner = definition();
    var outer = nesting(inner);
    var components = new ArrayList<ComponentDeclaration.Component>();
    for (int i = 0; i < uses.size(); i++)
      components.add(component(i, uses.get(i).nested() ? outer : inner));
    var own = around.declaration();
    var resources = new ArrayList<>(own.resources());
    resources.add(resource("last", Map.of("out", output(uses.size() - 1))));
    return ShortDeclarations.stack(
            resources,
            own.locals(),
            own.outputs(),
            own.variables(),
            own.identity(),
            own.moves(),
            List.of(),
            List.of(),
            new TreeMap<>())
        .using(components, new TreeMap<>());
  }

  private String output(int number) {
    var key =
        switch (uses.get(number).keys()) {
          case NONE -> "";
          case TWO -> "[0]";
          case A_B -> "[\"a\"]";
        };
    return "${component.c" + number + key + ".out}";
  }

  private ComponentDeclaration.Component component(int number, ComponentDeclaration definition) {
    var use = uses.get(number);
    var first = around.declaration().outputs();
    var given =
        switch (use.given()) {
          case NOTHING -> Optional.<Value>empty();
          case LITERAL -> Optional.<Value>of(Value.text("x"));
          case OF_THE_STACK ->
              first.isEmpty()
                  ? Optional.<Value>empty()
                  : Optional.of(first.firstEntry().getValue().value());
          case OF_THE_USE_BEFORE ->
              number == 0
                  ? Optional.<Value>empty()
                  : Optional.<Value>of(Value.text(output(number - 1)));
        };
    var inputs = new TreeMap<String, Value>();
    given.ifPresent(value -> inputs.put("given", value));
    var after =
        switch (use.after()) {
          case NOTHING, GOING_WITH_THE_USE_BEFORE -> List.<String>of();
          case A_RESOURCE ->
              around.resources().keySet().stream()
                  .limit(1)
                  .map(each -> around.address(each).toString())
                  .toList();
          case THE_USE_BEFORE ->
              number == 0 ? List.<String>of() : List.of("component.c" + (number - 1));
        };
    var container =
        number > 0 && use.after() == After.GOING_WITH_THE_USE_BEFORE
            ? Optional.of("component.c" + (number - 1))
            : Optional.<String>empty();
    return used(
        "c" + number, definition, inputs, use.keys(), after, container, transforms(number, use));
  }

  private List<TransformDeclaration> transforms(int number, Use use) {
    var before = number == 0 ? Value.text("first") : Value.text(output(number - 1));
    return switch (use.transformed()) {
      case NOT -> List.of();
      case BY_A_LITERAL -> List.of(transform(Map.of("links.set", Value.text("x")), Map.of()));
      case BY_THE_USE_BEFORE -> List.of(transform(Map.of("links.set", before), Map.of()));
      case FILLED_IN -> List.of(transform(Map.of(), Map.of("links.given", Value.text("y"))));
    };
  }

  private static TransformDeclaration transform(
      Map<String, Value> set, Map<String, Value> standIns) {
    return new TransformDeclaration(
        List.of(TYPE),
        List.of(),
        new TreeMap<>(set),
        new TreeMap<>(standIns),
        new ComponentDeclaration.Inherited(Optional.empty(), Optional.empty(), Optional.empty()),
        true);
  }

  private static ComponentDeclaration.Component used(
      String name,
      ComponentDeclaration definition,
      TreeMap<String, Value> inputs,
      Keys keys,
      List<String> after) {
    return used(name, definition, inputs, keys, after, Optional.empty(), List.of());
  }

  private static ComponentDeclaration.Component used(
      String name,
      ComponentDeclaration definition,
      TreeMap<String, Value> inputs,
      Keys keys,
      List<String> after,
      Optional<String> container,
      List<TransformDeclaration> transforms) {
    return new ComponentDeclaration.Component(
        name,
        definition,
        inputs,
        keys == Keys.TWO ? Optional.of(Value.number(2)) : Optional.empty(),
        keys == Keys.A_B
            ? Optional.of(Value.object(Map.of("a", Value.number(1), "b", Value.number(1))))
            : Optional.empty(),
        Optional.empty(),
        after,
        List.of(),
        new ComponentDeclaration.Inherited(Optional.empty(), Optional.empty(), container),
        new TreeMap<>(),
        transforms);
  }

  private ComponentDeclaration definition() {
    var own = inside.declaration();
    var resources = new ArrayList<>(own.resources());
    resources.add(resource("taker", Map.of("given", "${variable.given}")));
    if (!resources.isEmpty()) resources.set(0, given(resources.getFirst()));
    var out =
        own.outputs().isEmpty() ? Value.text("none") : own.outputs().lastEntry().getValue().value();
    return new ComponentDeclaration(
        List.of(variable()),
        new TreeMap<>(),
        resources,
        List.of(),
        new TreeMap<>(Map.of("out", ShortDeclarations.output(out, false))),
        own.moves(),
        List.of(),
        new TreeMap<>());
  }

  private static ComponentDeclaration nesting(ComponentDeclaration inner) {
    var given = new TreeMap<String, Value>(Map.of("given", Value.text("${variable.given}")));
    return new ComponentDeclaration(
        List.of(variable()),
        new TreeMap<>(),
        List.of(resource("top", Map.of("both", "${component.one.out + component.two[1].out}"))),
        List.of(
            used("one", inner, given, Keys.NONE, List.of()),
            used("two", inner, new TreeMap<>(), Keys.TWO, List.of("component.one"))),
        new TreeMap<>(
            Map.of(
                "out", ShortDeclarations.output(Value.text("${" + TYPE + ".top.serial}"), false))),
        List.of(),
        List.of(),
        new TreeMap<>());
  }

  private static VariableDeclaration variable() {
    return new VariableDeclaration(
        "given",
        Optional.of("string"),
        Optional.empty(),
        Optional.of(Value.nothing(Types.STRING)),
        true,
        false,
        false,
        List.of());
  }

  /// The same resource, with what is given to the component.
  private static ResourceDeclaration given(ResourceDeclaration resource) {
    if (resource.address().mode() != ResourceAddress.Mode.MANAGED) return resource;
    var config = new TreeMap<>(resource.config().entries());
    var links =
        new TreeMap<String, Value>(
            config.get("links") instanceof Mapping mapping ? mapping.entries() : Map.of());
    links.put("given", Value.text("${variable.given}"));
    config.put("links", Value.object(links));
    return ShortDeclarations.resource(
        resource.address(),
        Value.object(config),
        resource.count(),
        resource.forEach(),
        resource.enabled(),
        resource.dependsOn(),
        resource.lifecycle(),
        resource.providerConfiguration());
  }

  private static ResourceDeclaration resource(String name, Map<String, String> links) {
    var values = new TreeMap<String, Value>();
    links.forEach((link, text) -> values.put(link, Value.text(text)));
    return new ResourceDeclaration(
        ResourceAddress.managed(TYPE, name),
        Value.object(Map.of("links", Value.object(values))),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN);
  }
}
