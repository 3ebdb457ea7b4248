package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Secret values on their way to a provider: write-only and sensitive arguments, and ephemeral
/// resources. They reach it, and no object of the cluster.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@ResourceLock(FeatureFixture.ALONE)
@Order(OnControlPlane.EARLY)
final class ProviderSecretValuesIT {
  @TempDir static Path world;

  private static FeatureFixture fixture;

  @BeforeAll
  static void start(TestNamespace namespace) {
    fixture = new FeatureFixture(namespace, world, "keelsontest5", "keelsonlegacy");
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5", "keelsonlegacy"})
  void writeOnlyValue_reachesTheProviderAndNoObjectOfTheCluster(String provider) {
    var feature = "write-only-" + provider;
    fixture.secret(feature, "never-stored-one");
    fixture.begin(
        feature,
        provider,
        "variables: [{name: word, valueFrom: {secretKeyRef: {name: %s, key: word}}}]"
            .formatted(feature));
    var thing = provider + "_thing.a";
    fixture.declare(
        feature, thing, "{name: a, secret_wo: \"${variable.word}\", secret_wo_version: 1}");
    fixture.settle(feature);
    assertThat(fixture.state(feature, thing).path("secret_wo_seen").asText())
        .isEqualTo(FeatureFixture.digest("never-stored-one"));

    fixture.secret(feature, "never-stored-two");
    fixture.declare(
        feature, thing, "{name: a, secret_wo: \"${variable.word}\", secret_wo_version: 2}");
    fixture.awaitState(feature, thing, "secret_wo_seen", FeatureFixture.digest("never-stored-two"));
    fixture.settle(feature);
    fixture.assertNowhere("never-stored");
  }

  @Test
  void sensitiveValues_areSealedAndHidden() throws IOException {
    fixture.secret("sensitive", "hush-hush");
    fixture.begin(
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

    var made = fixture.live("sensitive").getFirst();
    assertThat(made.at("/values/secret").asText()).isEqualTo("hush-hush");
    fixture.assertNowhere("hush-hush");
    fixture.assertNowhere(made.at("/values/key").asText());
    fixture.assertNothingToDo("sensitive");
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5"})
  void ephemeralResource_isOpenWhileItIsNeededAndRecordedNowhere(String provider)
      throws IOException {
    var feature = "ephemeral-" + provider;
    var token = provider + "_token";
    var thing = provider + "_thing.a";
    fixture.begin(feature, provider, "");
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
    fixture.assertNothingToDo(feature);
    awaitClosed(feature, token);
    fixture.assertNowhere("token-pass-");
  }

  @Test
  void ephemeralResource_isRenewedAndIsClosedWhenTheApplyFails() throws IOException {
    fixture.cloud.order(
        "held", "{\"on\": \"ApplyResourceChange\", \"name\": \"held\", \"do\": \"hold\"}");
    fixture.cloud.order("refused", "{\"on\": \"create\", \"name\": \"held\", \"do\": \"fail\"}");
    fixture.begin("renewed");
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
        assertThat(fixture.cloud.journal(line -> line.path("event").asText().equals("order")))
            .contains("ApplyResourceChange held"));
    fixture.namespace.eventually(
        () -> assertThat(fixture.cloud.effects()).contains("update to-be-renewed"));

    fixture.cloud.withdraw("held");
    fixture.settle("renewed");

    assertThat(fixture.live("renewed")).hasSize(1);
    awaitClosed("renewed", "keelsontest_token");
    assertThat(fixture.cloud.journal(line -> line.path("event").asText().equals("order")))
        .contains("create held");
  }

  @Test
  void ephemeralResourceThatCannotBeOpened_holdsWhatNeedsItAndIsTriedAgain() throws IOException {
    fixture.cloud.order(
        "shut",
        "{\"on\": \"create\", \"name\": \"shut\", \"times\": -1, \"do\": \"fail\", \"message\":"
            + " \"the vault is shut\"}");
    fixture.begin("shut");
    fixture.declare("shut", "keelsontest_token.pass", "{name: shut}", "mode: Ephemeral");
    fixture.declare(
        "shut",
        "keelsontest_thing.a",
        "{name: a, secret_wo: \"${ephemeral.keelsontest_token.pass.value}\", secret_wo_version:"
            + " 1}");
    fixture.namespace.eventually(() ->
        assertThat(fixture.kubectl.message("stack shut"))
            .contains("ephemeral.keelsontest_token.pass", "the vault is shut"));
    assertThat(fixture.live("shut")).isEmpty();

    fixture.cloud.withdraw("shut");
    fixture.settle("shut");
    assertThat(fixture.live("shut")).hasSize(1);
    awaitClosed("shut", "keelsontest_token");
  }

  /// What the write-only argument of a thing would be told as, for each token that there was.
  private static List<String> digestsOfTokens(String feature, String type, String name)
      throws IOException {
    return fixture.objects("deleted", feature, type).stream()
        .map(each -> FeatureFixture.digest("token-" + name + "-" + each.path("id").asText()))
        .toList();
  }

  private static void awaitClosed(String feature, String type) {
    fixture.namespace.eventually(
        () -> assertThat(fixture.objects("objects", feature, type)).isEmpty());
  }
}
