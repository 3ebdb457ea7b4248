package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Provider;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What a Stack says while its provider takes its time to plan.
@ExtendWith(OnControlPlane.class)
final class LongPlanIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 1s, approval: {mode: Manual}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: slow}
      spec: {stack: shop, type: terraform_data, config: {input: x}}
      """;

  private final CountDownLatch answer = new CountDownLatch(1);
  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace, this::slow);
  }

  @AfterEach
  void stop() {
    answer.countDown();
    operator.close();
  }

  private Provider slow(Provider real) {
    return new ProviderDecorator(real) {
      @Override
      public Answer<PlannedState> plan(PlanRequest request) {
        try {
          answer.await();
        } catch (InterruptedException e) {
          throw new AssertionError("calls are never interrupted", e);
        }
        return super.plan(request);
      }
    };
  }

  @Test
  void stackThatIsPlannedForLong_saysSo_andThenWhatCameOfIt() {
    kubectl.apply(SHOP);

    kubectl.awaitReason("stack shop", "MembersChanged");
    kubectl.awaitReason("stack shop", "Planning");
    assertThat(kubectl.get("stack shop", ".status.conditions[?(@.type=='Ready')].message"))
        .startsWith("The Stack is being planned since ")
        .endsWith(
            ": its providers and programs are asked, for the longest time about"
                + " 'terraform_data.slow'.");

    answer.countDown();

    kubectl.awaitReason("stack shop", "AwaitingApproval");
  }
}
