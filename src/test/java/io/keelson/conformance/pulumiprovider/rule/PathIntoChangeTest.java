package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained where an option names a part of what its provider says has changed.
class PathIntoChangeTest {
  private static final String NOTHING = "";
  private static final String UPDATE = "\"update\"";
  private static final String REPLACED = "\"replace-create-first\"";

  private static boolean isChangedInside(
      String path, String named, String name, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "bare:index:Keys", "name": "a", "inputs": {"object": {"a": 2}},
                        "options": {"replaceOnChanges": ["%s"]}},
                       {"type": "bare:index:Keys", "name": "b"}],
         "expect": {"result": "ok", "steps": [
           {"op": "update", "resource": "bare:index:Keys::a", "provider": "p", "diffs": ["%s"]}]}}
        """
            .formatted(path, named);
    return new OptionDifferences(new ProviderStep(2, WrittenFinding.json(step)), Before.NOTHING)
        .isChangedInside(
            WrittenFinding.of(
                Aspect.RUN, "bare:index:Keys::" + name, NOTHING, NOTHING, expected, actual));
  }

  @Test
  void partOfWhatHasChanged_replaces() {
    assertThat(isChangedInside("object.a", "object", "a", UPDATE, REPLACED)).isTrue();
    assertThat(isChangedInside("list[0]", "list", "a", UPDATE, REPLACED)).isTrue();

    assertThat(isChangedInside("object", "object", "a", UPDATE, REPLACED)).isFalse();
    assertThat(isChangedInside("objects.a", "object", "a", UPDATE, REPLACED)).isFalse();
    assertThat(isChangedInside("object.a", "object", "b", UPDATE, REPLACED)).isFalse();
    assertThat(isChangedInside("object.a", "object", "a", REPLACED, UPDATE)).isFalse();
  }
}
