package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is explained of what a function makes of a resource, and what is not.
class ReferenceTextTest {
  /// `a` is declared with what `e` makes of `k`, and with what `f` makes of something else.
  private static boolean isReference(String field, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "k", "inputs": {}},
           {"kind": "invoke", "type": "std:index:json", "name": "e",
            "inputs": {"input": {"r": {"$ref": "k"}}}},
           {"kind": "invoke", "type": "std:index:json", "name": "f", "inputs": {"input": "k-1"}},
           {"type": "keel:index:Thing", "name": "a",
            "inputs": {"label": "${e.result}", "note": "${f.result}"}}],
         "expect": {"result": "ok", "state": [
           {"resource": "keel:index:Thing::k", "id": "k-1"}]}}
        """;
    return new ValueDifferences(new ProviderStep(2, WrittenFinding.json(step)), Before.NOTHING)
        .isReference(
            WrittenFinding.of(
                Aspect.STATE,
                "keel:index:Thing::a",
                "",
                "inputs." + field,
                "\"%s\"".formatted(expected),
                "\"%s\"".formatted(actual)));
  }

  @Test
  void whatAFunctionMakesOfAResource_isMadeOfItsId() {
    assertThat(isReference("label", "{ID: k-1, Name: k}", "{r: k-1}")).isTrue();

    assertThat(isReference("note", "{ID: k-1, Name: k}", "{r: k-1}")).isFalse();
    assertThat(isReference("zone", "{ID: k-1, Name: k}", "{r: k-1}")).isFalse();
    assertThat(isReference("label", "{Name: k}", "{r: k-1}")).isFalse();
    assertThat(isReference("label", "{ID: k-1, Name: k}", "{r: k}")).isFalse();
  }
}
