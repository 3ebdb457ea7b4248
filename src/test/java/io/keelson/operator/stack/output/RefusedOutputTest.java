package io.keelson.operator.stack.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.operator.api.StackStatus.PublishedObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What helps is told by why the API server refused.
final class RefusedOutputTest {
  @ParameterizedTest
  @CsvSource({
    "403, 'secrets \"out\" is forbidden', 'Grant it the verbs get, create and patch'",
    "422, 'Secret \"out\" is invalid: data: Too long: may not be more than 1048576 bytes',"
        + " An object holds 1 MiB",
    "413, 'Request entity too large: limit is 3145728', An object holds 1 MiB",
    "422, 'Secret \"out\" is invalid: data[a b]: Invalid value', Correct spec.outputs",
  })
  void remedy_fitsTheRefusal(int code, String message, String remedy) {
    var place = new PublishedObject();
    place.kind = "Secret";
    place.name = "out";

    var told =
        RefusedOutput.of(
            OutputObject.of(place),
            "team",
            "runner",
            new KubernetesClientException(message, code, null),
            "url");

    assertThat(told.detail())
        .contains("Secret out in namespace 'team'", "'runner'", message + ". " + remedy);
  }
}
