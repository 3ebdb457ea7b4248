package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.provider.pulumi.schema.PackageSchema;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What is explained where something is declared as a secret that a schema calls one, and what is
/// not.
class SecretSoOrSoTest {
  private static final String A = "bare:index:Keys::a";

  /// `a` is updated there.
  ///
  /// @param old what it was made with
  /// @param response of its provider to the comparison
  private static Optional<String> row(String old, String response, String expected, String actual) {
    var step =
        DifferenceCase.of(
            """
            {"op": "update",
             "resources": [{"type": "bare:index:Keys", "name": "a",
                            "inputs": {"note": {"$secret": "n"}}}],
             "expect": {"result": "ok", "calls": [
               {"call": "Diff", "resource": "bare:index:Keys::a", "response": %s},
               {"call": "Update", "resource": "bare:index:Keys::a",
                "request": {"old_inputs": %s,
                            "news": {"note": {"$secret": "n"}, "plain": "p"}}}]}}
            """
                .formatted(response, old));
    step.schemas()
        .note(
            A,
            PackageSchema.read(
                    """
                    {"name": "bare", "resources": {"bare:index:Keys": {"inputProperties": {
                      "note": {"type": "string", "secret": true},
                      "plain": {"type": "string"}}}}}\
                    """)
                .resource("bare_Keys")
                .orElseThrow());
    return step.word(Aspect.RUN, A, expected, actual);
  }

  @Test
  void secretOfASchema_isNoOtherValueWhereItIsDeclaredSo() {
    var plain = "{\"note\": \"n\", \"plain\": \"p\"}";
    assertThat(row(plain, "{}", "update", "none")).contains("Secrets of a schema (R-PRG-2)");

    assertThat(row(plain, "{}", "none", "update")).isEmpty();
    assertThat(row(plain, "{}", "update", "delete")).isEmpty();
    assertThat(row(plain, "{\"changes\": \"DIFF_SOME\"}", "update", "none")).isEmpty();
    assertThat(row(plain.replace("\"n\"", "\"m\""), "{}", "update", "none")).isEmpty();
    assertThat(row(plain.replace("\"p\"", "{\"$secret\": \"p\"}"), "{}", "update", "none"))
        .isEmpty();
  }
}
