package io.keelson.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `./quickstart` says when it cannot go on. The cluster, the operator and Maven are made up:
/// no stack ever becomes ready.
final class QuickstartScriptTest {
  private static final String STATE = "get stack shop";

  @TempDir private Path folder;

  @BeforeEach
  void makeUpAMachine() throws IOException {
    Files.copy(Path.of("quickstart"), folder.resolve("quickstart"));
    for (String file : List.of("deploy/keelson.yaml", "src/main/none", "target/quick/keelson.jar"))
      Files.createDirectories(folder.resolve(file).getParent());
    Files.createFile(folder.resolve("deploy/keelson.yaml"));
    Files.createFile(folder.resolve("pom.xml"));
    shell("jdk/bin/java", "echo 'openjdk version \"25\"'");
    shell("own/mvn", "exit 0");
    shell("own/sleep", "exit 0");
    shell("dev/control-plane", "echo own");
    shell("bin/kubectl-keelson", "echo '\tat java.lang.Thread.run'; exec tail -f /dev/null");
    answer("echo 'False, Planning: Asking the providers.'");
  }

  /// @param state what kubectl does when it is asked how the Stack is
  private void answer(String state) throws IOException {
    shell(
        "own/kubectl",
        "case \"$*\" in *version*) echo Server;; *'%s'*) %s;; *wait*stack*) exit 1;; esac"
            .formatted(STATE, state));
  }

  private void shell(String file, String text) throws IOException {
    var path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Command.Result quickstart(String... options) {
    return Command.of(
            "env",
            "PATH=" + folder.resolve("own") + ":" + System.getenv("PATH"),
            "JAVA_HOME=" + folder.resolve("jdk"),
            "TMPDIR=" + folder,
            folder.resolve("quickstart").toString(),
            "--context",
            "made-up",
            "--exit")
        .with(options)
        .run();
  }

  @Test
  void stackThatDoesNotBecomeReady_isToldInTwoLines() throws IOException {
    var result = quickstart("--wait", "0");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err().lines())
        .containsExactly(
            "Waited 0 s for the stack to be planned and applied; Ready of stack/shop is False,"
                + " Planning: Asking the providers.",
            "The operator's log is in target/quickstart-operator.log; on a slow machine,"
                + " ./quickstart --wait 60 is more patient.");
    assertThat(folder.resolve("target/quickstart-operator.log")).content().contains("Thread.run");
  }

  @Test
  void stackThatNobodyHasLookedAt_isSaidToBe() throws IOException {
    answer("exit 0");

    assertThat(quickstart("--wait", "0").err())
        .contains("; the operator has said nothing of stack/shop so far.");
  }

  @Test
  void apiServerThatDoesNotAnswer_isQuoted() throws IOException {
    answer("echo noise >&2; echo 'Unable to connect: handshake timeout' >&2; exit 1");

    assertThat(quickstart("--wait", "0").err())
        .contains("; stack/shop cannot be read: Unable to connect: handshake timeout")
        .doesNotContain("noise");
  }

  @Test
  void operatorThatEnds_isToldWithTheLog() throws IOException {
    shell("bin/kubectl-keelson", "echo 'no such option'; exit 2");

    var result = quickstart();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .isEqualToIgnoringNewLines(
            "The operator has ended while waiting for the stack to be planned and applied. The"
                + " operator's log is in target/quickstart-operator.log.");
    assertThat(folder.resolve("target/quickstart-operator.log"))
        .content()
        .contains("no such option");
  }

  @Test
  void waitThatIsNoNumber_isRefused() {
    var result = quickstart("--wait", "long");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("not 'long'");
  }
}
