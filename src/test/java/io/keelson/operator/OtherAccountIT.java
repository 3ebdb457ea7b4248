package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// The operator runs as an account that may not write statuses: no status can say so, so it is not
/// ready, and an event says why.
@ExtendWith(OnControlPlane.class)
@Execution(ExecutionMode.CONCURRENT)
final class OtherAccountIT {
  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {}
      """;

  @Test
  void operatorWhoseStatusesAreRefused_isNotReadyAndSaysWhy(TestNamespace namespace) {
    try (var operator = OperatorUnderTest.as("somebody-else", namespace)) {
      namespace.eventually(() -> assertThat(operator.readiness()).isEqualTo("ok\n"));
      namespace.apply(STACK);

      namespace.eventually(() ->
          assertThat(operator.readiness())
              .startsWith("not ready: the API server refuses the statuses that it writes:")
              .contains("state.keelson.dev"));
      namespace.eventually(() ->
          assertThat(namespace.list("events").path("items"))
              .anySatisfy(event -> {
                assertThat(event.path("reason").asText()).isEqualTo("StatusRefused");
                assertThat(event.path("involvedObject").path("name").asText()).isEqualTo("shop");
                assertThat(event.path("message").asText())
                    .startsWith("The operator cannot report on this Stack: the API server refuses");
              }));
    }
  }
}
