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

  /// `user` has what `e` gives of what `l` answered.
  ///
  /// @param argument that `l` was asked with
  private static boolean isAnswered(String argument, String at, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"kind": "invoke", "type": "keel:index:lookup", "name": "l", "inputs": {"zone": "z"}},
           {"kind": "invoke", "type": "bare:index:echo", "name": "e",
            "inputs": {"value": {"l": "${l.address}", "s": "${s.etag}"}}},
           {"type": "bare:index:Detail", "name": "user",
            "inputs": {"label": "${e.value.l}", "zone": "${e.value.s}"}}],
         "expect": {"result": "ok", "preview": {"calls": [
           {"call": "Invoke", "during": "l",
            "request": {"tok": "keel:index:lookup", "args": {"zone": %s}},
            "response": {"return": {"address": "x"}}}]}}}
        """
            .formatted(argument);
    return new ArgumentDifferences(new ProviderStep(2, WrittenFinding.json(step)))
        .isArgument(
            WrittenFinding.of(
                Aspect.PLAN_CALLS, "bare:index:Detail::user", "Check", at, UNKNOWN, actual));
  }

  @Test
  void whatAnotherFunctionAnswered_isTheArgument_asSecretAsItWasAskedFor() {
    var secret = "{\"$secret\": \"x\"}";
    assertThat(isAnswered("\"z\"", "news.label", "\"x\"")).isTrue();
    assertThat(isAnswered("{\"$secret\": \"z\"}", "news.label", secret)).isTrue();

    assertThat(isAnswered("{\"$secret\": \"z\"}", "news.label", "\"x\"")).isFalse();
    assertThat(isAnswered("\"z\"", "news.label", "\"y\"")).isFalse();
    assertThat(isAnswered("\"z\"", "news.zone", "\"x\"")).isFalse();
  }
}
