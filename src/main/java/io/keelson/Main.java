package io.keelson;

import io.keelson.cli.Failures;
import io.keelson.logging.LateLogging;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// All commands; starts the one that was asked for.
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
    versionProvider = Main.Version.class)
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  /// Runs a command; what is not needed for it is not loaded.
  ///
  /// @return its exit status
  static int run(String[] arguments) {
    // Before anything logs: log4j2.xml reads these.
    if (!List.of(arguments).contains("operator")) {
      LateLogging.use(System.getenv());
      System.setProperty("keelson.log.providers", "OFF");
      System.setProperty("keelson.log.watches", "OFF");
    }
    boolean isKnown = arguments.length > 0 && Subcommands.NAMES.contains(arguments[0]);
    return (isKnown ? commandLine(List.of(arguments[0])) : commandLine()).execute(arguments);
  }

  /// The whole program. A mistake of the user, and a cluster that does not answer, are told in one
  /// sentence.
  public static CommandLine commandLine() {
    return commandLine(Subcommands.NAMES);
  }

  private static CommandLine commandLine(List<String> commands) {
    var program = new CommandLine(new Main());
    commands.forEach(each -> program.addSubcommand(Subcommands.make(each)));
    return Failures.explainedBy(program);
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
