package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.json.ExactJson;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How what the import operation takes over is declared.
class ImportOperationTest {
  @Test
  void whatIsTakenOver_belongsToItsProvider() throws JsonProcessingException {
    var step =
        """
        {"op": "import", "imports": [
          {"type": "bare:index:Keys", "name": "a", "id": "there", "provider": "p"},
          {"type": "bare:index:Keys", "name": "b", "id": "here"}]}
        """;
    var declared = ImportOperation.declaring(ExactJson.JSON.readTree(step), List.of());
    assertThat(declared.at("/resources/0/options/provider").asText()).isEqualTo("p");
    assertThat(declared.at("/resources/1/options").has("provider")).isFalse();
  }

  private static boolean isConfigured(String expected, String actual) {
    var text = ExactJson.JSON.getNodeFactory();
    var difference = new Difference("", text.textNode(expected), text.textNode(actual));
    return ImportOperation.isConfigured(new Finding(2, Aspect.CONFIGURE, "p", "", difference));
  }

  @Test
  void providerThatIsNotConfiguredThere_isAnotherOne() {
    var one = "[{\"args\": {\"region\": \"r\"}}]";
    assertThat(isConfigured(one, one)).isTrue();

    assertThat(isConfigured("[]", one)).isFalse();
    assertThat(isConfigured(one, "[]")).isFalse();
  }
}
