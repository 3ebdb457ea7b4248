package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained of objects that are still in a former system, and what is not.
class FormerSystemDifferencesTest {
  private static final String NOTHING = "";
  private static final String REPLACED = "\"replace-create-first\"";

  /// `a` was not made anew when its provider was; `n` belongs to the new one.
  private static final String SUPERSEDED =
      """
      [{"resource": "pulumi:providers:bare::p", "id": "2", "inputs": {"account": "2"}},
       {"resource": "pulumi:providers:bare::p", "id": "1", "inputs": {"account": "1"},
        "delete": true},
       {"resource": "bare:index:Keys::a", "provider": "::pulumi:providers:bare::p::1"},
       {"resource": "bare:index:Keys::n", "provider": "::pulumi:providers:bare::p::2"}]
      """;

  private static FormerSystemDifferences superseded(String fault) {
    var step =
        """
        {"op": "update", "faults": [{"op": "delete", "name": "%s"}],
         "resources": [
           {"type": "pulumi:providers:bare", "name": "p", "inputs": {"account": "2"}},
           {"type": "bare:index:Keys", "name": "a", "options": {"provider": "p"}},
           {"type": "bare:index:Keys", "name": "n", "options": {"provider": "p"}}],
         "expect": {"result": "ok", "steps": [
           {"op": "same", "resource": "bare:index:Keys::a", "provider": "p"}]}}
        """
            .formatted(fault);
    return new FormerSystemDifferences(
        new ProviderStep(3, WrittenFinding.json(step)),
        new Before(WrittenFinding.json(SUPERSEDED)));
  }

  private static boolean isReplaced(
      Aspect aspect, String about, String call, String at, String expected, String actual) {
    return superseded("a")
        .isStillReplaced(WrittenFinding.of(aspect, about, call, at, expected, actual));
  }

  @Test
  void whatWasNotMadeAnew_isStillReplaced() {
    var a = "bare:index:Keys::a";
    assertThat(isReplaced(Aspect.RUN, a, NOTHING, NOTHING, "\"none\"", REPLACED)).isTrue();
    assertThat(isReplaced(Aspect.ASKED, a, "Check", "olds.zone", "\"z\"", NOTHING)).isTrue();
    assertThat(isReplaced(Aspect.ASKED, a, "Diff", NOTHING, "{}", NOTHING)).isTrue();
    var both = "\"[{\\\"old\\\":false}, {\\\"old\\\":true}]\"";
    assertThat(isReplaced(Aspect.STATE, a, NOTHING, NOTHING, "\"[{}]\"", both)).isTrue();

    assertThat(isReplaced(Aspect.RUN, a, NOTHING, NOTHING, REPLACED, "\"none\"")).isFalse();
    assertThat(isReplaced(Aspect.ASKED, a, "Check", "news.zone", "\"z\"", NOTHING)).isFalse();
    var n = "bare:index:Keys::n";
    assertThat(isReplaced(Aspect.RUN, n, NOTHING, NOTHING, "\"none\"", REPLACED)).isFalse();
    assertThat(isReplaced(Aspect.STATE, n, NOTHING, NOTHING, "\"[{}]\"", both)).isFalse();
  }

  private static boolean isFailed(String fault, String expected) {
    return superseded(fault)
        .isStillReplaced(
            WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, expected, "\"[refused]\""));
  }

  @Test
  void itsDeletion_mayFail() {
    assertThat(isFailed("a", "\"ok\"")).isTrue();

    assertThat(isFailed("n", "\"ok\"")).isFalse();
    assertThat(isFailed("a", "\"failed\"")).isFalse();
  }

  private static boolean isConfigured(String provider, String account) {
    var own = "\"{\\\"args\\\":{\\\"account\\\":\\\"%s\\\"}}\"".formatted(account);
    return isReplaced(Aspect.CONFIGURE, provider, NOTHING, NOTHING, "\"[]\"", own);
  }

  @Test
  void formerSystem_isAskedOnceMore() {
    assertThat(isConfigured("pulumi:providers:bare::p", "1")).isTrue();

    assertThat(isConfigured("pulumi:providers:bare::p", "3")).isFalse();
    assertThat(isConfigured("pulumi:providers:bare::q", "1")).isFalse();
  }

  /// @param made what is done with the provider that has another name
  private static boolean isOfRenamed(String made, String aliases) {
    var state =
        """
        [{"resource": "pulumi:providers:bare::q", "id": "1", "inputs": {"account": "1"}},
         {"resource": "bare:index:Keys::a", "provider": "::pulumi:providers:bare::q::1"}]
        """;
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:bare", "name": "r", "inputs": {"account": "2"},
            "options": {"aliases": [%s]}},
           {"type": "bare:index:Keys", "name": "a", "options": {"provider": "r"}}],
         "expect": {"result": "ok", "steps": [
           {"op": "%s", "resource": "pulumi:providers:bare::r"},
           {"op": "update", "resource": "bare:index:Keys::a", "provider": "r"}]}}
        """
            .formatted(aliases, made);
    return new FormerSystemDifferences(
            new ProviderStep(3, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isStillReplaced(
            WrittenFinding.of(
                Aspect.RUN, "bare:index:Keys::a", NOTHING, NOTHING, "\"update\"", REPLACED));
  }

  @Test
  void whatBelongsToAProviderOfAnotherNameAndSystem_isReplaced() {
    assertThat(isOfRenamed("create-replacement", "\"q\"")).isTrue();

    assertThat(isOfRenamed("same", "\"q\"")).isFalse();
    assertThat(isOfRenamed("create-replacement", NOTHING)).isFalse();
  }
}
