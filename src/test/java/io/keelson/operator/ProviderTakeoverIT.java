package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Objects that a provider takes over: what exists already and is imported, what moves to another
/// type, also of another provider, and what an older version has recorded.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@ResourceLock(FeatureFixture.ALONE)
@Order(OnControlPlane.EARLY)
final class ProviderTakeoverIT {
  @TempDir static Path world;

  private static FeatureFixture fixture;

  @BeforeAll
  static void start(TestNamespace namespace) {
    fixture = new FeatureFixture(namespace, world, "keelsonlegacy");
  }

  @AfterAll
  static void stop() {
    fixture.close();
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
    fixture.begin("import", "keelsontest", "approval: {mode: Manual}");
    fixture.declare("import", "keelsontest_thing.a", "{name: a, text: two}", "import: {id: old1}");
    assertThat(fixture.waitingPlan("import"))
        .contains("imported from \"old1\"")
        .containsPattern("text +.*= \"one\" -> \"two\"");
    fixture.approve("import");
    fixture.settle("import");

    assertThat(fixture.live("import")).hasSize(1);
    assertThat(fixture.live("import").getFirst().path("revision").asInt()).isEqualTo(2);
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
    fixture.begin("identity", "keelsontest", "approval: {mode: Manual}, locals: {which: old}");
    fixture.declare(
        "identity",
        "keelsontest_named.a",
        "{name: old, text: one}",
        "import: {identity: {name: \"${local.which}\"}}");
    assertThat(fixture.waitingPlan("identity"))
        .contains("will be imported by the identity { name = \"old\" }");
    fixture.approve("identity");
    fixture.settle("identity");

    assertThat(fixture.objects("objects", "identity", "keelsontest_named")).hasSize(1);
    assertThat(fixture.state("identity", "keelsontest_named.a").path("id").asText())
        .isEqualTo("old");
    fixture.assertNothingToDo("identity");
  }

  @Test
  void objectThatMovesToAnotherType_isTakenOverByThatAndNotTouched() throws IOException {
    fixture.begin("retyped", "keelsontest", "approval: {mode: Manual}");
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
    assertThat(fixture.live("retyped")).hasSize(1);
    assertThat(fixture.live("retyped").getFirst().path("revision").asInt()).isEqualTo(1);
    assertThat(fixture.deleted("retyped")).isEmpty();
    fixture.assertNothingToDo("retyped");

    // As an item it is changed and destroyed like any other; its provider asks for the private
    // data.
    fixture.declare("retyped", "keelsontest_item.b", "{name: a, text: two}");
    fixture.approve("retyped");
    fixture.settle("retyped");
    assertThat(fixture.live("retyped").getFirst().at("/values/text").asText()).isEqualTo("two");
    fixture.destroy("retyped");
    assertThat(fixture.live("retyped")).isEmpty();
    assertThat(fixture.deleted("retyped")).hasSize(1);
  }

  @Test
  void objectOfAnotherProvider_isTakenOverToo() throws IOException {
    fixture.begin("crossed", "keelsonlegacy", "");
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
    assertThat(fixture.objects("objects", "crossed", "keelsonlegacy_thing")).hasSize(1);
    assertThat(fixture.objects("deleted", "crossed", "keelsonlegacy_thing")).isEmpty();
  }

  @Test
  void moveToATypeThatTakesNothingOver_isToldAndLosesNothing() throws IOException {
    fixture.begin("unmovable");
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
    assertThat(fixture.live("unmovable")).hasSize(1);
    assertThat(fixture.deleted("unmovable")).isEmpty();
    assertThat(fixture.state("unmovable", "keelsontest_thing.a").path("text").asText())
        .isEqualTo("one");
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
    assertThat(fixture.objects("objects", "aged", "keelsonlegacy_aged").getFirst().path("revision"))
        .hasToString("1");

    fixture.declare("aged", "keelsonlegacy_aged.a", "{name: a, quantity: 4}");
    fixture.awaitState("aged", "keelsonlegacy_aged.a", "quantity", "4");
    fixture.settle("aged");
    var record = fixture.record("aged", "keelsonlegacy_aged.a").orElseThrow();
    assertThat(record.path("schemaVersion").asInt()).isEqualTo(2);
    assertThat(fixture.objects("objects", "aged", "keelsonlegacy_aged")).hasSize(1);
    assertThat(fixture.objects("deleted", "aged", "keelsonlegacy_aged")).isEmpty();
  }
}
