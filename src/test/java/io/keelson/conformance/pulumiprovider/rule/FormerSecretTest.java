package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained of what repeats a secret that is declared in plain text now, and what is not.
class FormerSecretTest {
  private static final String LABEL = "\"in-s.1.1\"";

  /// The input of `c` was a secret, and is none; `u` is declared with what `c` prints, and `x` with
  /// something else of it.
  private static ProviderStep step(String printed) {
    return new ProviderStep(
        2,
        WrittenFinding.json(
            """
            {"op": "update",
             "resources": [
               {"type": "c:index:C", "name": "c", "inputs": {"stdin": "in"}},
               {"type": "keel:index:Thing", "name": "u",
                "inputs": {"label": "${c.stdout}-${s.etag}"}},
               {"type": "keel:index:Thing", "name": "x", "inputs": {"label": "${c.code}"}}],
             "expect": {"result": "ok", "state": [
               {"resource": "c:index:C::c", "inputs": {"stdin": "in"},
                "outputs": {"stdout": "%s", "code": "0"}},
               {"resource": "keel:index:Thing::u", "inputs": {"label": "in-s.1.1"}},
               {"resource": "keel:index:Thing::x", "inputs": {"label": "in-s.1.1"}}]}}
            """
                .formatted(printed)));
  }

  private static Before before(String stdin) {
    var state = "[{\"resource\": \"c:index:C::c\", \"inputs\": {\"stdin\": %s}}]".formatted(stdin);
    return new Before(WrittenFinding.json(state));
  }

  private static boolean isRepeated(
      String stdin, String printed, String name, String expected, String actual) {
    return new ValueDifferences(step(printed), before(stdin))
        .isRepeated(
            WrittenFinding.of(
                Aspect.CALLS,
                "keel:index:Thing::" + name,
                "Update",
                "news.label",
                expected,
                actual));
  }

  @Test
  void whatRepeatsAFormerSecret_isOne() {
    var secret = "{\"$secret\": \"in\"}";
    var hidden = "{\"$secret\": %s}".formatted(LABEL);
    assertThat(isRepeated(secret, "in", "u", LABEL, hidden)).isTrue();

    assertThat(isRepeated("\"in\"", "in", "u", LABEL, hidden)).isFalse();
    assertThat(isRepeated(secret, "out", "u", LABEL, hidden)).isFalse();
    assertThat(isRepeated(secret, "in", "x", LABEL, hidden)).isFalse();
    assertThat(isRepeated(secret, "in", "u", hidden, LABEL)).isFalse();
    assertThat(isRepeated(secret, "in", "u", LABEL, hidden.replace("in-", "on-"))).isFalse();
  }

  @Test
  void whatRepeatsAFormerSecret_isRecordedAsOne() {
    var later = before("{\"$secret\": \"in\"}").after(step("in"));
    assertThat(later.isFound("keel:index:Thing::u", "label")).isTrue();
    assertThat(later.isFound("keel:index:Thing::x", "label")).isFalse();
    assertThat(before("\"in\"").after(step("in")).isFound("keel:index:Thing::u", "label"))
        .isFalse();
  }
}
