package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.TextNode;
import io.keelson.conformance.pulumiprovider.Difference;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.json.ExactJson;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What rules about objects that are taken over explain, and what they do not.
class ImportDifferencesTest {
  private static final String A = "sea:index:Vessel::a";
  private static final String B = "sea:index:Vessel::b";
  private static final String REPLACED = "Import would replace the object";

  /// Takes over `a`, which gets a name, and `b`, which has one.
  private static ImportDifferences importing(Diagnostic... problems) {
    return new ImportDifferences(step(), new Errors(List.of(problems)));
  }

  private static ProviderStep step() {
    try {
      return new ProviderStep(
          1,
          ExactJson.JSON.readTree(
              """
              {"op": "import",
               "resources": [{"type": "sea:index:Vessel", "name": "a", "options": {"import": "x"}},
                             {"type": "sea:index:Vessel", "name": "b", "options": {"import": "y"}}],
               "expect": {"result": "ok", "calls": [
                 {"call": "Check", "resource": "sea:index:Vessel::a",
                  "request": {"news": {"zone": "z"}},
                  "response": {"inputs": {"zone": "z", "name": "drawn"}}},
                 {"call": "Check", "resource": "sea:index:Vessel::b",
                  "request": {"news": {"zone": "z", "name": "b"}},
                  "response": {"inputs": {"zone": "z", "name": "b"}}}]}}
              """));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Diagnostic error(String name, String summary) {
    var at = InstanceAddress.parse("sea_Vessel." + name);
    return Diagnostic.error(Code.INVALID_CONFIG, Subject.of(at), summary, "why");
  }

  private static Finding word(Aspect aspect, String about, String expected, String actual) {
    var difference = new Difference("", TextNode.valueOf(expected), TextNode.valueOf(actual));
    return new Finding(1, aspect, about, "", difference);
  }

  @Test
  void objectThatACheckNames_isRefusedAtOnce() {
    var refused = importing(error("a", REPLACED));
    assertThat(refused.isTakenOver(word(Aspect.PLAN, A, "import", "none"))).isTrue();
    assertThat(refused.isTakenOver(word(Aspect.STATE, A, "[{}]", "[]"))).isTrue();
    assertThat(refused.isTakenOver(word(Aspect.RESULT, "", "ok", "[]"))).isTrue();

    assertThat(refused.isTakenOver(word(Aspect.PLAN, A, "import", "update"))).isFalse();
    assertThat(refused.isTakenOver(word(Aspect.PLAN, B, "import", "none"))).isFalse();
    assertThat(refused.isTakenOver(word(Aspect.STATE, B, "[{}]", "[]"))).isFalse();
  }

  @Test
  void objectThatIsRefusedForMore_isNotExplained() {
    var named = importing(error("b", REPLACED));
    assertThat(named.isTakenOver(word(Aspect.PLAN, B, "import", "none"))).isFalse();
    assertThat(named.isTakenOver(word(Aspect.RESULT, "", "ok", "[]"))).isFalse();

    var other = importing(error("a", "The provider reported a problem"));
    assertThat(other.isTakenOver(word(Aspect.PLAN, A, "import", "none"))).isFalse();
    assertThat(other.isTakenOver(word(Aspect.RESULT, "", "ok", "[]"))).isFalse();

    var both = importing(error("a", REPLACED), error("b", REPLACED));
    assertThat(both.isTakenOver(word(Aspect.RESULT, "", "ok", "[]"))).isFalse();
  }
}
