package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Provider;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A turn of a Stack that ends with an error nobody foresaw.
@ExtendWith(OnControlPlane.class)
final class BrokenTurnIT {
  private final AtomicInteger plans = new AtomicInteger();

  @Test
  void errorInATurn_isFollowedByAnotherTurn(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace, Broken::new)) {
      kubectl.apply(
          """
          apiVersion: keelson.dev/v1alpha1
          kind: Stack
          metadata: {name: shop}
          spec: {settle: 1s}
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Resource
          metadata: {name: a}
          spec: {stack: shop, type: terraform_data, config: {input: hello}}
          """);

      kubectl.awaitReady("shop");
    }
    assertThat(plans).hasValueGreaterThan(1);
  }

  /// Ends the first plan with an error of the machine.
  private final class Broken extends ProviderDecorator {
    Broken(Provider real) {
      super(real);
    }

    @Override
    public Answer<PlannedState> plan(PlanRequest request) {
      if (plans.getAndIncrement() == 0) throw new NoClassDefFoundError("as after a bad update");
      return super.plan(request);
    }
  }
}
