package io.keelson.cli.completion;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Prints what makes a shell complete the words of a command line.
@Command(
    name = "completion",
    description = "Print what makes a shell complete keelson and kubectl-keelson.",
    footer = {
      "",
      "The words come from kubectl_complete-keelson, which has to be in the PATH, too. That is all"
          + " that 'kubectl keelson' needs: kubectl asks it by itself.",
      "For bash, in ~/.bashrc:  source <(kubectl-keelson completion bash)",
      "For zsh, in ~/.zshrc:    source <(kubectl-keelson completion zsh)",
      "For fish:                kubectl-keelson completion fish | source",
      "",
      "Example:",
      "  keelson completion bash"
    },
    mixinStandardHelpOptions = true)
public final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.bash;

  /// The scripts are resources of these names.
  enum Shell {
    bash,
    zsh,
    fish
  }

  /// @throws IOException if the program's own files cannot be read
  @Override
  public Integer call() throws IOException {
    try (var script = resource(shell.name())) {
      var out = spec.commandLine().getOut();
      out.print(new String(script.readAllBytes(), StandardCharsets.UTF_8));
      out.flush();
      return 0;
    }
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(CompletionCommand.class.getResourceAsStream(name), name);
  }
}
