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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// How the processes of a provider are run and configured: their environment, whose Secret may
/// change, when they end and another one goes on, and the configuration that they are given.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@ResourceLock(FeatureFixture.ALONE)
@Order(OnControlPlane.EARLY)
final class ProviderProcessIT {
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
  void environmentWhoseSecretChanged_isThatOfTheNextApply() throws IOException {
    fixture.secret("rotated", "before-rotation");
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

    fixture.secret("rotated", "after-rotation");
    assertThat(environmentOfMaker("rotated", "after")).contains("CLOUD_WORD=after-rotation");

    fixture.namespace.delete("secret rotated");
    hold("last");
    fixture.declare("rotated", "keelsontest_thing.last", "{name: last}");
    fixture.kubectl.awaitReason("stack rotated", "CredentialsMissing");
    assertThat(fixture.kubectl.message("stack rotated"))
        .contains("the Secret 'rotated'", "has no key 'word'", "create it");
    assertThat(fixture.live("rotated")).hasSize(2);
    fixture.secret("rotated", "at-last");
    assertThat(environmentOfHeldMaker("rotated", "last")).contains("CLOUD_WORD=at-last");
    assertThat(fixture.deleted("rotated")).isEmpty();
    fixture.assertNowhere("-rotation");
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

    assertThat(fixture.live("env"))
        .extracting(each -> each.path("name").asText())
        .containsExactly("a");
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
  void privateData_isHandedBackByAnotherProcess() {
    fixture.begin("private");
    fixture.declare("private", "keelsontest_thing.a", "{name: a, text: one}");
    fixture.settle("private");
    assertThat(fixture.record("private", "keelsontest_thing.a").orElseThrow().at("/sealed"))
        .isNotEmpty();

    fixture.restartOperator();
    // The provider refuses to read, plan and update an object without its private data.
    fixture.declare("private", "keelsontest_thing.a", "{name: a, text: two}");
    fixture.awaitState("private", "keelsontest_thing.a", "text", "two");
    fixture.settle("private");
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
    assertThat(fixture.live("long-name")).hasSize(1);
  }

  /// Declares a thing, and tells what the process that makes it has in its environment. It is held
  /// there meanwhile: it may end afterwards.
  private static String environmentOfMaker(String feature, String name) throws IOException {
    hold(name);
    fixture.declare(feature, "keelsontest_thing." + name, "{name: " + name + "}");
    return environmentOfHeldMaker(feature, name);
  }

  private static void hold(String name) {
    fixture.cloud.order(
        name,
        "{\"on\": \"create\", \"when\": \"after\", \"name\": \"" + name + "\", \"do\": \"hold\"}");
  }

  private static String environmentOfHeldMaker(String feature, String name) throws IOException {
    fixture.namespace.eventually(() ->
        assertThat(fixture.live(feature))
            .extracting(each -> each.path("name").asText())
            .contains(name));
    var maker = named(feature, name).path("made_by_pid").asText();
    var environment =
        Files.readString(Path.of("/proc", maker, "environ"), StandardCharsets.ISO_8859_1);
    fixture.cloud.withdraw(name);
    fixture.settle(feature);
    return environment;
  }

  private static JsonNode named(String feature, String name) throws IOException {
    return fixture.live(feature).stream()
        .filter(each -> each.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
