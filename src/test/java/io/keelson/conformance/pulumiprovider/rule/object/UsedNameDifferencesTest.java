package io.keelson.conformance.pulumiprovider.rule.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of former names that are still in use, and what is not.
class UsedNameDifferencesTest {
  private static final String DECLARED = "Former address is still declared";
  private static final String NOTHING = "";

  private static Errors errors(String summary, String... names) {
    return new Errors(
        List.of(names).stream()
            .map(name ->
                Diagnostic.error(
                    Code.PROVIDER_ERROR,
                    Subject.of(InstanceAddress.parse("keel_Thing." + name)),
                    summary,
                    "why"))
            .toList());
  }

  /// `b` was `a`, which is declared still, and recorded.
  private static boolean isUsed(
      String summary,
      Aspect aspect,
      String name,
      String call,
      String at,
      String expected,
      String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "z"},
            "options": {"aliases": ["a"]}},
           {"type": "keel:index:Thing", "name": "c", "inputs": {"zone": "z"}}],
         "expect": {"result": "failed", "diagnostics": [
           {"severity": "error", "message": "Duplicate resource URN 'x' conflicting with alias",
            "resource": "keel:index:Thing::a"}]}}
        """;
    var state =
        """
        [{"resource": "keel:index:Thing::a", "id": "a-1"},
         {"resource": "keel:index:Thing::c", "id": "c-1"}]
        """;
    return new UsedNameDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            new Before(WrittenFinding.json(state)),
            errors(summary, "b"))
        .isOfUsedName(
            WrittenFinding.of(aspect, "keel:index:Thing::" + name, call, at, expected, actual));
  }

  private static boolean isAsked(String name, String call, String expected, String actual) {
    return isUsed(DECLARED, Aspect.PLAN_CALLS, name, call, NOTHING, expected, actual);
  }

  private static boolean isRecorded(String name, String expected, String actual) {
    return isUsed(DECLARED, Aspect.STATE, name, NOTHING, NOTHING, expected, actual);
  }

  @Test
  void resourceWhoseFormerNameIsInUse_hasNoObject() {
    var made = "{\"preview\": true}";
    assertThat(isAsked("b", "Create", NOTHING, made)).isTrue();
    assertThat(isAsked("b", "Diff", "{}", NOTHING)).isTrue();
    assertThat(isUsed(DECLARED, Aspect.ASKED, "b", "Check", "olds.zone", "\"z\"", NOTHING))
        .isTrue();
    assertThat(isAsked("a", "Diff", NOTHING, "{}")).isTrue();

    assertThat(isAsked("b", "Create", NOTHING, "{}")).isFalse();
    assertThat(isAsked("b", "Create", made, NOTHING)).isFalse();
    assertThat(isAsked("a", "Create", NOTHING, made)).isFalse();
    assertThat(isAsked("c", "Diff", NOTHING, "{}")).isFalse();
    assertThat(isUsed(DECLARED, Aspect.CALLS, "b", "Create", NOTHING, NOTHING, made)).isFalse();
    assertThat(isUsed(DECLARED, Aspect.ASKED, "b", "Check", "news.zone", "\"z\"", NOTHING))
        .isFalse();
    assertThat(isUsed("Else", Aspect.PLAN_CALLS, "b", "Create", NOTHING, NOTHING, made)).isFalse();
  }

  @Test
  void recordOfAUsedName_keepsIt() {
    var record = "\"[{\\\"id\\\":\\\"a-1\\\",\\\"old\\\":false,\\\"unfinished\\\":false}]\"";
    var empty = "\"[]\"";
    assertThat(isRecorded("b", record, empty)).isTrue();
    assertThat(isRecorded("a", empty, record)).isTrue();

    assertThat(isRecorded("b", record.replace("a-1", "b-1"), empty)).isFalse();
    assertThat(isRecorded("b", empty, record)).isFalse();
    assertThat(isRecorded("a", record, empty)).isFalse();
    assertThat(isRecorded("a", empty, record.replace("a-1", "a-2"))).isFalse();
    assertThat(isRecorded("c", record.replace("a-1", "c-1"), empty)).isFalse();
  }
}
