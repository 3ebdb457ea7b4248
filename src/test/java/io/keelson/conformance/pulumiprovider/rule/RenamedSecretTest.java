package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained where an option hides something no more that has another name now.
class RenamedSecretTest {
  private static boolean isOtherwise(String recorded, String hidden, String options) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "bare:index:Keys", "name": "b", "inputs": {},
                        "options": {"aliases": ["a"]%s}}],
         "expect": {"result": "ok"}}
        """
            .formatted(options);
    var state =
        "[{\"resource\": \"bare:index:Keys::%s\", \"secretOutputs\": [%s]}]"
            .formatted(recorded, hidden);
    return new RecordDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isOtherwiseSecret(
            WrittenFinding.of(Aspect.RUN, "bare:index:Keys::b", "", "", "\"none\"", "\"update\""));
  }

  @Test
  void whatWasHiddenUnderAFormerName_isUpdated() {
    assertThat(isOtherwise("a", "\"endpoint\"", "")).isTrue();
    assertThat(isOtherwise("b", "\"endpoint\"", "")).isTrue();

    assertThat(isOtherwise("c", "\"endpoint\"", "")).isFalse();
    assertThat(isOtherwise("a", "", "")).isFalse();
    assertThat(isOtherwise("a", "\"endpoint\"", ", \"secretOutputs\": [\"endpoint\"]")).isFalse();
  }
}
