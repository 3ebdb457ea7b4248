package io.keelson.provider.kubernetes.fields;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.apiserver.Json;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FormerVersionTest {
  private static final String FIELDS =
      """
      {"f:metadata": {"f:labels": {".": {}, "f:app": {}}},
       "f:spec": {"f:port": {}, "f:old": {}, "f:gone": {"f:part": {}},
                  "f:rules": {"k:{\\"name\\":\\"a\\"}": {".": {}, "f:name": {}}}}}
      """;

  private static JsonNode json(String text) {
    try {
      return Json.parse(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static String entry(String manager, String operation, String version, String fields) {
    return """
    {"manager": "%s", "operation": "%s", "apiVersion": "%s", "fieldsV1": %s}
    """
        .formatted(manager, operation, version, fields);
  }

  private static Optional<JsonNode> renewed(String entries) {
    var object =
        """
        {"apiVersion": "example.org/v2", "metadata": {"labels": {"app": "a"}, "managedFields": [%s]},
         "spec": {"port": "a", "access": "deny", "rules": [{"name": "b"}]}}
        """
            .formatted(entries);
    return FormerVersion.renewed(new LiveObject(json(object)), "ours");
  }

  @Test
  void fieldsOfAFormerVersion_areHeldInThePresentOneWhereTheyAreThere() {
    var other = entry("other", "Apply", "example.org/v1", FIELDS);
    var edit = entry("ours", "Update", "example.org/v1", FIELDS);
    var there =
        """
        {"f:metadata": {"f:labels": {".": {}, "f:app": {}}},
         "f:spec": {"f:port": {}, "f:rules": {"k:{\\"name\\":\\"a\\"}": {".": {}, "f:name": {}}}}}
        """;

    assertThat(renewed(other + "," + entry("ours", "Apply", "example.org/v1", FIELDS) + "," + edit))
        .contains(
            json(
                "["
                    + other
                    + ","
                    + entry("ours", "Apply", "example.org/v2", there)
                    + ","
                    + edit
                    + "]"));
  }

  @Test
  void fieldsOfThePresentVersion_areNotWrittenAgain() {
    assertThat(renewed(entry("ours", "Apply", "example.org/v2", FIELDS))).isEmpty();
    assertThat(renewed("")).isEmpty();
  }
}
