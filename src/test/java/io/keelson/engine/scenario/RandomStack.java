package io.keelson.engine.scenario;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakeType;
import io.keelson.testing.ShortDeclarations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/// A stack made up by chance: resources that use others with a lower number.
///
/// @param resources by number
/// @param renamed the numbers of resources that have another name than in the stack before; a move
///   says so
record RandomStack(SortedMap<Integer, Resource> resources, SortedSet<Integer> renamed)
    implements DeclaredStack {
  /// The only type: `image` and `pins` need a new object, `serial` may change with every update.
  static final FakeType TYPE =
      new FakeType(
          "fake",
          Schema.of(
              0,
              new TreeMap<>(
                  Map.of(
                      "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                      "serial", Attribute.of(Types.STRING, Presence.COMPUTED),
                      "image", Attribute.of(Types.NUMBER, Presence.OPTIONAL),
                      "size", Attribute.of(Types.NUMBER, Presence.OPTIONAL),
                      "links", Attribute.of(Type.map(Types.STRING), Presence.OPTIONAL),
                      "pins", Attribute.of(Type.map(Types.STRING), Presence.OPTIONAL)))),
          new TreeSet<>(Set.of("image", "pins")),
          new TreeSet<>(Set.of("serial")),
          CreateRecovery.FINDABLE);

  /// The same type of a provider that creates first by default.
  static final FakeType CREATED_FIRST =
      new FakeType(
          TYPE.name(),
          TYPE.schema(),
          TYPE.requiresReplace(),
          TYPE.recomputed(),
          TYPE.recovery(),
          TYPE.promise(),
          true,
          false,
          TYPE.takesOver());

  /// How many instances, and under which keys.
  enum Repeat {
    SINGLE,
    NONE,
    ONE,
    TWO,
    EACH_A,
    EACH_A_B,
    ENABLED,
    DISABLED
  }

  /// How one resource uses another.
  enum Use {
    DEPENDS_ON,
    ID,
    SIZE,
    SERIAL,
    PINNED_ID,
    /// Reads it, with a data source of its own.
    DATA,
    TRIGGER,
    /// Goes with it.
    CONTAINER
  }

  /// @param leftAlone whether objects that go are forgotten
  /// @param deleteFirst whether replacements destroy first whatever needs them
  record Resource(
      Repeat repeat,
      int image,
      int size,
      SortedMap<Integer, Use> uses,
      boolean createFirst,
      boolean leftAlone,
      boolean deleteFirst) {
    Resource(
        Repeat repeat,
        int image,
        int size,
        SortedMap<Integer, Use> uses,
        boolean createFirst,
        boolean leftAlone) {
      this(repeat, image, size, uses, createFirst, leftAlone, false);
    }

    Resource(
        Repeat repeat, int image, int size, SortedMap<Integer, Use> uses, boolean createFirst) {
      this(repeat, image, size, uses, createFirst, false);
    }

    Resource deletingFirst() {
      return new Resource(repeat, image, size, uses, createFirst, leftAlone, !createFirst);
    }
  }

  private static Arbitrary<Resource> resource(int number) {
    Arbitrary<SortedMap<Integer, Use>> uses =
        number == 0
            ? Arbitraries.just(new TreeMap<>())
            : Arbitraries.maps(
                    Arbitraries.integers().between(0, number - 1), Arbitraries.of(Use.values()))
                .ofMaxSize(3)
                .map(TreeMap::new);
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(6, Repeat.SINGLE),
                Tuple.of(1, Repeat.NONE),
                Tuple.of(1, Repeat.ONE),
                Tuple.of(2, Repeat.TWO),
                Tuple.of(1, Repeat.EACH_A),
                Tuple.of(1, Repeat.EACH_A_B),
                Tuple.of(1, Repeat.ENABLED),
                Tuple.of(1, Repeat.DISABLED)),
            Arbitraries.integers().between(0, 1),
            Arbitraries.integers().between(0, 1),
            uses,
            Arbitraries.frequency(Tuple.of(3, false), Tuple.of(1, true)),
            Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true)))
        .as(Resource::new);
  }

  /// A stack of one resource.
  static RandomStack single(int number) {
    var plain = new Resource(Repeat.SINGLE, 0, 0, new TreeMap<>(), false);
    return new RandomStack(new TreeMap<>(Map.of(number, plain)), new TreeSet<>());
  }

  /// A stack of up to `most` resources, some of which are left out.
  static Arbitrary<RandomStack> upTo(int most) {
    var all = new ArrayList<Arbitrary<Optional<Resource>>>();
    for (int i = 0; i < most; i++) all.add(resource(i).optional(0.85));
    return Combinators.combine(all).as(RandomStack::numbered);
  }

  private static RandomStack numbered(List<Optional<Resource>> resources) {
    var numbered = new TreeMap<Integer, Resource>();
    for (int i = 0; i < resources.size(); i++) {
      int number = i;
      resources.get(i).ifPresent(each -> numbered.put(number, each));
    }
    return new RandomStack(numbered, new TreeSet<>());
  }

  /// This stack, with the resources of `other` where the bit of their number is set.
  RandomStack changedTo(RandomStack other, int bits) {
    var mixed = new TreeMap<Integer, Resource>();
    for (int i = 0; i < 32; i++) {
      var from = (bits >> i & 1) == 1 ? other : this;
      var resource = from.resources.get(i);
      if (resource != null) mixed.put(i, resource);
    }
    return new RandomStack(mixed, renamed);
  }

  /// This stack without those resources that have the bit of their number set.
  RandomStack without(int bits) {
    var left = new TreeMap<>(resources);
    left.keySet().removeIf(number -> (bits >> number & 1) == 1);
    return new RandomStack(left, renamed);
  }

  /// This stack, of which those destroy first that have the bit of their number set and say nothing
  /// else.
  RandomStack deletingFirst(int bits) {
    var changed = new TreeMap<>(resources);
    changed.replaceAll((number, each) -> (bits >> number & 1) == 1 ? each.deletingFirst() : each);
    return new RandomStack(changed, renamed);
  }

  /// This stack with new names where the bit of a number is set.
  RandomStack renamed(int bits) {
    var numbers = new TreeSet<Integer>();
    for (int i = 0; i < 32; i++) if ((bits >> i & 1) == 1) numbers.add(i);
    return new RandomStack(resources, numbers);
  }

  /// This stack with another size at one resource.
  RandomStack withSize(int number, int size) {
    var changed = new TreeMap<>(resources);
    changed.computeIfPresent(
        number,
        (_, old) ->
            new Resource(
                old.repeat(),
                old.image(),
                size,
                old.uses(),
                old.createFirst(),
                old.leftAlone(),
                old.deleteFirst()));
    return new RandomStack(changed, renamed);
  }

  ResourceAddress address(int number) {
    return renamed.contains(number)
        ? ResourceAddress.managed(TYPE.name(), "new" + number)
        : firstAddress(number);
  }

  private static ResourceAddress firstAddress(int number) {
    return ResourceAddress.managed(TYPE.name(), "r" + number);
  }

  private List<StackDeclaration.Move> moves() {
    return renamed.stream()
        .map(number ->
            new StackDeclaration.Move(firstAddress(number).toString(), address(number).toString()))
        .toList();
  }

  @Override
  public StackDeclaration declaration() {
    var declared = new ArrayList<ResourceDeclaration>();
    resources.forEach((number, resource) -> {
      declared.add(declaration(number, resource));
      resource
          .uses()
          .forEach((to, use) -> {
            if (use == Use.DATA) dataSource(number, to).ifPresent(declared::add);
          });
    });
    var outputs = new TreeMap<String, StackDeclaration.Output>();
    resources.forEach((number, resource) ->
        reference(number, "serial")
            .ifPresent(text ->
                outputs.put("o" + number, ShortDeclarations.output(Value.text(text), false))));
    return ShortDeclarations.stack(
        declared,
        new TreeMap<>(),
        outputs,
        new TreeMap<>(),
        new TreeMap<>(),
        moves(),
        List.of(),
        List.of(),
        new TreeMap<>());
  }

  private ResourceDeclaration declaration(int number, Resource resource) {
    var links = new TreeMap<String, Value>();
    var pins = new TreeMap<String, Value>();
    var dependsOn = new ArrayList<String>();
    var triggers = new ArrayList<String>();
    var containers = new ArrayList<String>();
    resource
        .uses()
        .forEach((to, use) -> {
          if (!resources.containsKey(to)) return;
          var attribute =
              switch (use) {
                case ID, PINNED_ID, DATA -> "id";
                case SIZE -> "size";
                case SERIAL -> "serial";
                case DEPENDS_ON, TRIGGER, CONTAINER -> "";
              };
          var reference = attribute.isEmpty() ? Optional.<String>empty() : reference(to, attribute);
          if (use == Use.TRIGGER) triggers.add(address(to).toString());
          else if (use == Use.CONTAINER) containers.add(address(to).toString());
          else if (reference.isEmpty()) dependsOn.add(address(to).toString());
          else if (use == Use.DATA)
            links.put("r" + to, Value.text("${" + data(number, to) + ".serial}"));
          else (use == Use.PINNED_ID ? pins : links).put("r" + to, Value.text(reference.get()));
        });
    if (!containers.isEmpty()) dependsOn.addAll(containers.subList(1, containers.size()));
    var config = new TreeMap<String, Value>();
    config.put("image", Value.number(resource.image()));
    config.put("size", Value.number(resource.size()));
    if (!links.isEmpty()) config.put("links", Value.object(links));
    if (!pins.isEmpty()) config.put("pins", Value.object(pins));
    return ShortDeclarations.resource(
        address(number),
        Value.object(config),
        count(resource.repeat()),
        forEach(resource.repeat()),
        enabled(resource.repeat()),
        dependsOn,
        new LifecycleDeclaration(
            resource.createFirst(),
            resource.deleteFirst(),
            false,
            !resource.leftAlone(),
            PartialCreate.REPLACE,
            List.of(),
            List.of(),
            List.of(),
            triggers,
            Optional.empty(),
            containers.stream().findFirst(),
            Timeouts.NONE,
            List.of(),
            List.of()),
        Optional.empty());
  }

  /// Looks for what a resource has made, for another one that uses it.
  private Optional<ResourceDeclaration> dataSource(int number, int to) {
    return reference(to, "id")
        .map(id ->
            new ResourceDeclaration(
                data(number, to),
                Value.object(Map.of("id", Value.text(id))),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                LifecycleDeclaration.PLAIN));
  }

  /// The data source by which one resource reads another.
  static ResourceAddress data(int number, int to) {
    return new ResourceAddress(ResourceAddress.Mode.DATA, TYPE.name(), "d" + number + "_" + to);
  }

  private static Optional<Value> count(Repeat repeat) {
    return switch (repeat) {
      case SINGLE, EACH_A, EACH_A_B, ENABLED, DISABLED -> Optional.empty();
      case NONE -> Optional.of(Value.number(0));
      case ONE -> Optional.of(Value.number(1));
      case TWO -> Optional.of(Value.number(2));
    };
  }

  private static Optional<Value> forEach(Repeat repeat) {
    return switch (repeat) {
      case SINGLE, NONE, ONE, TWO, ENABLED, DISABLED -> Optional.empty();
      case EACH_A -> Optional.of(Value.object(Map.of("a", Value.number(1))));
      case EACH_A_B ->
          Optional.of(Value.object(Map.of("a", Value.number(1), "b", Value.number(1))));
    };
  }

  private static Optional<Value> enabled(Repeat repeat) {
    return switch (repeat) {
      case SINGLE, NONE, ONE, TWO, EACH_A, EACH_A_B -> Optional.empty();
      case ENABLED -> Optional.of(Value.truth(true));
      case DISABLED -> Optional.of(Value.truth(false));
    };
  }

  /// An expression for an attribute of the resource's first instance, if it has any.
  private Optional<String> reference(int number, String attribute) {
    var resource = resources.get(number);
    if (resource == null) return Optional.empty();
    var key =
        switch (resource.repeat()) {
          case SINGLE, ENABLED -> Optional.of("");
          case NONE, DISABLED -> Optional.<String>empty();
          case ONE, TWO -> Optional.of("[0]");
          case EACH_A, EACH_A_B -> Optional.of("[\"a\"]");
        };
    return key.map(each -> "${" + address(number) + each + "." + attribute + "}");
  }
}
