package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Import;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.OutputConfig;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// Makes a declared stack into one that can be planned: compiled, and checked against schemas.
public final class StackLoader {
  private final ExpressionCompiler compiler;
  private final Schemas schemas;

  public StackLoader(ExpressionCompiler compiler, Schemas schemas) {
    this.compiler = compiler;
    this.schemas = schemas;
  }

  /// For stacks whose providers need no configuration.
  ///
  /// @param schemas the schema of a resource or data source, if a provider has its type
  public StackLoader(
      ExpressionCompiler compiler, Function<ResourceAddress, Optional<Schema>> schemas) {
    this(
        compiler,
        new Schemas() {
          @Override
          public Optional<Schema> of(ResourceAddress resource, Optional<String> configuration) {
            return configuration.isPresent() ? Optional.empty() : schemas.apply(resource);
          }

          @Override
          public Callable function(String provider, String name) {
            return new Callable.Undeclared("no provider has a name here", "");
          }

          @Override
          public Optional<Schema> configuration(String name) {
            return Optional.empty();
          }
        });
  }

  /// A loaded stack. A resource with errors is frozen, and so is one that a wrong move, removal or
  /// import names, and an output with errors; locals and checks with errors are left out.
  ///
  /// @param diagnostics errors and warnings, in the order in which they are shown
  public record Loaded(StackConfig config, List<Diagnostic> diagnostics) {
    public Loaded {
      var sorted = new ArrayList<>(diagnostics);
      sorted.sort(Diagnostic.ORDER);
      diagnostics = Collections.unmodifiableList(sorted);
    }
  }

  public Loaded load(StackDeclaration declaration) {
    return new Loading(declaration).load();
  }

  /// One declaration on its way.
  private final class Loading {
    private final StackDeclaration declaration;
    private final SortedMap<ResourceAddress, List<StackDeclaration.Resource>> declared =
        new TreeMap<>();
    private final DeclaredTypes types;
    private final SortedMap<String, Expression> locals = new TreeMap<>();
    private final SortedMap<ResourceAddress, ResourceConfig> resources = new TreeMap<>();
    private final SortedSet<ResourceAddress> frozen = new TreeSet<>();
    private final ProviderLoader providers;
    private final SortedSet<String> frozenOutputs = new TreeSet<>();
    private final List<Diagnostic> diagnostics = new ArrayList<>();

    Loading(StackDeclaration declaration) {
      this.declaration = declaration;
      for (var resource : declaration.resources())
        declared.computeIfAbsent(resource.address(), _ -> new ArrayList<>()).add(resource);
      var whole = new TreeMap<ResourceAddress, Type>();
      declared.forEach((address, all) -> whole.put(address, typeOf(all)));
      this.types = new DeclaredTypes(whole, declaration, schemas);
      this.providers = new ProviderLoader(compiler, types, schemas, declaration.providers());
    }

    Loaded load() {
      loadLocals();
      providers.load();
      diagnostics.addAll(providers.problems());
      declared.forEach(this::loadResource);
      var loader = new ImportLoader(compiler, types);
      var imports = loader.load(declaration.imports());
      diagnostics.addAll(loader.problems());
      freezeCycles(imports.values());
      var moves = new MoveLoader(this::isDeclared);
      var removals = new RemovalLoader(declared::containsKey);
      var config =
          new StackConfig(
              resources,
              locals,
              outputs(),
              declaration.variables(),
              declaration.identity(),
              frozen,
              moves.load(declaration.moves(), declaration.resources()),
              removals.load(declaration.removals()),
              imports,
              checks(),
              providers.usable(),
              frozenOutputs,
              List.of());
      diagnostics.addAll(moves.problems());
      diagnostics.addAll(removals.problems());
      return new Loaded(
          config.freeze(moves.frozen()).freeze(removals.frozen()).freeze(loader.frozen()),
          diagnostics);
    }

    /// Whether this end of a move is declared, as far as that can be told before `count` and
    /// `forEach` have values.
    private boolean isDeclared(Move move) {
      var all = declared.get(move.from().resource());
      if (all == null) return false;
      boolean single = all.getFirst().count().isEmpty() && all.getFirst().forEach().isEmpty();
      return move.isWhole() || (single && move.from().key() instanceof InstanceKey.None);
    }

    /// What stands behind the resource as a whole; anything where its declaration is wrong, so that
    /// one mistake is not told twice.
    private Type typeOf(List<StackDeclaration.Resource> all) {
      var resource = all.getFirst();
      var schema = schema(resource);
      if (all.size() > 1 || schema.isEmpty()) return Types.DYNAMIC;
      if (resource.isRepeatedTwice()) return Types.DYNAMIC;
      if (resource.count().isPresent()) return Type.list(schema.get().type());
      if (resource.forEach().isPresent()) return Type.map(schema.get().type());
      return schema.get().type();
    }

    private Optional<Schema> schema(StackDeclaration.Resource resource) {
      return schemas.of(resource.address(), resource.providerConfiguration());
    }

    /// Locals are compiled after those they refer to, because a type is known only then.
    private void loadLocals() {
      var needs = new TreeMap<Subject, SortedSet<Subject>>();
      declaration
          .locals()
          .forEach((name, tree) -> needs.put(local(name), subjects(compiler.localsIn(tree))));
      var cycles = ReferenceCycles.in(needs);
      diagnostics.addAll(cycles.values());
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
        case ExpressionCompiler.Compiled.Failed(var problems) -> {
          diagnostics.addAll(problems);
          yield Optional.empty();
        }
      };
    }

    private void loadResource(ResourceAddress address, List<StackDeclaration.Resource> all) {
      if (all.size() > 1) {
        diagnostics.add(
            Diagnostic.error(
                Code.DUPLICATE,
                Subject.of(address),
                "Declared more than once",
                all.size()
                    + " declarations have this address. Nothing is planned for it until all but one"
                    + " are renamed or removed."));
        frozen.add(address);
        return;
      }
      var resource = all.getFirst();
      var obstacle = providers.obstacle(resource);
      if (obstacle.isPresent()) {
        diagnostics.add(obstacle.get());
        frozen.add(address);
        return;
      }
      var loader = new ResourceLoader(compiler, types, resource);
      loader
          .load(schema(resource))
          .ifPresentOrElse(config -> resources.put(address, config), () -> frozen.add(address));
      diagnostics.addAll(loader.problems());
    }

    /// @param imports which may refer to resources, too
    private void freezeCycles(Collection<List<Import>> imports) {
      var needs = new TreeMap<Subject, SortedSet<Subject>>();
      locals.forEach((name, expression) -> needs.put(local(name), of(expression.references())));
      resources.forEach((address, config) -> {
        var all = of(config.references());
        config.dependsOn().forEach(each -> all.add(Subject.of(each)));
        all.remove(Subject.of(address));
        config.providerConfiguration().ifPresent(name -> all.add(ProviderLoader.subject(name)));
        needs.put(Subject.of(address), all);
      });
      providers
          .usable()
          .forEach(
              (name, config) -> needs.put(ProviderLoader.subject(name), of(config.references())));
      for (List<Import> statements : imports)
        for (Import each : statements) {
          var needed = needs.get(Subject.of(each.to()));
          if (needed != null) needed.addAll(of(each.references()));
        }
      ReferenceCycles.in(needs)
          .forEach((subject, cycle) ->
              subject
                  .about()
                  .ifPresent(address -> {
                    diagnostics.add(cycle);
                    resources.remove(address);
                    frozen.add(address);
                  }));
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
      var value = compiled(output.value(), subject);
      var rules = rules(output.preconditions(), subject, "preconditions", types);
      var needed = new DependsOnLoader(types, subject);
      var dependsOn = needed.load(output.dependsOn());
      diagnostics.addAll(needed.problems());
      return value.isPresent() && rules.isPresent() && needed.problems().isEmpty()
          ? Optional.of(
              new OutputConfig(name, value.get(), output.sensitive(), rules.get(), dependsOn))
          : Optional.empty();
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

    /// The data source of a check; what is wrong with it is told about the check.
    private Optional<ResourceConfig> data(
        StackDeclaration.Resource data, Optional<Schema> schema, Subject subject) {
      var path = AttributePath.of("data");
      if (types.has(data.address())) {
        diagnostics.add(
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
      var loader = new ResourceLoader(compiler, types, data);
      var config = loader.load(schema);
      loader
          .problems()
          .forEach(each -> diagnostics.add(each.about(subject).at(path.then(each.path()))));
      return config;
    }

    /// The rules of one list; empty if one of them cannot be used.
    private Optional<List<CheckRule>> rules(
        List<StackDeclaration.CheckRule> declaredRules,
        Subject subject,
        String list,
        TypeScope names) {
      var loader = new CheckRuleLoader(compiler, subject);
      var rules = loader.load(declaredRules, names, AttributePath.of(list));
      diagnostics.addAll(loader.problems());
      return loader.problems().isEmpty() ? Optional.of(rules) : Optional.empty();
    }

    private static SortedSet<Subject> of(Collection<Reference> references) {
      var subjects = new TreeSet<Subject>();
      for (Reference reference : references) {
        switch (reference.root()) {
          case Root.Resource(var address) -> subjects.add(Subject.of(address));
          case Root.Local(var name) -> subjects.add(local(name));
          case Root.Variable _,
              Root.EachKey _,
              Root.EachValue _,
              Root.CountIndex _,
              Root.Self _,
              Root.Secret _,
              Root.Named _,
              Root.Stack _ -> {}
        }
      }
      return subjects;
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
}
