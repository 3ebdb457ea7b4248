package io.keelson.conformance.pulumiprovider.rule.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained of what goes with something that is gone, and what is not.
class GoneMemberDifferencesTest {
  private static final String CHECK = "{\"news\": {\"zone\": \"z\"}}";

  /// `a` was found to be gone, and `b` was not; `of-a` goes with the one, and `of-b` with the
  /// other.
  private static boolean isReadFirst(
      Aspect aspect, String name, String call, String expected, String actual) {
    var found =
        """
        [{"resource": "keel:index:Thing::a", "id": "a-1"},
         {"resource": "keel:index:Thing::b", "id": "b-1"},
         {"resource": "keel:index:Thing::of-a", "id": "of-a-1"},
         {"resource": "keel:index:Thing::of-b", "id": "of-b-1"}]
        """;
    var refresh =
        "{\"op\": \"refresh\", \"expect\": {\"state\": %s}}"
            .formatted(found.replaceFirst("\\{[^}]*},", ""));
    var check =
        """
        {"call": "Check", "resource": "keel:index:Thing::%s", "request": {"news": {"zone": "z"}}}
        """;
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "of-a", "options": {"deletedWith": "a"}},
           {"type": "keel:index:Thing", "name": "of-b", "options": {"deletedWith": "b"}}],
         "expect": {"preview": {"calls": [%s, %s]}}}
        """
            .formatted(check.formatted("of-a"), check.formatted("of-b"));
    var before =
        new Before(WrittenFinding.json(found))
            .after(new ProviderStep(2, WrittenFinding.json(refresh)));
    return new GoneMemberDifferences(new ProviderStep(3, WrittenFinding.json(step)), before)
        .isReadFirst(
            WrittenFinding.of(aspect, "keel:index:Thing::" + name, call, "", expected, actual));
  }

  @Test
  void memberOfWhatIsGone_isReadBeforeItIsChecked() {
    var plan = Aspect.PLAN_CALLS;
    assertThat(isReadFirst(plan, "of-a", "Read", "", "{\"id\": \"of-a-1\"}")).isTrue();
    assertThat(isReadFirst(plan, "of-a", "Check", CHECK, "")).isTrue();

    assertThat(isReadFirst(plan, "of-b", "Read", "", "{\"id\": \"of-b-1\"}")).isFalse();
    assertThat(isReadFirst(plan, "of-b", "Check", CHECK, "")).isFalse();
    assertThat(isReadFirst(plan, "a", "Read", "", "{\"id\": \"a-1\"}")).isFalse();
    assertThat(isReadFirst(plan, "of-a", "Read", "", "{\"id\": \"else\"}")).isFalse();
    assertThat(isReadFirst(plan, "of-a", "Read", "{\"id\": \"of-a-1\"}", "")).isFalse();
    assertThat(isReadFirst(plan, "of-a", "Check", CHECK.replace("\"z\"", "1"), "")).isFalse();
    assertThat(isReadFirst(plan, "of-a", "Check", "", CHECK)).isFalse();
    assertThat(isReadFirst(Aspect.CALLS, "of-a", "Read", "", "{\"id\": \"of-a-1\"}")).isFalse();
  }
}
