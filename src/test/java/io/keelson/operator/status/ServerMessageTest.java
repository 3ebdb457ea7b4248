package io.keelson.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.Test;

final class ServerMessageTest {
  private static KubernetesClientException refusal(Status status) {
    return new KubernetesClientException(
        "Failure executing: POST at: https://cluster/secrets. Received status: Status(code=403)",
        403,
        status);
  }

  @Test
  void refusal_isToldInTheWordsOfTheServer() {
    var status = new StatusBuilder().withMessage("exceeded quota: few").build();

    assertThat(ServerMessage.of(refusal(status))).isEqualTo("exceeded quota: few");
  }

  @Test
  void refusalWithoutWords_isToldInThoseOfTheClient() {
    assertThat(ServerMessage.of(refusal(new Status()))).startsWith("Failure executing");
    assertThat(ServerMessage.of(new KubernetesClientException("no route"))).isEqualTo("no route");
  }

  @Test
  void kindThatIsNotServed_isNamed() {
    var nowhere =
        new KubernetesClientException(
            "Failure executing: GET at:"
                + " https://cluster/apis/keelson.dev/v1alpha1/namespaces/shop/plans?labelSelector=a%3Db."
                + " Message: Not Found.",
            404, new StatusBuilder().withMessage("Not Found").build());

    assertThat(ServerMessage.of(nowhere))
        .startsWith("Nothing is served at /apis/keelson.dev/v1alpha1/namespaces/shop/plans. ");
  }

  @Test
  void objectThatIsNotThere_isToldInTheWordsOfTheServer() {
    var status =
        new StatusBuilder()
            .withMessage("plans.keelson.dev \"a\" not found")
            .withNewDetails()
            .withKind("plans")
            .endDetails()
            .build();
    var gone =
        new KubernetesClientException(
            "Failure executing: GET at:"
                + " https://cluster/apis/keelson.dev/v1alpha1/namespaces/shop/plans/a. Message: not"
                + " found.",
            404,
            status);

    assertThat(ServerMessage.of(gone)).isEqualTo("plans.keelson.dev \"a\" not found");
  }
}
