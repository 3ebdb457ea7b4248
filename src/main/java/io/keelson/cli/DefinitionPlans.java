package io.keelson.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.cli.manifest.FindingReport;
import io.keelson.cli.manifest.LocatedProblem;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.json.PlanJson;
import io.keelson.operator.stack.context.StackKey;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// The plans of all Stacks that would take definitions, one after the other.
final class DefinitionPlans {
  private final PrintWriter out;
  private final FindingReport report;
  private final OutputFormat format;
  private final ObjectNode all = JsonNodeFactory.instance.objectNode();
  private final ArrayNode plans;
  private int planned;
  private int changed;
  private int wrong;

  DefinitionPlans(PrintWriter out, FindingReport report, OutputFormat format) {
    this.out = out;
    this.report = report;
    this.format = format;
    all.put("kind", "Plans").put("formatVersion", PlanJson.FORMAT);
    this.plans = all.putArray("plans");
  }

  /// Refuses formats that draw one plan.
  void refuseOrder(CommandLine command) {
    if (format == OutputFormat.dot || format == OutputFormat.mermaid)
      throw new ParameterException(
          command,
          "Definitions are planned in all Stacks that would take them, and these cannot be drawn"
              + " together: use -o text or -o json.");
  }

  /// Tells of one Stack.
  void add(StackKey stack, PlanOutcome outcome, ComponentVersions versions) {
    var findings =
        outcome.diagnostics().stream()
            .map(each -> new LocatedProblem(Optional.empty(), each))
            .toList();
    var plan = new PreviewedPlan(outcome, versions, findings);
    planned++;
    if (plan.exitCode() == 1) wrong++;
    else if (plan.exitCode() > 1) changed++;
    if (format == OutputFormat.json) {
      of(stack).set("plan", plan.json());
      return;
    }
    out.println("Stack " + stack);
    out.println();
    out.println(format.of(plan.json(), plan.text()));
    out.flush();
    report.tell(findings);
  }

  /// Tells of one Stack that cannot be planned.
  void add(StackKey stack, String why) {
    planned++;
    wrong++;
    if (format == OutputFormat.json) of(stack).put("error", why);
    else report.note("Stack " + stack + " cannot be planned: " + why);
  }

  private ObjectNode of(StackKey stack) {
    return plans.addObject().put("namespace", stack.namespace()).put("stack", stack.name());
  }

  /// Prints the Components that stay as they are, and how many Stacks would change.
  ///
  /// @param staying what would not take them, in one line each
  /// @return the exit code: as of one plan, the worst of them
  int end(List<String> staying) {
    if (format == OutputFormat.json) {
      var left = all.putArray("staying");
      staying.forEach(left::add);
      out.print(all.toPrettyString() + "\n");
    } else {
      staying.forEach(out::println);
      if (!staying.isEmpty()) out.println();
      out.println(sum());
    }
    out.flush();
    if (wrong > 0) return 1;
    return changed > 0 ? 2 : 0;
  }

  private String sum() {
    if (planned == 0) return "No Stack would take it.";
    return "%d %s would take it: %d with changes, %d with errors."
        .formatted(planned, planned == 1 ? "Stack" : "Stacks", changed, wrong);
  }
}
