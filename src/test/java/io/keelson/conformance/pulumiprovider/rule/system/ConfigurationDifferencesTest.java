package io.keelson.conformance.pulumiprovider.rule.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.keelson.conformance.pulumiprovider.Difference;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained of what a provider is configured with, and what is not.
class ConfigurationDifferencesTest {
  /// @param declared the region of the provider
  /// @param recorded the same, before
  private static ConfigurationDifferences rules(String declared, String recorded) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:bare", "name": "p", "inputs": {"region": %s}}],
         "expect": {"result": "ok"}}
        """
            .formatted(declared);
    var state =
        "[{\"resource\": \"pulumi:providers:bare::p\", \"id\": \"1\", \"inputs\": {\"region\": %s}}]"
            .formatted(recorded);
    return new ConfigurationDifferences(
        new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)));
  }

  private static Finding configured(String expected, String actual) {
    var told = "{\"args\":{\"account\":\"1\",\"region\":%s}}";
    var difference =
        new Difference(
            "",
            TextNode.valueOf(told.formatted(expected)),
            TextNode.valueOf("[" + told.formatted(actual) + "]"));
    return new Finding(2, Aspect.CONFIGURE, "pulumi:providers:bare::p", "", difference);
  }

  @Test
  void argument_isConvertedToItsType() {
    var rules = rules("true", "true");
    assertThat(rules.isConverted(configured("true", "\"true\""))).isTrue();
    assertThat(rules.isConverted(configured("5", "\"5\""))).isTrue();

    assertThat(rules.isConverted(configured("5", "\"6\""))).isFalse();
    assertThat(rules.isConverted(configured("\"a\"", "\"b\""))).isFalse();
    assertThat(rules.isConverted(configured("\"a\"", "\"a\""))).isFalse();
    assertThat(rules.isConverted(configured("5, \"x\": 1", "\"5\""))).isFalse();
  }

  @Test
  void argumentThatIsNull_isFilledIn() {
    assertThat(rules("null", "null").isNull(configured("null", "\"home\""))).isTrue();

    assertThat(rules("\"r\"", "null").isNull(configured("null", "\"home\""))).isFalse();
    assertThat(rules("null", "null").isNull(configured("\"r\"", "\"home\""))).isFalse();
  }

  @Test
  void argumentThatIsSecretNoMore_isToldInPlainText() {
    var secret = "{\"$secret\": \"s\"}";
    var told = configured(secret, "\"s\"");
    assertThat(rules("\"s\"", secret).isSecretNoMore(told)).isTrue();

    assertThat(rules(secret, secret).isSecretNoMore(told)).isFalse();
    assertThat(rules("\"s\"", "\"s\"").isSecretNoMore(told)).isFalse();
    assertThat(rules("\"s\"", secret).isSecretNoMore(configured("\"s\"", secret))).isFalse();
    assertThat(rules("\"s\"", secret).isSecretNoMore(configured(secret, "\"t\""))).isFalse();
  }
}
