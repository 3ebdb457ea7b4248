package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained of new names in a run that fails, and what is not.
class NameDifferencesTest {
  private static final String NOTHING = "";
  private static final String NONE = "\"[]\"";
  private static final String RECORD = "\"[{\\\"id\\\":\\\"a-1\\\",\\\"old\\\":false}]\"";

  /// `b` was `a`, and `web-new` was `web-old` in its component; `c` has no other name.
  private static boolean isRenamed(
      String result, Aspect aspect, String name, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "b", "options": {"aliases": ["a"]}},
           {"type": "keel:index:Thing", "name": "c"}],
         "expect": {"result": "%s",
           "monitor": [{"call": "RegisterResource", "request": {
             "type": "keel:index:Thing", "name": "web-new",
             "aliases": [{"spec": {"name": "web-old"}}]}}],
           "state": [{"resource": "keel:index:Thing::a", "id": "a-1"},
                     {"resource": "keel:index:Thing::web-old", "id": "a-1"}]}}
        """
            .formatted(result);
    return new NameDifferences(new ProviderStep(2, WrittenFinding.json(step)))
        .isRenamedThoughFailed(
            WrittenFinding.of(
                aspect, "keel:index:Thing::" + name, NOTHING, NOTHING, expected, actual));
  }

  @Test
  void whatFails_isRecordedUnderItsNewName() {
    assertThat(isRenamed("failed", Aspect.STATE, "b", NONE, RECORD)).isTrue();
    assertThat(isRenamed("failed", Aspect.STATE, "web-new", NONE, RECORD)).isTrue();

    assertThat(isRenamed("ok", Aspect.STATE, "b", NONE, RECORD)).isFalse();
    assertThat(isRenamed("failed", Aspect.STATE, "c", NONE, RECORD)).isFalse();
    assertThat(isRenamed("failed", Aspect.STATE, "b", RECORD, NONE)).isFalse();
    assertThat(isRenamed("failed", Aspect.RUN, "b", NONE, RECORD)).isFalse();
    var other = RECORD.replace("a-1", "b-1");
    assertThat(isRenamed("failed", Aspect.STATE, "b", NONE, other)).isFalse();
  }

  @Test
  void whatFails_isNotRecordedUnderItsFormerName() {
    assertThat(isRenamed("failed", Aspect.STATE, "a", RECORD, NONE)).isTrue();
    assertThat(isRenamed("failed", Aspect.STATE, "web-old", RECORD, NONE)).isTrue();

    assertThat(isRenamed("ok", Aspect.STATE, "a", RECORD, NONE)).isFalse();
    assertThat(isRenamed("failed", Aspect.STATE, "a", NONE, RECORD)).isFalse();
    assertThat(isRenamed("failed", Aspect.STATE, "d", RECORD, NONE)).isFalse();
    assertThat(isRenamed("failed", Aspect.RUN, "a", RECORD, NONE)).isFalse();
    var other = RECORD.replace("a-1", "b-1");
    assertThat(isRenamed("failed", Aspect.STATE, "a", other, NONE)).isFalse();
  }
}
