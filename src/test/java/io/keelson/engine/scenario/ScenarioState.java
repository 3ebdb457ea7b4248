package io.keelson.engine.scenario;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.object.TriggerValue;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Turns the objects of a scenario file into a state and a world, and states back into what the
/// file would say.
final class ScenarioState {
  private static final StateCodec CODEC = new JsonStateCodec();
  private static final String OUTPUT = "output.";

  private final SortedMap<String, FakeType> types;

  ScenarioState(SortedMap<String, FakeType> types) {
    this.types = types;
  }

  /// The state that has exactly these objects, all of which really exist in `world`.
  StackState state(SortedMap<String, Value> objects, FakeWorld world) {
    var needs = needs(objects);
    var instances = new TreeMap<InstanceAddress, InstanceState>();
    var outputs = new TreeMap<String, Value>();
    objects.forEach((name, value) -> {
      if (name.startsWith(OUTPUT)) {
        outputs.put(name.substring(OUTPUT.length()), value);
        return;
      }
      var object = ObjectName.parse(name);
      var stored = stored(object, Entries.of(name, value), needs, world);
      instances.merge(
          object.at(),
          object
              .deposedId()
              .map(id -> InstanceState.NONE.withDeposed(ObjectName.key(id), stored))
              .orElseGet(() -> InstanceState.of(stored)),
          ScenarioState::joined);
    });
    return new StackState(instances, outputs);
  }

  private static InstanceState joined(InstanceState one, InstanceState two) {
    var joined = two.current().map(one::withCurrent).orElse(one);
    for (var deposed : two.deposed().entrySet())
      joined = joined.withDeposed(deposed.getKey(), deposed.getValue());
    return joined;
  }

  /// What each resource depends on, directly and through others.
  private static SortedMap<ResourceAddress, SortedSet<Dependency>> needs(
      SortedMap<String, Value> objects) {
    var direct = new TreeMap<ResourceAddress, SortedSet<ResourceAddress>>();
    objects.forEach((name, value) -> {
      if (name.startsWith(OUTPUT)) return;
      var needed =
          direct.computeIfAbsent(ObjectName.parse(name).at().resource(), _ -> new TreeSet<>());
      Entries.of(name, value)
          .texts("dependsOn")
          .forEach(each -> needed.add(ResourceAddress.parse(each)));
    });
    var all = new TreeMap<ResourceAddress, SortedSet<Dependency>>();
    direct.forEach((resource, named) -> {
      var reached = new TreeSet<ResourceAddress>();
      named.forEach(each -> reach(each, direct, reached));
      var dependencies = new TreeSet<Dependency>();
      reached.forEach(each -> dependencies.add(new Dependency(each, named.contains(each))));
      all.put(resource, dependencies);
    });
    return all;
  }

  private static void reach(
      ResourceAddress from,
      SortedMap<ResourceAddress, SortedSet<ResourceAddress>> direct,
      SortedSet<ResourceAddress> reached) {
    if (!reached.add(from)) return;
    direct.getOrDefault(from, new TreeSet<>()).forEach(each -> reach(each, direct, reached));
  }

  private ObjectState stored(
      ObjectName name,
      Entries entries,
      SortedMap<ResourceAddress, SortedSet<Dependency>> needs,
      FakeWorld world) {
    var type = Optional.ofNullable(types.get(name.at().resource().type())).orElseThrow();
    entries.take("dependsOn");
    var lifecycle = entries.mapping("lifecycle");
    var flags =
        new Flags(
            lifecycle.flag("createBeforeDestroy"),
            lifecycle.flag("preventDestroy"),
            !lifecycle.flag("destroy", true),
            lifecycle
                .take("replaceTrigger")
                .map(value -> TriggerValue.stored(value, ScenarioPlayer.KEY.secret()))
                .orElse(""),
            lifecycle.text("deletedWith").map(Target::parse),
            lifecycle.text("deleteTimeout").map(Duration::parse));
    lifecycle.end();
    boolean tainted = entries.flag("tainted");
    boolean unfinished = entries.flag("unfinished");
    var status =
        tainted
            ? ObjectState.Status.TAINTED
            : unfinished ? ObjectState.Status.UNFINISHED : ObjectState.Status.READY;
    var secrets = entries.names("sensitive");
    var fromSecrets = entries.names("fromSecret");
    var blob = entries.text("private").map(Bytes::utf8).orElse(Bytes.NONE);
    long version = entries.text("schemaVersion").map(Long::parseLong).orElse(0L);
    var attributes = entries.rest();
    var id = attributes.computeIfAbsent("id", _ -> Value.text(name.deposedId().orElseThrow()));
    var value = object(type, attributes);
    world.put(new FakeWorld.Thing(name.at(), Entries.textOf("id", id), value, ""));
    var sensitive =
        new TreeSet<>(
            Sensitivity.paths(Sensitivity.marked(type.schema(), value, Unmarked.plain(value)))
                .all());
    secrets.forEach(each -> sensitive.add(AttributePath.parse(each)));
    var fromSecret = new TreeSet<AttributePath>();
    fromSecrets.forEach(each -> fromSecret.add(AttributePath.parse(each)));
    sensitive.addAll(fromSecret);
    return new ObjectState(
        type.name(),
        status,
        new RawState(version, CODEC.encode(value, type.schema().type())),
        SensitivePaths.of(sensitive, fromSecret),
        blob,
        Optional.empty(),
        ProviderKey.of("fake"),
        Optional.ofNullable(needs.get(name.at().resource())).orElseThrow(),
        flags);
  }

  /// An object of the type with these attributes, the rest null.
  static Mapping object(FakeType type, SortedMap<String, Value> attributes) {
    var values = new TreeMap<String, Value>();
    var all = type.schema().type();
    attributes.keySet().stream()
        .filter(each -> !all.has(each))
        .findFirst()
        .ifPresent(each -> {
          throw new IllegalArgumentException(type.name() + " has no attribute " + each);
        });
    all.attributes()
        .forEach((name, each) ->
            values.put(name, converted(attributes.getOrDefault(name, Value.nothing(each)), each)));
    return Value.object(values);
  }

  static Value converted(Value value, Type type) {
    if (value.isNull()) return Value.nothing(type);
    return switch (value.convert(type)) {
      case Conversion.Converted(var fits) -> fits;
      case Conversion.NotConvertible(_, var reason) ->
          throw new IllegalArgumentException(value + ": " + reason);
    };
  }

  /// A state in the words of scenario files. Beside attributes and `tainted`, an object shows what
  /// is also said of it in `expected`.
  SortedMap<String, String> described(StackState state, SortedMap<String, Value> expected) {
    var described = new TreeMap<String, String>();
    state.outputs().forEach((name, value) -> described.put(OUTPUT + name, text(value)));
    state
        .instances()
        .forEach((at, instance) -> {
          instance
              .current()
              .ifPresent(object -> described(at, Optional.empty(), object, expected, described));
          instance
              .deposed()
              .values()
              .forEach(object ->
                  described(at, Optional.of(id(at, object)), object, expected, described));
          instance
              .open()
              .ifPresent(open ->
                  described.put(
                      at + " (open)", open.kind().name().toLowerCase(java.util.Locale.ROOT)));
        });
    return described;
  }

  private void described(
      InstanceAddress at,
      Optional<String> deposedId,
      ObjectState object,
      SortedMap<String, Value> expected,
      SortedMap<String, String> described) {
    var name = new ObjectName(at, deposedId).toString();
    var words = new TreeMap<String, String>();
    value(at, object)
        .entries()
        .forEach((each, value) -> {
          if (!value.isNull()) words.put(each, text(value));
        });
    if (object.tainted()) words.put("tainted", "true");
    if (object.unfinished()) words.put("unfinished", "true");
    var said =
        expected.getOrDefault(name, Value.object(new TreeMap<>())) instanceof Mapping mapping
            ? mapping.keys()
            : Set.<String>of();
    if (said.contains("dependsOn"))
      words.put(
          "dependsOn",
          object.dependencies().stream()
              .map(each -> each.resource().toString())
              .toList()
              .toString());
    if (said.contains("lifecycle")) words.put("lifecycle", flags(object.flags()));
    if (said.contains("private")) words.put("private", object.privateData().asUtf8());
    boolean hasSecret = said.contains("fromSecret");
    if (hasSecret) words.put("fromSecret", object.sensitive().secret().toString());
    if (said.contains("sensitive")) {
      var declared = new TreeSet<>(object.sensitive().all());
      if (hasSecret) declared.removeAll(object.sensitive().secret());
      words.put("sensitive", declared.toString());
    }
    described.put(name, words.toString());
  }

  private static String flags(Flags flags) {
    var words = new TreeMap<String, String>();
    if (flags.createBeforeDestroy()) words.put("createBeforeDestroy", "true");
    if (flags.preventDestroy()) words.put("preventDestroy", "true");
    if (flags.skipDestroy()) words.put("destroy", "false");
    flags
        .deleteTimeout()
        .ifPresent(most -> words.put("deleteTimeout", '"' + most.toString() + '"'));
    return words.toString();
  }

  /// What the file expects, in the words of [#described].
  SortedMap<String, String> described(SortedMap<String, Value> expected) {
    var described = new TreeMap<String, String>();
    expected.forEach((name, value) -> {
      if (name.startsWith(OUTPUT) || name.endsWith(" (open)")) {
        described.put(name, name.startsWith(OUTPUT) ? text(value) : Entries.textOf(name, value));
        return;
      }
      var words = new TreeMap<String, String>();
      var object = ObjectName.parse(name);
      object.deposedId().ifPresent(id -> words.put("id", text(Value.text(id))));
      ((Mapping) value)
          .entries()
          .forEach((each, part) -> words.put(each, expectedText(object.at(), each, part)));
      described.put(name, words.toString());
    });
    return described;
  }

  private String expectedText(InstanceAddress at, String name, Value value) {
    return switch (name) {
      case "tainted", "unfinished" -> "true";
      case "private" -> Entries.textOf(name, value);
      case "dependsOn", "sensitive", "fromSecret" ->
          Entries.of(name, Value.object(new TreeMap<>(java.util.Map.of(name, value))))
              .names(name)
              .toString();
      case "lifecycle" -> new TreeMap<>(plain((Mapping) value)).toString();
      default -> {
        var type = types.get(at.resource().type());
        var declared = type == null ? null : type.schema().type().attribute(name);
        if (declared == null) throw new IllegalArgumentException(at + " has no attribute " + name);
        yield text(converted(value, declared));
      }
    };
  }

  private static SortedMap<String, String> plain(Mapping flags) {
    var words = new TreeMap<String, String>();
    flags.entries().forEach((name, value) -> words.put(name, text(value)));
    return words;
  }

  private static String text(Value value) {
    return ChangeLines.inline(value);
  }

  Mapping value(InstanceAddress at, ObjectState object) {
    var type = Optional.ofNullable(types.get(object.type())).orElseThrow();
    try {
      return (Mapping) CODEC.decode(object.attributes().json(), type.schema().type());
    } catch (StateCodec.MalformedState e) {
      throw new IllegalStateException(e);
    }
  }

  String id(InstanceAddress at, ObjectState object) {
    return value(at, object).attribute("id") instanceof Value.Text text ? text.text() : "";
  }
}
