package io.keelson.cli;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.cli.definition.DefinitionSource;
import io.keelson.json.ManifestYaml;
import io.keelson.json.StateFile;
import io.keelson.operator.stack.offline.RecordedStack;
import io.keelson.operator.stack.offline.StateImport;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// What is said when a command cannot do its work. The exit code is 1 always: 2 means changes.
public final class Failures {
  private static final int FAILED = 1;

  private Failures() {}

  public static CommandLine explainedBy(CommandLine program) {
    return program
        .setParameterExceptionHandler((e, arguments) -> wrongUsage(e))
        .setExecutionExceptionHandler((e, command, arguments) -> failed(e, command));
  }

  private static int wrongUsage(ParameterException e) {
    var errors = e.getCommandLine().getErr();
    CommandSpec spec = e.getCommandLine().getCommandSpec();
    errors.println(e.getMessage());
    errors.println("See '" + spec.qualifiedName() + " --help'.");
    errors.flush();
    return FAILED;
  }

  private static int failed(Exception e, CommandLine command) throws Exception {
    var message =
        switch (e) {
          case KubernetesClientException failure -> told(failure);
          case NoSuchFileException file -> "There is no file or folder '" + file.getFile() + "'.";
          case IOException io -> "Reading failed: " + io.getMessage();
          case Kubeconfig.Unusable kubeconfig -> kubeconfig.getMessage();
          case ParameterException usage -> usage.getMessage();
          case ManifestYaml.Malformed yaml ->
              "Line %d is neither YAML nor JSON: %s.".formatted(yaml.line(), yaml.getMessage());
          case StateFile.NotAState state -> "The state file cannot be used. " + state.getMessage();
          case RecordedStack.Unreadable records -> records.getMessage();
          case StateImport.Refused refused -> refused.getMessage();
          case DefinitionSource.NotFound missing -> missing.getMessage();
          default -> throw e;
        };
    command.getErr().println("Error: " + message);
    command.getErr().flush();
    return FAILED;
  }

  private static String told(KubernetesClientException e) {
    var status = e.getStatus();
    if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND
        && status != null
        && status.getDetails() == null)
      return "The cluster does not know the kinds of Keelson. Is it installed there? The API server"
          + " said: "
          + status.getMessage();
    if (e.getCode() > 0 && status != null) return "The API server refused: " + status.getMessage();
    return "The API server does not answer: "
        + e.getMessage()
        + ". Check the kubeconfig, or choose a context with --context.";
  }
}
