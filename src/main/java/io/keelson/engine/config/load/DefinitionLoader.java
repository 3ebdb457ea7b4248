package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.config.constraint.TypeConstraint;
import io.keelson.engine.config.constraint.TypeConstraintReader;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.config.load.body.ProgramBody;
import io.keelson.engine.config.load.slot.DefinitionSlots;
import io.keelson.engine.config.load.slot.UsedSlots;
import io.keelson.engine.config.transform.Transform;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Compiles the definitions of components, each once however often it is used.
final class DefinitionLoader {
  private final ExpressionCompiler compiler;
  private final Schemas schemas;
  private final SortedMap<String, Type> identity;
  private final SortedMap<String, StackDeclaration.Provider> configurations;
  private final IdentityHashMap<ComponentDeclaration, Definition> known = new IdentityHashMap<>();

  /// @param identity the types of what `stack` gives
  /// @param configurations of providers, those of the stack
  DefinitionLoader(
      ExpressionCompiler compiler,
      Schemas schemas,
      SortedMap<String, Type> identity,
      SortedMap<String, StackDeclaration.Provider> configurations) {
    this.configurations = configurations;
    this.compiler = compiler;
    this.schemas = schemas;
    this.identity = identity;
  }

  ExpressionCompiler compiler() {
    return compiler;
  }

  /// The types of what `stack` gives.
  SortedMap<String, Type> identity() {
    return identity;
  }

  /// A compiled definition.
  ///
  /// @param problems of itself, relative; those of the components in it are told there
  /// @param transforms what its uses of others change inside of these, by their names
  /// @param components how many there are in a use of it, with those inside others and itself
  /// @param resources how many declarations there are in a use of it
  /// @param usable whether anything is known of what is in it
  record Definition(
      ComponentBody body,
      SortedMap<String, List<Transform>> transforms,
      List<Diagnostic> problems,
      long components,
      long resources,
      boolean usable) {
    Definition {
      problems = Collections.unmodifiableList(new ArrayList<>(problems));
    }
  }

  Definition of(ComponentDeclaration declared) {
    var found = known.get(declared);
    if (found != null) return found;
    var loaded = load(declared);
    known.put(declared, loaded);
    return loaded;
  }

  private Definition load(ComponentDeclaration declared) {
    if (declared.program().isPresent()) return loadProgram(declared, declared.program().get());
    var problems = new Problems();
    var variables = new TreeMap<String, ComponentBody.Variable>();
    for (var each : declared.variables())
      if (variables.containsKey(each.name())) problems.add(declaredTwice(each));
      else variables.put(each.name(), new Loading(each, problems).load());
    validate(declared, variables, problems);
    var types = new TreeMap<String, Type>();
    variables.forEach((name, variable) -> types.put(name, variable.type()));
    var slots = new DefinitionSlots(declared, configurations, schemas);
    var loader = new BodyLoader(this, slots, slots.assigned(), types, problems);
    loader.loadComponentTypes();
    loader.loadLocals();
    loader.loadComponents(UsedSlots.inDefinition(declared.slots()));
    loader.loadResources(slots::obstacle);
    var body = loader.body(variables);
    long components = 1;
    long resources = body.resources().size();
    for (var each : declared.components()) {
      var inner = of(each.definition());
      components = Math.min(Integer.MAX_VALUE, components + inner.components());
      resources = Math.min(Integer.MAX_VALUE, resources + inner.resources());
    }
    return new Definition(body, loader.transforms(), problems.found(), components, resources, true);
  }

  /// @rule R-PRG-20
  private Definition loadProgram(
      ComponentDeclaration declared, ComponentDeclaration.Program program) {
    var found =
        new DefinitionSlots(declared, configurations, schemas)
            .program(program.slot(), program.type());
    return new Definition(
        found
            .map(each -> ProgramBody.declared(each.type(), each.schema(), program.slot()))
            .orElse(ComponentBody.EMPTY),
        new TreeMap<>(),
        List.of(),
        1,
        1,
        found.isPresent());
  }

  /// Whether there is a provider in the stack that tells which programs it has.
  boolean hasProviderOf(ComponentDeclaration declared, ComponentDeclaration.Program program) {
    return new DefinitionSlots(declared, configurations, schemas)
        .configuration(program.slot())
        .isPresent();
  }

  /// What the outputs of a component give, as it is used.
  ///
  /// @rule R-CMP-4
  DeclaredTypes.ComponentTypes typesOf(ComponentDeclaration.Component use) {
    var definition = of(use.definition());
    if (!definition.usable()) return DeclaredTypes.ComponentTypes.UNKNOWN;
    var body = definition.body();
    var outputs = new TreeMap<String, Type>();
    body.outputs().forEach((name, output) -> outputs.put(name, output.value().type()));
    body.frozenOutputs().forEach(name -> outputs.put(name, Types.DYNAMIC));
    Type whole = Type.object(outputs);
    if (use.count().isPresent()) whole = Type.list(whole);
    else if (use.forEach().isPresent()) whole = Type.map(whole);
    return new DeclaredTypes.ComponentTypes(whole, body.frozenOutputs(), Optional.of(body));
  }

  /// @rule R-VAL-2
  private void validate(
      ComponentDeclaration declared,
      SortedMap<String, ComponentBody.Variable> variables,
      Problems problems) {
    var seen = new HashSet<String>();
    for (var each : declared.variables()) {
      if (!seen.add(each.name())) continue;
      var loaded =
          new CheckRuleLoader(compiler, subject(each), problems)
              .load(each.validations(), new Names(variables), AttributePath.of("validations"));
      variables.computeIfPresent(each.name(), (_, variable) -> validated(variable, loaded));
    }
  }

  private static Diagnostic declaredTwice(VariableDeclaration variable) {
    return Diagnostic.error(
        Code.DUPLICATE,
        subject(variable),
        "Declared more than once",
        "The definition has another variable of this name. Rename or remove one of them.");
  }

  private static ComponentBody.Variable validated(
      ComponentBody.Variable variable, List<CheckRule> rules) {
    return new ComponentBody.Variable(
        variable.name(),
        variable.type(),
        variable.completion(),
        variable.standIn(),
        variable.nullable(),
        variable.sensitive(),
        variable.ephemeral(),
        rules);
  }

  private static Subject subject(VariableDeclaration variable) {
    return Subject.part("variable", variable.name());
  }

  /// A variable while it is compiled.
  private final class Loading {
    private final VariableDeclaration declared;
    private final Problems problems;

    Loading(VariableDeclaration declared, Problems problems) {
      this.declared = declared;
      this.problems = problems;
    }

    ComponentBody.Variable load() {
      var constraint = constraint();
      return new ComponentBody.Variable(
          declared.name(),
          constraint.type(),
          constraint::complete,
          declared.standIn().map(value -> standIn(value, constraint)),
          declared.nullable(),
          declared.sensitive(),
          declared.ephemeral(),
          List.of());
    }

    private TypeConstraint constraint() {
      if (declared.type().isEmpty()) return TypeConstraint.any();
      try {
        return new TypeConstraintReader(compiler).read(declared.type().get(), subject(declared));
      } catch (IllegalArgumentException e) {
        problem("Not a type", e.getMessage() + ".", "type");
        return TypeConstraint.any();
      }
    }

    private Value standIn(Value value, TypeConstraint constraint) {
      return switch (constraint.complete(value).convert(constraint.type())) {
        case Conversion.Converted(var fitting) -> fitting;
        case Conversion.NotConvertible(var path, var reason) -> {
          problem(
              "Variable has a wrong type",
              "Its default is not "
                  + constraint.type()
                  + ": "
                  + (path.isRoot() ? reason : "at " + path + ", " + reason)
                  + ". Correct the default, or the type.",
              "default");
          yield Value.unknown(constraint.type());
        }
      };
    }

    private void problem(String summary, String detail, String attribute) {
      problems.add(
          Diagnostic.error(Code.VARIABLE, subject(declared), summary, detail)
              .at(AttributePath.of(attribute)));
    }
  }

  /// The names that validations may use: variables only.
  private record Names(SortedMap<String, ComponentBody.Variable> variables) implements TypeScope {
    @Override
    public Typing typeOf(Root root) {
      if (!(root instanceof Root.Variable(var name)))
        return new Typing.Unavailable("Only variables can be used here.");
      var variable = variables.get(name);
      return variable == null
          ? new Typing.Undeclared(Nearest.advice(name, variables.keySet()))
          : new Typing.Typed(variable.type());
    }

    @Override
    public Callable functionOf(String provider, String name) {
      return new Callable.Unavailable(
          "Variables have their values before providers are asked. Use a precondition instead.");
    }
  }
}
