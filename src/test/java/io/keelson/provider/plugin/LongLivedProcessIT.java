package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.engine.provider.EphemeralAnswer;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.wire.EmptyObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process that answers thousands of calls.
class LongLivedProcessIT {
  private static final int MANY = 3_000;
  private static final String TOKEN = "keelsontest_token";

  @TempDir Path folder;
  private PluginBench bench;
  private PluginProvider provider;

  @BeforeEach
  void open() {
    bench = new PluginBench(folder);
    provider = bench.provider("keelsontest", "2.0.0");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void processThatHasAnsweredManyCalls_isReplacedByAConfiguredOne_andNoCallIsLost() {
    close(openToken());

    validate(MANY);

    await("the first process ends").until(() -> processes("end") == 1);
    validate(MANY / 10);
    assertThat(processes("start")).isEqualTo(2);
    assertThat(configured()).isEqualTo(2);
    assertThat(unanswered()).isZero();
  }

  @Test
  void openEphemeralResource_keepsTheProcessThatItMayLiveIn() {
    var opened = openToken();
    validate(MANY);
    assertThat(processes("start")).isEqualTo(1);

    close(opened);
    validate(MANY);

    await("the first process ends").until(() -> processes("end") == 1);
    assertThat(processes("start")).isEqualTo(2);
    assertThat(unanswered()).isZero();
  }

  @Test
  void newProcessWhoseConfigurationIsRefused_leavesTheOldOneAtWork() throws IOException {
    close(openToken());
    var accounts = Files.createDirectories(bench.cloud().folder().resolve("accounts"));
    var rotated = Files.writeString(accounts.resolve("default.json"), "{\"token\": \"rotated\"}");

    validate(MANY);

    await("the new process ends").until(() -> processes("end") == 1);
    assertThat(processes("start")).isEqualTo(2);
    Files.delete(rotated);
    close(openToken());
    assertThat(processes("start")).isEqualTo(2);
    assertThat(configured()).isEqualTo(2);
    assertThat(unanswered()).isZero();
  }

  @Test
  void callThatGoesOnInAReplacedProcess_isFinishedThere_andCanBeStopped() {
    bench
        .cloud()
        .order(
            "slow", "{\"on\": \"ValidateResourceConfig\", \"name\": \"slow\", \"do\": \"hold\"}");
    try (var thread = Executors.newSingleThreadExecutor()) {
      var slow = thread.submit(() -> valid("slow"));
      await("it waits").until(() -> calls("order", "ValidateResourceConfig") == 1);
      validate(MANY);
      await("there is a new process").until(() -> processes("start") == 2);
      validate(MANY / 10);
      assertThat(processes("end")).isZero();
      assertThat(slow).isNotDone();

      provider.stop();

      assertThat(slow).succeedsWithin(Duration.ofMinutes(1));
      await("both processes end").until(() -> processes("end") == 2);
    }
  }

  private void validate(int times) {
    var valid = new AtomicInteger();
    try (var threads = Executors.newFixedThreadPool(10)) {
      for (int i = 0; i < times; i++)
        threads.execute(() -> {
          if (valid("a")) valid.incrementAndGet();
        });
    }
    assertThat(valid).hasValue(times);
  }

  private boolean valid(String name) {
    var type = "keelsontest_thing";
    var empty = (Mapping) EmptyObject.of(provider.schema(type).orElseThrow().root());
    var config = empty.mapValues((key, value) -> key.equals("name") ? Value.text(name) : value);
    return provider.validate(type, Unmarked.plain(config)).isEmpty();
  }

  private EphemeralAnswer.Opened openToken() {
    var empty = (Mapping) EmptyObject.of(provider.schemas().ephemeral(TOKEN).orElseThrow().root());
    var config = empty.mapValues((name, value) -> name.equals("name") ? Value.text("t") : value);
    return (EphemeralAnswer.Opened) provider.ephemerals().open(TOKEN, Unmarked.plain(config));
  }

  private void close(EphemeralAnswer.Opened opened) {
    assertThat(provider.ephemerals().close(TOKEN, opened.lease()))
        .isInstanceOf(EphemeralAnswer.Held.class);
  }

  private int processes(String event) {
    return bench.cloud().journal(line -> line.path("event").asText().equals(event)).size();
  }

  private int configured() {
    return calls("call", "ConfigureProvider");
  }

  private int unanswered() {
    return calls("call", "ValidateResourceConfig") - calls("answer", "ValidateResourceConfig");
  }

  private int calls(String event, String rpc) {
    return bench
        .cloud()
        .journal(line ->
            line.path("event").asText().equals(event) && line.path("rpc").asText().equals(rpc))
        .size();
  }
}
