package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where one side refuses what a component is given, and what is not.
class RefusedInputDifferencesTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::c-a";

  private static RefusedInputDifferences rules(
      String inputs, String expect, String state, Diagnostic... errors) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:keel", "name": "east", "inputs": {}},
           {"kind": "remote", "type": "parts:index:Web", "name": "c", %s}],
         "expect": {%s, "monitor": [
           {"construct": "parts:index:Web::c", "call": "RegisterResource",
            "request": {"type": "keel:index:Thing", "name": "c-a"}}]}}
        """
            .formatted(inputs, expect);
    return new RefusedInputDifferences(
        new ProviderStep(2, WrittenFinding.json(step)),
        new Before(WrittenFinding.json(state)),
        new Errors(List.of(errors)));
  }

  private static Diagnostic error(String summary, String detail, String path, String name) {
    var at = Subject.of(ComponentPath.ROOT.component("c"));
    return Diagnostic.error(Code.INVALID_CONFIG, at, summary, detail)
        .at(AttributePath.of(path).attribute(name));
  }

  private static Diagnostic isNull(String input) {
    return error(
        "Input does not fit", "It takes a list, and null is no value for it.", "inputs", input);
  }

  private static boolean isWithout(
      String inputs,
      String state,
      Diagnostic error,
      Aspect aspect,
      String expected,
      String actual) {
    var about = aspect == Aspect.RESULT ? NOTHING : A;
    return rules(inputs, "\"result\": \"ok\"", state, error)
        .isWithoutRequired(WrittenFinding.of(aspect, about, NOTHING, NOTHING, expected, actual));
  }

  @Test
  void requiredInputThatIsNull_isNotThere() {
    var inputs = "\"inputs\": {\"modes\": null}";
    var error = isNull("modes");
    assertThat(isWithout(inputs, "[]", error, Aspect.RESULT, "\"ok\"", "\"x\"")).isTrue();
    assertThat(isWithout(inputs, "[]", error, Aspect.STATE, "\"[1]\"", "\"[]\"")).isTrue();
    assertThat(isWithout(inputs, "[]", error, Aspect.WORLD, "{}", NOTHING)).isTrue();

    assertThat(isWithout(inputs, "[]", error, Aspect.WORLD, NOTHING, "{}")).isFalse();
    var known = "[{\"resource\": \"keel:index:Thing::c-a\"}]";
    assertThat(isWithout(inputs, known, error, Aspect.STATE, "\"[1]\"", "\"[]\"")).isFalse();
    assertThat(isWithout(inputs, "[]", isNull("zone"), Aspect.WORLD, "{}", NOTHING)).isFalse();
    var given = "\"inputs\": {\"modes\": []}";
    assertThat(isWithout(given, "[]", error, Aspect.WORLD, "{}", NOTHING)).isFalse();
    var other =
        error("Input does not fit", "It takes a list, and this is none.", "inputs", "modes");
    assertThat(isWithout(inputs, "[]", other, Aspect.WORLD, "{}", NOTHING)).isFalse();
  }

  private static boolean isOfOther(String providers, String steps, String state, Diagnostic error) {
    var inputs = "\"inputs\": {}, \"options\": {\"providers\": {%s}}".formatted(providers);
    return rules(inputs, "\"steps\": [%s]".formatted(steps), state, error)
        .isOfOtherPackage(
            WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, "\"ok\"", "\"x\""));
  }

  @Test
  void providerUnderTheNameOfAnotherPackage_isAnError() {
    var known = "[{\"resource\": \"keel:index:Thing::c-a\"}]";
    var error = error("Slot of another provider", "why", "providers", "bare");
    var bare = "\"bare\": \"east\"";
    assertThat(isOfOther(bare, NOTHING, known, error)).isTrue();

    assertThat(isOfOther("\"keel\": \"east\"", NOTHING, known, error)).isFalse();
    var update =
        "{\"op\": \"update\", \"resource\": \"keel:index:Thing::c-a\", \"provider\": \"p\"}";
    assertThat(isOfOther(bare, update, known, error)).isFalse();
    assertThat(isOfOther(bare, NOTHING, "[]", error)).isFalse();
    assertThat(isOfOther(bare, NOTHING, known, isNull("modes"))).isFalse();
  }

  private static boolean isConverted(String value, String message, Diagnostic... errors) {
    var diagnostics =
        """
        "diagnostics": [{"severity": "error", "message": "%s"}]
        """
            .formatted(message);
    return rules("\"inputs\": {\"count\": %s}".formatted(value), diagnostics, "[]", errors)
        .isConverted(
            WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, "\"failed\"", "\"[]\""));
  }

  @Test
  void textOfANumber_isConverted() {
    var refused =
        "parts:index:Web resource 'c' has a problem: failed to copy inputs for c (parts:index:Web):"
            + " copying input \\\"count\\\": unmarshaling value: expected an int, got a string";
    assertThat(isConverted("\"2\"", refused)).isTrue();

    assertThat(isConverted("\"two\"", refused)).isFalse();
    assertThat(isConverted("2", refused)).isFalse();
    assertThat(isConverted("\"2\"", refused.replace("'c'", "'d'"))).isFalse();
    assertThat(isConverted("\"2\"", "refused")).isFalse();
    assertThat(isConverted("\"2\"", refused, isNull("count"))).isFalse();
  }
}
