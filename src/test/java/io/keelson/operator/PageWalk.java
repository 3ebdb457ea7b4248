package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Command;
import io.keelson.testing.RehearsedJar;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Does what a page says, word by word: its commands run in a folder, with `kubectl` and `keelson`
/// at hand, and what they print is what it shows, sooner or later.
final class PageWalk {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  private final Path folder;
  private final TestNamespace namespace;

  /// @param folder an empty one
  /// @param namespace the current one of the commands
  PageWalk(Path folder, TestNamespace namespace) throws IOException {
    this.folder = folder;
    this.namespace = namespace;
    Files.copy(namespace.controlPlane().kubeconfig(), folder.resolve("kubeconfig"));
    var kubectl = namespace.controlPlane().kubectlProgram();
    Command.of(
            kubectl.toString(),
            "--kubeconfig=" + folder.resolve("kubeconfig"),
            "config",
            "set-context",
            "--current",
            "--namespace=" + namespace.name())
        .run()
        .orThrow();
    // A name without a folder is found on the PATH as it is.
    if (kubectl.isAbsolute()) program("kubectl", kubectl.toString());
    program(
        "keelson",
        RehearsedJar.command().stream()
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" ")));
  }

  private void program(String name, String command) throws IOException {
    var file = Files.createDirectories(folder.resolve("bin")).resolve(name);
    Files.writeString(file, "#!/bin/sh\nexec %s \"$@\"\n".formatted(command));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /// A part of a page.
  ///
  /// @param language `console`, `text` for what a command prints, or that of a file
  record Block(String language, String content) {}

  static List<Block> blocks(String page) {
    return BLOCK
        .matcher(page)
        .results()
        .map(each -> new Block(each.group(1), each.group(2)))
        .toList();
  }

  /// What is done with a block that is neither a command nor what one prints.
  interface FileBlocks {
    void accept(Block block) throws IOException;
  }

  void take(List<Block> blocks, FileBlocks files) throws IOException {
    for (int i = 0; i < blocks.size(); i++) {
      var block = blocks.get(i);
      switch (block.language()) {
        case "console" -> {
          if (i + 1 == blocks.size() || !blocks.get(i + 1).language().equals("text"))
            shell(block.content()).orThrow();
        }
        case "text" -> awaitOutput(blocks.get(i - 1).content(), block.content());
        default -> files.accept(block);
      }
    }
  }

  private void awaitOutput(String command, String output) {
    namespace.eventually(() -> {
      var result = shell(command);
      assertThat(plain(result.out()))
          .as("%s%s", command, result.err())
          .matches(withGaps(plain(output)));
    });
  }

  private Command.Result shell(String script) {
    return Command.of(
            "env",
            "PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH"),
            "KUBECONFIG=" + folder.resolve("kubeconfig"),
            "sh",
            "-ec",
            "cd '%s'\n%s".formatted(folder, script))
        .run();
  }

  /// Without the space that columns are aligned with.
  private static String plain(String text) {
    return text.lines()
        .map(line -> line.strip().replaceAll(" +", " "))
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  /// Any text stands for `…`.
  private static Pattern withGaps(String output) {
    return Pattern.compile(
        Stream.of(output.split("…", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining("(?s:.*?)")));
  }
}
