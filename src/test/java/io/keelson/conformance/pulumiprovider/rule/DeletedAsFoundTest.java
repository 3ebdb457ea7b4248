package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where objects ask to be read before they are deleted, and what is not.
class DeletedAsFoundTest {
  private static final String NOTHING = "";

  /// `a` has drifted, and `b` is gone; `c` is not read.
  private static boolean isRead(
      String op, String name, String call, String at, String expected, String actual) {
    var step =
        """
        {"op": "%s", "expect": {"result": "ok",
          "steps": [{"op": "refresh", "resource": "bare:index:Refreshed::a", "provider": "p"},
                    {"op": "refresh", "resource": "bare:index:Refreshed::b", "provider": "p"}],
          "calls": [
            {"call": "Read", "resource": "bare:index:Refreshed::a",
             "response": {"id": "a-1", "inputs": {}, "properties": {"label": "d"}}},
            {"call": "Read", "resource": "bare:index:Refreshed::b", "response": {}}]}}
        """
            .formatted(op);
    return new DataDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isReadBefore(
            WrittenFinding.of(
                Aspect.CALLS, "bare:index:Refreshed::" + name, call, at, expected, actual));
  }

  private static boolean isRead(
      String name, String call, String at, String expected, String actual) {
    return isRead("destroy", name, call, at, expected, actual);
  }

  @Test
  void whatAsksToBeRead_isDeletedAsRecorded() {
    assertThat(isRead("b", "Read", NOTHING, "{}", NOTHING)).isTrue();
    assertThat(isRead("b", "Delete", NOTHING, NOTHING, "{}")).isTrue();
    assertThat(isRead("a", "Delete", "properties.label", "\"d\"", NOTHING)).isTrue();

    assertThat(isRead("a", "Delete", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isRead("b", "Delete", NOTHING, "{}", NOTHING)).isFalse();
    assertThat(isRead("a", "Delete", "properties.label", "\"e\"", NOTHING)).isFalse();
    assertThat(isRead("a", "Delete", "properties.zone", "\"d\"", NOTHING)).isFalse();
    assertThat(isRead("c", "Read", NOTHING, "{}", NOTHING)).isFalse();
    assertThat(isRead("c", "Delete", NOTHING, NOTHING, "{}")).isFalse();
  }
}
