package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.InheritedOptions;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.load.slot.UsedSlots;
import io.keelson.engine.config.transform.Transform;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Compiles one use of a component: what is given to it, and how often it is there.
final class ComponentLoader {
  private static final AttributePath INPUTS = AttributePath.of("inputs");

  private final ExpressionCompiler compiler;
  private final DeclaredTypes types;
  private final ComponentDeclaration.Component use;
  private final Subject subject;
  private final Problems problems;
  private List<Transform> transforms = List.of();

  /// @param types the names of whoever uses it
  ComponentLoader(
      ExpressionCompiler compiler,
      DeclaredTypes types,
      ComponentDeclaration.Component use,
      Problems problems) {
    this.compiler = compiler;
    this.types = types;
    this.use = use;
    this.problems = problems.part();
    this.subject = Subject.of(ComponentPath.ROOT.component(use.name()));
  }

  /// What it changes in everything inside, after loading.
  List<Transform> transforms() {
    return transforms;
  }

  /// The use; empty if there are errors.
  ///
  /// @param slots checks what it says about slots
  Optional<ComponentConfig> load(DefinitionLoader definitions, UsedSlots slots) {
    var definition = definitions.of(use.definition());
    if (!definition.usable()) {
      use.definition()
          .program()
          .ifPresent(program ->
              problems.add(
                  definitions.hasProviderOf(use.definition(), program)
                      ? ProgramLoader.unknown(subject, program, providerOf(program))
                      : ProgramLoader.unasked(subject, providerOf(program))));
      return Optional.empty();
    }
    var body = definition.body();
    var repeated =
        new RepetitionLoader(compiler, types, subject, use.count(), use.forEach(), use.enabled());
    var repetition = repeated.load("A component", problems);
    var names = RepetitionLoader.inside(repetition, types);
    var inputs = inputs(body, names);
    transforms =
        new TransformLoader(compiler, types, names, subject, problems).load(use.transforms());
    var dependsOn = new DependsOnLoader(types, subject, problems).load(use.dependsOn());
    var inherited = inherited();
    problems.addAll(slots.problems(subject, use));
    if (use.definition().program().isPresent() && !use.transforms().isEmpty())
      problems.add(ProgramLoader.untransformed(subject));
    return problems.anyError()
        ? Optional.empty()
        : Optional.of(
            new ComponentConfig(use.name(), body, repetition, inputs, dependsOn, inherited));
  }

  /// What the types of the program's provider begin with.
  private String providerOf(ComponentDeclaration.Program program) {
    return Objects.requireNonNull(use.definition().slots().get(program.slot())).provider();
  }

  /// @rule R-CMP-30
  private InheritedOptions inherited() {
    var written = use.inherited();
    var container = new DeletedWithLoader(types, subject).read(written.deletedWith());
    return switch (container) {
      case DeletedWithLoader.Read.Of(var found) ->
          new InheritedOptions(written.preventDestroy(), written.destroy(), found);
      case DeletedWithLoader.Read.Wrong(var diagnostic) -> {
        problems.add(diagnostic);
        yield InheritedOptions.NONE;
      }
    };
  }

  Diagnostic declaredTwice(int times) {
    return Diagnostic.error(
        Code.DUPLICATE,
        subject,
        "Declared more than once",
        times
            + " components have this name. Nothing is planned for any of them until all but one are"
            + " renamed or removed.");
  }

  private SortedMap<String, Expression> inputs(ComponentBody body, TypeScope names) {
    var inputs = new TreeMap<String, Expression>();
    use.inputs()
        .forEach((name, tree) -> {
          var variable = body.variables().get(name);
          if (variable == null) unknown(name, body);
          else compiled(tree, name, names).ifPresent(input -> inputs.put(name, input));
        });
    body.variables()
        .forEach((name, variable) -> {
          var input = inputs.get(name);
          if (input != null) check(variable, input);
          else if (!use.inputs().containsKey(name) && variable.standIn().isEmpty()) missing(name);
        });
    if (problems.isEmpty()) validate(body, constants(body, inputs));
    return inputs;
  }

  /// The values that are known whatever else there is.
  private static SortedMap<String, Value> constants(
      ComponentBody body, SortedMap<String, Expression> inputs) {
    var values = new TreeMap<String, Value>();
    body.variables()
        .forEach((name, variable) -> {
          var input = inputs.get(name);
          if (input == null) variable.standIn().ifPresent(value -> values.put(name, value));
          else if (input.references().isEmpty()
              && input.evaluate(Scope.WITHOUT_NAMES) instanceof Evaluated.Ok(var value)
              && variable.accept(value) instanceof Conversion.Converted(var fitting))
            values.put(name, fitting.mark(variable.marks()));
        });
    return values;
  }

  /// @rule R-VAL-2
  private void validate(ComponentBody body, SortedMap<String, Value> values) {
    Scope scope =
        root -> Evaluated.of(Objects.requireNonNull(values.get(((Root.Variable) root).name())));
    body.variables()
        .forEach((name, variable) -> {
          for (CheckRule rule : variable.validations())
            if (CheckRule.references(List.of(rule)).stream()
                    .allMatch(each -> values.containsKey(((Root.Variable) each.root()).name()))
                && rule.verdict(Code.VARIABLE, subject, scope)
                    instanceof CheckRule.Verdict.Fails(var message, var notes)) {
              problems.add(
                  Diagnostic.error(Code.VARIABLE, subject, "Input is not valid", message)
                      .at(INPUTS.attribute(name)));
              problems.addAll(notes);
            }
        });
  }

  private Optional<Expression> compiled(Value tree, String name, TypeScope names) {
    var place = new ExpressionCompiler.Place(subject, INPUTS.attribute(name));
    return switch (compiler.compile(tree, Types.DYNAMIC, names, place)) {
      case ExpressionCompiler.Compiled.Ok(var expression) -> Optional.of(expression);
      case ExpressionCompiler.Compiled.Failed(var found) -> {
        problems.addAll(found);
        yield Optional.empty();
      }
    };
  }

  /// What refers to nothing can be judged now, also if there are no instances.
  private void check(ComponentBody.Variable variable, Expression input) {
    if (input.references().isEmpty()
        && input.evaluate(Scope.WITHOUT_NAMES) instanceof Evaluated.Ok(var value)
        && variable.accept(value) instanceof Conversion.NotConvertible(var path, var reason)) {
      var at = INPUTS.attribute(variable.name()).then(path);
      problem(at, "Input does not fit", variable.unfit(reason));
    }
  }

  private void unknown(String name, ComponentBody body) {
    var advice = Nearest.advice(name, body.variables().keySet());
    problem(
        INPUTS.attribute(name),
        "Unknown input",
        "The component has no input '"
            + name
            + "'."
            + (advice.isEmpty() ? " Remove the input." : " " + advice));
  }

  private void missing(String name) {
    problem(
        INPUTS.attribute(name),
        "Missing input",
        "The input '"
            + name
            + "' of the component has no default, so it has to be given. Set inputs."
            + name
            + ".");
  }

  private void problem(AttributePath path, String summary, String detail) {
    problems.add(Diagnostic.error(Code.INPUT, subject, summary, detail).at(path));
  }
}
