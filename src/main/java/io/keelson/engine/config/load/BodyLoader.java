package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.OutputConfig;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.config.constraint.TypeConstraintReader;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.slot.UsedSlots;
import io.keelson.engine.config.transform.Transform;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// Compiles what a stack and a component have in common: locals, resources, components, outputs and
/// checks. What has errors is frozen, or left out where nothing is recorded for it.
final class BodyLoader {
  private final ExpressionCompiler compiler;
  private final Schemas schemas;
  private final ComponentDeclaration declaration;
  private final SortedMap<ResourceAddress, List<ResourceDeclaration>> declared = new TreeMap<>();
  private final DeclaredTypes types;
  private final DefinitionLoader definitions;
  private final SortedMap<String, Expression> locals = new TreeMap<>();
  private final SortedMap<ResourceAddress, ResourceConfig> resources = new TreeMap<>();
  private final SortedSet<ResourceAddress> frozen = new TreeSet<>();
  private final SortedMap<String, ComponentConfig> components = new TreeMap<>();
  private final SortedMap<String, List<Transform>> transforms = new TreeMap<>();
  private final SortedSet<String> frozenComponents = new TreeSet<>();
  private final SortedSet<String> frozenOutputs = new TreeSet<>();
  private final Problems problems;
  private Function<ResourceDeclaration, Optional<Diagnostic>> obstacle = _ -> Optional.empty();

  /// @param variables the type of each
  BodyLoader(
      DefinitionLoader definitions,
      Schemas schemas,
      ComponentDeclaration declaration,
      SortedMap<String, Type> variables,
      Problems problems) {
    this.compiler = definitions.compiler();
    this.schemas = schemas;
    this.definitions = definitions;
    this.problems = problems;
    this.declaration = declaration;
    for (var resource : declaration.resources())
      declared.computeIfAbsent(resource.address(), _ -> new ArrayList<>()).add(resource);
    var whole = new TreeMap<ResourceAddress, Type>();
    declared.forEach((address, all) -> whole.put(address, typeOf(all)));
    this.types =
        new DeclaredTypes(whole, variables, definitions.identity(), declaration.locals(), schemas);
  }

  DeclaredTypes types() {
    return types;
  }

  /// The parts of a body, as they get compiled.
  ///
  /// @param variables what may be given to it
  ComponentBody body(SortedMap<String, ComponentBody.Variable> variables) {
    return new ComponentBody(
        variables,
        locals,
        resources,
        frozen,
        components,
        frozenComponents,
        outputs(),
        frozenOutputs,
        checks());
  }

  /// What uses of components change inside of these, by their names.
  SortedMap<String, List<Transform>> transforms() {
    return transforms;
  }

  /// Counts a component as declared although nothing is known of what is in it.
  void freezeComponent(String name) {
    frozenComponents.add(name);
    types.component(name, DeclaredTypes.ComponentTypes.UNKNOWN);
  }

  /// What the outputs of the components give, so that everything else can name them.
  void loadComponentTypes() {
    for (var each : declaration.components())
      types.component(each.name(), definitions.typesOf(each));
  }

  /// @param slots checks what uses say about slots
  void loadComponents(UsedSlots slots) {
    var uses = new TreeMap<String, List<ComponentDeclaration.Component>>();
    for (var each : declaration.components())
      uses.computeIfAbsent(each.name(), _ -> new ArrayList<>()).add(each);
    uses.forEach((name, all) -> {
      var loader = new ComponentLoader(compiler, types, all.getFirst(), problems);
      if (all.size() > 1) problems.add(loader.declaredTwice(all.size()));
      else loader.load(definitions, slots).ifPresent(config -> components.put(name, config));
      transforms.put(name, loader.transforms());
      if (components.containsKey(name)) return;
      freezeComponent(name);
    });
  }

  /// What stands behind the resource as a whole; anything where its declaration is wrong, so that
  /// one mistake is not told twice.
  private Type typeOf(List<ResourceDeclaration> all) {
    var resource = all.getFirst();
    var schema = schema(resource);
    if (all.size() > 1 || schema.isEmpty()) return Types.DYNAMIC;
    if (resource.isRepeatedTwice()) return Types.DYNAMIC;
    if (resource.count().isPresent()) return Type.list(schema.get().type());
    if (resource.forEach().isPresent()) return Type.map(schema.get().type());
    return schema.get().type();
  }

  private Optional<Schema> schema(ResourceDeclaration resource) {
    return schemas.of(resource.address(), resource.providerConfiguration());
  }

  /// Each after those it refers to, so that their types are known.
  void loadLocals() {
    var needs = new TreeMap<Subject, SortedSet<Subject>>();
    declaration
        .locals()
        .forEach((name, tree) -> needs.put(local(name), subjects(compiler.localsIn(tree))));
    var cycles = ReferenceCycles.in(needs);
    problems.addAll(cycles.values());
    var order = Graph.<String>builder();
    declaration
        .locals()
        .forEach((name, tree) -> {
          if (cycles.containsKey(local(name))) return;
          order.node(name);
          for (String need : compiler.localsIn(tree))
            if (declaration.locals().containsKey(need) && !cycles.containsKey(local(need)))
              order.edge(need, name);
        });
    for (String name : order.build().inOrder())
      compiled(Objects.requireNonNull(declaration.locals().get(name)), local(name))
          .ifPresent(expression -> {
            locals.put(name, expression);
            types.local(name, expression.type());
          });
  }

  private Optional<Expression> compiled(Value tree, Subject subject) {
    var place = new ExpressionCompiler.Place(subject, AttributePath.ROOT);
    return switch (compiler.compile(tree, Types.DYNAMIC, types, place)) {
      case ExpressionCompiler.Compiled.Ok(var expression) -> Optional.of(expression);
      case ExpressionCompiler.Compiled.Failed(var found) -> {
        problems.addAll(found);
        yield Optional.empty();
      }
    };
  }

  /// @param obstacle why a resource cannot be planned at all
  void loadResources(Function<ResourceDeclaration, Optional<Diagnostic>> obstacle) {
    this.obstacle = obstacle;
    declared.forEach((address, all) -> {
      var refused =
          all.size() > 1
              ? Optional.of(declaredTwice(address, all.size()))
              : obstacle.apply(all.getFirst());
      refused.ifPresent(problems::add);
      if (refused.isEmpty()) loadResource(all.getFirst());
      if (!resources.containsKey(address)) frozen.add(address);
    });
  }

  private static Diagnostic declaredTwice(ResourceAddress address, int times) {
    return Diagnostic.error(
        Code.DUPLICATE,
        Subject.of(address),
        "Declared more than once",
        times
            + " declarations have this address. Nothing is planned for it until all but one are"
            + " renamed or removed.");
  }

  private void loadResource(ResourceDeclaration resource) {
    new ResourceLoader(compiler, types, resource, problems)
        .load(schema(resource))
        .ifPresent(config -> resources.put(resource.address(), config));
  }

  private SortedMap<String, OutputConfig> outputs() {
    var outputs = new TreeMap<String, OutputConfig>();
    declaration
        .outputs()
        .forEach((name, output) ->
            output(name, output)
                .ifPresentOrElse(
                    config -> outputs.put(name, config), () -> frozenOutputs.add(name)));
    return outputs;
  }

  private Optional<OutputConfig> output(String name, StackDeclaration.Output output) {
    var subject = Subject.part("output", name);
    var value = compiled(output.value(), subject).flatMap(each -> typed(each, output, subject));
    var rules = rules(output.preconditions(), subject, "preconditions", types);
    var needed = problems.part();
    var dependsOn = new DependsOnLoader(types, subject, needed).load(output.dependsOn());
    return value.isPresent() && rules.isPresent() && needed.isEmpty()
        ? Optional.of(
            new OutputConfig(name, value.get(), output.sensitive(), rules.get(), dependsOn))
        : Optional.empty();
  }

  /// @rule R-CMP-5
  private Optional<Expression> typed(
      Expression value, StackDeclaration.Output output, Subject subject) {
    if (output.type().isEmpty()) return Optional.of(value);
    try {
      var constraint = new TypeConstraintReader(compiler).read(output.type().get(), subject);
      var wrong = constraint.neverFits(value, subject);
      wrong.ifPresent(problems::add);
      return wrong.isPresent()
          ? Optional.empty()
          : Optional.of(constraint.converting(value, subject));
    } catch (IllegalArgumentException e) {
      problems.add(
          Diagnostic.error(Code.OUTPUT, subject, "Not a type", e.getMessage() + ".")
              .at(AttributePath.of("type")));
      return Optional.empty();
    }
  }

  private SortedMap<String, CheckConfig> checks() {
    var checks = new TreeMap<String, CheckConfig>();
    declaration
        .checks()
        .forEach((name, check) -> check(name, check).ifPresent(each -> checks.put(name, each)));
    return checks;
  }

  private Optional<CheckConfig> check(String name, StackDeclaration.Check check) {
    var subject = Subject.part("check", name);
    if (check.data().isEmpty())
      return rules(check.assertions(), subject, "assertions", types)
          .map(rules -> new CheckConfig(name, Optional.empty(), rules));
    var data = check.data().get();
    var schema = schema(data);
    var config = data(data, schema, subject);
    if (config.isEmpty() || schema.isEmpty()) return Optional.empty();
    var names = DeclaredTypes.withResource(types, data.address(), schema.get().type());
    return rules(check.assertions(), subject, "assertions", names)
        .map(rules -> new CheckConfig(name, config, rules));
  }

  /// The data source of a check; what is wrong with it is told about the check. That its provider
  /// cannot be used stops nothing else.
  ///
  /// @rule R-COND-9
  private Optional<ResourceConfig> data(
      ResourceDeclaration data, Optional<Schema> schema, Subject subject) {
    var path = AttributePath.of("data");
    if (types.has(data.address())) {
      problems.add(
          Diagnostic.error(
                  Code.DUPLICATE,
                  subject,
                  "Declared more than once",
                  "A Resource has the address "
                      + data.address()
                      + ", too. Give the data source of the check another name, or let the check"
                      + " do without one and name that Resource.")
              .at(path.attribute("name")));
      return Optional.empty();
    }
    var told = problems.part(each -> each.about(subject).at(path.then(each.path())));
    var refused = obstacle.apply(data);
    if (refused.isPresent()) {
      boolean declared = refused.get().code() == Code.BROKEN_REFERENCE;
      if (declared) problems.add(CheckedSlots.unreadable(subject));
      else told.add(refused.get());
      return Optional.empty();
    }
    if (schema.isEmpty() && data.providerConfiguration().isEmpty()) {
      problems.add(CheckedSlots.unknownType(subject, data.address().type()));
      return Optional.empty();
    }
    return new ResourceLoader(compiler, types, data, told).load(schema);
  }

  /// The rules of one list; empty if one of them cannot be used.
  private Optional<List<CheckRule>> rules(
      List<StackDeclaration.CheckRule> declaredRules,
      Subject subject,
      String list,
      TypeScope names) {
    var own = problems.part();
    var rules =
        new CheckRuleLoader(compiler, subject, own)
            .load(declaredRules, names, AttributePath.of(list));
    return own.isEmpty() ? Optional.of(rules) : Optional.empty();
  }

  private static SortedSet<Subject> subjects(Collection<String> locals) {
    var subjects = new TreeSet<Subject>();
    locals.forEach(name -> subjects.add(local(name)));
    return subjects;
  }

  private static Subject local(String name) {
    return Subject.part("local", name);
  }
}
