package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.testing.OnControlPlane;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
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

  private PluggedStack stack(String type) {
    return bench.stack(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5", "keelsonlegacy"})
  void thing_livesItsWholeLife(String type) {
    var stack = stack(type);
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
    var stack = stack("keelsonlegacy");
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
    var stack = stack(type);
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
    var stack = stack(type);
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
    var stack = stack("keelsontest");
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

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsonlegacy"})
  void failedCreate_leavesWhatItMadeTainted(String type) {
    var stack = stack(type);
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
    var stack = stack("keelsontest");
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
    var stack = stack("keelsontest").declare("keelsontest_named.a", "{name: a, text: hello}");
    cloud.order("end", "{\"on\": \"create\", \"when\": \"" + when + "\", \"do\": \"crash\"}");

    stack.tryApply(new StopSignal());
    assertThat(stack.instance("keelsontest_named.a").open()).isPresent();
    stack.converge();

    assertThat(stack.text("keelsontest_named.a", "text")).isEqualTo("hello");
    assertThat(cloud.effects()).containsExactly("create a");
  }

  @Test
  void lostCreateOfAnIdThatWasTaken_isNotTakenForOurs() {
    stack("keelsontest").declare("keelsontest_named.a", "{name: a}").converge();
    var stack = stack("keelsontest").declare("keelsontest_named.a", "{name: a}");
    cloud.order("end", "{\"on\": \"ApplyResourceChange\", \"when\": \"after\", \"do\": \"crash\"}");

    stack.tryApply(new StopSignal());

    assertThat(stack.tryPlan().diagnostics())
        .extracting(Diagnostic::code)
        .containsExactly(Code.OUTCOME_UNKNOWN);
    assertThat(cloud.objects()).hasSize(1);
  }

  @Test
  void processThatEndsInAPlan_isAskedOnceMore() {
    var stack = stack("keelsontest");
    cloud.order("end", "{\"on\": \"PlanResourceChange\", \"do\": \"crash\"}");

    stack.declare("keelsontest_thing.a", "{name: a}").converge();

    assertThat(cloud.effects()).containsExactly("create a");
  }

  @Test
  void answerOf100Megabytes_isTaken() {
    var stack = stack("keelsontest");

    stack
        .declare("keelsontest_thing.a", "{name: a, payload_bytes: 100000000}")
        .tryApply(new StopSignal());

    assertThat(stored(stack, "keelsontest_thing.a").attributes().json().size())
        .isGreaterThan(100_000_000);
  }

  @Test
  void answerThatBreaksTheContract_isRefusedAndNamed() {
    var stack = stack("keelsontest").declare("keelsontest_thing.a", "{name: a}");

    assertThat(refusal(stack, "{\"plannedState\": {\"msgpack\": \"AQ==\"}}"))
        .contains("Provider produced a value of a wrong type");
    assertThat(refusal(stack, "{\"plannedState\": null}")).isNotEmpty();
    assertThat(cloud.effects()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5"})
  void planWhosePrerequisiteIsMissing_isLeftToALaterOne(String type) {
    var stack =
        stack(type)
            .declare(type + "_thing.a", "{name: a}")
            .declare(type + "_thing.b", "{name: b, needs: a}")
            .declare(type + "_thing.c", "{name: c, needs: \"${%s_thing.a.id}\"}".formatted(type));

    assertThat(stack.changes()).containsExactly("create " + type + "_thing.a");
    assertThat(deferred(stack))
        .containsExactly(
            type + "_thing.b absent-prerequisite", type + "_thing.c resource-config-unknown");
    stack.remove(type + "_thing.c");
    stack.tryApply(new StopSignal());
    assertThat(stack.changes()).containsExactly("create " + type + "_thing.b");
    stack.converge();

    assertThat(deferred(stack)).isEmpty();
    assertThat(cloud.effects()).containsExactly("create a", "create b");
  }

  private static List<String> deferred(PluggedStack stack) {
    return stack.plan().deferred().entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue().word())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsonlegacy"})
  void readThatIsDeferred_leavesTheObjectAsItIs(String type) {
    var thing = type + "_thing.a";
    var stack = stack(type).declare(thing, "{name: a}").converge();
    cloud.order(
        "answer",
        """
        {"on": "ReadResource", "when": "after", "do": "answer", "times": -1,
         "answer": {"deferred": {"reason": "PROVIDER_CONFIG_UNKNOWN"}}}
        """);

    stack.declare(thing, "{name: a, text: other}");

    assertThat(stack.changes()).isEmpty();
    assertThat(deferred(stack)).containsExactly(thing + " provider-config-unknown");
  }

  @Test
  void objectOfAProviderThatIsNotConfiguredYet_isLeftAsItIs() {
    var made = stack("keelsontest").declare("keelsontest_thing.a", "{name: a}").converge();
    var waiting = Map.<String, Value>of("account", Value.unknown(Types.STRING));
    var stack =
        made.on(PluginBench.ready(bench.open("keelsontest", "2.0.0", waiting)))
            .declare("keelsontest_thing.a", "{name: a, text: other}");

    assertThat(stack.changes()).isEmpty();
    assertThat(deferred(stack)).containsExactly("keelsontest_thing.a provider-config-unknown");
    assertThat(stack.state()).isEqualTo(made.state());
  }

  @Test
  void importOfWhatIsNotThereYet_isLeftToALaterPlan() {
    var stack =
        stack("keelsontest")
            .declare("keelsontest_thing.a", "{name: a}")
            .imported("keelsontest_thing.a", "nowhere");

    assertThat(stack.changes()).isEmpty();
    assertThat(deferred(stack)).containsExactly("keelsontest_thing.a absent-prerequisite");
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
    var stack = stack("keelsontest");

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
    var stack = stack("keelsontest").declare("keelsontest_aged.a", "{name: a, quantity: 3}");
    stack.converge();

    var older = stack.on(bench.provider("keelsontest", "1.0.0"));

    assertThat(older.declare("keelsontest_aged.a", "{name: a, amount: 3}").tryPlan().diagnostics())
        .extracting(Diagnostic::code)
        .containsExactly(Code.STATE_NEWER_THAN_PROVIDER);
  }

  @Test
  void existingObject_isImportedWithItsPrivateData() {
    var stack = stack("keelsontest");
    stack.declare("keelsontest_thing.a", "{name: a}").converge();
    var id = stack.text("keelsontest_thing.a", "id");

    var other = stack("keelsontest");
    other
        .declare("keelsontest_thing.b", "{name: a}")
        .imported("keelsontest_thing.b", id)
        .converge();
    other.declare("keelsontest_thing.b", "{name: a, text: mine}").converge();

    assertThat(other.text("keelsontest_thing.b", "id")).isEqualTo(id);
    assertThat(cloud.effects()).containsExactly("create a", "update a");
  }

  /// Many types are imported by something else than their id.
  @Test
  @Tag("R-PUL-46")
  void recordedObjectWhoseImportStays_isNotSaidToBeAnother() {
    var stack = stack("keelsontest");
    stack.declare("keelsontest_thing.a", "{name: a}").converge();

    var planned = stack.imported("keelsontest_thing.a", "name=a").tryPlan();

    assertThat(planned.diagnostics()).isEmpty();
    assertThat(planned.plan().effective()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5"})
  void thing_becomesAnItemAndIsTheSameObject(String type) {
    var stack = stack(type);
    var thing = type + "_thing.a";
    var item = type + "_item.b";
    stack.declare(thing, "{name: a, text: one, secret: hush}").converge();
    var id = stack.text(thing, "id");

    stack.remove(thing).declare(item, "{name: a, text: one}").moved(thing, item);
    var plan = stack.tryPlan().plan();
    assertThat(plan.moves()).hasToString("{" + item + "=" + thing + "}");
    assertThat(plan.bookkeeping()).isEmpty();
    stack.converge();
    assertThat(stack.text(item, "id")).isEqualTo(id);
    assertThat(stack.text(item, "cloud_type")).isEqualTo(type + "_thing");
    assertThat(stored(stack, item).type()).isEqualTo(type + "_item");
    assertThat(cloud.effects()).containsExactly("create a");

    stack.declare(item, "{name: a, text: two}").converge();
    stack.remove(item).converge();
    assertThat(cloud.effects()).containsExactly("create a", "update a", "delete a");
  }

  @Test
  void thing_doesNotBecomeWhatTakesNothingOver() {
    var stack = stack("keelsontest");
    stack.declare("keelsontest_thing.a", "{name: a, text: one}").converge();
    stack
        .remove("keelsontest_thing.a")
        .declare("keelsontest_named.b", "{name: a}")
        .moved("keelsontest_thing.a", "keelsontest_named.b");

    var outcome = stack.tryPlan();

    assertThat(outcome.plan().effective()).isEmpty();
    assertThat(outcome.diagnostics())
        .singleElement()
        .extracting(Diagnostic::detail)
        .asString()
        .contains("made as keelsontest_thing by provider 'keelson.dev/test/keelsontest'");
  }

  @Test
  void thingOfTheOlderSdk_movesToNoOtherType() {
    var stack = stack("keelsonlegacy");
    stack.declare("keelsonlegacy_thing.a", "{name: a}").converge();
    stack
        .remove("keelsonlegacy_thing.a")
        .declare("keelsonlegacy_aged.b", "{name: a, quantity: 1}")
        .moved("keelsonlegacy_thing.a", "keelsonlegacy_aged.b");

    assertThat(stack.tryPlan().plan().effective()).isEmpty();
    assertThat(stack.tryPlan().diagnostics()).isNotEmpty().allMatch(Diagnostic::isError);
    assertThat(cloud.effects()).containsExactly("create a");
  }

  @Test
  void existingObject_isImportedByItsIdentity() {
    var stack = stack("keelsontest");
    stack.declare("keelsontest_named.a", "{name: a, text: one}").converge();

    var other = stack("keelsontest");
    other
        .declare("keelsontest_named.b", "{name: a, text: one}")
        .importedByIdentity("keelsontest_named.b", Value.object(Map.of("name", Value.text("a"))))
        .converge();

    assertThat(other.text("keelsontest_named.b", "id")).isEqualTo("a");
    assertThat(stored(other, "keelsontest_named.b").identity()).isPresent();
    assertThat(cloud.effects()).containsExactly("create a");
  }

  @Test
  void identityThatIsNone_isRefusedAndNothingIsMade() {
    refuses(
        "keelsontest_named.b", Map.of("nam", Value.text("a")), "nam is none", "name is missing");
    refuses("keelsontest_named.b", Map.of("account", Value.text("x")), "name is missing");
    refuses("keelsontest_thing.b", Map.of("name", Value.text("a")), "have no identity");

    assertThat(cloud.effects()).isEmpty();
  }

  private void refuses(String address, Map<String, Value> identity, String... why) {
    var outcome =
        stack("keelsontest")
            .declare(address, "{name: a}")
            .importedByIdentity(address, Value.object(identity))
            .tryPlan();
    assertThat(outcome.plan().effective()).isEmpty();
    var told = outcome.diagnostics().stream().map(Diagnostic::detail).toList().toString();
    assertThat(told).contains(why);
  }

  @Test
  void objectThatIsGone_isMadeAgain() {
    var stack = stack("keelsontest");
    stack.declare("keelsontest_thing.a", "{name: a}").converge();
    cloud.removeObjects();

    assertThat(stack.changes()).containsExactly("recreate keelsontest_thing.a");
    stack.converge();
  }

  @Test
  void dataSource_isReadAndItsResultUsed() {
    var stack = stack("keelsonlegacy");
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

  private static ObjectState stored(PluggedStack stack, String address) {
    return stack.instance(address).current().orElseThrow();
  }
}
