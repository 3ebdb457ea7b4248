package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Records and keys as no operator left them: nothing is done to the objects, people are told what
/// to do, and what they then do heals it.
@ExtendWith(OnControlPlane.class)
final class KeysAndRecordsIT {
  private static final String SHOP =
      Rights.to("get, create, patch, delete", "secrets, configmaps")
          + """
          ---
          apiVersion: v1
          kind: Secret
          metadata: {name: words}
          stringData: {word: secret}
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Stack
          metadata: {name: shop}
          spec:
            settle: 0s
            approval: {mode: Automatic}
            variables: [{name: word, valueFrom: {secretKeyRef: {name: words, key: word}}}]
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Resource
          metadata: {name: sealed}
          spec: {stack: shop, type: terraform_data, config: {input: "${variable.word}"}}
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Resource
          metadata: {name: map}
          spec:
            stack: shop
            type: kubernetes_object
            config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: map}, data: {word: hello}}}
          ---
          """;

  private static final String HEALTHY =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: healthy}
      spec: {stack: shop, type: terraform_data, config: {input: "%s"}}
      """;

  private static final String PAIR =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: pair}
      spec: {stack: shop, type: terraform_data, count: 2, config: {input: "%s"}}
      """;

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

  private final HeldBack heldBack = new HeldBack();
  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private OperatorUnderTest operator;
  private Map<String, String> before;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    operator = running();
    kubectl.apply(SHOP + HEALTHY.formatted("at first"));
    kubectl.awaitReady("shop");
    before = records.ids();
  }

  @AfterEach
  void stop() {
    heldBack.goOn.countDown();
    operator.close();
  }

  private OperatorUnderTest running() {
    return OperatorUnderTest.in(namespace, heldBack::around);
  }

  private void restart() {
    operator.close();
    operator = running();
  }

  @Test
  void lostKey_stopsTheStackUntilItIsRestored() {
    var backup = backupOfTheKey();
    loseTheKey();

    kubectl.awaitReason("stack shop", "SealingKeyLost");
    assertThat(kubectl.message("stack shop"))
        .contains("'keelson-shop'", "no object is touched", "Restore the Secret from a backup");
    kubectl.apply(HEALTHY.formatted("without the key"));
    restart();
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
    operator.close();
    restore(backup.replaceAll("(?m)^    key: .*$", "    key: " + KNOWN));
    operator = running();

    // The operator may have seen, before it was closed, that the key was gone.
    namespace.eventually(() ->
        assertThat(kubectl.message("stack shop"))
            .contains("'keelson-shop' does not hold the key of this Stack any more", "Restore"));
    kubectl.awaitReason("stack shop", "SealingKeyLost");
    kubectl.apply(HEALTHY.formatted("with the known key"));
    restart();
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
    restart();
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
    operator.close();
    for (ResourceInstance record : records.all()) {
      record.getStatus().sealingKey = null;
      records.client().resource(record).updateStatus();
    }
    namespace.mergeStatus("stack shop", "{\"status\":{\"sealingKeys\":null}}");
    kubectl.apply(HEALTHY.formatted("after the update"));
    operator = running();

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

  @Test
  void recordOfAnotherCluster_stopsTheStackUntilItIsThisOnes() {
    var record = record("terraform_data.healthy");
    var cluster = kubectl.get(record, ".spec.cluster");
    moveTo(record, "11111111-2222-3333-4444-555555555555");
    restart();

    kubectl.awaitReason("stack shop", "ClusterChanged");
    assertThat(kubectl.message("stack shop"))
        .contains("terraform_data.healthy", "another cluster", "Stop the operator there");
    kubectl.apply(HEALTHY.formatted("here"));
    kubectl.apply(HEALTHY.formatted("here").replace("name: healthy", "name: further"));
    restart();
    kubectl.awaitReason("stack shop", "ClusterChanged");
    assertThat(records.ids()).isEqualTo(before);
    assertThat(records.state("terraform_data.healthy", "input")).contains("at first");

    moveTo(record, cluster);

    kubectl.awaitReady("shop");
    assertThat(records.state("terraform_data.healthy", "input")).contains("here");
  }

  private void moveTo(String record, String cluster) {
    var words = record.split(" ", -1);
    namespace.merge(words[0] + " " + words[1], "{\"spec\":{\"cluster\":\"" + cluster + "\"}}");
  }

  @Test
  void twoRecordsOfOneInstance_freezeItUntilOneIsTakenAway() {
    var original = records.at("kubernetes_object.map").getMetadata().getName();
    var copy = copied(records.at("kubernetes_object.map"));

    kubectl.awaitReason("stack shop", "DuplicateState");
    assertThat(kubectl.message("stack shop"))
        .contains("kubernetes_object.map", original, copy, "keelson.dev/state");
    kubectl.apply(SHOP.replace("data: {word: hello}", "data: {word: bye}"));
    kubectl.apply(HEALTHY.formatted("goes on"));
    namespace.eventually(
        () -> assertThat(records.state("terraform_data.healthy", "input")).contains("goes on"));
    assertThat(kubectl.get("configmap map", ".data.word")).isEqualTo("hello");

    namespace.merge("resourceinstance " + copy, "{\"metadata\":{\"finalizers\":null}}");
    namespace.delete("resourceinstance " + copy);

    kubectl.awaitReady("shop");
    assertThat(kubectl.get("configmap map", ".data.word")).isEqualTo("bye");
    assertThat(records.ids()).isEqualTo(before);
  }

  /// As a tool does that restores a backup beside the live records.
  ///
  /// @return the name of the copy
  private String copied(ResourceInstance record) {
    var name = record.getMetadata().getName() + "-copy";
    var copy = new ResourceInstance();
    copy.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withNamespace(namespace.name())
            .withLabels(record.getMetadata().getLabels())
            .withFinalizers(record.getMetadata().getFinalizers())
            .build());
    copy.setSpec(record.getSpec());
    var made = records.client().resource(copy).create();
    made.setStatus(record.getStatus());
    records.client().resource(made).updateStatus();
    return name;
  }

  @Test
  void resultThatNobodyExpects_isKeptAndAPersonDecides() throws Exception {
    heldBack.next = "terraform_data.healthy";
    kubectl.apply(HEALTHY.formatted("late"));
    assertThat(heldBack.isThere()).isTrue();
    var record = record("terraform_data.healthy");
    var name = record.split(" ", -1)[1];
    closeOperation(name);
    heldBack.goOn.countDown();

    kubectl.awaitReason("stack shop", "StateUncertain");
    assertThat(kubectl.message("stack shop"))
        .contains(
            "terraform_data.healthy", name, "status.lateResults", "keelson.dev/resolve=absent");
    assertThat(kubectl.get(record, ".status.lateResults[*].message"))
        .isEqualTo("the object exists");
    assertThat(kubectl.get(record, ".status.conditions[?(@.type==\"StateUncertain\")].reason"))
        .isEqualTo("LateResult");
    restart();
    kubectl.awaitReason("stack shop", "StateUncertain");
    assertThat(records.state("terraform_data.healthy", "input")).contains("at first");

    namespace.annotate("resourceinstance " + name, "keelson.dev/resolve=absent");

    kubectl.awaitReady("shop");
    assertThat(records.state("terraform_data.healthy", "input")).contains("late");
    assertThat(kubectl.get(record, ".status.lateResults")).isEmpty();
    assertThat(kubectl.get(record, ".metadata.annotations")).doesNotContain("resolve");
  }

  @Test
  void otherInstances_goOnBesideOneWithAResultThatNobodyExpects() {
    kubectl.apply(PAIR.formatted("at first"));
    namespace.eventually(
        () -> assertThat(records.state("terraform_data.pair[1]", "input")).contains("at first"));
    kubectl.awaitReady("shop");
    heldBack.next = "terraform_data.pair[0]";
    kubectl.apply(PAIR.formatted("late"));
    assertThat(heldBack.isThere()).isTrue();
    var name = records.at("terraform_data.pair[0]").getMetadata().getName();
    closeOperation(name);
    heldBack.goOn.countDown();
    kubectl.awaitReason("stack shop", "StateUncertain");

    kubectl.apply(PAIR.formatted("later"));

    namespace.eventually(
        () -> assertThat(records.state("terraform_data.pair[1]", "input")).contains("later"));
    kubectl.awaitReason("stack shop", "StateUncertain");
    assertThat(records.state("terraform_data.pair[0]", "input")).contains("at first");
    namespace.annotate("resourceinstance " + name, "keelson.dev/resolve=absent");
    kubectl.awaitReady("shop");
    assertThat(records.state("terraform_data.pair[0]", "input")).contains("later");
  }

  /// As another leader would that waited for the deadline: the operation is closed, not done.
  private void closeOperation(String name) {
    namespace.mergeStatus("resourceinstance " + name, "{\"status\":{\"operation\":null}}");
  }

  private String record(String address) {
    return "resourceinstance " + records.at(address).getMetadata().getName();
  }

  /// Holds back the next change of one instance until it may go on.
  private static final class HeldBack {
    final CountDownLatch arrived = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);
    volatile String next = "";

    Provider around(Provider real) {
      return new ProviderDecorator(real) {
        @Override
        public ApplyAnswer apply(ApplyRequest request) {
          if (request.at().toString().equals(next)) {
            next = "";
            arrived.countDown();
            await(goOn);
          }
          return super.apply(request);
        }
      };
    }

    boolean isThere() {
      return await(arrived);
    }

    private static boolean await(CountDownLatch latch) {
      try {
        return latch.await(180, java.util.concurrent.TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
