package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained by when data is read, and what is not.
class DataDifferencesTest {
  private static final String NOTHING = "";

  private static final String USER = "keel:index:Thing::user";

  /// `f` refers to `given`, `g` to `f`, and `user` to `g`; `h` refers to nothing, and `other` to
  /// `h`.
  private static boolean isLater(
      String changed,
      Aspect aspect,
      String about,
      String call,
      String at,
      String expected,
      String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "given", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "beside", "inputs": {"zone": "z"}},
           {"kind": "invoke", "type": "std:index:upper", "name": "f",
            "inputs": {"input": "${given.zone}"}},
           {"kind": "invoke", "type": "std:index:split", "name": "g",
            "inputs": {"text": "${f.result}"}},
           {"kind": "invoke", "type": "std:index:split", "name": "h", "inputs": {"text": "a-b"}},
           {"type": "keel:index:Thing", "name": "user",
            "inputs": {"list": "${g.result}", "zone": "z"}},
           {"type": "keel:index:Thing", "name": "other", "inputs": {"list": "${h.result}"}}],
         "expect": {"result": "ok", "preview": {
           "steps": [{"op": "update", "resource": "keel:index:Thing::%s", "provider": "p"}]}}}
        """
            .formatted(changed);
    return new DataDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isReadLater(WrittenFinding.of(aspect, about, call, at, expected, actual));
  }

  private static boolean isPlannedLater(String changed, String about) {
    return isLater(changed, Aspect.PLAN, about, NOTHING, NOTHING, "\"none\"", "\"update\"");
  }

  @Test
  void dataOfDataOfWhatIsChanged_isReadLater() {
    assertThat(isPlannedLater("given", USER)).isTrue();

    assertThat(isPlannedLater("beside", USER)).isFalse();
    assertThat(isPlannedLater("given", "keel:index:Thing::other")).isFalse();
  }

  private static boolean isDropped(
      String changed, Aspect aspect, String about, String call, String at) {
    return isLater(changed, aspect, about, call, at, "[\"a\"]", NOTHING);
  }

  @Test
  void whatIsNotKnown_mayBeLeftOutByACheck() {
    assertThat(isDropped("given", Aspect.PLAN_CALLS, USER, "Diff", "news.list")).isTrue();
    assertThat(isDropped("given", Aspect.PLAN_CALLS, USER, "Create", "properties.list")).isTrue();

    assertThat(isDropped("beside", Aspect.PLAN_CALLS, USER, "Diff", "news.list")).isFalse();
    assertThat(isDropped("given", Aspect.PLAN_CALLS, USER, "Diff", "news.zone")).isFalse();
    assertThat(isDropped("given", Aspect.PLAN_CALLS, USER, "Diff", "olds.list")).isFalse();
    assertThat(isDropped("given", Aspect.PLAN_CALLS, USER, "Check", "news.list")).isFalse();
    assertThat(isDropped("given", Aspect.CALLS, USER, "Update", "news.list")).isFalse();
    var other = "keel:index:Thing::other";
    assertThat(isDropped("given", Aspect.PLAN_CALLS, other, "Diff", "news.list")).isFalse();
    assertThat(isLater("given", Aspect.PLAN_CALLS, USER, "Diff", "news.list", "[\"a\"]", "[\"b\"]"))
        .isFalse();
  }

  private static boolean isSecret(String argument, Aspect aspect, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"kind": "invoke", "type": "bare:index:echo", "name": "e", "inputs": {"value": %s}},
           {"type": "bare:index:Detail", "name": "user", "inputs": {"object": "${e.value}"}}],
         "expect": {"result": "ok"}}
        """
            .formatted(argument);
    return new DataDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isReadLater(
            WrittenFinding.of(
                aspect, "bare:index:Detail::user", "Check", "news.object", expected, actual));
  }

  @Test
  void whatASecretArgumentGives_isSecretInPart_andHasNoNulls() {
    var secret = "{\"s\": {\"$secret\": \"x\"}}";
    var whole = "{\"$secret\": {\"l\": [{\"nul\": null}], \"nul\": null, \"s\": \"x\"}}";
    var part = "{\"l\": [{}], \"s\": {\"$secret\": \"x\"}}";
    assertThat(isSecret(secret, Aspect.PLAN_CALLS, whole, part)).isTrue();

    assertThat(isSecret("{\"s\": \"x\"}", Aspect.PLAN_CALLS, whole, part)).isFalse();
    assertThat(isSecret(secret, Aspect.PLAN_CALLS, whole, "{\"l\": [{}]}")).isFalse();
    assertThat(isSecret(secret, Aspect.PLAN_CALLS, part, whole)).isFalse();
    assertThat(isSecret(secret, Aspect.STATE, whole, part)).isFalse();
  }
}
