package io.keelson.provider.kubernetes.fields;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.apiserver.ApiReply;
import io.keelson.apiserver.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ImmutabilityTest {
  private static ApiReply.Refused refused(String... fieldsAndMessages) {
    var status = Json.object();
    var causes = status.putObject("details").putArray("causes");
    for (int i = 0; i < fieldsAndMessages.length; i += 2)
      causes
          .addObject()
          .put("field", fieldsAndMessages[i])
          .put("message", fieldsAndMessages[i + 1]);
    return new ApiReply.Refused(422, status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Invalid value: {}: field is immutable",
        "Forbidden: field is immutable when `immutable` is set",
        "Forbidden: updates to statefulset spec for fields other than 'replicas' are forbidden",
        "Forbidden: pod updates may not change fields other than `spec.containers[*].image`",
        "Invalid value: []: may not change once set",
        "Forbidden: spec is immutable after creation except resources.requests",
        "Invalid value: {}: cannot change roleRef",
        "Forbidden: updates to parameters are forbidden."
      })
  void wordsOfTheServersValidations_areUnderstood(String message) {
    assertThat(Immutability.paths(refused("spec", message)))
        .containsExactly(FieldPath.parse("spec"));
  }

  @Test
  void anythingElseThatIsWrong_makesAReplacementFutile() {
    assertThat(
            Immutability.paths(
                refused("spec.a", "field is immutable", "spec.b", "must be greater than 0")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "spec.ports[0].port                          | manifest.spec.ports[0].port",
        "metadata.labels[app.kubernetes.io/name]     |"
            + " manifest.metadata.labels.\"app.kubernetes.io/name\"",
        ".spec.containers[name=\"a\"].image          | manifest.spec.containers",
        "''                                          | manifest",
      })
  void field_isAnAttributeOfTheManifest(String field, String path) {
    assertThat(FieldPath.parse(field)).hasToString(path);
  }
}
