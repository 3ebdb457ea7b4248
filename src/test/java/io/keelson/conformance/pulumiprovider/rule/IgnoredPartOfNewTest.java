package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained of ignored parts of something that is gone, and what is not.
class IgnoredPartOfNewTest {
  private static final String NOTHING = "";

  private static boolean isIgnored(String recorded, String at, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "bare:index:Detail", "name": "a",
                        "inputs": {"object": {"k": {"l": 2, "m": 3}}},
                        "options": {"ignoreChanges": ["object.k.l"]}}],
         "expect": {"result": "ok"}}
        """;
    var state = "[{\"resource\": \"bare:index:Detail::a\", \"inputs\": %s}]".formatted(recorded);
    return new OptionDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isIgnoredPartOfNew(
            WrittenFinding.of(Aspect.ASKED, "bare:index:Detail::a", "Check", at, expected, actual));
  }

  @Test
  void partOfWhatIsGone_isAsDeclared() {
    var gone = "{\"object\": {}}";
    assertThat(isIgnored(gone, "news.object.k.l", NOTHING, "2.0")).isTrue();

    assertThat(isIgnored(gone, "news.object.k.l", NOTHING, "1")).isFalse();
    assertThat(isIgnored(gone, "news.object.k.m", NOTHING, "3")).isFalse();
    assertThat(isIgnored(gone, "news.object.k.l", "1", "2")).isFalse();
    assertThat(isIgnored(gone, "news.object.k.l", NOTHING, NOTHING)).isFalse();
    assertThat(isIgnored("{\"object\": {\"k\": {}}}", "news.object.k.l", NOTHING, "2")).isFalse();
  }
}
