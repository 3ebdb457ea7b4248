package io.keelson;

import io.keelson.cli.CheckCommand;
import io.keelson.cli.ComponentCommand;
import io.keelson.cli.DecideCommand;
import io.keelson.cli.OperatorCommand;
import io.keelson.cli.PlanCommand;
import io.keelson.cli.ReplanCommand;
import io.keelson.cli.SchemaCommand;
import io.keelson.cli.ShowCommand;
import io.keelson.cli.StateCommand;
import io.keelson.cli.StatusCommand;
import io.keelson.cli.completion.CompletionCommand;
import io.keelson.cli.process.ReadyCommand;
import java.util.List;

/// The commands by name. The class of one is loaded when it is made, with all that it needs.
final class Subcommands {
  /// In the order of the help.
  static final List<String> NAMES =
      List.of(
          "operator",
          "ready",
          "plan",
          "replan",
          "check",
          "schema",
          "show",
          "status",
          "component",
          "state",
          "approve",
          "reject",
          "completion");

  private Subcommands() {}

  /// @throws IllegalArgumentException if there is no such command
  static Object make(String name) {
    return switch (name) {
      case "operator" -> new OperatorCommand();
      case "ready" -> new ReadyCommand();
      case "plan" -> new PlanCommand();
      case "replan" -> new ReplanCommand();
      case "check" -> new CheckCommand();
      case "schema" -> new SchemaCommand();
      case "show" -> new ShowCommand();
      case "status" -> new StatusCommand();
      case "component" -> new ComponentCommand();
      case "state" -> new StateCommand();
      case "approve" -> new DecideCommand.Approve();
      case "reject" -> new DecideCommand.Reject();
      case "completion" -> new CompletionCommand();
      default -> throw new IllegalArgumentException("no command: " + name);
    };
  }
}
