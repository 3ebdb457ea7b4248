package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained of what is refused in a component with a former name, and what is not.
class FormerComponentDifferencesTest {
  private static final String NOTHING = "";
  private static final String UNKNOWN = "{\"$unknown\": \"string\"}";
  private static final String THING = "keel:index:Thing::new-thing";
  private static final String REFUSED = "[{\"reason\": \"no\"}]";

  /// @param aliases former names of the component
  /// @param olds what its check is told of what there was
  /// @param recorded what has a record
  private static FormerComponentDifferences rules(
      String aliases, String olds, String failures, String recorded) {
    var check =
        """
        "calls": [{"call": "Check", "resource": "keel:index:Thing::new-thing",
                   "request": {"olds": %s}, "response": {"failures": %s}}]
        """
            .formatted(olds, failures);
    var step =
        """
        {"op": "update",
         "resources": [{"kind": "remote", "type": "parts:index:Web", "name": "new", "inputs": {},
                        "options": {"aliases": [%1$s]}}],
         "expect": {"result": "failed", "preview": {%2$s}, %2$s,
           "monitor": [{"construct": "parts:index:Web::new", "call": "RegisterResource",
                        "request": {"type": "keel:index:Thing", "name": "new-thing"}}]}}
        """
            .formatted(aliases, check);
    var state =
        """
        [{"resource": "keel:index:Thing::%s", "id": "t-1",
          "inputs": {"label": "@{pet}", "tags": {"pw": {"$secret": "x"}}}}]
        """
            .formatted(recorded);
    return new FormerComponentDifferences(
        new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)));
  }

  private static boolean isChecked(
      FormerComponentDifferences rules, String call, String at, String expected, String actual) {
    return rules.isCheckedAsNew(WrittenFinding.of(Aspect.ASKED, THING, call, at, expected, actual));
  }

  @Test
  void whatIsRefused_isCheckedAsWhatItWas() {
    var rules = rules("\"former\"", "{}", REFUSED, "former-thing");
    var tags = "{\"pw\": {\"$secret\": \"x\"}}";
    assertThat(isChecked(rules, "Check", "news.label", UNKNOWN, "\"old-pet\"")).isTrue();
    assertThat(isChecked(rules, "Check", "news.tags.pw.$secret", "\"y\"", "\"x\"")).isTrue();
    assertThat(isChecked(rules, "Check", "olds.tags", NOTHING, tags)).isTrue();

    assertThat(isChecked(rules, "Check", "news.tags.pw.$secret", "\"y\"", "\"z\"")).isFalse();
    assertThat(isChecked(rules, "Check", "news.zone", "\"y\"", NOTHING)).isFalse();
    assertThat(isChecked(rules, "Check", "olds.tags", "{}", tags)).isFalse();
    assertThat(isChecked(rules, "Check", "olds.tags", NOTHING, "{\"pw\": \"y\"}")).isFalse();
    assertThat(isChecked(rules, "Diff", "news.label", UNKNOWN, "\"old-pet\"")).isFalse();
  }

  @Test
  void whatIsNotRefused_orWasNotThere_isNotExplained() {
    for (var rules :
        new FormerComponentDifferences[] {
          rules("", "{}", REFUSED, "former-thing"),
          rules("\"former\"", "{\"label\": \"x\"}", REFUSED, "former-thing"),
          rules("\"former\"", "{}", "[]", "former-thing"),
          rules("\"former\"", "{}", REFUSED, "new-thing"),
          rules("\"former\"", "{}", REFUSED, "former-other")
        }) assertThat(isChecked(rules, "Check", "news.label", UNKNOWN, "\"old-pet\"")).isFalse();
  }
}
