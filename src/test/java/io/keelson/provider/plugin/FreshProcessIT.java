package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.provider.ConfigureAnswer;
import io.keelson.engine.provider.EphemeralAnswer;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.wire.EmptyObject;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When a run gets another process than the one before: providers remember what they have once seen
/// of the world, and count on a host that starts them for each run.
class FreshProcessIT {
  private static final String THING = "keelsontest_thing.a";

  @TempDir Path folder;
  private PluginBench bench;
  private ConfiguredPlugin plugin;
  private PluggedStack stack;

  @BeforeEach
  void open() {
    bench = new PluginBench(folder);
    var program = bench.program("keelsontest", "2.0.0");
    var described = ((PluginProgram.Described.Known) program.describe()).schemas();
    plugin = new ConfiguredPlugin(program, described, Optional.empty());
    stack = new PluggedStack(run());
  }

  @AfterEach
  void close() {
    plugin.close();
    bench.close();
  }

  /// A run begins.
  private PluginProvider run() {
    var config = Unmarked.plain(EmptyObject.of(plugin.configuration().root()));
    return (PluginProvider) ((ConfigureAnswer.Ready) plugin.configure(config)).provider();
  }

  /// How many processes were started to plan and apply.
  private int processes() {
    return bench
        .cloud()
        .journal(line ->
            line.path("event").asText().equals("call")
                && line.path("rpc").asText().equals("ConfigureProvider"))
        .size();
  }

  @Test
  void runsThatChangeNothing_shareOneProcess() {
    stack.declare(THING, "{name: a}").plan();
    run();
    stack.plan();

    assertThat(processes()).isEqualTo(1);
  }

  @Test
  void afterADeferral_theNextRunAsksAnother() {
    stack.declare(THING, "{name: a, needs: other}").plan();
    assertThat(stack.plan().deferred()).isNotEmpty();
    assertThat(processes()).isEqualTo(1);

    run();
    stack.plan();

    assertThat(processes()).isEqualTo(2);
  }

  @Test
  void afterARefusal_theNextRunAsksAnother() {
    stack.declare(THING, "{name: a}").converge();
    run();
    assertThat(stack.changes()).isEmpty();
    bench
        .cloud()
        .order("no", "{\"on\": \"read\", \"type\": \"keelsontest_thing\", \"do\": \"fail\"}");
    assertThat(stack.tryPlan().diagnostics()).isNotEmpty();
    int before = processes();

    run();
    assertThat(stack.changes()).isEmpty();

    assertThat(processes()).isEqualTo(before + 1);
  }

  @Test
  void afterAChange_theNextRunAsksAnother() {
    stack.declare(THING, "{name: a}").converge();
    assertThat(processes()).isEqualTo(1);

    run();
    assertThat(stack.changes()).isEmpty();

    assertThat(processes()).isEqualTo(2);
  }

  @Test
  void whileAnotherRunHasCallsOpen_itsProcessIsShared() {
    stack.declare(THING, "{name: a}").converge();
    run();
    bench.cloud().order("hold", "{\"on\": \"update\", \"do\": \"hold\"}");
    stack.declare(THING, "{name: a, text: b}");
    var other =
        CompletableFuture.supplyAsync(
            () -> stack.tryApply(new StopSignal()), each -> Thread.ofVirtual().start(each));
    await()
        .until(() ->
            !bench.cloud().journal(line -> line.path("event").asText().equals("order")).isEmpty());
    int before = processes();

    run();
    new PluggedStack(run()).declare(THING, "{name: c}").plan();
    assertThat(processes()).isEqualTo(before);

    bench.cloud().withdraw("hold");
    assertThat(other.join().complete()).isTrue();
  }

  @Test
  void whileSomethingIsOpen_itsProcessIsKept() {
    var ephemerals = run().ephemerals();
    var type = "keelsontest_token";
    var empty = (Mapping) EmptyObject.of(ephemerals.schema(type).orElseThrow().root());
    var config = empty.mapValues((name, value) -> name.equals("name") ? Value.text("t") : value);
    var opened = (EphemeralAnswer.Opened) ephemerals.open(type, Unmarked.plain(config));
    stack.declare(THING, "{name: a, needs: other}").plan();

    run();
    stack.plan();
    assertThat(processes()).isEqualTo(1);

    ephemerals.close(type, opened.lease());
    run();
    stack.plan();
    assertThat(processes()).isEqualTo(2);
  }
}
