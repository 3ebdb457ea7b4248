package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.Operator;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.Test;

/// Fails when the framework makes its pool in another way: then perhaps nothing is left to do.
final class ControllerTimersTest {
  private final Operator controllers =
      new Operator(
          settings -> settings.withKubernetesClient(new KubernetesClientBuilder().build()));

  private ScheduledThreadPoolExecutor pool() {
    var threads = controllers.getConfigurationService().getExecutorServiceManager();
    return (ScheduledThreadPoolExecutor) threads.scheduledExecutorService();
  }

  @Test
  void thread_isKeptInsteadOfMadeAgainAndAgain() {
    assertThat(pool().getCorePoolSize()).isZero();

    ControllerTimers.keepThread(controllers);

    assertThat(pool().getCorePoolSize()).isEqualTo(1);
  }

  @Test
  void thread_endsWithTheControllers() {
    controllers.stop();
    assertThat(pool().isShutdown()).isFalse();

    ControllerTimers.end(controllers);

    assertThat(pool().isShutdown()).isTrue();
  }
}
