package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.json.ExactJson;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How what is taken over without a program is declared.
class ImportOperationTest {
  private static JsonNode json(String text) {
    try {
      return ExactJson.JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /// Takes over `a`, beside `b`, of which both were declared.
  private static ProviderStep declared(String state) {
    var former =
        List.of("a", "b").stream()
            .map(name ->
                new ProgramEntry(
                    json(
                        """
                        {"type": "t:index:T", "name": "%s", "inputs": {"zone": "former"},
                         "options": {"protect": true}}
                        """
                            .formatted(name))))
            .toList();
    var step =
        """
        {"op": "import", "imports": [{"type": "t:index:T", "name": "a", "id": "there"}],
         "expect": {"calls": [{"call": "Read", "resource": "t:index:T::a",
                               "response": {"inputs": {"zone": "found"}}}]}}
        """;
    return new ProviderStep(2, ImportOperation.declaring(json(step), former, json(state)));
  }

  @Test
  void whatIsRecorded_isDeclaredAsItWas_withItsImport() {
    var step = declared("[{\"resource\": \"t:index:T::a\", \"id\": \"a-1\"}]");
    assertThat(step.program()).hasSize(2);
    var again = step.entry("t:index:T::a");
    assertThat(again.inputs()).isEqualTo(json("{\"zone\": \"former\"}"));
    assertThat(again.option("import").asText()).isEqualTo("there");
    assertThat(again.isSet("protect")).isTrue();
    assertThat(step.entry("t:index:T::b").option("import").isMissingNode()).isTrue();
  }

  @Test
  void whatIsNotRecorded_isDeclaredOnce_asItWasFound() {
    var step = declared("[{\"resource\": \"t:index:T::b\", \"id\": \"b-1\"}]");
    assertThat(step.program()).hasSize(2);
    assertThat(step.entry("t:index:T::a").inputs()).isEqualTo(json("{\"zone\": \"found\"}"));
    assertThat(step.entry("t:index:T::a").isSet("protect")).isFalse();
  }

  @Test
  void runIsLimitedToWhatIsTakenOver() {
    assertThat(declared("[]").targets()).containsExactly("a");
  }

  @Test
  void whatIsTakenOver_belongsToItsProvider() {
    var step =
        """
        {"op": "import", "imports": [
          {"type": "bare:index:Keys", "name": "a", "id": "there", "provider": "p"},
          {"type": "bare:index:Keys", "name": "b", "id": "here"}]}
        """;
    var declared = ImportOperation.declaring(json(step), List.of(), json("[]"));
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

  @Test
  void whatIsFoundUnfinished_isDeclaredAsItWasFound() {
    var step =
        """
        {"op": "import", "imports": [{"type": "t:index:T", "name": "a", "id": "there"}],
         "expect": {"calls": [{"call": "Read", "resource": "t:index:T::a", "error": {"details": [
           {"type": "%s", "value": {"inputs": {"zone": "found"}}}]}}]}}
        """;
    assertThat(inputs(step.formatted("ErrorResourceInitFailed")))
        .isEqualTo(json("{\"zone\": \"found\"}"));
    assertThat(inputs(step.formatted("Else"))).isEqualTo(json("{}"));
  }

  private static JsonNode inputs(String step) {
    var declaring = ImportOperation.declaring(json(step), List.of(), json("[]"));
    return new ProviderStep(1, declaring).entry("t:index:T::a").inputs();
  }
}
