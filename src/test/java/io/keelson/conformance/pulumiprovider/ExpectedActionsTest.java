package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.json.ExactJson;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What steps of a recording say that is done to each resource.
class ExpectedActionsTest {
  /// @param old what the old objects of `a` and `b` are called when they go
  private static JsonNode replacing(String... old) {
    try {
      return ExactJson.JSON.readTree(
          """
          {"steps": [
            {"op": "create-replacement", "resource": "t:T::a", "oldId": "%1$s", "provider": "p"},
            {"op": "create-replacement", "resource": "t:T::b", "oldId": "%2$s", "provider": "p"},
            {"op": "delete-replaced", "resource": "t:T::%3$s", "oldId": "%1$s", "provider": "p"},
            {"op": "delete-replaced", "resource": "t:T::%4$s", "oldId": "%2$s", "provider": "p"}]}
          """
              .formatted((Object[]) old));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void oldObjectsOfOneId_goWithTheirOwnReplacements() {
    var both = Map.of("t:T::a", OwnActions.CREATE_FIRST, "t:T::b", OwnActions.CREATE_FIRST);
    assertThat(ExpectedActions.of(replacing("none", "none", "a", "b"))).isEqualTo(both);
    assertThat(ExpectedActions.of(replacing("a-1", "b-1", "a", "former"))).isEqualTo(both);
  }

  /// @param steps of `a`, which fails
  private static Map<String, String> failing(String steps) {
    try {
      return ExpectedActions.of(
          ExactJson.JSON.readTree(
              """
              {"diagnostics": [{"severity": "error", "resource": "t:T::a", "message": "no"}],
               "steps": [%s]}
              """
                  .formatted(steps)));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void stepThatFailsItself_isTheOneThatFails() {
    var updated = "{\"op\": \"update\", \"resource\": \"t:T::a\", \"provider\": \"p\"}";
    var gone =
        """
        {"op": "delete-replaced", "resource": "t:T::a", "provider": "p", "status": "failed"}
        """;
    assertThat(failing(updated + ", " + gone))
        .isEqualTo(Map.of("t:T::a", "update, delete-deposed failed"));
    assertThat(failing(updated + ", " + gone.replace(", \"status\": \"failed\"", "")))
        .isEqualTo(Map.of("t:T::a", "update failed, delete-deposed failed"));
  }

  @Test
  void whatIsDestroyedFirst_andDeclaredNoMore_isDeleted() {
    var gone = "{\"op\": \"delete-replaced\", \"resource\": \"t:T::b\", \"provider\": \"p\"}";
    var ended = gone.replace("delete-replaced", "remove-pending-replace");
    assertThat(failing(gone + ", " + ended)).isEqualTo(Map.of("t:T::b", "delete"));
    assertThat(failing(gone)).isEqualTo(Map.of("t:T::b", OwnActions.DESTROY_FIRST));
  }

  @Test
  void whatFailsAfterItsImport_isTakenOver() {
    var imported = "{\"op\": \"import\", \"resource\": \"t:T::a\", \"provider\": \"p\"}";
    var updated = imported.replace("import", "update");
    assertThat(failing(imported + ", " + updated))
        .isEqualTo(Map.of("t:T::a", "import, update failed"));
    assertThat(failing(updated)).isEqualTo(Map.of("t:T::a", "update failed"));
    assertThat(failing(imported)).isEmpty();
  }

  @Test
  void whatIsDoneToTwoOfOneName_isToldInOneOrder() {
    var deleted = "{\"op\": \"delete\", \"resource\": \"t:T::b\", \"provider\": \"p\"}";
    var made = deleted.replace("delete", "create");
    assertThat(failing(deleted + ", " + made)).isEqualTo(Map.of("t:T::b", "create, delete"));
    assertThat(failing(made + ", " + deleted)).isEqualTo(Map.of("t:T::b", "create, delete"));
  }

  @Test
  void whatWasOnlyRead_isTakenOver() {
    var imported =
        "{\"op\": \"import-replacement\", \"resource\": \"t:T::b\", \"provider\": \"p\"}";
    var discarded = imported.replace("import-replacement", "discard-replaced");
    var deleted = imported.replace("import-replacement", "delete-replaced");
    assertThat(failing(imported + ", " + discarded)).isEqualTo(Map.of("t:T::b", "import"));
    assertThat(failing(imported + ", " + deleted).get("t:T::b")).doesNotContain("import");
  }

  @Test
  void whatGoesFirst_andFails_isDeletedByItsPreview() {
    var gone =
        """
        {"op": "delete-replaced", "resource": "t:T::b", "provider": "p", "status": "failed"}
        """;
    var part = "{\"steps\": [%s], \"preview\": {\"steps\": [%s]}}";
    var ended = "{\"op\": \"remove-pending-replace\", \"resource\": \"t:T::%s\"}";
    assertThat(actions(part.formatted(gone, ended.formatted("b"))))
        .isEqualTo(Map.of("t:T::b", "delete failed"));
    assertThat(actions(part.formatted(gone, ended.formatted("c"))))
        .isEqualTo(Map.of("t:T::b", OwnActions.DESTROY_FIRST + " failed"));
  }

  private static Map<String, String> actions(String part) {
    try {
      return ExpectedActions.of(ExactJson.JSON.readTree(part));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void whatGoesBesideAReplacement_isAnOlderObject() {
    var deleted = "{\"op\": \"delete\", \"resource\": \"t:T::b\", \"provider\": \"p\"}";
    var replaced =
        deleted.replace("delete", "delete-replaced")
            + ", "
            + deleted.replace("delete", "create-replacement");
    var steps = "{\"steps\": [%s]}";
    assertThat(actions(steps.formatted(deleted + ", " + replaced)))
        .isEqualTo(Map.of("t:T::b", OwnActions.DESTROY_FIRST + ", delete-deposed"));
    assertThat(actions(steps.formatted(deleted))).isEqualTo(Map.of("t:T::b", "delete"));
  }
}
