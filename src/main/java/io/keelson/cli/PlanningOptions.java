package io.keelson.cli;

import io.keelson.operator.api.RunSpec;
import io.keelson.operator.api.RunSpec.Mode;
import io.keelson.operator.api.RunSpec.Refresh;
import io.keelson.operator.api.RunSpec.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How a plan is to be made: the fields of a Run, as options.
final class PlanningOptions {
  @Option(
      names = "--replace",
      paramLabel = "ADDRESS",
      description = "Replace this instance although nothing else requires it. Repeatable.")
  private @Nullable List<String> replace;

  @Option(
      names = "--target",
      paramLabel = "ADDRESS",
      description = "Limit the plan to this, and what --scope says. Repeatable.")
  private @Nullable List<String> targets;

  @Option(
      names = "--scope",
      paramLabel = "WHAT",
      description =
          "What is planned with the targets: ${COMPLETION-CANDIDATES}. Needed if not given.")
  private @Nullable Scope scope;

  @Option(
      names = "--exclude",
      paramLabel = "ADDRESS",
      description = "Leave this out, and what needs it. Repeatable.")
  private @Nullable List<String> exclude;

  @Option(
      names = "--refresh",
      paramLabel = "WHICH",
      description = "What is read before: ${COMPLETION-CANDIDATES}. All if not given.")
  private @Nullable Refresh refresh;

  /// What a Run of the Stack would ask for.
  RunSpec asked(String stack, Mode mode) {
    var asked = new RunSpec();
    asked.stack = stack;
    asked.mode = mode;
    asked.replace = replace;
    asked.targets = targets;
    asked.scope = scope == null ? Scope.Needed : scope;
    asked.exclude = exclude;
    asked.refresh = refresh == null ? Refresh.All : refresh;
    return asked;
  }
}
