package io.keelson.engine.scenario;

import static io.keelson.testing.Attributes.writeOnly;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.PlannedState.Promise;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakeType;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// The resource types of a scenario. What the file does not say is guessed: every attribute that is
/// used is optional and has the type of its first value; `id` is computed.
final class GuessedTypes {
  /// What stands among the attributes of an object, or of a declaration, and is none.
  static final Set<String> OPTIONS =
      new TreeSet<>(
          Set.of(
              "dependsOn",
              "lifecycle",
              "count",
              "forEach",
              "tainted",
              "unfinished",
              "private",
              "sensitive",
              "schemaVersion"));

  private final Scenario scenario;
  private final SortedMap<String, SortedMap<String, Type>> used = new TreeMap<>();

  private GuessedTypes(Scenario scenario) {
    this.scenario = scenario;
  }

  static SortedMap<String, FakeType> of(Scenario scenario) {
    return new GuessedTypes(scenario).guess();
  }

  private SortedMap<String, FakeType> guess() {
    scenario.types().keySet().forEach(name -> used.put(name, new TreeMap<>()));
    look(scenario.prior());
    look(scenario.unmanaged());
    scenario.runs().forEach(run -> look(run.config()));
    var types = new TreeMap<String, FakeType>();
    used.forEach((name, attributes) -> types.put(name, type(name, attributes)));
    return types;
  }

  private void look(SortedMap<String, Value> objects) {
    objects.forEach((address, object) -> {
      if (ScenarioConfig.LISTS.contains(address)) return;
      var local =
          ComponentInstance.isNamedBy(address) && !address.matches("component\\.\\w+")
              ? InstanceAddress.parse(address).resource().local().toString()
              : address;
      var managed = local.replaceFirst("^(data|ephemeral)\\.", "");
      var type = managed.substring(0, managed.indexOf('.'));
      if (Set.of("local", "variable", "output", "component").contains(type)) return;
      if (type.equals("definition")) {
        look(((Mapping) object).entries());
        return;
      }
      var attributes = used.computeIfAbsent(type, _ -> new TreeMap<>());
      if (object instanceof Mapping mapping)
        mapping
            .entries()
            .forEach((name, value) -> {
              if (!OPTIONS.contains(name) && !value.isNull())
                attributes.putIfAbsent(name, guess(value));
            });
    });
  }

  private static Type guess(Value value) {
    return switch (value) {
      case Sequence sequence ->
          Type.list(sequence.size() == 0 ? Types.STRING : guess(sequence.get(0)));
      case Mapping mapping ->
          Type.map(mapping.size() == 0 ? Types.STRING : guess(mapping.value(0)));
      default -> value.type();
    };
  }

  private FakeType type(String name, SortedMap<String, Type> used) {
    var said =
        Entries.of(
            "provider." + name,
            Optional.ofNullable(scenario.types().get(name))
                .orElseGet(() -> Value.object(new TreeMap<>())));
    var types = new TreeMap<>(used);
    said.mapping("types").rest().forEach((each, type) -> types.put(each, type(type)));
    var required = said.names("required");
    var computed = said.names("computed");
    var recomputed = said.names("recomputed");
    var either = said.names("optionalComputed");
    var sensitive = said.names("sensitive");
    var writeOnly = said.names("writeOnly");
    var replacing = said.names("requiresReplace");
    computed.add("id");
    for (var names :
        java.util.List.of(required, computed, recomputed, either, sensitive, writeOnly, replacing))
      names.forEach(each -> types.putIfAbsent(each, Types.STRING));
    var attributes = new TreeMap<String, Attribute>();
    types.forEach((each, type) -> {
      var presence =
          required.contains(each)
              ? Presence.REQUIRED
              : computed.contains(each) || recomputed.contains(each)
                  ? Presence.COMPUTED
                  : either.contains(each) ? Presence.OPTIONAL_COMPUTED : Presence.OPTIONAL;
      var attribute = Attribute.of(type, presence);
      var marked = sensitive.contains(each) ? attribute.asSensitive() : attribute;
      attributes.put(each, writeOnly.contains(each) ? writeOnly(marked) : marked);
    });
    var recovery =
        said.text("recovery")
            .map(word -> CreateRecovery.valueOf(word.toUpperCase(Locale.ROOT)))
            .orElse(CreateRecovery.FINDABLE);
    var promise =
        said.text("promise")
            .map(word -> Promise.valueOf(word.toUpperCase(Locale.ROOT)))
            .orElse(Promise.EXACT);
    boolean createsFirst = said.flag("createsFirst");
    boolean destroysFirst = said.flag("destroysFirst");
    var takesOver = said.names("takesOver");
    said.end();
    return new FakeType(
        name,
        Schema.of(0, attributes),
        replacing,
        recomputed,
        recovery,
        promise,
        createsFirst,
        destroysFirst,
        takesOver);
  }

  private static Type type(Value name) {
    return switch (Entries.textOf("types", name)) {
      case "string" -> Types.STRING;
      case "number" -> Types.NUMBER;
      case "bool" -> Types.BOOL;
      case "any" -> Types.DYNAMIC;
      case "map" -> Type.map(Types.STRING);
      case "list" -> Type.list(Types.STRING);
      case "set" -> Type.set(Types.STRING);
      case String other -> throw new IllegalArgumentException("no such type here: " + other);
    };
  }
}
