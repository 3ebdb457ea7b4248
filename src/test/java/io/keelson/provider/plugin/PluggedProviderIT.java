package io.keelson.provider.plugin;

import static io.keelson.provider.plugin.PluggedStack.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
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

/// Our test provider, on either protocol and both SDKs: what a provider may do, and what it must
/// not.
@Order(OnControlPlane.EARLY)
class PluggedProviderIT {
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
  @ValueSource(strings = {"keelsontest", "keelsontest5", "keelsonlegacy"})
  void thing_livesItsWholeLife(String type) {
    var stack = bench.stack(type);
    var thing = type + "_thing.a";

    stack.declare(thing, "{name: a, text: hello, zone: eu, secret: hush, alias: Upper}").converge();
    assertThat(stack.text(thing, "alias")).isEqualTo("Upper");
    assertThat(stack.text(thing, "host")).isEqualTo("a.example");
    stack.declare(thing, "{name: a, text: bye, zone: eu, secret: hush, alias: Upper}");
    assertThat(stack.changes()).containsExactly("update " + thing);
    stack.converge();
    stack.declare(thing, "{name: a, text: bye, zone: us, secret: hush, alias: Upper}");
    assertThat(stack.changes()).containsExactly("destroy-then-create " + thing);
    stack.converge();
    stack.remove(thing).converge();

    assertThat(stack.state().instances()).isEmpty();
    assertThat(cloud.effects())
        .containsExactly("create a", "update a", "delete a", "create a", "delete a");
  }

  @Test
  void blocksOfTheOlderSdk_liveTheirWholeLife() {
    var stack = bench.stack("keelsonlegacy");
    var thing = "keelsonlegacy_thing.a";

    stack
        .declare(
            thing,
            """
            name: a
            ratio: 0.1
            tags: {x: "1"}
            steps: [one, two]
            ports: [443, 80]
            disk: [{size: 10}, {size: 20, kind: hdd}]
            rule: [{port: 80, source: [{cidr: 10.0.0.0/8}]}, {port: 443}]
            settings: [{password: hush}]
            timeouts: {create: 5m}
            """)
        .converge();
    stack
        .declare(
            thing,
            """
            name: a
            ratio: 0.25
            ports: [80]
            disk: [{size: 20, kind: hdd}]
            rule: [{port: 443, source: [{cidr: 10.0.0.0/8}, {cidr: 0.0.0.0/0}]}]
            """)
        .converge();

    assertThat(stack.text(thing, "ratio")).isEqualTo("0.25");
    assertThat(cloud.effects()).containsExactly("create a", "update a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5", "keelsonlegacy"})
  void writeOnlyValue_reachesTheProviderAndNoRecord(String type) {
    var stack = bench.stack(type);
    var thing = type + "_thing.a";

    stack.declare(thing, "{name: a, secret_wo: never-stored, secret_wo_version: 1}").converge();
    var seen = stack.text(thing, "secret_wo_seen");
    stack.declare(thing, "{name: a, secret_wo: another-one, secret_wo_version: 2}").converge();

    assertThat(stack.text(thing, "secret_wo_seen")).isNotEqualTo(seen);
    assertThat(stored(stack, thing).attributes().json().asUtf8())
        .doesNotContain("never-stored")
        .doesNotContain("another-one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5"})
  void ephemeralResource_isOpenForPlanAndApplyAndFillsAWriteOnlyAttribute(String type) {
    var stack = bench.stack(type);
    var thing = type + "_thing.a";
    stack
        .declare("ephemeral." + type + "_token.t", "{name: t}")
        .declare(
            thing,
            "{name: a, secret_wo: '${ephemeral.TYPE_token.t.value}', secret_wo_version: 1}"
                .replace("TYPE", type));

    assertThat(stack.changes()).containsExactly("create " + thing);
    assertThat(cloud.effects()).containsExactly("create t", "delete t");
    assertThat(stack.tryApply(new StopSignal()).complete()).isTrue();

    assertThat(cloud.effects())
        .containsExactly(
            "create t", "delete t", "create t", "delete t", "create t", "create a", "delete t");
    assertThat(stack.state().instances()).containsOnlyKeys(InstanceAddress.parse(thing));
    assertThat(stored(stack, thing).attributes().json().asUtf8()).doesNotContain("token-t");
    assertThat(stack.changes()).isEmpty();
  }

  @Test
  void ephemeralResource_isRenewedWhileSomethingTakesLong() {
    var stack = bench.stack("keelsontest");
    cloud.order(
        "slow", "{\"on\": \"create\", \"name\": \"a\", \"do\": \"delay\", \"delay\": \"6s\"}");

    stack
        .declare("ephemeral.keelsontest_token.t", "{name: t, renew_after: 2s}")
        .declare(
            "keelsontest_thing.a",
            "{name: a, secret_wo: '${ephemeral.keelsontest_token.t.value}', secret_wo_version: 1}")
        .tryApply(new StopSignal());

    assertThat(cloud.effects()).contains("update t").endsWith("delete t");
  }

  @Test
  void answerOf100Megabytes_isTaken() {
    var stack = bench.stack("keelsontest");

    stack
        .declare("keelsontest_thing.a", "{name: a, payload_bytes: 100000000}")
        .tryApply(new StopSignal());

    assertThat(stored(stack, "keelsontest_thing.a").attributes().json().size())
        .isGreaterThan(100_000_000);
  }

  @Test
  void answerThatBreaksTheContract_isRefusedAndNamed() {
    var stack = bench.stack("keelsontest").declare("keelsontest_thing.a", "{name: a}");

    assertThat(refusal(stack, "{\"plannedState\": {\"msgpack\": \"AQ==\"}}"))
        .contains("Provider produced a value of a wrong type");
    assertThat(refusal(stack, "{\"plannedState\": null}")).isNotEmpty();
    assertThat(cloud.effects()).isEmpty();
  }

  private String refusal(PluggedStack stack, String answer) {
    cloud.order(
        "answer",
        "{\"on\": \"PlanResourceChange\", \"when\": \"after\", \"do\": \"answer\", \"times\": -1,"
            + " \"answer\": "
            + answer
            + "}");
    return stack.tryPlan().diagnostics().toString();
  }

  @Test
  void storedIdentity_goesBackToTheProvider() {
    var stack = bench.stack("keelsontest");

    stack.declare("keelsontest_named.a", "{name: a, text: one}").converge();
    assertThat(stored(stack, "keelsontest_named.a").identity()).isPresent();
    assertThat(stored(stack, "keelsontest_named.a").identity().orElseThrow().json().asUtf8())
        .isEqualTo("{\"account\":\"default\",\"name\":\"a\"}");
    stack.declare("keelsontest_named.a", "{name: a, text: two}").converge();
    assertThat(stored(stack, "keelsontest_named.a").identity()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsonlegacy"})
  void stateOfAnOlderProvider_isUpgraded(String type) {
    var old = bench.provider(type, "0.1.0");
    var stack = new PluggedStack(old).declare(type + "_aged.a", "{name: a, amount: 3 pieces}");
    stack.converge();
    old.close();

    var now = stack.on(bench.provider(type, "2.0.0"));

    now.declare(type + "_aged.a", "{name: a, quantity: 3}");
    assertThat(now.changes()).isEmpty();
    now.declare(type + "_aged.a", "{name: a, quantity: 4}").converge();
    assertThat(stored(now, type + "_aged.a").attributes().schemaVersion()).isEqualTo(2);
  }

  @Test
  void stateOfANewerProvider_isNotTouched() {
    var stack = bench.stack("keelsontest").declare("keelsontest_aged.a", "{name: a, quantity: 3}");
    stack.converge();

    var older = stack.on(bench.provider("keelsontest", "1.0.0"));

    assertThat(older.declare("keelsontest_aged.a", "{name: a, amount: 3}").tryPlan().diagnostics())
        .extracting(Diagnostic::code)
        .containsExactly(Code.STATE_NEWER_THAN_PROVIDER);
  }

  @Test
  void objectThatIsGone_isMadeAgain() {
    var stack = bench.stack("keelsontest");
    stack.declare("keelsontest_thing.a", "{name: a}").converge();
    cloud.removeObjects();

    assertThat(stack.changes()).containsExactly("recreate keelsontest_thing.a");
    stack.converge();
  }

  @Test
  void dataSource_isReadAndItsResultUsed() {
    var stack = bench.stack("keelsonlegacy");
    stack
        .declare("keelsonlegacy_thing.a", "{name: a, text: hello}")
        .declare("data.keelsonlegacy_thing.found", "{id: '${keelsonlegacy_thing.a.id}'}")
        .declare(
            "keelsonlegacy_thing.b", "{name: b, text: '${data.keelsonlegacy_thing.found.text}'}")
        .converge();

    assertThat(stack.text("keelsonlegacy_thing.b", "text")).isEqualTo("hello");
  }

  @Test
  void configurationThatIsRefused_isSaidAtItsPathAndTriedAgainInANewProcess() {
    var opened =
        PluginBench.ready(
            bench.open("keelsontest", "2.0.0", Map.of("endpoint", Value.text("ftp://x"))));
    var stack = new PluggedStack(opened).declare("keelsontest_thing.a", "{name: a}");

    var first = stack.tryPlan().diagnostics();

    assertThat(first).extracting(each -> each.path().toString()).contains("endpoint");
    assertThat(cloud.effects()).isEmpty();
  }
}
