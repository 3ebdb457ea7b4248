package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of objects that ask to be read before they are changed, and what is not.
class ReadBeforeTest {
  private static final String NOTHING = "";
  private static final String A = "bare:index:Refreshed::a";
  private static final String DRIFTED =
      "{\"id\": \"a-1\", \"inputs\": {\"label\": \"y\"}, \"properties\": {\"label\": \"y\"}}";
  private static final String SAME =
      "{\"id\": \"a-1\", \"inputs\": {\"label\": \"x\"}, \"properties\": {\"label\": \"x\"}}";

  /// @param found what is read
  private static DataDifferences reading(String found, boolean refresh, String op) {
    var step =
        """
        {"op": "update", "refresh": %s,
         "resources": [{"type": "bare:index:Refreshed", "name": "a", "inputs": {"label": "x"}}],
         "expect": {"result": "ok",
           "calls": [{"call": "Read", "resource": "bare:index:Refreshed::a",
             "request": {"id": "a-1", "inputs": {"label": "x"}, "properties": {"label": "x"}},
             "response": %s}],
           "steps": [{"op": "%s", "resource": "bare:index:Refreshed::a", "provider": "p"}]}}
        """
            .formatted(refresh, found, op);
    return new DataDifferences(
        new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()));
  }

  private static boolean isDone(DataDifferences data, String name, String expected, String actual) {
    return data.isReadBefore(
        WrittenFinding.of(
            Aspect.RUN, "bare:index:Refreshed::" + name, NOTHING, NOTHING, expected, actual));
  }

  private static boolean isAsked(DataDifferences data, String at, String expected) {
    return data.isReadBefore(WrittenFinding.of(Aspect.ASKED, A, "Check", at, expected, "\"x\""));
  }

  @Test
  void whatIsFoundByReadingBefore_isNotFoundByAPlanThatReadsNothing() {
    var drifted = reading(DRIFTED, false, "refresh");
    assertThat(isDone(drifted, "a", "\"update\"", "\"none\"")).isTrue();
    assertThat(isDone(reading("{}", false, "refresh"), "a", "\"create\"", "\"none\"")).isTrue();
    assertThat(isAsked(drifted, "olds.label", "\"y\"")).isTrue();

    assertThat(isDone(drifted, "b", "\"update\"", "\"none\"")).isFalse();
    assertThat(isDone(drifted, "a", "\"none\"", "\"update\"")).isFalse();
    assertThat(isAsked(drifted, "olds.label", "\"z\"")).isFalse();
    assertThat(isAsked(drifted, "news.label", "\"y\"")).isFalse();
  }

  @Test
  void whatIsAsItWas_orReadOnBothSides_isTheSame() {
    var update = "\"update\"";
    assertThat(isDone(reading(SAME, false, "refresh"), "a", update, "\"none\"")).isFalse();
    assertThat(isDone(reading(DRIFTED, true, "refresh"), "a", update, "\"none\"")).isFalse();
    assertThat(isDone(reading(DRIFTED, false, "same"), "a", update, "\"none\"")).isFalse();
  }
}
