package io.keelson.engine.scenario;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.TransformDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.testing.ShortDeclarations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The configuration of a scenario as the declaration of a stack: resources by address, locals,
/// variables, outputs and checks as `local.x`, and the lists `moves`, `removed`, `imports` and
/// `transforms`; what is reused as `definition.x` and `component.x`, see [ScenarioDefinitions].
public final class ScenarioConfig {
  static final String MOVES = "moves";
  static final String REMOVED = "removed";
  static final String IMPORTS = "imports";
  static final String TRANSFORMS = "transforms";
  static final Set<String> LISTS =
      Set.of(MOVES, REMOVED, IMPORTS, TRANSFORMS, ScenarioPolicies.NAME);

  private final ArrayList<ResourceDeclaration> resources = new ArrayList<>();
  private final TreeMap<String, Value> locals = new TreeMap<>();
  private final TreeMap<String, StackDeclaration.Output> outputs = new TreeMap<>();
  private final TreeMap<String, Value> variables = new TreeMap<>();
  private final ArrayList<StackDeclaration.Move> moves = new ArrayList<>();
  private final ArrayList<StackDeclaration.Removal> removals = new ArrayList<>();
  private final ArrayList<StackDeclaration.Import> imports = new ArrayList<>();
  private final TreeMap<String, StackDeclaration.Check> checks = new TreeMap<>();

  private final ArrayList<TransformDeclaration> transforms = new ArrayList<>();
  private final ArrayList<ComponentDeclaration.Component> components = new ArrayList<>();
  private final ArrayList<VariableDeclaration> inputs = new ArrayList<>();
  private final ScenarioDefinitions definitions;
  private final boolean reused;

  private ScenarioConfig(ScenarioDefinitions definitions, boolean reused) {
    this.definitions = definitions;
    this.reused = reused;
  }

  public static StackDeclaration declaration(SortedMap<String, Value> config) {
    var reading = new ScenarioConfig(new ScenarioDefinitions(config), false);
    config.forEach(reading::add);
    var identity = new TreeMap<String, Value>();
    identity.put("name", Value.text("scenario"));
    return new StackDeclaration(
        reading.resources,
        reading.locals,
        reading.outputs,
        reading.variables,
        identity,
        reading.moves,
        reading.removals,
        reading.imports,
        reading.checks,
        new TreeMap<>(),
        reading.components,
        new TreeMap<>(),
        reading.transforms);
  }

  /// What is written below `definition.x`.
  static ComponentDeclaration definition(
      SortedMap<String, Value> config, ScenarioDefinitions definitions) {
    var reading = new ScenarioConfig(definitions, true);
    config.forEach(reading::add);
    return new ComponentDeclaration(
        reading.inputs,
        reading.locals,
        reading.resources,
        reading.components,
        reading.outputs,
        reading.moves,
        reading.removals,
        reading.checks);
  }

  private void add(String name, Value value) {
    switch (name) {
      case MOVES -> each(name, value).forEach(this::addMove);
      case REMOVED -> each(name, value).forEach(this::addRemoval);
      case IMPORTS -> each(name, value).forEach(this::addImport);
      case TRANSFORMS -> each(name, value).forEach(each -> transforms.add(transform(each)));
      // They are no part of a stack.
      case ScenarioPolicies.NAME -> {}
      default -> addNamed(name, value);
    }
  }

  private static List<Entries> each(String name, Value list) {
    return ((Sequence) list).elements().stream().map(each -> Entries.of(name, each)).toList();
  }

  static TransformDeclaration transform(Entries entries) {
    var options = inherited(entries);
    var transform =
        new TransformDeclaration(
            entries.texts("types"),
            entries.texts("addresses"),
            entries.mapping("set").rest(),
            entries.mapping("default").rest(),
            options,
            true);
    entries.end();
    return transform;
  }

  /// The options of a component, or of a transform, for what is inside.
  static ComponentDeclaration.Inherited inherited(Entries entries) {
    var lifecycle = entries.mapping("lifecycle");
    var options =
        new ComponentDeclaration.Inherited(
            lifecycle.take("preventDestroy").map(ScenarioConfig::isTrue),
            lifecycle.take("destroy").map(ScenarioConfig::isTrue),
            lifecycle.text("deletedWith"));
    lifecycle.end();
    return options;
  }

  private static boolean isTrue(Value value) {
    return value.equals(Value.truth(true));
  }

  private void addMove(Entries move) {
    moves.add(
        new StackDeclaration.Move(move.text("from").orElseThrow(), move.text("to").orElseThrow()));
    move.end();
  }

  private void addRemoval(Entries removal) {
    removals.add(
        new StackDeclaration.Removal(removal.text("from").orElseThrow(), removal.flag("destroy")));
    removal.end();
  }

  private void addImport(Entries statement) {
    imports.add(
        new StackDeclaration.Import(
            statement.text("to").orElseThrow(),
            by(statement),
            statement.text("allow").map(ImportLimit::valueOf).orElse(ImportLimit.ANY),
            statement.take("forEach"),
            AttributePath.of(IMPORTS).index(imports.size())));
    statement.end();
  }

  private static StackDeclaration.Import.By by(Entries statement) {
    return statement
        .take("identity")
        .<StackDeclaration.Import.By>map(StackDeclaration.Import.By.Identity::new)
        .orElseGet(() -> new StackDeclaration.Import.By.Id(statement.take("id").orElseThrow()));
  }

  private void addNamed(String name, Value value) {
    var kind = name.substring(0, name.indexOf('.'));
    var part = name.substring(kind.length() + 1);
    switch (kind) {
      case "local" -> locals.put(part, value);
      case "variable" -> {
        if (reused) inputs.add(ScenarioDefinitions.variable(part, Entries.of(name, value)));
        else variables.put(part, variable(name, value));
      }
      case "definition" -> {
        if (reused) throw new IllegalArgumentException(name + " is inside of a definition");
      }
      case "component" -> components.add(definitions.component(part, Entries.of(name, value)));
      case "output" -> outputs.put(part, output(value));
      case "check" -> checks.put(part, check(name, value));
      default -> resources.add(resource(ResourceAddress.parse(name), Entries.of(name, value)));
    }
  }

  /// Assertions; or `{data: {data.server.any: {...}}, assertions: [...]}`.
  private static StackDeclaration.Check check(String name, Value value) {
    if (value instanceof Sequence list) return ShortDeclarations.check(rules(list.elements()));
    var entries = Entries.of(name, value);
    var data =
        entries.mapping("data").rest().entrySet().stream()
            .map(each ->
                resource(
                    ResourceAddress.parse(each.getKey()),
                    Entries.of(each.getKey(), each.getValue())))
            .findFirst();
    var check = new StackDeclaration.Check(data, rules(entries.list("assertions")));
    entries.end();
    return check;
  }

  /// A sensitive one is written `{value: x, sensitive: true}`, one from a Secret with `secret:
  /// true`, an ephemeral one with `ephemeral: true`; without a value it could not be read.
  private static Value variable(String name, Value value) {
    if (!(value instanceof Mapping mapping)) return value;
    var marks = Marks.NONE;
    if (mapping.has("sensitive")) marks = Marks.union(marks, Marks.sensitive(name));
    if (mapping.has("secret")) marks = Marks.union(marks, Marks.secret(name));
    if (mapping.has("ephemeral")) marks = Marks.union(marks, Marks.ephemeral(name));
    if (marks.isEmpty()) return value;
    var given = mapping.get("value");
    return (given == null ? Value.unknown(Types.STRING) : given).mark(marks);
  }

  private static StackDeclaration.Output output(Value value) {
    if (!(value instanceof Mapping)) return ShortDeclarations.output(value, false);
    var entries = Entries.of("output", value);
    var output =
        new StackDeclaration.Output(
            entries.take("value").orElseThrow(),
            entries.text("type"),
            entries.flag("sensitive"),
            rules(entries.list("preconditions")),
            entries.texts("dependsOn"));
    entries.end();
    return output;
  }

  static List<StackDeclaration.CheckRule> rules(List<Value> declared) {
    return declared.stream().map(each -> rule(Entries.of("condition", each))).toList();
  }

  private static StackDeclaration.CheckRule rule(Entries entries) {
    var rule =
        new StackDeclaration.CheckRule(
            entries.take("condition").orElseThrow(), entries.take("errorMessage").orElseThrow());
    entries.end();
    return rule;
  }

  /// As ISO 8601 writes them, such as `PT30M`.
  private static Timeouts timeouts(Entries entries) {
    var timeouts =
        new Timeouts(
            entries.text("create").map(Duration::parse),
            entries.text("update").map(Duration::parse),
            entries.text("delete").map(Duration::parse),
            entries.text("read").map(Duration::parse));
    entries.end();
    return timeouts;
  }

  private static ResourceDeclaration resource(ResourceAddress address, Entries entries) {
    var lifecycle = entries.mapping("lifecycle");
    var options =
        new LifecycleDeclaration(
            lifecycle.flag("createBeforeDestroy"),
            lifecycle.flag("deleteBeforeReplace"),
            lifecycle.flag("preventDestroy"),
            lifecycle.flag("destroy", true),
            lifecycle
                .text("onPartialCreate")
                .map(PartialCreate::valueOf)
                .orElse(PartialCreate.REPLACE),
            lifecycle.texts("ignoreChanges"),
            lifecycle.texts("replaceOnChanges"),
            lifecycle.texts("sensitive"),
            lifecycle.texts("replaceTriggeredBy"),
            lifecycle.take("replaceTrigger"),
            lifecycle.text("deletedWith"),
            timeouts(lifecycle.mapping("timeouts")),
            rules(lifecycle.list("preconditions")),
            rules(lifecycle.list("postconditions")));
    lifecycle.end();
    var count = entries.take("count");
    var forEach = entries.take("forEach");
    var enabled = entries.take("enabled");
    var dependsOn = entries.texts("dependsOn");
    var aliases = entries.texts("aliases");
    return new ResourceDeclaration(
        address,
        Value.object(entries.rest()),
        count,
        forEach,
        enabled,
        dependsOn,
        options,
        Optional.empty(),
        aliases);
  }
}
