package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where what is to move is read there, and what is not.
class MoveReadingTest {
  private static final String NOTHING = "";
  private static final String A = "bare:index:Keys::a";
  private static final String B = "bare:index:Keys::b";
  private static final String C = "bare:index:Keys::c";

  /// `b` was called `a`.
  ///
  /// @param other what is done of `c`
  private static boolean isRead(
      String other,
      Aspect aspect,
      String about,
      String call,
      String at,
      String expected,
      String actual) {
    var step =
        """
        {"op": "update", "refresh": true, "targets": ["a"],
         "resources": [{"type": "bare:index:Keys", "name": "b", "inputs": {"label": "x"},
                        "options": {"aliases": ["a"]}}],
         "expect": {"result": "ok", "calls": [
           {"call": "Configure", "process": "1", "resource": "pulumi:providers:bare::default"},
           {"call": "Read", "process": "1", "resource": "bare:index:Keys::b",
            "response": {"inputs": {"label": "d"}, "properties": {"label": "d"}}},
           {"call": "%s", "process": "1", "resource": "bare:index:Keys::c"}]}}
        """
            .formatted(other);
    return new MoveReading(new ProviderStep(3, WrittenFinding.json(step)), List.of(B))
        .explains(WrittenFinding.of(aspect, about, call, at, expected, actual));
  }

  private static boolean isRead(
      Aspect aspect, String about, String call, String at, String expected, String actual) {
    return isRead("Read", aspect, about, call, at, expected, actual);
  }

  @Test
  void whatIsHeld_isNotRead() {
    assertThat(isRead(Aspect.PLAN_CALLS, B, "Read", NOTHING, "{}", NOTHING)).isTrue();
    assertThat(isRead(Aspect.STATE, A, NOTHING, "inputs.label", "\"d\"", "\"x\"")).isTrue();

    assertThat(isRead(Aspect.PLAN_CALLS, C, "Read", NOTHING, "{}", NOTHING)).isFalse();
    assertThat(isRead(Aspect.PLAN_CALLS, B, "Read", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isRead(Aspect.CALLS, B, "Update", NOTHING, "{}", NOTHING)).isFalse();
    assertThat(isRead(Aspect.STATE, A, NOTHING, "inputs.label", "\"e\"", "\"x\"")).isFalse();
    assertThat(isRead(Aspect.STATE, A, NOTHING, NOTHING, "\"[{}]\"", "\"[]\"")).isFalse();
    assertThat(isRead(Aspect.STATE, C, NOTHING, "inputs.label", "\"d\"", "\"x\"")).isFalse();
    assertThat(isRead(Aspect.RUN, B, NOTHING, NOTHING, "\"update\"", "\"none\"")).isFalse();
  }

  private static boolean isStarted(String other) {
    var provider = "pulumi:providers:bare::default";
    return isRead(other, Aspect.CONFIGURE, provider, NOTHING, NOTHING, "\"{}\"", "\"[]\"");
  }

  @Test
  void providerOfNothingElse_isNotStarted() {
    assertThat(isStarted("Handshake")).isTrue();

    assertThat(isStarted("Read")).isFalse();
  }
}
