package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `--help` of every command.
final class HelpTest {
  static Stream<String> commands() {
    return Commands.all().stream().map(each -> each.qualifiedName());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_endsWithAnExampleThatTheProgramTakes(String command) {
    var words = List.of(command.split(" ", -1));
    var help = Program.run(Stream.concat(words.stream().skip(1), Stream.of("--help")).toArray());

    assertThat(help.exitCode()).as(help::errors).isZero();
    assertThat(help.out()).startsWith("Usage: " + command + " ");
    var lines = help.out().lines().toList();
    assertThat(lines.get(lines.size() - 2)).isEqualTo("Example:");
    assertThat(lines.getLast()).startsWith("  " + command + " ");
    var example = List.of(lines.getLast().strip().split(" ", -1));
    var taken = Commands.parsed(example.subList(1, example.size()));
    assertThat(taken.qualifiedName()).startsWith(command);
    assertThat(taken.subcommands()).as("a command that does something").isEmpty();
  }
}
