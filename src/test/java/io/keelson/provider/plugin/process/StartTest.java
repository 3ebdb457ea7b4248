package io.keelson.provider.plugin.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs that are no providers, or bad ones: what the user is told, and that nothing is left.
class StartTest {
  private static final String COOKIE_TEXT = "This binary is a plugin.";

  @TempDir Path folder;
  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Redaction redaction = new Redaction();

  @AfterEach
  void close() {
    var _ = loop.shutdownGracefully();
  }

  @Test
  void programThatEndsAtOnce_isNoProvider() {
    assertThat(reason("echo '" + COOKIE_TEXT + "' >&2; exit 1"))
        .contains("test did not get ready")
        .contains("exit code 1")
        .contains(COOKIE_TEXT)
        .contains("Is it a Terraform provider?");
  }

  @Test
  void programThatEndsWellWithoutAWord_isNoProvider() {
    assertThat(reason("exit 0")).contains("Its process ended with exit code 0.");
  }

  @Test
  void programThatPrintsSomethingElse_isShownWithWhatItPrinted() {
    assertThat(reason("echo hello; exit 0")).contains("It printed:\nhello");
  }

  @Test
  void programThatSaysNothing_isNotWaitedForWithoutEnd() {
    assertThat(reason("exec sleep 60", Duration.ofMillis(300))).contains("was not ready after");
  }

  @Test
  void textBeforeTheHandshake_isLeftOut() {
    assertThat(reason("echo 'a warning'; echo; echo '1|4|unix|/tmp/x|grpc|'; exec sleep 60"))
        .contains("it speaks version 4 of the provider protocol, this host speaks 5,6");
  }

  @Test
  void muchTextOnStandardError_doesNotHoldItUp() {
    assertThat(reason("head -c 200000 /dev/zero | tr '\\0' x >&2; echo '1|7|unix|/tmp/x|grpc|'"))
        .contains("it speaks version 7");
  }

  @Test
  void handshakeThatIsNotUnderstood_saysWhatIsWrong() {
    assertThat(reason("echo '1|5|'")).contains("its handshake has 3 fields");
    assertThat(reason("echo '2|5|unix|/tmp/x|grpc|'")).contains("version 2 of the plugin system");
    assertThat(reason("echo '1|5|unix|/tmp/x'")).contains("does not speak gRPC");
    assertThat(reason("echo '1|5|unix|/tmp/x|netrpc|'")).contains("does not speak gRPC");
    assertThat(reason("echo '1|5|tcp|127.0.0.1:1|grpc|x'")).contains("it listens on 'tcp'");
    assertThat(reason("echo '1|5|unix|/tmp/x|grpc|'")).contains("it shows no certificate");
    assertThat(reason("echo '1|5|unix|/tmp/x|grpc|AAAA'"))
        .contains("its certificate cannot be read");
    assertThat(reason("echo '1|99999999999|unix|/tmp/x|grpc|'")).contains("version 99999999999");
  }

  @Test
  void fileThatCannotBeRun_isSaidToBeNone() throws IOException {
    var text = Files.writeString(folder.resolve("text"), "hello");

    assertThat(reason(new Launch("test", text))).contains("test cannot be started");
  }

  @Test
  void lastWords_beginWithThePanicAndHideSecrets() {
    redaction.hide(List.of("s3cr3t-token"));

    assertThat(
            reason(
                "echo 'before' >&2; echo 'panic: runtime error with s3cr3t-token' >&2;"
                    + " echo 'goroutine 1 [running]:' >&2; exit 2"))
        .contains("panic: runtime error with (sensitive value)\ngoroutine 1 [running]:")
        .doesNotContain("before")
        .doesNotContain("s3cr3t");
  }

  @Test
  void secretAtTheEndOfWhatIsKeptOfALine_isNotShownInPart() {
    redaction.hide(List.of("s3cr3t-token"));

    assertThat(reason("printf '%%0495d%%s\\n' 0 s3cr3t-token-and-more >&2; exit 2".formatted()))
        .doesNotContain("s3cr");
  }

  @Test
  void whatAProgramHasStarted_isEndedWithIt() {
    var own = ProcessHandle.current();

    assertThat(reason("sleep 61.5 & sleep 61.5", Duration.ofMillis(500)))
        .contains("was not ready after");

    await("nothing is left")
        .until(() ->
            ProcessHandle.allProcesses()
                .filter(each -> !each.equals(own))
                .noneMatch(each -> each.info().commandLine().orElse("").contains("sleep 61.5")));
  }

  @Test
  void environment_isWhatWasDeclaredAndWhatTheProtocolNeeds() {
    var launch =
        launch(
            "env >&2; exit 1",
            Duration.ofSeconds(30),
            new TreeMap<>(Map.of("REGION", "eu", "PLUGIN_MULTIPLEX_GRPC", "true")));

    assertThat(reason(launch))
        .contains("REGION=eu")
        .contains("TF_PLUGIN_MAGIC_COOKIE=d602bf8f")
        .contains("PLUGIN_PROTOCOL_VERSIONS=5,6")
        .contains("BEGIN CERTIFICATE")
        .contains("GOMEMLIMIT=1000B")
        .doesNotContain("MULTIPLEX")
        .doesNotContain("JAVA_HOME")
        .doesNotContain("USER=");
  }

  @Test
  void roomyLaunch_collectsGarbageLater_unlessItsEnvironmentSaysWhen() {
    var script = "env >&2; exit 1";
    var patience = Duration.ofSeconds(30);

    assertThat(reason(launch(script, patience, new TreeMap<>()))).doesNotContain("GOGC");
    assertThat(reason(launch(script, patience, new TreeMap<>()).roomy())).contains("GOGC=300");
    var declared = new TreeMap<>(Map.of("GOGC", "50"));
    assertThat(reason(launch(script, patience, declared).roomy())).contains("GOGC=50");
  }

  private String reason(String script) {
    return reason(script, Duration.ofSeconds(30));
  }

  private String reason(String script, Duration patience) {
    return reason(launch(script, patience, new TreeMap<>()));
  }

  private Launch launch(String script, Duration patience, SortedMap<String, String> environment) {
    try {
      var program = folder.resolve("provider");
      Files.writeString(program, "#!/bin/sh\nPATH=/usr/bin:/bin\n" + script + "\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
      return new Launch(
          "test",
          program,
          environment,
          new TreeSet<>(),
          patience,
          patience,
          OptionalLong.of(1_000));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String reason(Launch launch) {
    var sockets = folder.resolve("run");
    var failed =
        catchThrowableOfType(
            StartFailed.class,
            () ->
                ProviderProcess.start(
                    launch, new RunDirectory(sockets), new PluginGreeting(loop), redaction));
    await("nothing is left").until(() -> isEmpty(sockets));
    return failed.reason();
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (var all = Files.list(folder)) {
      return all.findAny().isEmpty();
    }
  }
}
