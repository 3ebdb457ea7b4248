package io.keelson;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Help.Ansi;

/// Holds the help of the whole program, which is a file so that it loads nothing, to the commands.
///
/// `mvn -q -Pquick test -Dtest=RootHelpTest -Dhelp.update=true` writes the file.
final class RootHelpTest {
  private static final Path FILE = Path.of("src/main/resources/io/keelson/help.txt");

  static Stream<String> names() {
    return Subcommands.NAMES.stream();
  }

  @Test
  void help_isThatOfAllCommands() throws IOException {
    var expected = Main.commandLine().getUsageMessage(Ansi.OFF);
    if (Boolean.getBoolean("help.update")) Files.writeString(FILE, expected);
    assertThat(FILE).hasContent(expected);
  }

  @ParameterizedTest
  @MethodSource("names")
  void name_isThatOfItsCommand(String name) {
    var command = requireNonNull(Main.commandLine().getSubcommands().get(name));
    assertThat(command.getCommandName()).isEqualTo(name);
    assertThat(command.<Object>getCommand()).isInstanceOf(Subcommands.make(name).getClass());
  }
}
