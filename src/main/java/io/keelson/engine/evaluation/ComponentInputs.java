package io.keelson.engine.evaluation;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What is given to one instance of a component: evaluated where it is written, converted to what
/// the variable takes, and valid.
///
/// @rule R-CMP-5
final class ComponentInputs {
  private static final AttributePath INPUTS = AttributePath.of("inputs");

  private final ComponentPath path;
  private final ComponentConfig config;
  private final Scope caller;
  private final Map<String, Evaluated> given = new ConcurrentHashMap<>();
  private final Map<String, Evaluated> valid = new ConcurrentHashMap<>();

  /// @param caller in which inputs are evaluated
  ComponentInputs(ComponentPath path, ComponentConfig config, Scope caller) {
    this.path = path;
    this.config = config;
    this.caller = caller;
  }

  /// The value of a variable; fails if it does not fit or is not valid.
  Evaluated of(String name) {
    var known = valid.get(name);
    if (known != null) return known;
    var evaluated = given(name);
    if (evaluated instanceof Evaluated.Ok) {
      var problems = problems(name);
      if (!problems.isEmpty()) evaluated = new Evaluated.Failed(problems);
    }
    valid.put(name, evaluated);
    return evaluated;
  }

  /// @rule R-VAL-2
  private List<Diagnostic> problems(String name) {
    var rules = variable(name).validations();
    if (rules.isEmpty()) return List.of();
    return ConditionCheck.of(
            ConditionCheck.Kind.VALIDATION,
            Subject.of(path),
            CheckRule.within(path, rules),
            this::beforeValidation)
        .diagnostics()
        .stream()
        .map(each -> each.code() == Code.VARIABLE ? each.at(INPUTS.attribute(name)) : each)
        .toList();
  }

  /// Validations name variables only, and see what is given, valid or not.
  private Evaluated beforeValidation(Root root) {
    if (root instanceof Root.Variable(var name)) return given(name);
    throw new IllegalStateException("not checked: " + root);
  }

  private Evaluated given(String name) {
    var known = given.get(name);
    if (known != null) return known;
    var variable = variable(name);
    var input = config.inputs().get(name);
    var evaluated =
        input == null
            ? Evaluated.of(variable.standIn().orElseGet(() -> Value.unknown(variable.type())))
            : input.evaluate(caller).then(value -> accepted(variable, value));
    evaluated = evaluated.then(value -> Evaluated.of(value.mark(variable.marks())));
    given.put(name, evaluated);
    return evaluated;
  }

  private Evaluated accepted(ComponentBody.Variable variable, Value value) {
    return switch (variable.accept(value)) {
      case Conversion.Converted(var fitting) -> Evaluated.of(fitting);
      case Conversion.NotConvertible(var at, var reason) ->
          Evaluated.failed(
              Diagnostic.error(
                      Code.INPUT, Subject.of(path), "Input does not fit", variable.unfit(reason))
                  .at(INPUTS.attribute(variable.name()).then(shown(value, at))));
    };
  }

  /// The keys of what is sensitive may be, too.
  private static AttributePath shown(Value value, AttributePath at) {
    return Marks.sensitive(value.allMarks()) ? AttributePath.ROOT : at;
  }

  private ComponentBody.Variable variable(String name) {
    var variable = config.body().variables().get(name);
    if (variable == null) throw new IllegalStateException("not checked: variable." + name);
    return variable;
  }
}
