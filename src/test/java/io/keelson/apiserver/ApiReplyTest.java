package io.keelson.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /// Everything else of the kind may have been carried out.
  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      textBlock =
          """
          etcdserver: request is too large → true
          rpc error: code = ResourceExhausted desc = trying to send message larger than max (2097170 vs. 2097152) → true
          failed to create typed patch object (shop/a; /v1, Kind=A): .data.a: expected string → true
          .spec.access: field not declared in schema → true
          failed calling webhook "a.example.com": no endpoints available → true
          etcdserver: request timed out → false
          rpc error: code = Unavailable desc = transport is closing → false
          """)
  void internalError_isARefusalOnlyWhereNothingIsStoredForCertain(String message, boolean clear) {
    var refused = new ApiReply.Refused(500, Json.object().put("message", message));

    assertThat(refused.isClear()).isEqualTo(clear);
  }

  @Test
  void refusalForAnotherReason_isNoConflict() throws JsonProcessingException {
    assertThat(refused("{\"reason\": \"FieldValueForbidden\"}").conflicts()).isEmpty();
    assertThat(new ApiReply.Refused(409, Json.object()).conflicts()).isEmpty();
  }
}
