package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.Main;
import io.keelson.testing.Command;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The command line as people start it.
@ExtendWith(OnControlPlane.class)
final class LauncherIT {
  private static final Path SCRIPT = Path.of("bin", "kubectl-keelson").toAbsolutePath();

  @TempDir private Path folder;

  /// Where Maven has put the jar, with its libraries beside it.
  private static Path built() {
    var classes = Main.class.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(classes.getPath()).resolveSibling("").toAbsolutePath();
  }

  private static Command inEnvironment(String path, String home) {
    return Command.of(
        "env",
        "PATH=" + path,
        "JAVA_HOME=" + System.getProperty("java.home"),
        "KEELSON_HOME=" + home);
  }

  private static String path() {
    return System.getenv("PATH");
  }

  @Test
  void plugin_isFoundByKubectlAndSaysNothingButItsAnswer(ControlPlane cluster) throws IOException {
    Installation.crds(cluster);
    // Not from the clone, which would rehearse.
    var copy = Files.createDirectories(folder.resolve("installed")).resolve("kubectl-keelson");
    Files.copy(SCRIPT, copy);
    var link = Files.createSymbolicLink(folder.resolve("kubectl-keelson"), copy);
    var kubectl =
        inEnvironment(link.getParent() + ":" + path(), built().toString())
            .with("KUBECONFIG=" + cluster.kubeconfig())
            .with(cluster.kubectlProgram().toString(), "keelson");

    var version = kubectl.with("--version").run();
    var result = kubectl.with("show", "--stack", "nothing", "-o", "json").run();
    Files.delete(link);

    assertThat(version.out()).startsWith("keelson ").doesNotContain("development");
    assertThat(version.err()).isEmpty();
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).startsWith("{");
    assertThat(result.exitCode()).isZero();
  }

  /// It asks kubectl_complete-keelson, which starts no JVM.
  @Test
  void kubectl_completesThePlugin(ControlPlane cluster) {
    var completed =
        inEnvironment(SCRIPT.getParent() + ":" + path(), built().toString())
            .with(cluster.kubectlProgram().toString(), "__complete", "keelson", "state", "")
            .run();

    assertThat(completed.out().lines().map(line -> line.replaceFirst("\t.*", "")))
        .as(completed.err())
        .containsExactly("export", "import", ":4");
  }

  @Test
  void missingJar_isNamed() {
    var started =
        inEnvironment(path(), folder.toString())
            .with("sh", "-c", "cp \"$1\" \"$2\" && \"$2\" --version", "sh")
            .with(SCRIPT.toString(), folder.resolve("kubectl-keelson").toString())
            .run();

    assertThat(started.exitCode()).isEqualTo(1);
    assertThat(started.err())
        .contains("There is no keelson.jar in " + folder, "set KEELSON_HOME to its folder");
  }
}
