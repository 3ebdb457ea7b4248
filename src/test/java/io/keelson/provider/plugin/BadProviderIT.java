package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.provider.plugin.process.Launch;
import io.keelson.testing.ChildProcesses;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A provider that does everything wrong: what the user is told, and that no process is left.
class BadProviderIT {
  @TempDir Path folder;
  private PluginHost host;

  @BeforeEach
  void open() {
    host = new PluginHost(folder, Clock.systemUTC());
  }

  @AfterEach
  void close() {
    host.close();
    await("no process is left").until(() -> ChildProcesses.in(folder).isEmpty());
    await("no directory is left").until(this::nothingLeft);
  }

  private boolean nothingLeft() throws IOException {
    try (var left = Files.list(folder)) {
      return left.findAny().isEmpty();
    }
  }

  private PluginHost.Opened open(String behaviour, Duration patience) {
    var source = "keelson.dev/test/bad-" + behaviour;
    var launch =
        new Launch(
            "bad 1.0.0",
            TestProviders.program(source, "1.0.0"),
            new TreeMap<>(),
            new TreeSet<>(),
            patience,
            Duration.ofHours(1),
            OptionalLong.empty());
    return host.open(new PluginSettings(source, source, launch));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exit-0         | Its process ended with exit code 0.",
        "exit-1         | Its process ended with exit code 1.",
        "not-a-plugin   | Is it a Terraform provider?",
        "core-version   | version 2 of the plugin system",
        "protocol-4     | it speaks version 4 of the provider protocol, this host speaks 5,6",
        "protocol-7     | it speaks version 7 of the provider protocol, this host speaks 5,6",
        "few-fields     | its handshake has 3 fields",
        "netrpc         | it does not speak gRPC",
        "certificate    | its certificate cannot be read",
        "other-key      | no answer came (UNAVAILABLE",
        "no-socket      | it shows no certificate",
        "silent-socket  | it shows no certificate",
        "bad-schema     | neither required nor optional nor computed"
      })
  void provider_isRefusedWithItsReason(String behaviour, String reason) {
    var opened = open(behaviour, Duration.ofSeconds(30));

    assertThat(refusal(opened, behaviour)).contains(reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hang", "garbage"})
  void providerThatNeverGetsReady_isNotWaitedForWithoutEnd(String behaviour) {
    // Go itself may end a program in which nothing happens any more.
    assertThat(refusal(open(behaviour, Duration.ofSeconds(1)), behaviour))
        .containsAnyOf("was not ready after 1 s", "did not get ready");
  }

  /// What is wrong with a type may show only when it is used.
  private static String refusal(PluginHost.Opened opened, String behaviour) {
    return switch (opened) {
      case PluginHost.Opened.Failed(var diagnostics) -> diagnostics.toString();
      case PluginHost.Opened.Ready(var provider) -> {
        try {
          yield "usable: " + behaviour + provider.schema("bad_thing");
        } catch (RuntimeException e) {
          yield String.valueOf(e.getMessage());
        }
      }
    };
  }

  @Test
  void errorBesideTheSchema_isTheReason() {
    var opened = open("schema-error", Duration.ofSeconds(30));

    assertThat(opened).isInstanceOf(PluginHost.Opened.Failed.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"chatter", "stderr-flood", "huge-schema", "unimplemented"})
  void providerThatIsOnlyOdd_works(String behaviour) {
    var provider = PluginBench.ready(open(behaviour, Duration.ofSeconds(60)));

    new PluggedStack(provider).declare("bad_thing.a", "{name: a}").converge();
  }

  @Test
  void wrongTypes_leaveTheOutcomeOfACreateOpen() {
    var provider = PluginBench.ready(open("wrong-types", Duration.ofSeconds(30)));
    var stack = new PluggedStack(provider).declare("bad_thing.a", "{name: a}");

    var outcome = stack.tryApply(new StopSignal());

    assertThat(outcome.diagnostics())
        .extracting(Diagnostic::code)
        .contains(Code.PROVIDER_CONTRACT, Code.OUTCOME_UNKNOWN);
    assertThat(stack.instance("bad_thing.a").open()).isPresent();
  }
}
