package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.json.ExactJson;
import org.junit.jupiter.api.Test;

/// What an entry of a program says of itself.
class ProgramEntryTest {
  private static String system(String pack, String inputs) {
    try {
      return new ProgramEntry(
              ExactJson.JSON.readTree(
                  "{\"type\": \"pulumi:providers:%s\", \"name\": \"p\", \"inputs\": %s}"
                      .formatted(pack, inputs)))
          .system();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void system_isNamedByAllThatIsNoSecret() {
    assertThat(system("tls", "{\"proxy\": {\"url\": \"x\", \"env\": true}, \"b\": 1}"))
        .isEqualTo("b=1, proxy={env=true, url=x}");
    assertThat(system("tls", "{\"list\": [\"a\", {\"$secret\": \"b\"}, \"c\"]}"))
        .isEqualTo("list=[a, c]");
    assertThat(system("tls", "{\"a\": {\"$secret\": \"b\"}, \"c\": null, \"d\": {}}")).isEmpty();
    assertThat(system("bare", "{\"account\": \"1\", \"region\": \"r\"}")).isEqualTo("account=1");
  }
}
