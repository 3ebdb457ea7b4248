package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained where something is declared as null, and what is not.
class NullChangeTest {
  private static final String NOTHING = "";
  private static final String A = "bare:index:Keys::a";
  private static final String NONE = "\"none\"";
  private static final String REPLACED = "\"replace-create-first\"";

  private static ValueDifferences values(String zone, String recorded, String changed) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "bare:index:Keys", "name": "a", "inputs": {"zone": %s}}],
         "expect": {"result": "ok", "steps": [
           {"op": "create-replacement", "resource": "bare:index:Keys::a", "provider": "p",
            "keys": ["zone"], "diffs": %s}]}}
        """
            .formatted(zone, changed);
    var state = "[{\"resource\": \"bare:index:Keys::a\", \"inputs\": %s}]".formatted(recorded);
    return new ValueDifferences(
        new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)));
  }

  private static boolean isChanged(
      ValueDifferences values, Aspect aspect, String call, String expected, String actual) {
    return values.isChangedForNull(WrittenFinding.of(aspect, A, call, NOTHING, expected, actual));
  }

  @Test
  void whatIsDeclaredAsNull_isNoChange() {
    var values = values("null", "{}", "[\"zone\"]");
    assertThat(isChanged(values, Aspect.RUN, NOTHING, REPLACED, NONE)).isTrue();
    assertThat(isChanged(values, Aspect.CALLS, "Create", "{}", NOTHING)).isTrue();

    assertThat(isChanged(values, Aspect.RUN, NOTHING, NONE, REPLACED)).isFalse();
    assertThat(isChanged(values, Aspect.CALLS, "Delete", NOTHING, "{}")).isFalse();
  }

  @Test
  void whatIsDeclaredOtherwise_isAChange() {
    for (ValueDifferences other :
        new ValueDifferences[] {
          values("\"\"", "{}", "[\"zone\"]"),
          values("null", "{\"zone\": \"z\"}", "[\"zone\"]"),
          values("null", "{}", "[\"zone\", \"label\"]")
        }) assertThat(isChanged(other, Aspect.RUN, NOTHING, REPLACED, NONE)).isFalse();
  }

  private static boolean isNull(String expected, String actual) {
    return values("null", "{}", "[]")
        .isNull(WrittenFinding.of(Aspect.CALLS, A, "Create", "properties.zone", expected, actual));
  }

  @Test
  void secretNull_isNothing() {
    assertThat(isNull("{\"$secret\": null}", NOTHING)).isTrue();

    assertThat(isNull("{\"$secret\": null}", "\"z\"")).isFalse();
    assertThat(isNull("{\"$secret\": \"z\"}", NOTHING)).isFalse();
  }

  private static boolean isInside(String zone, String at, String expected, String actual) {
    return values(zone, "{}", "[]")
        .isInsideSecret(WrittenFinding.of(Aspect.STATE, A, NOTHING, at, expected, actual));
  }

  @Test
  void secretInsideOfASecret_isOnlyThat() {
    var secret = "{\"$secret\": [\"x\", {\"$secret\": \"y\"}]}";
    var plain = "[\"x\", \"y\"]";
    var zone = "{\"$secret\": {\"k\": %s}}".formatted(secret);
    assertThat(isInside(zone, "inputs.zone.$secret.k", secret, plain)).isTrue();

    assertThat(isInside(zone, "inputs.zone.k", secret, plain)).isFalse();
    assertThat(isInside(zone, "inputs.zone.$secret.k", secret, "[\"x\", \"z\"]")).isFalse();
    var once = "{\"$secret\": {\"k\": %s}}".formatted(plain);
    assertThat(isInside(once, "inputs.zone.$secret.k", secret, plain)).isFalse();
  }
}
