package io.keelson.engine.scenario;

import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The reusable parts that a scenario defines as `definition.x`, written as a stack is, and used as
/// `component.y: {definition: x, inputs: {...}}`. All uses of one share it.
final class ScenarioDefinitions {
  private static final String PREFIX = "definition.";

  private final SortedMap<String, Value> written = new TreeMap<>();
  private final Map<String, ComponentDeclaration> read = new TreeMap<>();

  ScenarioDefinitions(SortedMap<String, Value> config) {
    config.forEach((name, value) -> {
      if (name.startsWith(PREFIX)) written.put(name.substring(PREFIX.length()), value);
    });
  }

  /// A configuration, with those definitions of one before that it does not give anew.
  static SortedMap<String, Value> kept(
      SortedMap<String, Value> before, SortedMap<String, Value> config) {
    var all = new TreeMap<>(before);
    all.keySet().removeIf(name -> !name.startsWith(PREFIX));
    all.putAll(config);
    return all;
  }

  private ComponentDeclaration definition(String name) {
    var known = read.get(name);
    if (known != null) return known;
    var value = Optional.ofNullable(written.get(name)).orElseThrow();
    var made = ScenarioConfig.definition(Entries.of(PREFIX + name, value).rest(), this);
    read.put(name, made);
    return made;
  }

  ComponentDeclaration.Component component(String name, Entries entries) {
    var transforms =
        entries.list(ScenarioConfig.TRANSFORMS).stream()
            .map(each -> ScenarioConfig.transform(Entries.of(name, each)))
            .toList();
    var use =
        new ComponentDeclaration.Component(
            name,
            definition(entries.text("definition").orElseThrow()),
            entries.mapping("inputs").rest(),
            entries.take("count"),
            entries.take("forEach"),
            entries.take("enabled"),
            entries.texts("dependsOn"),
            entries.texts("aliases"),
            ScenarioConfig.inherited(entries),
            new TreeMap<>(),
            transforms);
    entries.end();
    return use;
  }

  /// A variable of a definition: `{type: number, default: 1}`.
  static VariableDeclaration variable(String name, Entries entries) {
    var variable =
        new VariableDeclaration(
            name,
            entries.text("type"),
            Optional.empty(),
            entries.take("default"),
            entries.flag("nullable", true),
            entries.flag("sensitive"),
            entries.flag("ephemeral"),
            ScenarioConfig.rules(entries.list("validations")));
    entries.end();
    return variable;
  }
}
