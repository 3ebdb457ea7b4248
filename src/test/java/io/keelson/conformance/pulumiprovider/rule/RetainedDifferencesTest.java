package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of what is protected, and would be left alone, and what is not.
class RetainedDifferencesTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::a";
  private static final String BOTH = "\"protect\": true, \"retainOnDelete\": true";
  private static final String FAILED = "\"replace-create-first failed\"";
  private static final String REPLACED = "\"replace-create-first\"";

  private static boolean isForgotten(
      String options,
      boolean declared,
      Aspect aspect,
      String call,
      String expected,
      String actual) {
    var entry =
        "{\"type\": \"keel:index:Thing\", \"name\": \"a\", \"options\": {%s}}".formatted(options);
    var step =
        """
        {"op": "update", "resources": [%s],
         "expect": {"result": "failed", "diagnostics": [
           {"severity": "error", "resource": "keel:index:Thing::a",
            "message": "%s"}]}}
        """
            .formatted(
                declared ? entry : "",
                declared
                    ? "unable to replace resource a as it is marked for protection"
                    : "resource a cannot be deleted\\nbecause it is protected.");
    var state = "[{\"resource\": \"keel:index:Thing::a\", \"id\": \"a-1\", %s}]".formatted(options);
    return new RetainedDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            new Before(WrittenFinding.json(state)),
            new Errors(List.of()))
        .isForgotten(
            WrittenFinding.of(
                aspect, aspect == Aspect.RESULT ? NOTHING : A, call, NOTHING, expected, actual));
  }

  private static boolean isReplaced(Aspect aspect, String call, String expected, String actual) {
    return isForgotten(BOTH, true, aspect, call, expected, actual);
  }

  @Test
  void whatIsReplaced_isForgotten() {
    assertThat(isReplaced(Aspect.PLAN, NOTHING, FAILED, REPLACED)).isTrue();
    assertThat(isReplaced(Aspect.RUN, NOTHING, "\"none\"", REPLACED)).isTrue();
    assertThat(isReplaced(Aspect.CALLS, "Create", NOTHING, "{}")).isTrue();
    assertThat(isReplaced(Aspect.WORLD, NOTHING, NOTHING, "{}")).isTrue();
    assertThat(isReplaced(Aspect.RESULT, NOTHING, "\"failed\"", "\"[]\"")).isTrue();

    assertThat(isReplaced(Aspect.CALLS, "Delete", NOTHING, "{}")).isFalse();
    assertThat(isReplaced(Aspect.WORLD, NOTHING, "{}", NOTHING)).isFalse();
    assertThat(isReplaced(Aspect.STATE, NOTHING, "\"[{}]\"", "\"[]\"")).isFalse();
    assertThat(isReplaced(Aspect.RUN, NOTHING, REPLACED, "\"none\"")).isFalse();
  }

  private static boolean isGone(Aspect aspect, String call, String expected, String actual) {
    return isForgotten(BOTH, false, aspect, call, expected, actual);
  }

  @Test
  void whatGoes_isForgotten() {
    assertThat(isGone(Aspect.RUN, NOTHING, "\"delete failed\"", "\"delete\"")).isTrue();
    assertThat(isGone(Aspect.STATE, NOTHING, "\"[{}]\"", "\"[]\"")).isTrue();

    assertThat(isGone(Aspect.CALLS, "Delete", NOTHING, "{}")).isFalse();
    assertThat(isGone(Aspect.WORLD, NOTHING, "{}", NOTHING)).isFalse();
    assertThat(isGone(Aspect.RUN, NOTHING, "\"update\"", "\"delete\"")).isFalse();
  }

  @Test
  void whatIsOnlyProtected_orOnlyLeftAlone_isNotExplained() {
    for (String one : BOTH.split(", ", -1))
      for (boolean declared : List.of(true, false)) {
        assertThat(isForgotten(one, declared, Aspect.RUN, NOTHING, FAILED, REPLACED)).isFalse();
        assertThat(isForgotten(one, declared, Aspect.RESULT, NOTHING, "\"failed\"", "\"[]\""))
            .isFalse();
      }
  }
}
