package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained of triggers that were secret, and what is not.
class SecretTriggerTest {
  private static final String NOTHING = "";
  private static final String PLAIN = "{\"k\": \"y\", \"n\": 1}";
  private static final String READ = "{\"k\": {\"$secret\": null}, \"n\": 1}";

  private static boolean isTriggered(
      String recorded, String declared, String keys, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "b", "inputs": {},
                        "options": {"replaceTrigger": %s}}],
         "expect": {"result": "ok", "steps": [
           {"op": "create-replacement", "resource": "keel:index:Thing::b", "provider": "p"%s}]}}
        """
            .formatted(declared, keys);
    var state =
        "[{\"resource\": \"keel:index:Thing::b\", \"replaceTrigger\": %s}]".formatted(recorded);
    return new OptionDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isTriggeredInPlain(
            WrittenFinding.of(
                Aspect.RUN, "keel:index:Thing::b", NOTHING, NOTHING, expected, actual));
  }

  private static boolean isTriggered(String recorded, String declared) {
    return isTriggered(recorded, declared, NOTHING, "\"replace-create-first\"", "\"none\"");
  }

  @Test
  void triggerThatIsPlainFromNowOn_isTheSame() {
    assertThat(isTriggered(READ, PLAIN)).isTrue();

    assertThat(isTriggered(READ, PLAIN.replace("1", "2"))).isFalse();
    assertThat(isTriggered(READ, "{\"k\": \"y\"}")).isFalse();
    assertThat(isTriggered(PLAIN, PLAIN.replace("y", "z"))).isFalse();
    assertThat(isTriggered(READ, "{\"k\": {\"$secret\": \"y\"}, \"n\": 1}")).isFalse();
    assertThat(isTriggered(READ, PLAIN, NOTHING, "\"none\"", "\"replace-create-first\"")).isFalse();
    var keys = ", \"keys\": [\"zone\"]";
    assertThat(isTriggered(READ, PLAIN, keys, "\"replace-create-first\"", "\"none\"")).isFalse();
  }
}
