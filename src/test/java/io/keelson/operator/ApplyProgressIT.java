package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.keelson.cli.Program;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.ConditionedStatus;
import io.keelson.operator.api.Resource;
import io.keelson.operator.status.Conditions;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// How far an apply is: while it lasts, after a failure, and when it goes on.
@ExtendWith(OnControlPlane.class)
final class ApplyProgressIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, approval: {mode: Manual}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: quick}
      spec: {stack: shop, type: terraform_data, config: {input: x}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: broken}
      spec: {stack: shop, type: terraform_data, config: {input: x}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: slow}
      spec: {stack: shop, type: terraform_data, config: {input: x}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: user}
      spec: {stack: shop, type: terraform_data, config: {input: "${terraform_data.slow.output}"}}
      """;

  private static final String READY = "UpToDate 1/1 What is declared is what exists.";

  private final CountDownLatch slow = new CountDownLatch(1);
  private final CountDownLatch again = new CountDownLatch(1);
  private volatile boolean mended;

  /// What was said of this Resource: reason, instances and message.
  private final List<String> quick = new CopyOnWriteArrayList<>();

  private TestNamespace namespace;
  private Kubectl kubectl;
  private Watch watch;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace given) {
    namespace = given;
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace, this::unequal);
    watch =
        namespace
            .client()
            .resources(Resource.class)
            .inNamespace(namespace.name())
            .withName("quick")
            .watch(
                new Watcher<>() {
                  @Override
                  public void eventReceived(Action action, Resource seen) {
                    var ready =
                        Conditions.find(ConditionedStatus.conditions(seen), Conditions.READY);
                    if (ready != null)
                      quick.add(
                          "%s %s %s"
                              .formatted(
                                  ready.getReason(),
                                  seen.getStatus().instances,
                                  ready.getMessage()));
                  }

                  @Override
                  public void onClose(WatcherException why) {}
                });
  }

  @AfterEach
  void stop() {
    slow.countDown();
    again.countDown();
    watch.close();
    operator.close();
  }

  /// One that is slow with one object, and fails with another until that is mended.
  private Provider unequal(Provider real) {
    return new ProviderDecorator(real) {
      @Override
      public ApplyAnswer apply(ApplyRequest request) {
        var name = request.at().resource().name();
        if (name.equals("slow")) await(slow);
        if (!name.equals("broken")) return super.apply(request);
        if (mended) {
          await(again);
          return super.apply(request);
        }
        var error = Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "It is broken", "Wait.");
        return new ApplyAnswer.Returned(Optional.empty(), Bytes.NONE, List.of(error));
      }
    };
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new AssertionError("calls are never interrupted", e);
    }
  }

  private JsonNode awaitStack(String progress) {
    return namespace.await(
        "stack shop", progress, found -> said(found.at("/status/plan/progress")).equals(progress));
  }

  private static String said(JsonNode progress) {
    return "%s done, %s running, %s failed of %s"
        .formatted(
            progress.path("done").asText(),
            progress.path("running").asText(),
            progress.path("failed").asText(),
            progress.path("total").asText());
  }

  private void awaitPlan(String plan, String progress) {
    namespace.await(
        "plan " + plan, progress, found -> said(found.at("/status/progress")).equals(progress));
  }

  @Test
  void numbers_areSeenMeanwhileAndGoOnAfterAFailure() {
    kubectl.apply(SHOP);
    var plan = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("stack shop", ".status.plan.progress")).isEmpty();
    kubectl.approve(plan);

    var meanwhile = awaitStack("1 done, 1 running, 1 failed of 4").at("/status");
    assertThat(meanwhile.at("/pending").asText()).isEqualTo("1/4, 1 failed");
    assertThat(meanwhile.at("/resources").asText()).isEqualTo("1/4");
    var longest = meanwhile.at("/plan/progress/longest");
    assertThat(longest.at("/address").asText()).isEqualTo("terraform_data.slow");
    assertThat(longest.at("/action").asText()).isEqualTo("Create");
    assertThat(longest.at("/since").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    var startedAt = meanwhile.at("/plan/progress/startedAt").asText();

    var told = Program.runIn(namespace, "status", "shop");
    assertThat(told.exitCode()).as(told::toString).isEqualTo(2);
    assertThat(told.out())
        .containsPattern("\\[#+x+>+ +] 1 done, 1 running, 1 failed, 1 left, for [0-9]+s")
        .containsPattern("longest: terraform_data\\.slow create for [0-9]+s");

    // It is ready while others are still being made, and the one that failed is not.
    kubectl.awaitReason("resource quick", "UpToDate");
    assertThat(kubectl.get("resource quick", ".status.instances")).isEqualTo("1/1");
    kubectl.awaitReason("resource broken", "Applying");
    assertThat(kubectl.get("resource broken", ".status.conditions[0].message"))
        .startsWith("Its part in the plan that is being carried out is over.");

    slow.countDown();

    kubectl.awaitReason("stack shop", "ApplyFailed");
    var failed = awaitStack("3 done, 0 running, 1 failed of 4").at("/status");
    assertThat(failed.at("/pending").asText()).startsWith("+");
    assertThat(failed.at("/resources").asText()).isEqualTo("3/4");
    assertThat(failed.at("/plan/progress").has("longest")).isFalse();
    awaitPlan(plan, "3 done, 0 running, 1 failed of 4");

    mended = true;

    var second = awaitStack("3 done, 1 running, 0 failed of 4").at("/status");
    assertThat(second.at("/pending").asText()).isEqualTo("3/4");
    assertThat(second.at("/resources").asText()).isEqualTo("3/4");
    assertThat(second.at("/plan/progress/startedAt").asText()).isEqualTo(startedAt);

    again.countDown();

    kubectl.awaitReady("shop");
    assertThat(kubectl.get("stack shop", ".status.pending")).isEqualTo("+0 ~0 -/+0 -0");
    assertThat(kubectl.get("stack shop", ".status.plan")).isEmpty();
    awaitPlan(plan, "4 done, 0 running, 0 failed of 4");
    // What went well was ready from then on, whatever came of the others, and nothing is said
    // again.
    assertThat(quick.subList(quick.indexOf(READY), quick.size())).containsOnly(READY);
  }
}
