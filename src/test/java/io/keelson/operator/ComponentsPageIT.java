package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.Main;
import io.keelson.testing.Command;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The page about components leads from Resources to a published version: its files are written and
/// changed as it shows them, its commands run, and what they print is what it says.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class ComponentsPageIT {
  private static final Path PAGE = Path.of("docs/components.md");
  private static final String START = "\n## Step by step: ";
  private static final String REFERENCE = "\n## A definition\n";
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
  private static final Pattern FILE = Pattern.compile("(?:# |--- )(\\S+)\n");
  private static final Pattern OTHER_PLACE = Pattern.compile("(?m)^@@\n");

  @TempDir private Path folder;

  private TestNamespace namespace;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace own) throws IOException {
    namespace = own;
    operator = OperatorUnderTest.in(own);
    Files.copy(own.controlPlane().kubeconfig(), folder.resolve("kubeconfig"));
    var kubectl = own.controlPlane().kubectlProgram();
    Command.of(
            kubectl.toString(),
            "--kubeconfig=" + folder.resolve("kubeconfig"),
            "config",
            "set-context",
            "--current",
            "--namespace=" + own.name())
        .run()
        .orThrow();
    // A name without a folder is found on the PATH as it is.
    if (kubectl.isAbsolute()) program("kubectl", kubectl.toString());
    program(
        "keelson",
        "%s -XX:TieredStopAtLevel=1 -cp '%s' %s"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                Main.class.getName()));
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  private void program(String name, String command) throws IOException {
    var file = Files.createDirectories(folder.resolve("bin")).resolve(name);
    Files.writeString(file, "#!/bin/sh\nexec %s \"$@\"\n".formatted(command));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /// A part of the page.
  ///
  /// @param language `yaml` and `diff` for a file, `console`, or `text` for what a command prints
  private record Block(String language, String content) {
    /// The file that its first line names.
    Path file(Path folder) {
      var name = FILE.matcher(content);
      assertThat(name.lookingAt()).as("names a file: %s", content).isTrue();
      return folder.resolve(name.group(1));
    }

    /// For a `diff`: the text with its changes.
    String changed(String text) {
      var changed = text;
      for (String change : OTHER_PLACE.split(FILE.matcher(content).replaceFirst(""))) {
        var before = without('+', change);
        assertThat(changed).containsOnlyOnce(before);
        changed = changed.replace(before, without('-', change));
      }
      return changed;
    }

    private static String without(char sign, String change) {
      return change
          .lines()
          .filter(line -> line.charAt(0) != sign)
          .map(line -> line.substring(1) + "\n")
          .collect(Collectors.joining());
    }
  }

  private List<Block> walkThrough() throws IOException {
    var page = Files.readString(PAGE);
    return BLOCK
        .matcher(page.substring(page.indexOf(START), page.indexOf(REFERENCE)))
        .results()
        .map(each ->
            new Block(
                each.group(1), each.group(2).replaceAll("\\bregions\\b", namespace.name())))
        .toList();
  }

  @Test
  void walkThrough_isWhatHappens() throws IOException {
    var blocks = walkThrough();
    for (int i = 0; i < blocks.size(); i++) {
      var block = blocks.get(i);
      switch (block.language()) {
        case "yaml" -> Files.writeString(block.file(folder), block.content());
        case "diff" -> {
          var file = block.file(folder);
          Files.writeString(file, block.changed(Files.readString(file)));
        }
        case "console" -> {
          if (i + 1 == blocks.size() || !blocks.get(i + 1).language().equals("text"))
            shell(block.content()).orThrow();
        }
        case "text" -> awaitOutput(blocks.get(i - 1).content(), block.content());
        default -> throw new AssertionError("unknown block: " + block);
      }
    }
  }

  private void awaitOutput(String command, String shown) {
    namespace.eventually(() -> {
      var result = shell(command);
      assertThat(plain(result.out()))
          .as("%s%s", command, result.err())
          .matches(withGaps(plain(shown)));
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
  private static Pattern withGaps(String shown) {
    return Pattern.compile(
        Stream.of(shown.split("…", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining("(?s:.*?)")));
  }
}
