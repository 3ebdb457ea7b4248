package io.keelson.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import org.junit.jupiter.api.Test;

final class ApiReplyTest {
  private static ApiReply.Refused refused(String causes) throws JsonProcessingException {
    return new ApiReply.Refused(409, Json.parse("{\"details\": {\"causes\": [" + causes + "]}}"));
  }

  @Test
  void conflicts_areThoseWithOtherManagers() throws JsonProcessingException {
    var refused =
        refused(
            """
            {"reason": "FieldManagerConflict", "field": ".data.mode",
             "message": "conflict with \\"kubectl-edit\\" using v1"},
            {"reason": "FieldManagerConflict", "field": ".status",
             "message": "conflict with \\"a b\\" with subresource \\"status\\" using apps/v1"},
            {"reason": "FieldManagerConflict", "field": ".spec", "message": "conflict"},
            {"reason": "FieldValueForbidden", "field": ".spec.replicas"}\
            """);

    assertThat(refused.conflicts())
        .extracting(FieldConflict::field)
        .containsExactly(".data.mode", ".status", ".spec");
    assertThat(refused.conflicts())
        .extracting(FieldConflict::manager)
        .containsExactly("kubectl-edit", "a b", "");
  }

  @Test
  void refusalForAnotherReason_isNoConflict() throws JsonProcessingException {
    assertThat(refused("{\"reason\": \"FieldValueForbidden\"}").conflicts()).isEmpty();
    assertThat(new ApiReply.Refused(409, Json.object()).conflicts()).isEmpty();
  }
}
