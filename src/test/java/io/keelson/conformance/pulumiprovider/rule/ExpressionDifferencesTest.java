package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.keelson.conformance.pulumiprovider.Difference;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of what expressions make of results, and what is not.
class ExpressionDifferencesTest {
  private static final String USER = "keel:index:Thing::user";
  private static final String OTHER = "keel:index:Thing::other";
  private static final String ABSENT = "no such attribute";

  /// `user` uses the function `f`, whose argument has a null, and `other` the function `g`.
  private static ExpressionDifferences rules(String name, String summary) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"kind": "invoke", "type": "std:index:jsonencode", "name": "f",
            "inputs": {"input": {"a": null, "b": [null]}}},
           {"kind": "invoke", "type": "std:index:jsonencode", "name": "g",
            "inputs": {"input": {"a": 1}}},
           {"type": "keel:index:Thing", "name": "user",
            "inputs": {"label": "${f.result}", "note": "n"}},
           {"type": "keel:index:Thing", "name": "other", "inputs": {"label": "${g.result}"}},
           {"type": "keel:index:Thing", "name": "next", "inputs": {"label": "${user.etag}"}},
           {"type": "keel:index:Thing", "name": "free", "inputs": {"label": "x"}}],
         "expect": {"result": "ok"}}
        """;
    var at = InstanceAddress.parse("keel_Thing." + name);
    var error = Diagnostic.error(Code.EXPRESSION, Subject.of(at), summary, "why");
    return new ExpressionDifferences(
        new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of(error)));
  }

  private static Finding word(Aspect aspect, String about, String expected, String actual) {
    return new Finding(
        2,
        aspect,
        about,
        "",
        new Difference("", TextNode.valueOf(expected), TextNode.valueOf(actual)));
  }

  @Test
  void partThatIsNotThere_isAnError() {
    var rules = rules("user", ABSENT);
    assertThat(rules.isOfAbsentPart(word(Aspect.PLAN, USER, "update", "none"))).isTrue();
    assertThat(rules.isOfAbsentPart(word(Aspect.RESULT, "", "ok", "[why]"))).isTrue();
    var next = "keel:index:Thing::next";
    assertThat(rules.isOfAbsentPart(word(Aspect.PLAN, next, "update", "none"))).isTrue();

    assertThat(rules.isOfAbsentPart(word(Aspect.PLAN, OTHER, "update", "none"))).isFalse();
    assertThat(rules.isOfAbsentPart(word(Aspect.PLAN, USER, "none", "update"))).isFalse();
    assertThat(rules.isOfAbsentPart(word(Aspect.RESULT, "", "failed", "[]"))).isFalse();
    var other = rules("user", "else");
    assertThat(other.isOfAbsentPart(word(Aspect.PLAN, USER, "update", "none"))).isFalse();
    var free = rules("free", ABSENT);
    assertThat(free.isOfAbsentPart(word(Aspect.RESULT, "", "ok", "[why]"))).isFalse();
  }

  private static boolean isMade(String about, String at, String expected, String actual) {
    var what = new Difference(at, TextNode.valueOf(expected), TextNode.valueOf(actual));
    return rules("user", ABSENT)
        .isMadeWithoutNull(new Finding(2, Aspect.CALLS, about, "Create", what));
  }

  @Test
  void nullOfAnArgument_isNotInWhatIsMadeOfIt() {
    var whole = "{\"a\":null,\"b\":[]}";
    var part = "{\"b\":[]}";
    assertThat(isMade(USER, "properties.label", whole, part)).isTrue();

    assertThat(isMade(USER, "properties.label", part, whole)).isFalse();
    assertThat(isMade(USER, "properties.label", whole, "{\"b\":[1]}")).isFalse();
    assertThat(isMade(USER, "properties.label", "no json", "no json either")).isFalse();
    assertThat(isMade(USER, "properties.note", whole, part)).isFalse();
    assertThat(isMade(OTHER, "properties.label", whole, part)).isFalse();
  }
}
