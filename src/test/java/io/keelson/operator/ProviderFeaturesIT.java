package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.provider.plugin.CloudWorld;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a provider can do, one feature after the other, declared with kubectl and carried out by
/// the operator. Each test has a Stack of its own, and an account of its own in the provider's
/// cloud, both called as the feature.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@Order(OnControlPlane.EARLY)
final class ProviderFeaturesIT {
  private static final String READS_SECRETS = Rights.to("get", "secrets");

  @TempDir static Path world;

  private static ProviderFixture fixture;
  private static CloudWorld cloud;

  @BeforeAll
  static void start(TestNamespace namespace) {
    cloud = new CloudWorld(world);
    fixture = new ProviderFixture(namespace);
    fixture.kubectl.apply(READS_SECRETS);
    var environment = "environment: [{name: TF_KEELSON_WORLD, value: \"%s\"}]".formatted(world);
    var repeatable = "createRecovery: [{type: keelsontest_named, mode: Repeatable}]";
    fixture.install("keelson.dev/test/keelsontest", "2.0.0", environment + "\n  " + repeatable);
    fixture.install("keelson.dev/test/keelsontest5", "2.0.0", environment);
    fixture.install("keelson.dev/test/keelsonlegacy", "2.0.0", environment);
    fixture.install("keelson.dev/test/keelsonraw", "2.0.0", environment);
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  /// @param more of the spec of the Stack, as YAML in one line
  private static void begin(String feature, String provider, String more) {
    fixture.configure(
        feature,
        fixture.namespace.name() + "-" + provider,
        provider.equals("keelsonraw") ? "" : "config: {account: %s}".formatted(feature));
    fixture.stack(feature, "providerConfigs: [%s], %s".formatted(feature, more));
  }

  private static void begin(String feature) {
    begin(feature, "keelsontest", "");
  }

  /// The objects that there are, or were.
  private static List<JsonNode> objects(String life, String feature, String type)
      throws IOException {
    var folder = world.resolve(life).resolve(feature).resolve(type);
    if (!Files.isDirectory(folder)) return List.of();
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(each -> each.toString().endsWith(".json"))
          .map(each -> fixture.json(each))
          .toList();
    }
  }

  private static List<JsonNode> live(String feature) throws IOException {
    return objects("objects", feature, "keelsontest_thing");
  }

  private static List<JsonNode> deleted(String feature) throws IOException {
    return objects("deleted", feature, "keelsontest_thing");
  }

  private static void awaitState(String feature, String address, String attribute, String value) {
    fixture.namespace.eventually(() ->
        assertThat(fixture.record(feature, address).map(each -> each.at("/state/" + attribute)))
            .hasValueSatisfying(each -> assertThat(each.asText()).isEqualTo(value)));
  }

  /// Reads everything once more, and finds nothing to do.
  private static void assertNothingToDo(String feature) {
    fixture.kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Run
        metadata: {name: %s-look}
        spec: {stack: %s, mode: Plan}
        """
            .formatted(feature, feature));
    fixture.namespace.awaitCondition("run/" + feature + "-look", "Ready");
    assertThat(fixture.kubectl.get("run " + feature + "-look", ".status.changes"))
        .isIn("", "+0 ~0 -/+0 -0");
  }

  @Test
  void plannedUnknowns_areShownAndDecidedByTheApply() {
    begin("unknowns", "keelsontest", "approval: {mode: Manual}");
    fixture.declare("unknowns", "keelsontest_thing.a", "{name: a, text: one}");
    assertThat(fixture.waitingPlan("unknowns"))
        .containsPattern("id +.*= \\(known after apply\\)")
        .containsPattern("revision +.*= \\(known after apply\\)")
        .containsPattern("size +.*= 1");
    fixture.approve("unknowns");
    fixture.settle("unknowns");
    assertThat(fixture.state("unknowns", "keelsontest_thing.a").path("revision").asInt())
        .isEqualTo(1);

    fixture.declare("unknowns", "keelsontest_thing.a", "{name: a, text: two}");
    assertThat(fixture.waitingPlan("unknowns"))
        .containsPattern("revision +.*= 1 -> \\(known after apply\\)");
    fixture.approve("unknowns");
    fixture.settle("unknowns");
    assertThat(fixture.state("unknowns", "keelsontest_thing.a").path("revision").asInt())
        .isEqualTo(2);
  }

  @Test
  void argumentsThatCannotChange_replaceTheObject() throws IOException {
    begin("replace");
    fixture.declare("replace", "keelsontest_thing.a", "{name: a, zone: north, tier: 2}");
    fixture.settle("replace");

    fixture.declare("replace", "keelsontest_thing.a", "{name: a, zone: north, tier: 3}");
    awaitState("replace", "keelsontest_thing.a", "tier", "3");
    fixture.settle("replace");
    assertThat(deleted("replace")).isEmpty();

    fixture.declare("replace", "keelsontest_thing.a", "{name: a, zone: south, tier: 1}");
    assertThat(fixture.waitingPlan("replace"))
        .contains("keelsontest_thing.a must be replaced")
        .containsPattern("tier +.*= 3 -> 1 # forces replacement")
        .containsPattern("zone +.*= \"north\" -> \"south\" # forces replacement");
    fixture.approve("replace");
    fixture.settle("replace");
    assertThat(live("replace")).hasSize(1);
    assertThat(deleted("replace")).hasSize(1);
  }

  @Test
  void spellingThatMeansTheSame_isKeptAndNoDrift() throws IOException {
    begin("semantic");
    fixture.declare("semantic", "keelsontest_thing.a", "{name: a, alias: WebShop}");
    fixture.settle("semantic");

    assertThat(live("semantic").getFirst().at("/values/alias").asText()).isEqualTo("webshop");
    assertThat(fixture.state("semantic", "keelsontest_thing.a").path("alias").asText())
        .isEqualTo("WebShop");
    assertNothingToDo("semantic");
  }

  @Test
  void createThatFailsHalfWay_leavesATaintedObjectThatIsReplaced() throws IOException {
    begin("partial");
    fixture.declare(
        "partial", "keelsontest_thing.a", "{name: a, faults: {create.after: fail no quota}}");
    var first = fixture.kubectl.awaitPlan("partial");
    var failed = fixture.record("partial", "keelsontest_thing.a").orElseThrow();
    assertThat(failed.path("tainted").asBoolean()).isTrue();
    assertThat(live("partial")).hasSize(1);

    fixture.declare("partial", "keelsontest_thing.a", "{name: a}");
    fixture.namespace.eventually(
        () -> assertThat(fixture.kubectl.awaitPlan("partial")).isNotEqualTo(first));
    fixture.approve("partial");
    fixture.settle("partial");
    assertThat(live("partial")).hasSize(1);
    assertThat(deleted("partial")).hasSize(1);
  }

  @Test
  @Tag("R-PUL-20")
  void createThatFailsHalfWay_isFinishedByAnUpdateIfThatIsDeclared() throws IOException {
    begin("finished");
    fixture.declare(
        "finished",
        "keelsontest_thing.a",
        "{name: a, faults: {create.after: fail no quota}}",
        "lifecycle: {onPartialCreate: Update}");

    fixture.settle("finished");

    assertThat(live("finished")).hasSize(1);
    assertThat(deleted("finished")).isEmpty();
    var record = fixture.record("finished", "keelsontest_thing.a").orElseThrow();
    assertThat(record.path("unfinished").asBoolean()).isFalse();
    assertThat(record.path("tainted").asBoolean()).isFalse();
    assertThat(fixture.kubectl.get("events", ".items[*].reason")).contains("Unfinished");
  }

  @Test
  void updateThatFailsHalfWay_isRecordedAsFarAsItCame() throws IOException {
    begin("half");
    fixture.declare(
        "half",
        "keelsontest_thing.a",
        "{name: a, text: one, faults: {update.after: fail half done}}");
    fixture.settle("half");

    fixture.declare(
        "half",
        "keelsontest_thing.a",
        "{name: a, text: two, faults: {update.after: fail half done}}");
    awaitState("half", "keelsontest_thing.a", "text", "two");
    assertThat(live("half").getFirst().at("/values/text").asText()).isEqualTo("two");

    fixture.declare("half", "keelsontest_thing.a", "{name: a, text: three}");
    fixture.namespace.eventually(
        () -> assertThat(live("half").getFirst().at("/values/text").asText()).isEqualTo("three"));
    fixture.settle("half");
    assertThat(deleted("half")).isEmpty();
  }

  @Test
  void callThatTakesLong_isWaitedForAndMadeOnce() throws IOException {
    cloud.order("slow", "{\"on\": \"create\", \"name\": \"slow\", \"do\": \"hold\"}");
    begin("slow");
    fixture.declare("slow", "keelsontest_thing.a", "{name: slow}");
    fixture.namespace.eventually(() ->
        assertThat(cloud.journal(line -> line.path("event").asText().equals("order")))
            .contains("create slow"));
    fixture.kubectl.awaitReason("stack slow", "Applying");

    Files.delete(world.resolve("orders/slow.json"));

    fixture.settle("slow");
    assertThat(live("slow")).hasSize(1);
  }

  @Test
  @Tag("R-PUL-40")
  void callBeyondItsTimeout_isAskedToStopAndSaysWhy() throws IOException {
    begin("late");
    fixture.declare("late", "keelsontest_thing.a", "{name: late}");
    fixture.settle("late");
    cloud.order("late", "{\"on\": \"update\", \"name\": \"late\", \"do\": \"hold\"}");

    var timeouts = "lifecycle: {timeouts: {update: 1s}}";
    fixture.declare("late", "keelsontest_thing.a", "{name: late, text: new}", timeouts);
    fixture.kubectl.awaitReason("stack late", "ApplyFailed");
    assertThat(fixture.kubectl.message("stack late"))
        .contains("longer than 1s, the timeout that its resource declares for it");

    Files.delete(world.resolve("orders/late.json"));
    fixture.settle("late");
    assertThat(live("late").getFirst().at("/values/text").asText()).isEqualTo("new");
  }

  @Test
  void processThatEndsInAPlan_isStartedAgain() {
    begin("planned");
    cloud.order(
        "planned", "{\"on\": \"PlanResourceChange\", \"name\": \"planned\", \"do\": \"crash\"}");
    fixture.declare("planned", "keelsontest_thing.a", "{name: planned}");

    fixture.settle("planned");
    assertThat(cloud.journal(line -> line.path("event").asText().equals("order")))
        .contains("PlanResourceChange planned");
  }

  @ParameterizedTest
  @CsvSource({"before, absent, 0", "after, exists, 1"})
  void processThatEndsInACreate_waitsForAPersonAndMakesNothingTwice(
      String when, String answer, int made) throws IOException {
    var feature = "lost-" + when;
    begin(feature);
    cloud.order(
        feature,
        "{\"on\": \"create\", \"name\": \"%s\", \"when\": \"%s\", \"do\": \"kill\"}"
            .formatted(feature, when));
    fixture.declare(feature, "keelsontest_thing.a", "{name: %s}".formatted(feature));
    fixture.kubectl.awaitReason("stack " + feature, "StateUncertain");
    assertThat(fixture.kubectl.message("stack " + feature)).contains("keelson.dev/resolve");
    assertThat(live(feature)).hasSize(made);

    var id = made == 0 ? "" : "=" + live(feature).getFirst().path("id").asText();
    var name = recordName(feature);
    fixture.namespace.annotate("resourceinstance " + name, "keelson.dev/resolve=" + answer + id);

    fixture.settle(feature);
    assertThat(live(feature)).hasSize(1);
    assertThat(deleted(feature)).isEmpty();
  }

  private static String recordName(String feature) {
    return fixture.kubectl.get(
        "resourceinstances", ".items[?(@.spec.stack==\"%s\")].metadata.name".formatted(feature));
  }

  @Test
  void lostCreateOfARepeatableType_isMadeAgainByItself() throws IOException {
    begin("repeat");
    cloud.order("repeat", "{\"on\": \"create\", \"name\": \"repeat\", \"do\": \"crash\"}");
    fixture.declare("repeat", "keelsontest_named.a", "{name: repeat}");

    fixture.settle("repeat");
    assertThat(objects("objects", "repeat", "keelsontest_named")).hasSize(1);
  }

  @Test
  void largeValue_isRecordedAndPlannedWith() throws IOException {
    begin("large");
    fixture.declare("large", "keelsontest_thing.a", "{name: a, payload_bytes: 400000}");
    fixture.settle("large");
    var record = fixture.record("large", "keelsontest_thing.a").orElseThrow();
    assertThat(record.path("stateGz").asText()).isNotEmpty();

    fixture.declare("large", "keelsontest_thing.a", "{name: a, payload_bytes: 400000, text: t}");
    fixture.namespace.eventually(
        () -> assertThat(live("large").getFirst().at("/values/text").asText()).isEqualTo("t"));
    fixture.settle("large");
  }

  @Test
  void privateData_isHandedBackByAnotherProcess() {
    begin("private");
    fixture.declare("private", "keelsontest_thing.a", "{name: a, text: one}");
    fixture.settle("private");
    assertThat(fixture.record("private", "keelsontest_thing.a").orElseThrow().at("/sealed"))
        .isNotEmpty();

    fixture.restartOperator();
    // The provider refuses to read, plan and update an object without its private data.
    fixture.declare("private", "keelsontest_thing.a", "{name: a, text: two}");
    awaitState("private", "keelsontest_thing.a", "text", "two");
    fixture.settle("private");
  }

  @Test
  void objectThatExists_isImported() throws IOException {
    Files.createDirectories(world.resolve("objects/import/keelsontest_thing"));
    Files.writeString(
        world.resolve("objects/import/keelsontest_thing/old1.json"),
        """
        {"id": "old1", "account": "import", "type": "keelsontest_thing", "name": "a",
         "revision": 1, "values": {"text": "one", "host": "a.example", "size": 1, "key": "k"}}
        """);
    begin("import", "keelsontest", "approval: {mode: Manual}");
    fixture.declare("import", "keelsontest_thing.a", "{name: a, text: two}", "import: {id: old1}");
    assertThat(fixture.waitingPlan("import"))
        .contains("imported from \"old1\"")
        .containsPattern("text +.*= \"one\" -> \"two\"");
    fixture.approve("import");
    fixture.settle("import");

    assertThat(live("import")).hasSize(1);
    assertThat(live("import").getFirst().path("revision").asInt()).isEqualTo(2);
  }

  @Test
  void objectThatExists_isImportedByItsIdentity() throws IOException {
    Files.createDirectories(world.resolve("objects/identity/keelsontest_named"));
    Files.writeString(
        world.resolve("objects/identity/keelsontest_named/old.json"),
        """
        {"id": "old", "account": "identity", "type": "keelsontest_named", "name": "old",
         "revision": 1, "values": {"text": "one"}}
        """);
    begin("identity", "keelsontest", "approval: {mode: Manual}, locals: {which: old}");
    fixture.declare(
        "identity",
        "keelsontest_named.a",
        "{name: old, text: one}",
        "import: {identity: {name: \"${local.which}\"}}");
    assertThat(fixture.waitingPlan("identity"))
        .contains("will be imported by the identity { name = \"old\" }");
    fixture.approve("identity");
    fixture.settle("identity");

    assertThat(objects("objects", "identity", "keelsontest_named")).hasSize(1);
    assertThat(fixture.state("identity", "keelsontest_named.a").path("id").asText())
        .isEqualTo("old");
    assertNothingToDo("identity");
  }

  @Test
  void objectThatMovesToAnotherType_isTakenOverByThatAndNotTouched() throws IOException {
    begin("retyped", "keelsontest", "approval: {mode: Manual}");
    fixture.declare("retyped", "keelsontest_thing.a", "{name: a, text: one}");
    fixture.approve("retyped");
    fixture.settle("retyped");
    fixture.stack(
        "retyped",
        "providerConfigs: [retyped], approval: {mode: Manual}, moves: [{from: keelsontest_thing.a,"
            + " to: keelsontest_item.b}]");
    fixture.remove("retyped", "keelsontest_thing.a");
    fixture.declare("retyped", "keelsontest_item.b", "{name: a, text: one}");

    // What is planned while only half of it has arrived, waits for a person and is superseded.
    fixture.namespace.eventually(() ->
        assertThat(fixture.waitingPlan("retyped"))
            .contains("keelsontest_thing.a has moved to keelsontest_item.b", "1 to move"));
    var waiting = fixture.record("retyped", "keelsontest_thing.a").orElseThrow();
    assertThat(waiting.path("type").asText()).isEqualTo("keelsontest_thing");
    assertThat(waiting.at("/state/host").asText()).isEqualTo("a.example");
    fixture.approve("retyped");
    fixture.settle("retyped");

    var taken = fixture.record("retyped", "keelsontest_item.b").orElseThrow();
    assertThat(taken.path("type").asText()).isEqualTo("keelsontest_item");
    assertThat(taken.at("/state/cloud_type").asText()).isEqualTo("keelsontest_thing");
    assertThat(live("retyped")).hasSize(1);
    assertThat(live("retyped").getFirst().path("revision").asInt()).isEqualTo(1);
    assertThat(deleted("retyped")).isEmpty();
    assertNothingToDo("retyped");

    // As an item it is changed and destroyed like any other; its provider asks for the private
    // data.
    fixture.declare("retyped", "keelsontest_item.b", "{name: a, text: two}");
    fixture.approve("retyped");
    fixture.settle("retyped");
    assertThat(live("retyped").getFirst().at("/values/text").asText()).isEqualTo("two");
    fixture.destroy("retyped");
    assertThat(live("retyped")).isEmpty();
    assertThat(deleted("retyped")).hasSize(1);
  }

  @Test
  void objectOfAnotherProvider_isTakenOverToo() throws IOException {
    begin("crossed", "keelsonlegacy", "");
    fixture.configure(
        "crossed-new", fixture.namespace.name() + "-keelsontest", "config: {account: crossed}");
    fixture.declare("crossed", "keelsonlegacy_thing.a", "{name: a, text: one}");
    fixture.settle("crossed");
    fixture.stack(
        "crossed",
        "providerConfigs: [crossed, crossed-new], moves: [{from: keelsonlegacy_thing.a, to:"
            + " keelsontest_item.b}]");
    fixture.remove("crossed", "keelsonlegacy_thing.a");
    fixture.declare("crossed", "keelsontest_item.b", "{name: a, text: one}");

    fixture.namespace.eventually(() ->
        assertThat(fixture.record("crossed", "keelsontest_item.b").map(each -> each.path("type")))
            .hasValueSatisfying(type -> assertThat(type.asText()).isEqualTo("keelsontest_item")));
    fixture.settle("crossed");
    var taken = fixture.record("crossed", "keelsontest_item.b").orElseThrow();
    assertThat(taken.path("provider").asText()).isEqualTo("keelson.dev/test/keelsontest");
    assertThat(taken.path("providerConfig").asText()).isEqualTo("crossed-new");
    assertThat(objects("objects", "crossed", "keelsonlegacy_thing")).hasSize(1);
    assertThat(objects("deleted", "crossed", "keelsonlegacy_thing")).isEmpty();
  }

  @Test
  void moveToATypeThatTakesNothingOver_isToldAndLosesNothing() throws IOException {
    begin("unmovable");
    fixture.declare("unmovable", "keelsontest_thing.a", "{name: a, text: one}");
    fixture.settle("unmovable");
    fixture.stack(
        "unmovable",
        "providerConfigs: [unmovable], moves: [{from: keelsontest_thing.a, to:"
            + " keelsontest_named.b}]");
    fixture.remove("unmovable", "keelsontest_thing.a");
    fixture.declare("unmovable", "keelsontest_named.b", "{name: a, text: one}");

    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.get("resource unmovable-b", ".status.diagnostics"))
            .contains("made as keelsontest_thing", "stay as they are"));
    assertThat(live("unmovable")).hasSize(1);
    assertThat(deleted("unmovable")).isEmpty();
    assertThat(fixture.state("unmovable", "keelsontest_thing.a").path("text").asText())
        .isEqualTo("one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5", "keelsonlegacy"})
  void writeOnlyValue_reachesTheProviderAndNoObjectOfTheCluster(String provider) {
    var feature = "write-only-" + provider;
    secret(feature, "never-stored-one");
    begin(
        feature,
        provider,
        "variables: [{name: word, valueFrom: {secretKeyRef: {name: %s, key: word}}}]"
            .formatted(feature));
    var thing = provider + "_thing.a";
    fixture.declare(
        feature, thing, "{name: a, secret_wo: \"${variable.word}\", secret_wo_version: 1}");
    fixture.settle(feature);
    assertThat(fixture.state(feature, thing).path("secret_wo_seen").asText())
        .isEqualTo(digest("never-stored-one"));

    secret(feature, "never-stored-two");
    fixture.declare(
        feature, thing, "{name: a, secret_wo: \"${variable.word}\", secret_wo_version: 2}");
    awaitState(feature, thing, "secret_wo_seen", digest("never-stored-two"));
    fixture.settle(feature);
    assertNowhere("never-stored");
  }

  private static void secret(String name, String word) {
    fixture.kubectl.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: %s}
        stringData: {word: %s}
        """
            .formatted(name, word));
  }

  private static String digest(String text) {
    try {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))
          .substring(0, 16);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertNowhere(String secret) {
    var kinds = "stacks,resources,resourceinstances,plans,providerconfigs,runs,events";
    assertThat(fixture.namespace.kubectl("get", kinds, "-o", "yaml").orThrow().out())
        .doesNotContain(secret);
  }

  @Test
  void sensitiveValues_areSealedAndHidden() throws IOException {
    secret("sensitive", "hush-hush");
    begin(
        "sensitive",
        "keelsontest",
        "approval: {mode: Manual}, variables: [{name: word, valueFrom: {secretKeyRef: {name:"
            + " sensitive, key: word}}}]");
    fixture.declare("sensitive", "keelsontest_thing.a", "{name: a, secret: \"${variable.word}\"}");
    assertThat(fixture.waitingPlan("sensitive"))
        .containsPattern("secret +.*= \\(sensitive value\\)")
        .containsPattern("key +.*= \\(.*\\)");
    fixture.approve("sensitive");
    fixture.settle("sensitive");

    var made = live("sensitive").getFirst();
    assertThat(made.at("/values/secret").asText()).isEqualTo("hush-hush");
    assertNowhere("hush-hush");
    assertNowhere(made.at("/values/key").asText());
    assertNothingToDo("sensitive");
  }

  private static String wordFrom(String secret) {
    return "variables: [{name: word, valueFrom: {secretKeyRef: {name: %s, key: word}}}]"
        .formatted(secret);
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5"})
  void functions_areCalledInPlanAndApply(String provider) {
    var feature = "functions-" + provider;
    secret(feature, "hush-function");
    begin(
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
    assertNowhere("hush-function");
    assertNothingToDo(feature);
  }

  @Test
  void functionThatRefusesAnArgument_isToldWhereItIsCalledAndChangesNothing() throws IOException {
    begin("refusal");
    fixture.declare("refusal", "keelsontest_thing.a", "{name: a, text: one}");
    fixture.settle("refusal");

    fixture.declare(
        "refusal",
        "keelsontest_thing.a",
        "{name: a, text: \"${toString(provider.keelsontest.fail(1, 'x'))}\"}");
    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.get("resource refusal-a", ".status.diagnostics"))
            .contains("config.text", "provider.keelsontest.fail", "The argument 1 is bad"));
    assertThat(live("refusal").getFirst().at("/values/text").asText()).isEqualTo("one");

    fixture.declare("refusal", "keelsontest_thing.a", "{name: a, text: two}");
    awaitState("refusal", "keelsontest_thing.a", "text", "two");
    fixture.settle("refusal");
  }

  /// What the write-only argument of a thing would be told as, for each token that there was.
  private static List<String> digestsOfTokens(String feature, String type, String name)
      throws IOException {
    return objects("deleted", feature, type).stream()
        .map(each -> digest("token-" + name + "-" + each.path("id").asText()))
        .toList();
  }

  private static void awaitClosed(String feature, String type) {
    fixture.namespace.eventually(() -> assertThat(objects("objects", feature, type)).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5"})
  void ephemeralResource_isOpenWhileItIsNeededAndRecordedNowhere(String provider)
      throws IOException {
    var feature = "ephemeral-" + provider;
    var token = provider + "_token";
    var thing = provider + "_thing.a";
    begin(feature, provider, "");
    fixture.declare(feature, token + ".pass", "{name: pass}", "mode: Ephemeral");
    fixture.declare(
        feature,
        thing,
        "{name: a, secret_wo: \"${ephemeral.%s.pass.value}\", secret_wo_version: 1}"
            .formatted(token));
    fixture.settle(feature);

    awaitClosed(feature, token);
    assertThat(digestsOfTokens(feature, token, "pass"))
        .contains(fixture.state(feature, thing).path("secret_wo_seen").asText());
    assertThat(fixture.record(feature, "ephemeral." + token + ".pass")).isEmpty();
    assertNothingToDo(feature);
    awaitClosed(feature, token);
    assertNowhere("token-pass-");
  }

  @Test
  void ephemeralResource_isRenewedAndIsClosedWhenTheApplyFails() throws IOException {
    cloud.order("held", "{\"on\": \"ApplyResourceChange\", \"name\": \"held\", \"do\": \"hold\"}");
    cloud.order("refused", "{\"on\": \"create\", \"name\": \"held\", \"do\": \"fail\"}");
    begin("renewed");
    fixture.declare(
        "renewed",
        "keelsontest_token.pass",
        "{name: to-be-renewed, renew_after: 300ms}",
        "mode: Ephemeral");
    fixture.declare(
        "renewed",
        "keelsontest_thing.a",
        "{name: held, secret_wo: \"${ephemeral.keelsontest_token.pass.value}\","
            + " secret_wo_version: 1}");
    fixture.namespace.eventually(() ->
        assertThat(cloud.journal(line -> line.path("event").asText().equals("order")))
            .contains("ApplyResourceChange held"));
    fixture.namespace.eventually(
        () -> assertThat(cloud.effects()).contains("update to-be-renewed"));

    cloud.withdraw("held");
    fixture.settle("renewed");

    assertThat(live("renewed")).hasSize(1);
    awaitClosed("renewed", "keelsontest_token");
    assertThat(cloud.journal(line -> line.path("event").asText().equals("order")))
        .contains("create held");
  }

  @Test
  void ephemeralResourceThatCannotBeOpened_holdsWhatNeedsItAndIsTriedAgain() throws IOException {
    cloud.order(
        "shut",
        "{\"on\": \"create\", \"name\": \"shut\", \"times\": -1, \"do\": \"fail\", \"message\":"
            + " \"the vault is shut\"}");
    begin("shut");
    fixture.declare("shut", "keelsontest_token.pass", "{name: shut}", "mode: Ephemeral");
    fixture.declare(
        "shut",
        "keelsontest_thing.a",
        "{name: a, secret_wo: \"${ephemeral.keelsontest_token.pass.value}\", secret_wo_version:"
            + " 1}");
    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.message("stack shut"))
            .contains("ephemeral.keelsontest_token.pass", "the vault is shut"));
    assertThat(live("shut")).isEmpty();

    cloud.withdraw("shut");
    fixture.settle("shut");
    assertThat(live("shut")).hasSize(1);
    awaitClosed("shut", "keelsontest_token");
  }

  /// Declares a thing, and tells what the process that makes it has in its environment. It is held
  /// there meanwhile: it may end afterwards.
  private static String environmentOfMaker(String feature, String name) throws IOException {
    hold(name);
    fixture.declare(feature, "keelsontest_thing." + name, "{name: " + name + "}");
    return environmentOfHeldMaker(feature, name);
  }

  private static void hold(String name) {
    cloud.order(
        name,
        "{\"on\": \"create\", \"when\": \"after\", \"name\": \"" + name + "\", \"do\": \"hold\"}");
  }

  private static String environmentOfHeldMaker(String feature, String name) throws IOException {
    fixture.namespace.eventually(() ->
        assertThat(live(feature)).extracting(each -> each.path("name").asText()).contains(name));
    var maker = named(feature, name).path("made_by_pid").asText();
    var environment =
        Files.readString(Path.of("/proc", maker, "environ"), StandardCharsets.ISO_8859_1);
    cloud.withdraw(name);
    fixture.settle(feature);
    return environment;
  }

  private static JsonNode named(String feature, String name) throws IOException {
    return live(feature).stream()
        .filter(each -> each.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void environmentWhoseSecretChanged_isThatOfTheNextApply() throws IOException {
    secret("rotated", "before-rotation");
    var own = fixture.namespace.name() + "-rotated";
    fixture.install(
        own,
        "keelson.dev/test/keelsontest",
        "2.0.0",
        """
        environment:
          - {name: TF_KEELSON_WORLD, value: "%s"}
          - {name: CLOUD_WORD, secretKeyRef: {name: rotated, key: word}}
        """
            .formatted(world));
    fixture.configure("rotated", own, "config: {account: rotated}");
    fixture.stack("rotated", "providerConfigs: [rotated]");
    assertThat(environmentOfMaker("rotated", "before")).contains("CLOUD_WORD=before-rotation");

    secret("rotated", "after-rotation");
    assertThat(environmentOfMaker("rotated", "after")).contains("CLOUD_WORD=after-rotation");

    fixture.namespace.delete("secret rotated");
    hold("last");
    fixture.declare("rotated", "keelsontest_thing.last", "{name: last}");
    fixture.kubectl.awaitReason("stack rotated", "CredentialsMissing");
    assertThat(fixture.kubectl.message("stack rotated"))
        .contains("the Secret 'rotated'", "has no key 'word'", "create it");
    assertThat(live("rotated")).hasSize(2);
    secret("rotated", "at-last");
    assertThat(environmentOfHeldMaker("rotated", "last")).contains("CLOUD_WORD=at-last");
    assertThat(deleted("rotated")).isEmpty();
    assertNowhere("-rotation");
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

  @Test
  void problems_areToldWithThePathThatTheProviderNames() {
    begin("problems");
    fixture.declare("problems", "keelsontest_thing.a", "{name: a, labels: {colour: bad}}");
    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.get("resource problems-a", ".status.diagnostics"))
            .contains("labels[\\\"colour\\\"]", "Bad label"));

    fixture.declare("problems", "keelsontest_thing.a", "{name: a, labels: {colour: red}}");
    fixture.settle("problems");
  }

  @Test
  void objectThatSomebodyChanged_isDriftAndOneThatIsGoneIsMadeAgain() throws IOException {
    begin("drift", "keelsontest", "interval: 2s");
    fixture.declare("drift", "keelsontest_thing.a", "{name: a, text: one}");
    fixture.settle("drift");
    var made = world.resolve("objects/drift/keelsontest_thing");
    var file = made.resolve(live("drift").getFirst().path("id").asText() + ".json");

    Files.writeString(file, Files.readString(file).replace("\"one\"", "\"other\""));
    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.get("stack drift", ".status.conditions")).contains("Drifted"));
  }

  @Test
  void stateOfAnOlderProvider_isUpgraded() throws IOException {
    var own = fixture.namespace.name() + "-keelsonaged";
    fixture.install(own, "keelson.dev/test/keelsonlegacy", "0.1.0", "");
    fixture.configure("aged", own, "config: {account: aged, world: \"%s\"}".formatted(world));
    fixture.stack("aged", "providerConfigs: [aged]");
    fixture.declare("aged", "keelsonlegacy_aged.a", "{name: a, amount: 3 pieces}");
    fixture.settle("aged");

    fixture.kubectl.merge("provider " + own, "{\"spec\":{\"version\":\"2.0.0\"}}");
    fixture.declare("aged", "keelsonlegacy_aged.a", "{name: a, quantity: 3}");
    fixture.namespace.eventually(() ->
        assertThat(
                fixture.kubectl.get(
                    "resource aged-a", ".status.conditions[?(@.observedGeneration==2)].reason"))
            .isEqualTo("UpToDate"));
    assertThat(objects("objects", "aged", "keelsonlegacy_aged").getFirst().path("revision"))
        .hasToString("1");

    fixture.declare("aged", "keelsonlegacy_aged.a", "{name: a, quantity: 4}");
    awaitState("aged", "keelsonlegacy_aged.a", "quantity", "4");
    fixture.settle("aged");
    var record = fixture.record("aged", "keelsonlegacy_aged.a").orElseThrow();
    assertThat(record.path("schemaVersion").asInt()).isEqualTo(2);
    assertThat(objects("objects", "aged", "keelsonlegacy_aged")).hasSize(1);
    assertThat(objects("deleted", "aged", "keelsonlegacy_aged")).isEmpty();
  }

  @Test
  void environment_isThatOfTheProviderAndOfNoOther(@TempDir Path other) throws IOException {
    var own = fixture.namespace.name() + "-elsewhere";
    fixture.install(
        own,
        "keelson.dev/test/keelsontest",
        "2.0.0",
        "environment: [{name: TF_KEELSON_WORLD, value: \"%s\"}]".formatted(other));
    fixture.configure("here", fixture.namespace.name() + "-keelsontest", "config: {account: env}");
    fixture.configure("elsewhere", own, "config: {account: env}");
    fixture.stack("environment", "");
    fixture.declare(
        "environment", "keelsontest_thing.a", "{name: a}", "providerConfigRef: {name: here}");
    fixture.declare(
        "environment", "keelsontest_thing.b", "{name: b}", "providerConfigRef: {name: elsewhere}");
    fixture.settle("environment");

    assertThat(live("env")).extracting(each -> each.path("name").asText()).containsExactly("a");
    assertThat(new CloudWorld(other).effects()).containsExactly("create b");
  }

  @Test
  void processThatNobodyCalls_endsAfterTheTimeThatIsDeclared(@TempDir Path other) {
    var own = fixture.namespace.name() + "-impatient";
    fixture.install(
        own,
        "keelson.dev/test/keelsontest",
        "2.0.0",
        "environment: [{name: TF_KEELSON_WORLD, value: \"%s\"}]\n  limits: {idle: 1s}"
            .formatted(other));
    fixture.configure("idle", own, "config: {account: idle}");
    fixture.stack("idle", "providerConfigs: [idle]");
    fixture.declare("idle", "keelsontest_thing.a", "{name: a}");
    fixture.settle("idle");

    var seen = new CloudWorld(other);
    fixture.namespace.eventually(() ->
        assertThat(seen.journal(line -> line.path("event").asText().equals("end")))
            .hasSameSizeAs(seen.journal(line -> line.path("event").asText().equals("start"))));
  }

  @Test
  void configurationWithALongName_isRecorded() throws IOException {
    var name = "c".repeat(100);
    fixture.configure(
        name, fixture.namespace.name() + "-keelsontest", "config: {account: long-name}");
    fixture.stack("long-name", "providerConfigs: [%s]".formatted(name));
    fixture.declare("long-name", "keelsontest_thing.a", "{name: a}");
    fixture.settle("long-name");

    var record = fixture.record("long-name", "keelsontest_thing.a").orElseThrow();
    assertThat(record.path("providerConfig").asText()).isEqualTo(name);
    assertThat(live("long-name")).hasSize(1);
  }

  /// A shape that is declared, changed and destroyed.
  ///
  /// @param resource type and arguments besides the name
  private static void live(String feature, String provider, String resource, String config) {
    begin(feature, provider, "");
    fixture.declare(feature, resource, "{name: a, %s}".formatted(config));
    fixture.settle(feature);
    assertNothingToDo(feature);
    fixture.declare(feature, resource, "{name: b, %s}".formatted(config));
    awaitState(feature, resource, "name", "b");
    fixture.settle(feature);
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5"})
  void everyPlainShape_isTakenAndGivenBack(String provider) {
    live(
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
    live(
        "nested",
        "keelsontest",
        "keelsontest_shapes.a",
        "nested_single: {key: k, text: t, inner: [{key: i}]}, nested_list: [{key: a}, {key: b,"
            + " text: t}], nested_map: {x: {key: a}, w: {key: b, text: t}}, nested_set: [{key: b},"
            + " {key: a, text: t}]");
  }

  @Test
  void blocksInEachMode_areTakenAndGivenBack() {
    live(
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
    live(
        "older",
        "keelsonlegacy",
        "keelsonlegacy_thing.a",
        "ratio: 0.1, tags: {x: \"1\"}, steps: [one, two], ports: [443, 80], disk: [{size: 10},"
            + " {size: 20, kind: hdd}], rule: [{port: 80, source: [{cidr: 10.0.0.0/8}]}, {port:"
            + " 443}], settings: [{password: hush}], timeouts: {create: 5m}");
    assertThat(fixture.state("older", "keelsonlegacy_thing.a").at("/disk/0/kind").asText())
        .isEqualTo("ssd");
  }
}
