package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.Difference.Aspect;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.apply.StepResult;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// Compares how a step went and ended with what the scenario expects.
final class StepCheck {
  private final JsonNode expect;
  private final ObjectSymbols symbols;
  private final Differences differences;

  StepCheck(JsonNode expect, ObjectSymbols symbols, Differences differences) {
    this.expect = expect;
    this.symbols = symbols;
    this.differences = differences;
  }

  void planFailed(Collection<Diagnostic> problems) {
    result("plan_error");
    errors(problems);
    messages(problems);
  }

  private void result(String actual) {
    differences.compare(Aspect.RESULT, "", "", expect.get("result").textValue(), actual);
  }

  private void errors(Collection<Diagnostic> problems) {
    differences.compareSets(
        Aspect.ERROR_CLASS, "", ScenarioFacts.errorClasses(expect), errorClasses(problems));
  }

  /// The texts of conditions that do not hold.
  private void messages(Collection<Diagnostic> problems) {
    for (JsonNode error : expect.path("errors")) {
      if (!error.has("message")) continue;
      var wanted = error.get("message").textValue();
      boolean reported =
          problems.stream().anyMatch(each -> symbols.symbols(each.detail()).contains(wanted));
      if (!reported) differences.add(Aspect.MESSAGE, "", "", wanted, "told by none");
    }
  }

  static SortedSet<String> errorClasses(Collection<Diagnostic> problems) {
    var classes = new TreeSet<String>();
    problems.stream()
        .filter(Diagnostic::isError)
        .forEach(problem -> classes.add(errorClass(problem)));
    return classes;
  }

  private static String errorClass(Diagnostic problem) {
    var code = problem.code();
    return switch (code) {
      case VARIABLE -> "validation";
      case OUTPUT -> "sensitive";
      // One of a resource says of which.
      case PRECONDITION ->
          problem.subject().about().isEmpty() ? "output_precondition" : "precondition";
      case PROVIDER_ERROR -> "provisioner";
      case REPETITION -> "count_and_for_each";
      default -> code.name().toLowerCase(Locale.ROOT);
    };
  }

  void applied(PlanNames names, ApplyOutcome outcome) {
    result(Diagnostic.anyError(outcome.diagnostics()) ? "apply_error" : "ok");
    errors(outcome.diagnostics());
    messages(outcome.diagnostics());
    var ran = new TreeSet<String>();
    var notRun = new TreeSet<String>();
    for (StepResult result : outcome.steps()) {
      var operation = names.operation(result.step());
      if (operation.isEmpty() || operation.get().startsWith("forget ")) continue;
      var name = operation.get();
      switch (result.outcome()) {
        case DONE, CONDITION_FAILED -> ran.add(name);
        case FAILED -> ran.add(name + " !failed");
        case UNCHANGED, NOT_STARTED, SKIPPED -> notRun.add(name);
      }
    }
    differences.compareOperations(Aspect.RAN, strings(expect.path("ran")), ran);
    differences.compareOperations(Aspect.NOT_RUN, strings(expect.path("not_run")), notRun);
    outputs(outcome.state());
  }

  private void outputs(StackState state) {
    if (!expect.has("outputs")) return;
    var wanted = expect.get("outputs");
    differences.compareSets(
        Aspect.OUTPUT,
        wanted.properties().stream().map(Map.Entry::getKey).toList(),
        state.outputs().keySet());
    state
        .outputs()
        .forEach((name, value) -> {
          if (wanted.has(name) && !symbols.same(value, wanted.path(name)))
            differences.add(Aspect.OUTPUT, name, "", wanted.path(name), symbols.shown(value));
        });
  }

  static List<String> strings(JsonNode list) {
    var strings = new ArrayList<String>();
    list.forEach(each -> strings.add(each.textValue()));
    return strings;
  }
}
