package io.keelson;

import io.keelson.cli.CheckCommand;
import io.keelson.cli.ComponentCommand;
import io.keelson.cli.DecideCommand;
import io.keelson.cli.Failures;
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
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Starts the command that was asked for.
@Command(
    name = "keelson",
    description = "Plan and apply for Kubernetes.",
    footer = {
      "",
      "With kubectl-keelson in the PATH it is a plugin, too: kubectl keelson COMMAND.",
      "",
      "Example:",
      "  keelson plan -f shop/"
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      OperatorCommand.class,
      ReadyCommand.class,
      PlanCommand.class,
      ReplanCommand.class,
      CheckCommand.class,
      SchemaCommand.class,
      ShowCommand.class,
      StatusCommand.class,
      ComponentCommand.class,
      StateCommand.class,
      DecideCommand.Approve.class,
      DecideCommand.Reject.class,
      CompletionCommand.class
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  /// Exits with the status of the command: 0 nothing to do, 2 changes, 1 error.
  public static void main(String[] arguments) {
    // Before anything logs: log4j2.xml reads it.
    if (!List.of(arguments).contains("operator")) {
      System.setProperty("keelson.log.providers", "OFF");
      System.setProperty("keelson.log.watches", "OFF");
    }
    System.exit(commandLine().execute(arguments));
  }

  /// The whole program. A mistake of the user, and a cluster that does not answer, are told in one
  /// sentence.
  public static CommandLine commandLine() {
    return Failures.explainedBy(new CommandLine(new Main()));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say which command to run.");
  }

  /// The version in the jar's manifest, or `development` when run from class files.
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      var version = Optional.ofNullable(Main.class.getPackage().getImplementationVersion());
      return new String[] {"keelson " + version.orElse("development")};
    }
  }
}
