package io.keelson.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.keelson.Main;
import io.keelson.testing.Command;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The commands of the runbooks, in a shell as somebody copies them, on a cluster with Keelson's
/// kinds but without its Pods.
@ExtendWith(OnControlPlane.class)
final class RunbooksIT {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)```console\\n(.*?)^\\1```$");
  private static final Pattern WORDS = Pattern.compile("`(kubectl [^`]+)`");
  private static final String PLUGIN = "kubectl keelson ";

  /// What is said of Pods, Services and metrics that a cluster without nodes does not have. A
  /// mistake in a command is told in other words.
  private static final Pattern ABSENT =
      Pattern.compile(
          "No resources found.*"
              + "|Error from server \\(NotFound\\): .* not found"
              + "|error: Metrics API not available");

  static List<Path> pages() throws IOException {
    try (Stream<Path> pages = Files.list(Path.of("docs/runbooks"))) {
      return pages.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void command_isUnderstood(Path page, TestNamespace namespace, @TempDir Path folder) {
    Installation.withAdmission(namespace);
    assertThat(commands(page)).isNotEmpty();
    for (var command : commands(page))
      if (command.startsWith(PLUGIN)) assertPluginUnderstands(command);
      else
        assertThat(run(command, namespace, folder).err().lines())
            .as(command)
            .allMatch(ABSENT.asMatchPredicate());
  }

  /// The blocks, and the commands within sentences.
  private static List<String> commands(Path page) {
    var text = read(page);
    var blocks = BLOCK.matcher(text).results().map(block -> block.group(2).stripIndent());
    var words = WORDS.matcher(BLOCK.matcher(text).replaceAll("")).results().map(RunbooksIT::line);
    return Stream.concat(blocks, words).toList();
  }

  private static String line(MatchResult words) {
    return words.group(1).replaceAll("\\s+", " ");
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Command.Result run(String command, TestNamespace namespace, Path folder) {
    var cluster = namespace.controlPlane();
    var script =
        "cd '%s'; kubectl() { '%s' --kubeconfig '%s' \"$@\"; }\n%s"
            .formatted(folder, cluster.kubectlProgram(), cluster.kubeconfig(), command);
    return Command.of("bash", "-c", script).run();
  }

  private static void assertPluginUnderstands(String command) {
    var words = command.substring(PLUGIN.length()).split(" ", -1);
    assertThatCode(() -> Main.commandLine().parseArgs(words))
        .as(command)
        .doesNotThrowAnyException();
  }
}
