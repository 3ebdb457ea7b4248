package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.Main;
import io.keelson.testing.Command;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
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

/// The page about providers shows what really happens: its manifests are applied, its commands run,
/// and what they print is what it says.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@Order(OnControlPlane.EARLY)
final class ProvidersPageIT {
  private static final Path PAGE = Path.of("docs/providers.md");
  private static final String REFERENCE = "\n## Where packages come from\n";
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
  private static final String PROVIDER = "time";

  @TempDir private Path folder;

  private ProviderFixture fixture;

  @BeforeEach
  void start(TestNamespace namespace) throws IOException {
    fixture = new ProviderFixture(namespace);
    var kubeconfig = namespace.controlPlane().kubeconfig();
    Files.copy(kubeconfig, folder.resolve("kubeconfig"));
    Command.of(
            namespace.controlPlane().kubectlProgram().toString(),
            "--kubeconfig=" + folder.resolve("kubeconfig"),
            "config",
            "set-context",
            "--current",
            "--namespace=" + namespace.name())
        .run()
        .orThrow();
    var kubectl = namespace.controlPlane().kubectlProgram();
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
    fixture.close();
    fixture.giveUp(PROVIDER);
  }

  private void program(String name, String command) throws IOException {
    var file = Files.createDirectories(folder.resolve("bin")).resolve(name);
    Files.writeString(file, "#!/bin/sh\nexec %s \"$@\"\n".formatted(command));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /// A part of the page.
  ///
  /// @param language `yaml`, `console`, or `text` for what a command prints
  private record Block(String language, String content) {}

  private static List<Block> walkThrough() throws IOException {
    var page = Files.readString(PAGE);
    return BLOCK
        .matcher(page.substring(0, page.indexOf(REFERENCE)))
        .results()
        .map(each -> new Block(each.group(1), each.group(2)))
        .toList();
  }

  @Test
  void walkThrough_isWhatHappens() throws IOException {
    var blocks = walkThrough();
    for (int i = 0; i < blocks.size(); i++) {
      var content = blocks.get(i).content();
      switch (blocks.get(i).language()) {
        case "yaml" ->
            fixture.kubectl.apply(
                content.replace("/var/lib/keelson/mirror", TestProviders.mirror().toString()));
        case "console" -> {
          if (i + 1 == blocks.size() || !blocks.get(i + 1).language().equals("text"))
            shell(content).orThrow();
        }
        case "text" -> {
          var command = blocks.get(i - 1).content();
          fixture.namespace.eventually(() ->
              assertThat(plain(shell(command).out()))
                  .as(command)
                  .matches(withGaps(plain(content))));
        }
        default -> throw new AssertionError("unknown block: " + blocks.get(i));
      }
    }
  }

  private Command.Result shell(String script) {
    return Command.of(
            "env",
            "PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH"),
            "KUBECONFIG=" + folder.resolve("kubeconfig"),
            "sh",
            "-ec",
            script)
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
