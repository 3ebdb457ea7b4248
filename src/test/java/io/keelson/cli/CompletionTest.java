package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Command;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// What shells complete: the table of `bin/kubectl_complete-keelson` is that of the program, and it
/// is read as kubectl and shells need it.
///
/// `mvn -q -Pquick test -Dtest=CompletionTest -Dfields.update=true` writes the table.
final class CompletionTest {
  private static final Path SCRIPT = Path.of("bin", "kubectl_complete-keelson");
  private static final String BEGIN = "<<'TABLE'\n";

  /// Where the names of what is labelled so come from, and whether a file may stand there as well.
  private static final Map<String, String> NAMED =
      Map.of(
          "NS", "@namespaces :4",
          "STACK", "@stacks.keelson.dev :4",
          "PLAN", "@plans.keelson.dev :4",
          "PLAN|FILE", "@plans.keelson.dev :0",
          "FILE", "file",
          "DIR", "file",
          "PATH", "file");

  private static final Map<String, String> NAMED_BY_OPTION =
      Map.of("--context", "@contexts :4", "--stack", "@stacks.keelson.dev :4");

  @TempDir private Path folder;

  @Test
  void table_isThatOfTheProgram() throws IOException {
    var script = Files.readString(SCRIPT);
    int begin = script.indexOf(BEGIN) + BEGIN.length();
    var expected =
        script.substring(0, begin) + table() + script.substring(script.indexOf("TABLE\n", begin));
    if (Boolean.getBoolean("fields.update")) Files.writeString(SCRIPT, expected);
    assertThat(Files.readString(SCRIPT)).isEqualTo(expected);
  }

  private static String table() {
    var rows = new ArrayList<String>();
    for (CommandSpec command : Commands.all()) {
      var path = Commands.path(command);
      for (var each : command.subcommands().entrySet())
        rows.add(
            row(
                path,
                each.getKey(),
                "command",
                each.getValue().getCommandSpec().usageMessage().description()));
      for (var each : command.positionalParameters())
        rows.add(row(path, "" + (each.index().min() + 1), value(each), each.description()));
      for (OptionSpec each : command.options())
        names(each).forEach(name -> rows.add(row(path, name, value(each), each.description())));
    }
    return rows.stream().sorted().map(row -> row + "\n").collect(Collectors.joining());
  }

  private static Stream<String> names(OptionSpec option) {
    var names = Stream.of(option.names());
    return option.negatable()
        ? names.flatMap(name -> Stream.of(name, name.replaceFirst("--", "--no-")))
        : names;
  }

  private static String row(String command, String word, String value, String[] description) {
    var first =
        String.join(" ", description).replaceAll("\\s+", " ").replaceFirst("[.;:]( .*)?$", "");
    return String.join("\t", command, word, value, first);
  }

  private static String value(ArgSpec argument) {
    if (argument instanceof OptionSpec option) {
      if (option.arity().max() == 0) return "flag";
      var named = NAMED_BY_OPTION.get(option.longestName());
      if (named != null) return named;
    }
    var candidates = argument.completionCandidates();
    if (candidates != null) return "=" + String.join(",", candidates);
    return NAMED.getOrDefault(argument.paramLabel(), "text");
  }

  /// What follows the words, of which the last is not finished; `_` is an empty one.
  private List<String> follows(String words) {
    var typed = Stream.of(words.split(" ", -1)).map(word -> word.equals("_") ? "" : word);
    var answer =
        withPrograms("sh", SCRIPT.toAbsolutePath().toString())
            .with(typed.toArray(String[]::new))
            .run();
    assertThat(answer.err()).isEmpty();
    assertThat(answer.exitCode()).isZero();
    return answer.out().lines().map(line -> line.replaceFirst("\t.*", "")).toList();
  }

  private Command withPrograms(String... words) {
    var path = Stream.of(folder, SCRIPT.resolveSibling("").toAbsolutePath()).map(Path::toString);
    return Command.of(
            "env",
            "PATH="
                + path.collect(Collectors.joining(File.pathSeparator))
                + File.pathSeparator
                + System.getenv("PATH"))
        .with(words);
  }

  /// A kubectl that answers with how it is called.
  private void fakeKubectl() throws IOException {
    var program =
        Files.writeString(folder.resolve("kubectl"), "#!/bin/sh\necho \"plan/$*\" | tr ' ' _\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pl | plan :4",
        "state _ | export import :4",
        "state import shop --fr | --from :4",
        "plan --scope _ | Needed Exact Dependents :4",
        "plan --scope=D | Dependents :4",
        "plan --destroy --re | --refresh --refresh-only --replace :4",
        "plan --target --destroy --refresh-o | --refresh-only :4",
        "plan -f _ | :0",
        "plan --reason=x | :4",
        "show -o _ | text json dot mermaid :4",
        "operator --no | --no-leader-elect :4",
        "completion _ | bash zsh fish :4",
        "nothing _ | :4",
        "approve --reason a=b --wat | --watch :4"
      })
  void words_areCompleted(String words, String expected) {
    assertThat(follows(words)).containsExactly(expected.split(" ", -1));
  }

  @Test
  void firstWord_isAnyCommand() {
    assertThat(follows("_")).contains("plan", "approve", "component", "completion", ":4");
  }

  @Test
  void names_areAskedOfTheClusterThatTheCommandIsFor() throws IOException {
    fakeKubectl();
    assertThat(follows("approve --context there -n shop --as jane _"))
        .containsExactly(
            "get_plans.keelson.dev_-o_name_--request-timeout=2s_--context_there_-n_shop_--as_jane",
            ":4");
    assertThat(follows("status --context _"))
        .containsExactly("plan/config_get-contexts_-o_name", ":4");
  }

  @Test
  void clusterThatDoesNotAnswer_leavesFiles() throws IOException {
    var program = Files.writeString(folder.resolve("kubectl"), "#!/bin/sh\necho no >&2\nexit 1\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(follows("show _")).containsExactly(":0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "keelson pla | plan",
        "kubectl-keelson plan --scope = | Needed Exact Dependents",
        "keelson plan --scope = Ex | Exact",
        "keelson plan -f _ | ''"
      })
  void bash_completes(String words, String expected) {
    var typed =
        Arrays.stream(words.split(" ", -1))
            .map(word -> word.equals("_") ? "''" : "'" + word + "'")
            .toList();
    var script =
        """
        %s
        COMP_WORDS=(%s)
        COMP_CWORD=%d
        $(complete -p keelson | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
        echo "${COMPREPLY[*]}"
        """
            .formatted(
                Program.run("completion", "bash").out(), String.join(" ", typed), typed.size() - 1);

    var completed = withPrograms("bash", "-c", script).run();

    assertThat(completed.err()).isEmpty();
    assertThat(completed.out().strip()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void everyShell_hasAScript(String shell) {
    var printed = Program.run("completion", shell);
    assertThat(printed.exitCode()).as(printed::errors).isZero();
    assertThat(printed.out())
        .contains("kubectl_complete-keelson", "keelson and kubectl-keelson in " + shell);
  }

  @Test
  void shellThatIsNotKnown_isRefused() {
    var refused = Program.run("completion", "tcsh");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.errors()).contains("tcsh", "bash, zsh, fish");
  }
}
