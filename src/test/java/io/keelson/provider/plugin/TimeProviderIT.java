package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.provider.plugin.process.Launch;
import io.keelson.testing.ChildProcesses;
import io.keelson.testing.HandClock;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The life of objects of a real provider, which nobody here wrote.
class TimeProviderIT {
  private static final String SOURCE = "registry.terraform.io/hashicorp/time";
  private static final Path PROGRAM = TestProviders.program(SOURCE, "0.14.2");

  @TempDir Path folder;
  private final HandClock clock = new HandClock();
  private PluginHost host;
  private PluginProvider provider;
  private PluggedStack stack;

  @BeforeEach
  void open() {
    host = new PluginHost(folder, clock);
    provider = opened();
    stack = new PluggedStack(provider);
  }

  private PluginProvider opened() {
    var settings =
        new PluginSettings(
            SOURCE, SOURCE + " 0.14.2", new Launch("hashicorp/time 0.14.2", PROGRAM));
    return switch (host.open(settings)) {
      case PluginHost.Opened.Ready(var ready) -> ready;
      case PluginHost.Opened.Failed(var diagnostics) ->
          throw new AssertionError(diagnostics.toString());
    };
  }

  @AfterEach
  void close() {
    host.close();
    await("no process is left").until(() -> processes() == 0);
  }

  private int processes() {
    return ChildProcesses.in(folder).size();
  }

  @Test
  void schemas_tellAllTypes() {
    assertThat(provider.schemas().resourceTypes())
        .containsExactly("time_offset", "time_rotating", "time_sleep", "time_static");
    assertThat(provider.schemas().capabilities().planDestroy()).isTrue();
    assertThat(provider.schemas().functions()).containsKeys("rfc3339_parse", "duration_parse");
  }

  @Test
  void offset_isCreatedUpdatedReplacedAndDestroyed() {
    stack.declare("time_offset.week", "{base_rfc3339: '2024-01-01T00:00:00Z', offset_days: 7}");
    assertThat(stack.changes()).containsExactly("create time_offset.week");
    stack.converge();
    assertThat(stack.text("time_offset.week", "rfc3339")).isEqualTo("2024-01-08T00:00:00Z");

    stack.declare("time_offset.week", "{base_rfc3339: '2024-01-01T00:00:00Z', offset_days: 8}");
    assertThat(stack.changes()).containsExactly("update time_offset.week");
    stack.converge();
    assertThat(stack.text("time_offset.week", "day")).isEqualTo("9");

    stack.declare(
        "time_offset.week",
        "{base_rfc3339: '2025-01-01T00:00:00Z', offset_days: 8, triggers: {release: '2'}}");
    assertThat(stack.changes()).containsExactly("destroy-then-create time_offset.week");
    stack.converge();
    assertThat(stack.text("time_offset.week", "rfc3339")).isEqualTo("2025-01-09T00:00:00Z");

    stack.remove("time_offset.week").converge();
    assertThat(stack.state().instances()).isEmpty();
  }

  @Test
  void valueThatIsKnownAfterApply_flowsIntoAnotherObject() {
    stack.declare("time_static.start", "{triggers: {release: '1'}}");
    stack.declare(
        "time_offset.end", "{base_rfc3339: '${time_static.start.rfc3339}', offset_years: 1}");
    stack.converge();
    int year = Integer.parseInt(stack.text("time_static.start", "year"));
    assertThat(stack.text("time_offset.end", "year")).isEqualTo(String.valueOf(year + 1));

    stack.declare("time_static.start", "{triggers: {release: '2'}}");
    assertThat(stack.changes())
        .containsExactly("update time_offset.end", "destroy-then-create time_static.start");
    stack.converge();
  }

  @Test
  void rotating_isReadOnEveryPlan() {
    stack.declare("time_rotating.key", "{rotation_days: 30}").converge();

    assertThat(stack.text("time_rotating.key", "rotation_rfc3339")).isNotEmpty();

    stack.declare("time_rotating.key", "{rfc3339: '2020-01-01T00:00:00Z', rotation_days: 30}");
    assertThat(stack.changes()).containsExactly("destroy-then-create time_rotating.key");
  }

  @Test
  void existingTime_isImported() {
    stack
        .declare("time_static.launch", "{triggers: {}}")
        .imported("time_static.launch", "2024-02-03T04:05:06Z")
        .converge();

    assertThat(stack.text("time_static.launch", "unix")).isEqualTo("1706933106");
  }

  @Test
  void configurationThatIsWrong_isRefusedWithThePathOfTheProvider() {
    stack.declare("time_offset.week", "{offset_days: 7, base_rfc3339: 'tomorrow'}");

    var errors = stack.tryPlan().diagnostics();

    assertThat(errors).extracting(Diagnostic::code).containsOnly(Code.PROVIDER_ERROR);
    assertThat(errors).extracting(each -> each.path().toString()).contains("base_rfc3339");
  }

  @Test
  void processKilledBetweenCalls_isStartedAgain() {
    stack.declare("time_static.a", "{}").converge();

    kill();

    assertThat(stack.changes()).isEmpty();
    assertThat(processes()).isEqualTo(1);
  }

  @Test
  void processKilledDuringAnApply_leavesTheOperationOpenAndSaysHowItEnded() {
    stack.declare("time_sleep.long", "{create_duration: 60s}");
    var applying = applying(new StopSignal());

    await("the operation is open").until(() -> busy("time_sleep.long"));
    kill();

    var outcome = applying.join();
    assertThat(outcome.complete()).isFalse();
    assertThat(outcome.diagnostics())
        .anySatisfy(each -> {
          assertThat(each.summary()).isEqualTo("The provider ended during a call");
          assertThat(each.detail()).contains("ApplyResourceChange").contains("signal 9");
        });
    assertThat(stack.instance("time_sleep.long").open()).isPresent();
  }

  @Test
  void createThatIsStoppedAndTellsOfNoObject_endsSoonAndStaysOpen() {
    stack.declare("time_sleep.long", "{create_duration: 60s}");
    var applying = applying(new StopSignal());

    await("the operation runs").until(() -> busy("time_sleep.long"));
    // A provider that is asked before it has the call does not hear of it.
    await("the call ends")
        .until(() -> {
          provider.stop();
          return applying.isDone();
        });

    var outcome = applying.join();
    assertThat(outcome.diagnostics())
        .anySatisfy(each -> {
          assertThat(each.summary()).isEqualTo("The provider was stopped during a create");
          assertThat(each.detail()).contains("does not tell whether it has made the object");
        })
        .extracting(Diagnostic::code)
        .contains(Code.OUTCOME_UNKNOWN);
    assertThat(stack.instance("time_sleep.long").open()).isPresent();
  }

  @Test
  void processThatNobodyAsks_endsAndComesBackWhenItIsNeeded() {
    stack.declare("time_static.a", "{}").converge();
    host.look();
    assertThat(processes()).isEqualTo(1);

    clock.pass(Duration.ofMinutes(6));
    host.look();

    assertThat(processes()).isZero();
    assertThat(stack.changes()).isEmpty();
    assertThat(processes()).isEqualTo(1);
  }

  @Test
  void stackThatSharesTheProcess_isNotStoppedWithAnother() {
    var other = opened();
    stack.declare("time_sleep.short", "{create_duration: 2s}");
    var applying = applying(new StopSignal());

    await("the operation runs").until(() -> busy("time_sleep.short"));
    other.stop();

    assertThat(applying.join().complete()).isTrue();
    assertThat(processes()).isEqualTo(1);
  }

  @Test
  void processesOfAHostThatIsGone_areEnded() throws Exception {
    stack.declare("time_static.a", "{}").converge();
    var record = recordOf(folder);
    var lines = Files.readAllLines(record);
    // As if another host had started it: one whose number is in use by something else now.
    Files.write(record, List.of(ProcessHandle.current().pid() + " 1", lines.get(1)));

    try (var next = new PluginHost(folder, Clock.systemUTC())) {
      await("the orphan is gone").until(() -> processes() == 0);
      assertThat(next).isNotNull();
    }
    assertThat(folder).isEmptyDirectory();
  }

  private static Path recordOf(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      return all.filter(each -> each.endsWith("process")).findFirst().orElseThrow();
    }
  }

  private CompletableFuture<ApplyOutcome> applying(StopSignal stop) {
    var plan = stack.plan();
    return CompletableFuture.supplyAsync(
        () -> stack.tryApply(plan, stop), Thread::startVirtualThread);
  }

  /// Whether the provider is asked to change that instance now.
  private boolean busy(String address) {
    return stack.hasBegun(address) && provider.calls() == 1;
  }

  private void kill() {
    var ours = ChildProcesses.in(folder);
    assertThat(ours).hasSize(1);
    ours.getFirst().destroyForcibly();
    await("it is gone").until(() -> !ours.getFirst().isAlive());
  }
}
