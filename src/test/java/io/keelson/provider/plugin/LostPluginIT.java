package io.keelson.provider.plugin;

import static io.keelson.provider.plugin.PluggedStack.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.value.Value;
import io.keelson.testing.OnControlPlane;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A provider whose process ends in a call, or that fails when half of it is done.
@Order(OnControlPlane.EARLY)
final class LostPluginIT {
  @TempDir Path folder;
  private PluginBench bench;
  private CloudWorld cloud;

  @BeforeEach
  void open() {
    bench = new PluginBench(folder);
    cloud = bench.cloud();
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsonlegacy"})
  void failedCreate_leavesWhatItMadeTainted(String type) {
    var stack = bench.stack(type);
    var thing = type + "_thing.a";
    cloud.order(
        "no",
        "{\"on\": \"create\", \"when\": \"after\", \"do\": \"fail\", \"message\": \"quota\"}");

    var outcome = stack.declare(thing, "{name: a}").tryApply(new StopSignal());

    assertThat(outcome.diagnostics())
        .anySatisfy(each -> assertThat(each.toString()).contains("quota"));
    assertThat(stored(stack, thing).tainted()).isTrue();
    stack.converge();
    assertThat(cloud.effects()).containsExactly("create a", "delete a", "create a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"crash", "kill", "panic"})
  void processThatEndsInACreate_leavesItsOutcomeOpen(String how) {
    var stack = bench.stack("keelsontest");
    cloud.order(
        "end",
        "{\"on\": \"create\", \"when\": \"after\", \"do\": \""
            + how
            + "\", \"message\": \"oh no\"}");

    var outcome = stack.declare("keelsontest_thing.a", "{name: a}").tryApply(new StopSignal());

    assertThat(outcome.diagnostics()).extracting(Diagnostic::code).contains(Code.OUTCOME_UNKNOWN);
    assertThat(stack.instance("keelsontest_thing.a").open()).isPresent();
    assertThat(said(outcome))
        .contains(
            switch (how) {
              case "crash" -> "exit code 3";
              case "kill" -> "signal 9";
              default -> "panic: the provider panics, as ordered: oh no";
            });
    assertThat(cloud.effects()).containsExactly("create a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"before", "after"})
  void lostCreateOfAnIdThatIsKnown_isSettledByLooking(String when) {
    var stack = bench.stack("keelsontest").declare("keelsontest_named.a", "{name: a, text: hello}");
    cloud.order("end", "{\"on\": \"create\", \"when\": \"" + when + "\", \"do\": \"crash\"}");

    stack.tryApply(new StopSignal());
    assertThat(stack.instance("keelsontest_named.a").open()).isPresent();
    stack.converge();

    assertThat(stack.text("keelsontest_named.a", "text")).isEqualTo("hello");
    assertThat(cloud.effects()).containsExactly("create a");
  }

  @Test
  void lostCreateOfAnIdThatWasTaken_isNotTakenForOurs() {
    bench.stack("keelsontest").declare("keelsontest_named.a", "{name: a}").converge();
    var stack = bench.stack("keelsontest").declare("keelsontest_named.a", "{name: a}");
    cloud.order("end", "{\"on\": \"ApplyResourceChange\", \"when\": \"after\", \"do\": \"crash\"}");

    stack.tryApply(new StopSignal());

    assertThat(stack.tryPlan().diagnostics())
        .extracting(Diagnostic::code)
        .containsExactly(Code.OUTCOME_UNKNOWN);
    assertThat(cloud.objects()).hasSize(1);
  }

  @Test
  void processThatEndsInAPlan_isAskedOnceMore() {
    var stack = bench.stack("keelsontest");
    cloud.order("end", "{\"on\": \"PlanResourceChange\", \"do\": \"crash\"}");

    stack.declare("keelsontest_thing.a", "{name: a}").converge();

    assertThat(cloud.effects()).containsExactly("create a");
  }

  @Test
  void secretsInWhatAProviderPrints_areTakenOut() {
    var provider =
        PluginBench.ready(
            bench.open(
                "keelsontest",
                "2.0.0",
                Map.of("log_secrets", Value.truth(true), "token", Value.text("canary-token"))));
    var stack = new PluggedStack(provider);
    cloud.order(
        "end",
        "{\"on\": \"create\", \"when\": \"after\", \"do\": \"panic\", \"message\": \"canary-token"
            + " canary-secret\"}");

    var outcome =
        stack
            .declare("keelsontest_thing.a", "{name: a, secret: canary-secret}")
            .tryApply(new StopSignal());

    assertThat(said(outcome))
        .contains("as ordered: (sensitive value) (sensitive value)")
        .doesNotContain("canary");
  }

  private static String said(ApplyOutcome outcome) {
    return String.join("\n", outcome.diagnostics().stream().map(Diagnostic::toString).toList());
  }
}
