package io.keelson.provider.kubernetes.fields;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.apiserver.Json;
import org.junit.jupiter.api.Test;

/// Which fields stay those of a Stack that an object does not belong to any more: none.
final class FormerClaimsTest {
  private static final String DATA = "\"f:data\":{\"f:a\":{}}";
  private static final String MARK =
      "\"f:metadata\":{\"f:annotations\":{\"f:keelson.dev/operation\":{}}}";
  private static final String MADE = MARK + "," + DATA;

  private static JsonNode json(String text) {
    try {
      return Json.parse(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static String entry(String manager, String operation, String fields) {
    return "{\"manager\":\"%s\",\"operation\":\"%s\",\"fieldsV1\":{%s}}"
        .formatted(manager, operation, fields);
  }

  private static FormerClaims claims(String... entries) {
    var all = "{\"metadata\":{\"managedFields\":[" + String.join(",", entries) + "]}}";
    return FormerClaims.of(new LiveObject(json(all)), FormerClaimsTest::isOther);
  }

  @Test
  void formerStack_keepsNothingButItsMark() {
    var ours = entry("keelson:team/second", "Apply", MADE);
    var kubectl = entry("kubectl", "Update", DATA);

    var claims = claims(ours, entry("keelson:team/first", "Apply", MADE), kubectl);

    assertThat(claims.managers()).containsExactly("keelson:team/first");
    assertThat(claims.released())
        .contains(
            json(
                "["
                    + ours
                    + ","
                    + entry("keelson:team/first", "Apply", MARK)
                    + ","
                    + kubectl
                    + "]"));
  }

  /// It writes its outputs there, as the same manager; the object was never its own.
  @Test
  void stackThatOnlyWritesKeys_keepsThem() {
    var claims = claims(entry("keelson:team/first", "Apply", DATA));

    assertThat(claims.managers()).isEmpty();
    assertThat(claims.released()).isEmpty();
  }

  @Test
  void managersOfOthers_keepTheirs() {
    var claims =
        claims(
            entry("helm", "Apply", MADE),
            entry("keelson", "Apply", MADE),
            entry("keelson:team/first", "Update", MADE),
            entry("keelson:team/second", "Apply", MADE));

    assertThat(claims.released()).isEmpty();
  }

  /// An attempt that ended before the object became the new Stack's.
  @Test
  void whatIsReleasedAlready_isNotWrittenAgain() {
    var claims = claims(entry("keelson:team/first", "Apply", MARK));

    assertThat(claims.managers()).containsExactly("keelson:team/first");
    assertThat(claims.released()).isEmpty();
  }

  private static boolean isOther(String manager) {
    return manager.startsWith("keelson:") && !manager.equals("keelson:team/second");
  }
}
