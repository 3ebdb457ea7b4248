package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Holds what the pages say of commands to the program: each command and option is there, and none
/// that is not one.
///
/// `mvn -q -Pquick test -Dtest=CommandDocumentationTest -Dfields.update=true` writes the tables of
/// `docs/commands.md`; a description is changed in its class.
final class CommandDocumentationTest {
  private static final Path EVERY_OPTION = Path.of("docs/commands.md");
  private static final Path GUIDE = Path.of("docs/command-line.md");

  private static final Pattern TABLE_ROW = Pattern.compile("(?m)^\\| (`[a-z].*?) \\| .*\\|$");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern CONSOLE = Pattern.compile("(?ms)^ *```console\\n(.*?)^ *```$");
  private static final Pattern LINE =
      Pattern.compile("(?m)^ *(?:[^#\\n]*\\| |kubectl )?keelson ([^|>#\\n]*)");
  private static final Pattern MENTIONED = Pattern.compile("`(?:kubectl )?keelson ([a-z][^`]*)`");

  @Test
  void everyOption_hasItsRowUnderItsCommand() throws IOException {
    var page = Files.readString(EVERY_OPTION);
    var opening = page.replaceFirst("(?s)\n## .*", "");
    var expected = opening + tables();
    if (Boolean.getBoolean("fields.update")) Files.writeString(EVERY_OPTION, expected);
    assertThat(Files.readString(EVERY_OPTION)).isEqualTo(expected);
  }

  private static String tables() {
    var text = new StringBuilder();
    for (CommandSpec command : Commands.thatDoSomething()) {
      text.append("\n## ").append(Commands.path(command)).append("\n\n");
      text.append(wrapped(String.join(" ", command.usageMessage().description()))).append("\n");
      text.append("| What may be given | Meaning |\n|---|---|\n");
      command.positionalParameters().forEach(each -> append(each.paramLabel(), each, text));
      command.options().stream()
          .filter(each -> !each.usageHelp() && !each.versionHelp())
          .sorted(Comparator.comparing(OptionSpec::longestName))
          .forEach(each -> append(names(each), each, text));
    }
    return text.toString();
  }

  private static String wrapped(String prose) {
    return prose.replaceAll("(.{1,118})(?: |$)", "$1\n");
  }

  private static void append(String what, ArgSpec argument, StringBuilder text) {
    var description = String.join(" ", argument.description());
    text.append("| `%s` | %s |\n".formatted(cell(what), cell(description)));
  }

  private static String cell(String text) {
    return text.replaceAll("\\s+", " ").replace("|", "\\|").replace("<", "&lt;");
  }

  private static String names(OptionSpec option) {
    var names =
        Stream.of(option.names())
            .map(name -> option.negatable() ? name.replaceFirst("--", "--[no-]") : name)
            .collect(Collectors.joining("`, `"));
    return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
  }

  @Test
  void everyCommand_isInTheTableOfTheGuide() throws IOException {
    var shown = new ArrayList<String>();
    for (MatchResult row : found(TABLE_ROW, Files.readString(GUIDE).split("\n## ", 2)[0]))
      for (MatchResult line : found(CODE, row.group(1)))
        shown.add(Commands.path(Commands.parsed(words(line.group(1)))));
    assertThat(shown)
        .hasSameElementsAs(Commands.thatDoSomething().stream().map(Commands::path).toList());
  }

  static Stream<Path> pages() throws IOException {
    try (var files = Files.walk(Path.of("docs"))) {
      var pages = files.filter(each -> each.toString().endsWith(".md")).sorted().toList();
      return Stream.concat(Stream.of(Path.of("README.md")), pages.stream());
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyCommandLineOfAPage_isOneThatTheProgramTakes(Path page) throws IOException {
    for (MatchResult block : found(CONSOLE, Files.readString(page)))
      for (MatchResult line : found(LINE, block.group(1).replace("\\\n", " ")))
        assertThat(Commands.parsed(words(line.group(1))).subcommands())
            .as("%s: %s", page, line.group())
            .isEmpty();
  }

  /// In a sentence a command may stand without all that it needs.
  @ParameterizedTest
  @MethodSource("pages")
  void everyOptionThatAPageMentions_isOneOfItsCommand(Path page) throws IOException {
    for (MatchResult mentioned : found(MENTIONED, Files.readString(page))) {
      var words = words(mentioned.group(1));
      var command = longest(words);
      assertThat(command.optionsMap().keySet())
          .as("%s: %s", page, mentioned.group())
          .containsAll(
              words.stream()
                  .filter(word -> word.matches("--?[a-z].*"))
                  .map(word -> word.replaceFirst("=.*", ""))
                  .toList());
    }
  }

  private static CommandSpec longest(List<String> words) {
    var text = String.join(" ", words) + " ";
    return Commands.all().stream()
        .filter(each -> !Commands.path(each).isEmpty())
        .filter(each -> text.startsWith(Commands.path(each) + " "))
        .max(Comparator.comparingInt(each -> Commands.path(each).length()))
        .orElseThrow(() -> new AssertionError("There is no command: keelson " + text));
  }

  private static List<String> words(String line) {
    return List.of(line.replaceAll("\\$\\([^)]*\\)", "x").replace("'", "").strip().split("\\s+"));
  }

  private static List<MatchResult> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }
}
