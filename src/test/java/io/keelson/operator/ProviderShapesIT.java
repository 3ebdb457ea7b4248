package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the schema of a provider can hold, and what is read from it: each shape of an argument,
/// large values, functions, data sources, and problems with the path of an argument.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@ResourceLock(FeatureFixture.ALONE)
@Order(OnControlPlane.EARLY)
final class ProviderShapesIT {
  @TempDir static Path world;

  private static FeatureFixture fixture;

  @BeforeAll
  static void start(TestNamespace namespace) {
    fixture = new FeatureFixture(namespace, world, "keelsontest5", "keelsonlegacy", "keelsonraw");
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  /// A shape that is declared, changed and destroyed.
  ///
  /// @param resource type and arguments besides the name
  private static void goThrough(String feature, String provider, String resource, String config) {
    fixture.begin(feature, provider, "");
    fixture.declare(feature, resource, "{name: a, %s}".formatted(config));
    fixture.settle(feature);
    fixture.assertNothingToDo(feature);
    fixture.declare(feature, resource, "{name: b, %s}".formatted(config));
    fixture.awaitState(feature, resource, "name", "b");
    fixture.settle(feature);
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5"})
  void everyPlainShape_isTakenAndGivenBack(String provider) {
    goThrough(
        "plain-" + provider,
        provider,
        provider + "_shapes.a",
        """
        bool: false, int32: -5, int64: "9223372036854775807", float32: 0.5, float64: 0.1,
        number: "123456789012345678901234567890.12345", list: [b, a, b], set: [b, a],
        map: {z: "1", a: "2"}, set_number: [10, 9, -1], list_list: [[1], [], [2, 3]],
        map_set: {x: [true, false]}, object: {text: t, number: 1},
        list_object: [{text: t, number: 1.5}, {text: u, number: 2}],
        set_object: [{text: b, number: 2}, {text: a, number: 1}],
        map_object: {k: {text: t, number: 1}}, dynamic: {x: 1, w: [a]},
        sensitive: {password: hush}, write_only: gone,
        block_single: {key: k, text: t}, block_list: [{key: a, inner: [{key: i}]}, {key: b}],
        block_set: [{key: b}, {key: a, text: t}]\
        """
            .replace("\n", " "));
  }

  @Test
  void nestedAttributesInEachMode_areTakenAndGivenBack() {
    goThrough(
        "nested",
        "keelsontest",
        "keelsontest_shapes.a",
        "nested_single: {key: k, text: t, inner: [{key: i}]}, nested_list: [{key: a}, {key: b,"
            + " text: t}], nested_map: {x: {key: a}, w: {key: b, text: t}}, nested_set: [{key: b},"
            + " {key: a, text: t}]");
  }

  @Test
  void blocksInEachMode_areTakenAndGivenBack() {
    goThrough(
        "blocks",
        "keelsonraw",
        "keelsonraw_shapes.a",
        "single: {text: t, inner: [{text: i}]}, group: {text: t}, list: [{text: t, inner: [{}]},"
            + " {text: u}], set: [{text: t}, {text: u, inner: [{text: i}]}], map: {x: {text: t},"
            + " w: {text: u}}, dynamic_list: [{any: 1}, {any: [a]}], tuple: [a, 1, true]");
    assertThat(fixture.state("blocks", "keelsonraw_shapes.a").at("/map/w/text").asText())
        .isEqualTo("u");
  }

  @Test
  void blocksOfTheOlderSdk_areTakenAndGivenBack() {
    goThrough(
        "older",
        "keelsonlegacy",
        "keelsonlegacy_thing.a",
        "ratio: 0.1, tags: {x: \"1\"}, steps: [one, two], ports: [443, 80], disk: [{size: 10},"
            + " {size: 20, kind: hdd}], rule: [{port: 80, source: [{cidr: 10.0.0.0/8}]}, {port:"
            + " 443}], settings: [{password: hush}], timeouts: {create: 5m}");
    assertThat(fixture.state("older", "keelsonlegacy_thing.a").at("/disk/0/kind").asText())
        .isEqualTo("ssd");
  }

  @Test
  void largeValue_isRecordedAndPlannedWith() throws IOException {
    fixture.begin("large");
    fixture.declare("large", "keelsontest_thing.a", "{name: a, payload_bytes: 400000}");
    fixture.settle("large");
    var record = fixture.record("large", "keelsontest_thing.a").orElseThrow();
    assertThat(record.path("stateGz").asText()).isNotEmpty();

    fixture.declare("large", "keelsontest_thing.a", "{name: a, payload_bytes: 400000, text: t}");
    fixture.namespace.eventually(() ->
        assertThat(fixture.live("large").getFirst().at("/values/text").asText()).isEqualTo("t"));
    fixture.settle("large");
  }

  @Test
  void problems_areToldWithThePathThatTheProviderNames() {
    fixture.begin("problems");
    fixture.declare("problems", "keelsontest_thing.a", "{name: a, labels: {colour: bad}}");
    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.get("resource problems-a", ".status.diagnostics"))
            .contains("labels[\\\"colour\\\"]", "Bad label"));

    fixture.declare("problems", "keelsontest_thing.a", "{name: a, labels: {colour: red}}");
    fixture.settle("problems");
  }

  @Test
  void dataSources_areReadOnceWhatTheyNameIsMade() {
    fixture.configure("data", fixture.namespace.name() + "-keelsontest", "config: {account: data}");
    fixture.stack(
        "data",
        "providerConfigs: [data], outputs: [{name: text, value:"
            + " \"${data.keelsontest_thing.look.text}\"}, {name: account, value:"
            + " \"${data.keelsontest_account.own.account}\"}]");
    fixture.declare("data", "keelsontest_thing.a", "{name: a, text: one}");
    fixture.declare(
        "data", "keelsontest_thing.look", "{id: \"${keelsontest_thing.a.id}\"}", "mode: Data");
    fixture.declare("data", "keelsontest_account.own", "{}", "mode: Data");
    fixture.settle("data");
    assertThat(fixture.kubectl.get("stack data", ".status.outputs.text")).isEqualTo("one");
    assertThat(fixture.kubectl.get("stack data", ".status.outputs.account")).isEqualTo("data");

    fixture.declare("data", "keelsontest_thing.a", "{name: a, text: two}");
    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.get("stack data", ".status.outputs.text")).isEqualTo("two"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5"})
  void functions_areCalledInPlanAndApply(String provider) {
    var feature = "functions-" + provider;
    fixture.secret(feature, "hush-function");
    fixture.begin(
        feature,
        provider,
        """
        approval: {mode: Manual}, %s, outputs: [
          {name: sum, value: "${toString(P.add(number('123456789012345678901234567890'), 1))}"},
          {name: set, value: "${P.counts(['a'], [1, 1, 2], {'c': true}, {'name': 'n'}).set}"},
          {name: described, value: "${P.describe(true).value}"},
          {name: other, value: "${P.or_else(null, 'b')}"},
          {name: caught, value: "${try(P.fail(0, 'x'), 'caught')}"}]
        """
            .formatted(wordFrom(feature))
            .replace("P.", "provider." + provider + ".")
            .replace("\n", " "));
    var first = provider + "_thing.a";
    var second = provider + "_thing.b";
    fixture.declare(feature, first, "{name: a}");
    fixture.declare(
        feature,
        second,
        "{name: b, text: \"${P.join('-', T.a.id, 2)}\", secret: \"${P.join('', variable.word)}\"}"
            .replace("P.", "provider." + provider + ".")
            .replace("T.", provider + "_thing."));
    assertThat(fixture.waitingPlan(feature))
        .containsPattern("text +.*= \\(known after apply\\)")
        .containsPattern("secret +.*= \\(sensitive value\\)");
    fixture.approve(feature);
    fixture.settle(feature);

    var id = fixture.state(feature, first).path("id").asText();
    assertThat(fixture.state(feature, second).path("text").asText()).isEqualTo(id + "-2");
    var outputs = fixture.read("stack " + feature).at("/status/outputs");
    assertThat(outputs.path("sum").asText()).isEqualTo("123456789012345678901234567891");
    assertThat(outputs.path("set").asText()).isEqualTo("2");
    assertThat(outputs.path("described").asBoolean()).isTrue();
    assertThat(outputs.path("other").asText()).isEqualTo("b");
    assertThat(outputs.path("caught").asText()).isEqualTo("caught");
    fixture.assertNowhere("hush-function");
    fixture.assertNothingToDo(feature);
  }

  private static String wordFrom(String secret) {
    return "variables: [{name: word, valueFrom: {secretKeyRef: {name: %s, key: word}}}]"
        .formatted(secret);
  }

  @Test
  void functionThatRefusesAnArgument_isToldWhereItIsCalledAndChangesNothing() throws IOException {
    fixture.begin("refusal");
    fixture.declare("refusal", "keelsontest_thing.a", "{name: a, text: one}");
    fixture.settle("refusal");

    fixture.declare(
        "refusal",
        "keelsontest_thing.a",
        "{name: a, text: \"${toString(provider.keelsontest.fail(1, 'x'))}\"}");
    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.get("resource refusal-a", ".status.diagnostics"))
            .contains("config.text", "provider.keelsontest.fail", "The argument 1 is bad"));
    assertThat(fixture.live("refusal").getFirst().at("/values/text").asText()).isEqualTo("one");

    fixture.declare("refusal", "keelsontest_thing.a", "{name: a, text: two}");
    fixture.awaitState("refusal", "keelsontest_thing.a", "text", "two");
    fixture.settle("refusal");
  }
}
