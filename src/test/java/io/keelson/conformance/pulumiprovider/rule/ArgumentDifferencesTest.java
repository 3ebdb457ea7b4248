package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained of results that are called like arguments, and what is not.
class ArgumentDifferencesTest {
  private static final String NOTHING = "";
  private static final String UNKNOWN = "{\"$unknown\": \"string\"}";
  private static final String SHOWN = "{\"k\": \"v\", \"l\": [1.0, %s]}".formatted(UNKNOWN);

  /// `user` has what `e` gives, of which something comes of `s`; of `known`, nothing does.
  private static boolean isArgument(Aspect aspect, String at, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "s", "inputs": {"zone": "z"}},
           {"kind": "invoke", "type": "bare:index:echo", "name": "e",
            "inputs": {"value": {"k": "v", "l": [1, "${s.etag}"], "n": null}}},
           {"kind": "invoke", "type": "bare:index:echo", "name": "known", "inputs": {"value": "v"}},
           {"type": "bare:index:Detail", "name": "user",
            "inputs": {"object": "${e.value}", "label": "${e.value.k}", "note": "in-${e.value.k}",
                       "other": "${e.result}", "zone": "${s.value}", "known": "${known.value}"}}],
         "expect": {"result": "ok"}}
        """;
    return new ArgumentDifferences(new ProviderStep(2, WrittenFinding.json(step)))
        .isArgument(
            WrittenFinding.of(aspect, "bare:index:Detail::user", "Check", at, expected, actual));
  }

  private static boolean isArgument(String at, String actual) {
    return isArgument(Aspect.PLAN_CALLS, at, UNKNOWN, actual);
  }

  @Test
  void whatAFunctionWillGiveForAnArgument_isTheArgument() {
    assertThat(isArgument("news.object", SHOWN)).isTrue();
    assertThat(isArgument("properties.object", SHOWN)).isTrue();
    assertThat(isArgument("news.label", "\"v\"")).isTrue();

    assertThat(isArgument("news.object", SHOWN.replace("\"v\"", "\"w\""))).isFalse();
    assertThat(isArgument("news.object", "{\"k\": \"v\"}")).isFalse();
    assertThat(isArgument("news.object", SHOWN.replace("1.0", UNKNOWN))).isFalse();
    assertThat(isArgument("news.label", "\"w\"")).isFalse();
    assertThat(isArgument("news.label", NOTHING)).isFalse();
  }

  @Test
  void whatIsAnotherResult_orOfAnother_isNotExplained() {
    for (var name : new String[] {"note", "other", "zone", "known"})
      assertThat(isArgument("news." + name, "\"v\"")).as(name).isFalse();
    assertThat(isArgument(Aspect.ASKED, "news.label", UNKNOWN, "\"v\"")).isFalse();
    assertThat(isArgument(Aspect.PLAN_CALLS, "news.label", "\"w\"", "\"v\"")).isFalse();
  }
}
