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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Plans, replacements and updates with a provider of the Terraform world, and what becomes of an
/// object whose create or update fails half way, takes too long or loses its process.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@ResourceLock(FeatureFixture.ALONE)
@Order(OnControlPlane.EARLY)
final class ProviderFeaturesIT {
  @TempDir static Path world;

  private static FeatureFixture fixture;

  @BeforeAll
  static void start(TestNamespace namespace) {
    fixture = new FeatureFixture(namespace, world);
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  @Test
  void plannedUnknowns_areShownAndDecidedByTheApply() {
    fixture.begin("unknowns", "keelsontest", "approval: {mode: Manual}");
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
    fixture.begin("replace");
    fixture.declare("replace", "keelsontest_thing.a", "{name: a, zone: north, tier: 2}");
    fixture.settle("replace");

    fixture.declare("replace", "keelsontest_thing.a", "{name: a, zone: north, tier: 3}");
    fixture.awaitState("replace", "keelsontest_thing.a", "tier", "3");
    fixture.settle("replace");
    assertThat(fixture.deleted("replace")).isEmpty();

    fixture.declare("replace", "keelsontest_thing.a", "{name: a, zone: south, tier: 1}");
    assertThat(fixture.waitingPlan("replace"))
        .contains("keelsontest_thing.a must be replaced")
        .containsPattern("tier +.*= 3 -> 1 # forces replacement")
        .containsPattern("zone +.*= \"north\" -> \"south\" # forces replacement");
    fixture.approve("replace");
    fixture.settle("replace");
    assertThat(fixture.live("replace")).hasSize(1);
    assertThat(fixture.deleted("replace")).hasSize(1);
  }

  @Test
  void spellingThatMeansTheSame_isKeptAndNoDrift() throws IOException {
    fixture.begin("semantic");
    fixture.declare("semantic", "keelsontest_thing.a", "{name: a, alias: WebShop}");
    fixture.settle("semantic");

    assertThat(fixture.live("semantic").getFirst().at("/values/alias").asText())
        .isEqualTo("webshop");
    assertThat(fixture.state("semantic", "keelsontest_thing.a").path("alias").asText())
        .isEqualTo("WebShop");
    fixture.assertNothingToDo("semantic");
  }

  @Test
  void objectThatSomebodyChanged_isDriftAndOneThatIsGoneIsMadeAgain() throws IOException {
    fixture.begin("drift", "keelsontest", "interval: 2s");
    fixture.declare("drift", "keelsontest_thing.a", "{name: a, text: one}");
    fixture.settle("drift");
    var made = world.resolve("objects/drift/keelsontest_thing");
    var file = made.resolve(fixture.live("drift").getFirst().path("id").asText() + ".json");

    Files.writeString(file, Files.readString(file).replace("\"one\"", "\"other\""));
    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.get("stack drift", ".status.conditions")).contains("Drifted"));

    fixture.namespace.merge("stack drift", "{\"spec\":{\"driftPolicy\":{\"mode\":\"Correct\"}}}");
    fixture.namespace.eventually(() -> assertThat(Files.readString(file)).contains("\"one\""));
  }

  @Test
  void createThatFailsHalfWay_leavesATaintedObjectThatIsReplaced() throws IOException {
    fixture.begin("partial");
    fixture.declare(
        "partial", "keelsontest_thing.a", "{name: a, faults: {create.after: fail no quota}}");
    var first = fixture.kubectl.awaitPlan("partial");
    var failed = fixture.record("partial", "keelsontest_thing.a").orElseThrow();
    assertThat(failed.path("tainted").asBoolean()).isTrue();
    assertThat(fixture.live("partial")).hasSize(1);

    fixture.declare("partial", "keelsontest_thing.a", "{name: a}");
    fixture.namespace.eventually(
        () -> assertThat(fixture.kubectl.awaitPlan("partial")).isNotEqualTo(first));
    fixture.approve("partial");
    fixture.settle("partial");
    assertThat(fixture.live("partial")).hasSize(1);
    assertThat(fixture.deleted("partial")).hasSize(1);
  }

  @Test
  @Tag("R-PUL-20")
  void createThatFailsHalfWay_isFinishedByAnUpdateIfThatIsDeclared() throws IOException {
    fixture.begin("finished");
    fixture.declare(
        "finished",
        "keelsontest_thing.a",
        "{name: a, faults: {create.after: fail no quota}}",
        "lifecycle: {onPartialCreate: Update}");

    fixture.settle("finished");

    assertThat(fixture.live("finished")).hasSize(1);
    assertThat(fixture.deleted("finished")).isEmpty();
    var record = fixture.record("finished", "keelsontest_thing.a").orElseThrow();
    assertThat(record.path("unfinished").asBoolean()).isFalse();
    assertThat(record.path("tainted").asBoolean()).isFalse();
    assertThat(fixture.kubectl.get("events", ".items[*].reason")).contains("Unfinished");
  }

  @Test
  void updateThatFailsHalfWay_isRecordedAsFarAsItCame() throws IOException {
    fixture.begin("half");
    fixture.declare(
        "half",
        "keelsontest_thing.a",
        "{name: a, text: one, faults: {update.after: fail half done}}");
    fixture.settle("half");

    fixture.declare(
        "half",
        "keelsontest_thing.a",
        "{name: a, text: two, faults: {update.after: fail half done}}");
    fixture.awaitState("half", "keelsontest_thing.a", "text", "two");
    assertThat(fixture.live("half").getFirst().at("/values/text").asText()).isEqualTo("two");

    fixture.declare("half", "keelsontest_thing.a", "{name: a, text: three}");
    fixture.namespace.eventually(() ->
        assertThat(fixture.live("half").getFirst().at("/values/text").asText()).isEqualTo("three"));
    fixture.settle("half");
    assertThat(fixture.deleted("half")).isEmpty();
  }

  @Test
  void updateThatFailsWithoutSayingWhatItDid_canBeTakenBack() throws IOException {
    fixture.begin("silent");
    fixture.declare("silent", "keelsontest_thing.a", "{name: silent, text: one}");
    fixture.settle("silent");
    fixture.cloud.order(
        "silent",
        """
        {"on": "update", "when": "after", "name": "silent", "times": -1, "do": "fail",\
         "lose_state": true, "message": "half done"}\
        """);
    fixture.declare("silent", "keelsontest_thing.a", "{name: silent, text: two}");
    fixture.kubectl.awaitReason("stack silent", "ApplyFailed");
    assertThat(fixture.live("silent").getFirst().at("/values/text").asText()).isEqualTo("two");

    fixture.cloud.withdraw("silent");
    fixture.declare("silent", "keelsontest_thing.a", "{name: silent, text: one}");

    assertThat(fixture.waitingPlan("silent")).containsPattern("text +.*= \"two\" -> \"one\"");
    fixture.approve("silent");
    fixture.settle("silent");
    assertThat(fixture.live("silent").getFirst().at("/values/text").asText()).isEqualTo("one");
  }

  @Test
  @Tag("R-COND-9")
  void checks_readThroughTheProviderOfTheirType() throws IOException {
    fixture.begin(
        "check",
        "keelsontest",
        """
        checks: [\
        {name: lost, data: {type: keelsontest_thing, name: lost, config: {id: nowhere}}, assertions: [\
        {condition: "${data.keelsontest_thing.lost.name == 'a'}", errorMessage: Not a.}]}, \
        {name: found, data: {type: keelsontest_thing, name: found,\
         config: {id: "${keelsontest_thing.a.id}"}}, assertions: [\
        {condition: "${data.keelsontest_thing.found.text == 'two'}", errorMessage: Not two.}]}]\
        """);
    fixture.declare("check", "keelsontest_thing.a", "{name: a, text: one}");
    fixture.settle("check");
    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.get("stack check", ".status.diagnostics"))
            .contains("check.lost", "Not two."));
    assertThat(fixture.live("check")).hasSize(1);

    fixture.declare("check", "keelsontest_thing.a", "{name: a, text: two}");
    fixture.settle("check");
    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.get("stack check", ".status.diagnostics"))
            .contains("check.lost")
            .doesNotContain("Not two."));
  }

  @Test
  void runWhileAFailedPlanIsPausedFor_saysWhy() {
    fixture.begin("pause");
    fixture.cloud.order(
        "pause",
        """
        {"on": "PlanResourceChange", "when": "before", "name": "pause", "times": -1, "do": "fail",\
         "message": "no quota"}\
        """);
    fixture.declare("pause", "keelsontest_thing.a", "{name: pause, text: one}");
    fixture.namespace.eventually(() ->
        assertThat(
                fixture.cloud.journal(line ->
                    line.path("event").asText().equals("call")
                        && line.path("rpc").asText().equals("PlanResourceChange")
                        && line.path("name").asText().equals("pause")))
            .hasSizeGreaterThan(2));
    fixture.kubectl.awaitReason("stack pause", "PlanFailed");
    fixture.cloud.withdraw("pause");

    fixture.kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Run
        metadata: {name: pause-run}
        spec: {stack: pause}
        """);

    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.message("run pause-run"))
            .contains("no quota", "It is tried again at"));
    assertThat(fixture.kubectl.reason("run pause-run")).isEqualTo("PlanFailed");
  }

  @Test
  void callThatTakesLong_isWaitedForAndMadeOnce() throws IOException {
    fixture.cloud.order("slow", "{\"on\": \"create\", \"name\": \"slow\", \"do\": \"hold\"}");
    fixture.begin("slow");
    fixture.declare("slow", "keelsontest_thing.a", "{name: slow}");
    fixture.namespace.eventually(() ->
        assertThat(fixture.cloud.journal(line -> line.path("event").asText().equals("order")))
            .contains("create slow"));
    fixture.kubectl.awaitReason("stack slow", "Applying");

    Files.delete(world.resolve("orders/slow.json"));

    fixture.settle("slow");
    assertThat(fixture.live("slow")).hasSize(1);
  }

  @Test
  @Tag("R-PUL-40")
  void callBeyondItsTimeout_isAskedToStopAndSaysWhy() throws IOException {
    fixture.begin("late");
    fixture.declare("late", "keelsontest_thing.a", "{name: late}");
    fixture.settle("late");
    fixture.cloud.order("late", "{\"on\": \"update\", \"name\": \"late\", \"do\": \"hold\"}");

    var timeouts = "lifecycle: {timeouts: {update: 1s}}";
    fixture.declare("late", "keelsontest_thing.a", "{name: late, text: new}", timeouts);
    fixture.kubectl.awaitReason("stack late", "ApplyFailed");
    assertThat(fixture.kubectl.message("stack late"))
        .contains("longer than 1s, the timeout that its resource declares for it");

    Files.delete(world.resolve("orders/late.json"));
    fixture.settle("late");
    assertThat(fixture.live("late").getFirst().at("/values/text").asText()).isEqualTo("new");
  }

  @Test
  void processThatEndsInAPlan_isStartedAgain() {
    fixture.begin("planned");
    fixture.cloud.order(
        "planned", "{\"on\": \"PlanResourceChange\", \"name\": \"planned\", \"do\": \"crash\"}");
    fixture.declare("planned", "keelsontest_thing.a", "{name: planned}");

    fixture.settle("planned");
    assertThat(fixture.cloud.journal(line -> line.path("event").asText().equals("order")))
        .contains("PlanResourceChange planned");
  }

  @Test
  void planThatHangs_isGivenUpWhenTheDeclarationChanges() throws IOException {
    fixture.begin("hangs");
    fixture.declare("hangs", "terraform_data.rest", "{input: one}");
    fixture.settle("hangs");
    fixture.cloud.order(
        "hangs",
        "{\"on\": \"PlanResourceChange\", \"name\": \"hangs\", \"times\": -1, \"do\": \"hang\"}");
    fixture.declare("hangs", "keelsontest_thing.a", "{name: hangs}");
    fixture.namespace.eventually(() ->
        assertThat(fixture.cloud.journal(line -> line.path("event").asText().equals("order")))
            .contains("PlanResourceChange hangs"));
    fixture.cloud.withdraw("hangs");

    fixture.declare("hangs", "keelsontest_thing.a", "{name: hangs-no-more}");

    fixture.settle("hangs");
    assertThat(fixture.live("hangs")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"before, absent, 0", "after, exists, 1"})
  void processThatEndsInACreate_waitsForAPersonAndMakesNothingTwice(
      String when, String answer, int made) throws IOException {
    var feature = "lost-" + when;
    fixture.begin(feature);
    fixture.cloud.order(
        feature,
        "{\"on\": \"create\", \"name\": \"%s\", \"when\": \"%s\", \"do\": \"kill\"}"
            .formatted(feature, when));
    fixture.declare(feature, "keelsontest_thing.a", "{name: %s}".formatted(feature));
    fixture.kubectl.awaitReason("stack " + feature, "StateUncertain");
    assertThat(fixture.kubectl.message("stack " + feature)).contains("keelson.dev/resolve");
    assertThat(fixture.live(feature)).hasSize(made);

    var id = made == 0 ? "" : "=" + fixture.live(feature).getFirst().path("id").asText();
    var name = recordName(feature);
    fixture.namespace.annotate("resourceinstance " + name, "keelson.dev/resolve=" + answer + id);

    fixture.settle(feature);
    assertThat(fixture.live(feature)).hasSize(1);
    assertThat(fixture.deleted(feature)).isEmpty();
  }

  private static String recordName(String feature) {
    return fixture.kubectl.get(
        "resourceinstances", ".items[?(@.spec.stack==\"%s\")].metadata.name".formatted(feature));
  }

  @Test
  void lostCreateOfARepeatableType_isMadeAgainByItself() throws IOException {
    fixture.begin("repeat");
    fixture.cloud.order("repeat", "{\"on\": \"create\", \"name\": \"repeat\", \"do\": \"crash\"}");
    fixture.declare("repeat", "keelsontest_named.a", "{name: repeat}");

    fixture.settle("repeat");
    assertThat(fixture.objects("objects", "repeat", "keelsontest_named")).hasSize(1);
  }
}
