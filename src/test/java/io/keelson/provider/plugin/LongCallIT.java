package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.testing.HandClock;
import io.keelson.testing.ShortDeclarations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of calls that do not come to an end.
class LongCallIT {
  private static final String THING = "keelsontest_thing.a";
  private static final String OTHER = "keelsontest_thing.b";

  private final HandClock clock = new HandClock();
  @TempDir Path folder;
  private PluginBench bench;
  private PluggedStack stack;

  @BeforeEach
  void open() {
    bench = new PluginBench(folder, clock);
    stack = new PluggedStack(bench.provider("keelsontest", "2.0.0"));
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void createThatTakesTooLong_isAskedToStop_andSaysWhy() {
    var outcome = begin("create", "hold");
    pass(PluginBench.LONGEST_CALL);

    assertThat(outcome).succeedsWithin(Duration.ofMinutes(1));
    assertThat(texts(outcome.join().diagnostics()))
        .contains(
            "was asked to stop, and does not tell whether it has made the object: ",
            "asked to stop, because a call has run for longer than 4h, limits.call of its"
                + " Provider; what it reports may come from that.");
    assertThat(stack.instance(THING).open()).isPresent();
    await("the process ends").until(() -> processes("end") == 1);
  }

  @Test
  void createThatGoesOnWhenItIsAskedToStop_isLostWithItsProcess() {
    var outcome = begin("ApplyResourceChange", "hang");
    pass(PluginBench.LONGEST_CALL);
    pass(Duration.ofMinutes(1));
    assertThat(outcome).isNotDone();
    pass(Duration.ofMinutes(1));

    assertThat(outcome).succeedsWithin(Duration.ofMinutes(1));
    assertThat(texts(outcome.join().diagnostics()))
        .contains("went on when the process was asked to stop, so it was killed.")
        .contains("Raise limits.call if such calls need more time.");
    assertThat(stack.instance(THING).open()).isPresent();
  }

  @Test
  void providerThatAnswersTheRequestToStopWithoutAnObject_leavesTheOutcomeOpen() {
    var outcome = begin("ApplyResourceChange", "hold");
    pass(PluginBench.LONGEST_CALL);

    assertThat(outcome).succeedsWithin(Duration.ofMinutes(1));
    assertThat(texts(outcome.join().diagnostics()))
        .contains("keelsontest 2.0.0 was stopped while it worked on ApplyResourceChange (CANCELLED")
        .contains("It was asked to, because a call has run for longer than 4h, limits.call of its");
    assertThat(stack.instance(THING).open()).isPresent();
  }

  @Test
  void updateThatTakesTooLong_keepsWhatItTells_andSaysWhy() {
    stack.declare(THING, "{name: a}").converge();
    stack.declare(THING, "{name: a, text: new}");
    var outcome = begin("update", "hold");
    pass(PluginBench.LONGEST_CALL);

    assertThat(outcome).succeedsWithin(Duration.ofMinutes(1));
    assertThat(texts(outcome.join().diagnostics()))
        .contains(
            "had been asked to stop, because a call has run for longer than 4h, limits.call of its"
                + " Provider; what it reports may come from that.");
    assertThat(stack.instance(THING).open()).isEmpty();
    bench.cloud().withdraw("slow");
    stack.converge();
    assertThat(stack.text(THING, "text")).isEqualTo("new");
  }

  @Test
  void readThatTakesTooLong_failsThePlan_whichSaysWhy() {
    stack.declare(THING, "{name: a}").converge();
    var outcome = begin("read", "hold", () -> stack.tryPlan().diagnostics());
    pass(PluginBench.LONGEST_CALL);

    assertThat(outcome).succeedsWithin(Duration.ofMinutes(1));
    assertThat(texts(outcome.join()))
        .contains(
            "had been asked to stop, because a call has run for longer than 4h, limits.call of"
                + " its");
  }

  @Test
  void callThatTakesNearlyAsLong_isLeftAlone() {
    var outcome = begin("create", "hold");
    pass(PluginBench.LONGEST_CALL.minusSeconds(1));

    bench.cloud().withdraw("slow");

    assertThat(outcome).succeedsWithin(Duration.ofMinutes(1));
    assertThat(outcome.join().complete()).isTrue();
  }

  @Test
  @Tag("R-PUL-40")
  void createBeyondItsOwnTimeout_endsWhenTheOthersOfItsProcessHaveEnded() {
    var other =
        new PluggedStack(bench.provider("keelsontest", "2.0.0")).declare(OTHER, "{name: b}");
    var plan = other.plan();
    bench.cloud().order("beside", "{\"on\": \"create\", \"name\": \"b\", \"do\": \"hold\"}");
    var beside =
        CompletableFuture.supplyAsync(
            () -> other.tryApply(plan, new StopSignal()), Thread::startVirtualThread);
    await("the call runs").until(() -> processes("order") == 1);
    stack.declare(THING, "{name: a}", within(Duration.ofMinutes(5)));
    var outcome = begin("create", "hold", 2);

    pass(Duration.ofMinutes(5));
    pass(Duration.ofMinutes(5));
    assertThat(outcome).isNotDone();
    assertThat(beside).isNotDone();
    bench.cloud().withdraw("beside");
    assertThat(beside).succeedsWithin(Duration.ofMinutes(1));
    assertThat(beside.join().complete()).isTrue();
    bench.look();

    assertThat(outcome).succeedsWithin(Duration.ofMinutes(1));
    assertThat(texts(outcome.join().diagnostics()))
        .contains(
            "was asked to stop, and does not tell whether it has made the object: ",
            "asked to stop, because a call has run for longer than 5m, the timeout that its"
                + " resource declares for it; what it reports may come from that.");
    assertThat(stack.instance(THING).open()).isPresent();
  }

  /// Short timeouts of one stack do not give others a process for each of their calls.
  @Test
  @Tag("R-PUL-40")
  void lateCallsInTwoProcesses_emptyOnlyTheFirst() {
    hold("b", LifecycleDeclaration.PLAIN);
    hold("late-b", within(Duration.ofMinutes(5)));
    pass(Duration.ofMinutes(5));
    hold("c", LifecycleDeclaration.PLAIN);
    hold("late-c", within(Duration.ofMinutes(5)));
    pass(Duration.ofMinutes(5));

    stack.declare(THING, "{name: a}").converge();

    assertThat(processes("start")).isEqualTo(2);
    for (var name : List.of("b", "late-b", "c", "late-c")) bench.cloud().withdraw(name);
  }

  /// Begins a create that does not end by itself.
  private void hold(String name, LifecycleDeclaration lifecycle) {
    int before = processes("order");
    var other =
        new PluggedStack(bench.provider("keelsontest", "2.0.0"))
            .declare(OTHER, "{name: %s}".formatted(name), lifecycle);
    var plan = other.plan();
    bench
        .cloud()
        .order(name, "{\"on\": \"create\", \"name\": \"%s\", \"do\": \"hold\"}".formatted(name));
    Thread.startVirtualThread(() -> other.tryApply(plan, new StopSignal()));
    await("the call runs").until(() -> processes("order") == before + 1);
  }

  private static LifecycleDeclaration within(Duration create) {
    return ShortDeclarations.within(
        new Timeouts(Optional.of(create), Optional.empty(), Optional.empty(), Optional.empty()));
  }

  /// An apply with a call that does not end by itself.
  private CompletableFuture<ApplyOutcome> begin(String on, String what) {
    if (stack.instance(THING).current().isEmpty()) stack.declare(THING, "{name: a}");
    var plan = stack.plan();
    return begin(on, what, () -> stack.tryApply(plan, new StopSignal()));
  }

  /// @param orders how many orders are being carried out then
  private CompletableFuture<ApplyOutcome> begin(String on, String what, int orders) {
    var plan = stack.plan();
    return begin(on, what, orders, () -> stack.tryApply(plan, new StopSignal()));
  }

  private <T> CompletableFuture<T> begin(String on, String what, Supplier<T> work) {
    return begin(on, what, 1, work);
  }

  private <T> CompletableFuture<T> begin(String on, String what, int orders, Supplier<T> work) {
    bench
        .cloud()
        .order("slow", "{\"on\": \"%s\", \"name\": \"a\", \"do\": \"%s\"}".formatted(on, what));
    var outcome = CompletableFuture.supplyAsync(work, Thread::startVirtualThread);
    await("the call runs").until(() -> processes("order") == orders);
    return outcome;
  }

  private void pass(Duration time) {
    clock.pass(time);
    bench.look();
  }

  private int processes(String event) {
    return bench.cloud().journal(line -> line.path("event").asText().equals(event)).size();
  }

  private static String texts(List<Diagnostic> diagnostics) {
    return String.join("\n", diagnostics.stream().map(Diagnostic::toString).toList());
  }
}
