package io.keelson.operator;

import static io.keelson.operator.RecordedShop.HEALTHY;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The Secret with the key that seals the records of a Stack: lost, exchanged, made by somebody
/// else, or held by a finalizer. Nothing is done to the objects, and people are told what heals it.
@ExtendWith(OnControlPlane.class)
final class SealingKeyIT {
  private static final String KEY = "secret/keelson-shop";

  /// A key that somebody knows.
  private static final String KNOWN = "A".repeat(43) + "=";

  private static final String KNOWN_SECRET =
      """
      apiVersion: v1
      kind: Secret
      metadata:
        name: keelson-next
        labels: {keelson.dev/stack: next, app.kubernetes.io/managed-by: keelson}
      type: keelson.dev/state
      data: {key: %s}
      """
          .formatted(KNOWN);

  private static final String NEXT =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: next}
      spec: {settle: 0s, approval: {mode: Automatic}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: next}
      spec: {stack: next, type: terraform_data, config: {input: hello}}
      """;

  private RecordedShop shop;
  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private Map<String, String> before;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    shop = new RecordedShop(own);
    kubectl = shop.kubectl;
    records = shop.records;
    before = shop.before;
  }

  @AfterEach
  void stop() {
    shop.close();
  }

  @Test
  void lostKey_stopsTheStackUntilItIsRestored() {
    var backup = backupOfTheKey();
    loseTheKey();

    kubectl.awaitReason("stack shop", "SealingKeyLost");
    assertThat(kubectl.message("stack shop"))
        .contains("'keelson-shop'", "no object is touched", "Restore the Secret from a backup");
    kubectl.apply(HEALTHY.formatted("without the key"));
    shop.restart();
    kubectl.awaitReason("stack shop", "SealingKeyLost");
    assertThat(kubectl.get(KEY.replace('/', ' '), ".metadata.name")).isEmpty();
    assertThat(records.state("terraform_data.healthy", "input")).contains("at first");

    restore(backup);

    kubectl.awaitReady("shop");
    assertThat(records.state("terraform_data.healthy", "input")).contains("without the key");
    assertThat(records.ids()).isEqualTo(before);
  }

  /// As docs/operations.md says.
  private String backupOfTheKey() {
    var all =
        namespace
            .kubectl("get", "secrets", "-l", "app.kubernetes.io/managed-by=keelson", "-o", "yaml")
            .orThrow()
            .out();
    assertThat(all).contains("name: keelson-shop");
    return all.replaceAll("(?m)^ +(resourceVersion|uid): .*\n", "");
  }

  private void restore(String backup) {
    namespace.applyAs("admin", backup).orThrow();
  }

  private void loseTheKey() {
    namespace.beginDelete(KEY);
    namespace.merge(KEY, "{\"metadata\":{\"finalizers\":null}}");
  }

  @Test
  void otherKey_isNotUsedUntilTheOwnOneIsRestored() {
    var backup = backupOfTheKey();
    loseTheKey();
    shop.stop();
    restore(backup.replaceAll("(?m)^    key: .*$", "    key: " + KNOWN));
    shop.start();

    // The operator may have seen, before it was closed, that the key was gone.
    namespace.eventually(() ->
        assertThat(kubectl.message("stack shop"))
            .contains("'keelson-shop' does not hold the key of this Stack any more", "Restore"));
    kubectl.awaitReason("stack shop", "SealingKeyLost");
    kubectl.apply(HEALTHY.formatted("with the known key"));
    shop.restart();
    kubectl.awaitReason("stack shop", "SealingKeyLost");
    assertThat(records.state("terraform_data.healthy", "input")).contains("at first");

    restore(backup);

    kubectl.awaitReady("shop");
    assertThat(records.state("terraform_data.healthy", "input")).contains("with the known key");
    assertThat(records.ids()).isEqualTo(before);
  }

  /// Whoever may create Secrets, but not read them, writes what ours look like.
  @Test
  void secretThatWasThereBefore_isNeverTheKey() {
    kubectl.apply(KNOWN_SECRET);
    var version = kubectl.get("secret keelson-next", ".metadata.resourceVersion");

    kubectl.apply(NEXT);

    kubectl.awaitReason("stack next", "SealingKeyForeign");
    assertThat(kubectl.message("stack next"))
        .contains(
            "'keelson-next'",
            "nothing shows that the operator made it",
            "not used, not changed and not deleted",
            "get secret keelson-next -o yaml --show-managed-fields",
            "Then delete it")
        .doesNotContain(KNOWN);
    shop.restart();
    kubectl.awaitReason("stack next", "SealingKeyForeign");
    assertThat(kubectl.get("secret keelson-next", ".metadata.resourceVersion")).isEqualTo(version);
    assertThat(records.all()).noneMatch(record -> record.getSpec().stack.equals("next"));

    namespace.delete("secret keelson-next");

    kubectl.awaitReady("next");
    assertThat(kubectl.get("secret keelson-next", ".data.key")).isNotEmpty().isNotEqualTo(KNOWN);
    assertThat(kubectl.get("stack next", ".status.sealingKeys[*]"))
        .isEqualTo(records.at("terraform_data.next").getStatus().sealingKey);
  }

  @Test
  void keyForWhichThereIsNoRoom_isToldInTheWordsOfTheApiServer() {
    kubectl.apply(
        """
        apiVersion: v1
        kind: ResourceQuota
        metadata: {name: few}
        spec: {hard: {count/secrets: "0"}}
        """);
    // No controller of quotas runs here.
    namespace.mergeStatus(
        "resourcequota few",
        "{\"status\": {\"hard\": {\"count/secrets\": \"0\"}, \"used\": {\"count/secrets\":"
            + " \"0\"}}}");

    kubectl.apply(NEXT);

    namespace.eventually(() ->
        assertThat(kubectl.message("stack next"))
            .contains("is forbidden: exceeded quota: few")
            .doesNotContain("Received status", "additionalProperties"));
    namespace.delete("resourcequota few");
    kubectl.awaitReady("next");
  }

  @Test
  void stackWithoutRecords_goesAndLeavesAForeignSecret() {
    kubectl.apply(KNOWN_SECRET);
    kubectl.apply(NEXT.substring(0, NEXT.indexOf("---")));
    kubectl.awaitReason("stack next", "SealingKeyForeign");

    namespace.delete("stack next");

    assertThat(kubectl.get("secret keelson-next", ".data.key")).isEqualTo(KNOWN);
  }

  /// Versions that did not note it have made the key, and records that it opens.
  @Test
  void keyOfAnEarlierVersion_isStillUsed() {
    shop.stop();
    for (ResourceInstance record : records.all()) {
      record.getStatus().sealingKey = null;
      records.client().resource(record).updateStatus();
    }
    namespace.mergeStatus("stack shop", "{\"status\":{\"sealingKeys\":null}}");
    kubectl.apply(HEALTHY.formatted("after the update"));
    shop.start();

    namespace.eventually(() ->
        assertThat(records.state("terraform_data.healthy", "input")).contains("after the update"));
    kubectl.awaitReady("shop");
    assertThat(records.ids()).isEqualTo(before);
    assertThat(kubectl.get("stack shop", ".status.sealingKeys[*]"))
        .isEqualTo(records.at("terraform_data.healthy").getStatus().sealingKey);
  }

  @Test
  void finalizersOfOthers_holdTheKeyOfADeletedStack() {
    namespace
        .kubectl(
            "patch",
            KEY,
            "--type=json",
            "-p",
            "[{\"op\":\"add\",\"path\":\"/metadata/finalizers/0\",\"value\":\"example.com/backup\"}]")
        .orThrow();

    namespace.beginDelete("stack shop");
    kubectl.approve(kubectl.awaitPlan("shop"));

    namespace.eventually(() -> assertThat(kubectl.get("stacks", ".items[*]")).isEmpty());
    assertThat(kubectl.get(KEY.replace('/', ' '), ".metadata.deletionTimestamp")).isNotEmpty();
    assertThat(kubectl.get(KEY.replace('/', ' '), ".metadata.finalizers[*]"))
        .isEqualTo("example.com/backup");
    kubectl.merge(KEY.replace('/', ' '), "{\"metadata\":{\"finalizers\":null}}");
  }
}
