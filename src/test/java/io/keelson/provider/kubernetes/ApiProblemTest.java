package io.keelson.provider.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.apiserver.ApiReply;
import io.keelson.apiserver.Json;
import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ApiProblemTest {
  private static final ObjectKey KEY = new ObjectKey("v1", "ConfigMap", "shop", "kept");

  private static Diagnostic problem(int code, String message, String verb) {
    var status = Json.object().put("message", message);
    return ApiProblem.of(new ApiReply.Refused(code, status), KEY, verb);
  }

  /// No other manifest would help: a policy, say, forbids the deletion itself.
  @ParameterizedTest
  @ValueSource(strings = {"delete", "read"})
  void refusalOfWhatHasNoManifest_doesNotBlameTheManifest(String verb) {
    var problem = problem(422, "configmaps \"kept\" is forbidden: it is protected", verb);

    assertThat(problem.code()).isEqualTo(Code.PROVIDER_ERROR);
    assertThat(problem.detail())
        .contains("it is protected", "See what the message asks for")
        .doesNotContain("manifest");
  }

  @ParameterizedTest
  @ValueSource(strings = {"create", "change"})
  void refusalOfAManifest_asksForAnother(String verb) {
    var problem = problem(422, "ConfigMap \"kept\" is invalid", verb);

    assertThat(problem.code()).isEqualTo(Code.INVALID_CONFIG);
    assertThat(problem.detail()).endsWith("Correct the manifest.");
  }

  @Test
  void objectThatIsTooLarge_isToldSo() {
    var problem = problem(500, "etcdserver: request is too large", "create");

    assertThat(problem.code()).isEqualTo(Code.INVALID_CONFIG);
    assertThat(problem.detail()).contains("Make it smaller");
  }

  @Test
  void kindThatAnotherServerServes_isToldHowToFindThatServer() {
    var thing = new ObjectKey("down.example.com/v1", "Thing", "shop", "a");

    var problem = ApiProblem.ofKind(new ApiReply.Lost("HTTP 503"), thing);

    assertThat(problem.code()).isEqualTo(Code.NO_ANSWER);
    assertThat(problem.detail())
        .contains("HTTP 503", "answers for down.example.com", "kubectl get apiservices");
  }
}
