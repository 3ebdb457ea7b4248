package io.keelson.cli;

import io.keelson.Main;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// All commands of the program, as picocli knows them.
final class Commands {
  private Commands() {}

  /// The program itself, its commands, and theirs.
  static List<CommandSpec> all() {
    var found = new ArrayList<CommandSpec>();
    collect(Main.commandLine(), found);
    return found;
  }

  /// Those that do something: the others only have commands.
  static List<CommandSpec> thatDoSomething() {
    return all().stream().filter(each -> each.subcommands().isEmpty()).toList();
  }

  /// The words after the name of the program, such as `state export`; empty for the program.
  static String path(CommandSpec command) {
    var name = command.qualifiedName();
    return name.equals("keelson") ? "" : name.substring("keelson ".length());
  }

  /// The command that these words are for.
  ///
  /// @throws CommandLine.ParameterException if the program does not take them
  static CommandSpec parsed(List<String> words) {
    var chain = Main.commandLine().parseArgs(words.toArray(String[]::new)).asCommandLineList();
    return chain.getLast().getCommandSpec();
  }

  private static void collect(CommandLine command, List<CommandSpec> found) {
    found.add(command.getCommandSpec());
    command.getSubcommands().values().stream().distinct().forEach(each -> collect(each, found));
  }
}
