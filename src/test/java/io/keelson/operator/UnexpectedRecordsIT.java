package io.keelson.operator;

import static io.keelson.operator.RecordedShop.HEALTHY;
import static io.keelson.operator.RecordedShop.SHOP;
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

/// Records as no operator left them: of another cluster, twice, or with a result that nobody
/// expects. Nothing is done to the objects, people are told what to do, and what they then do heals
/// it.
@ExtendWith(OnControlPlane.class)
final class UnexpectedRecordsIT {
  private static final String PAIR =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: pair}
      spec: {stack: shop, type: terraform_data, count: 2, config: {input: "%s"}}
      """;

  private final HeldBack heldBack = new HeldBack();
  private RecordedShop shop;
  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private Map<String, String> before;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    shop = new RecordedShop(own, heldBack::around);
    kubectl = shop.kubectl;
    records = shop.records;
    before = shop.before;
  }

  @AfterEach
  void stop() {
    heldBack.goOn.countDown();
    shop.close();
  }

  @Test
  void recordOfAnotherCluster_stopsTheStackUntilItIsThisOnes() {
    var record = record("terraform_data.healthy");
    var cluster = kubectl.get(record, ".spec.cluster");
    moveTo(record, "11111111-2222-3333-4444-555555555555");
    shop.restart();

    kubectl.awaitReason("stack shop", "ClusterChanged");
    assertThat(kubectl.message("stack shop"))
        .contains("terraform_data.healthy", "another cluster", "Stop the operator there");
    kubectl.apply(HEALTHY.formatted("here"));
    kubectl.apply(HEALTHY.formatted("here").replace("name: healthy", "name: further"));
    shop.restart();
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
    shop.restart();
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
