package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.pulumiprovider.Call;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained where a program is told of what comes of another component, and what is not.
class ToldComponentTest {
  private static final String NOTHING = "";
  private static final String OUTER = "\"::parts:index:Outer::web\"";
  private static final String NESTED = "\"::keel:index:Thing::web-app-a\"";
  private static final String PROVIDER = "\"::pulumi:providers:keel::p1\"";

  /// A component, with another one in it.
  private static final ProviderStep STEP =
      new ProviderStep(
          2,
          WrittenFinding.json(
              """
              {"op": "update",
               "resources": [
                 {"kind": "remote", "type": "parts:index:Outer", "name": "web", "inputs": {}},
                 {"kind": "remote", "type": "parts:index:Caller", "name": "two",
                  "inputs": {"zone": "${web.url}"}}],
               "expect": {"result": "ok", "monitor": [
                 {"construct": "parts:index:Outer::web", "call": "RegisterResource",
                  "request": {"type": "parts:index:Inner", "name": "web-app",
                              "parent": "::parts:index:Outer::web"}},
                 {"construct": "parts:index:Inner::web-app", "call": "RegisterResource",
                  "request": {"type": "keel:index:Thing", "name": "web-app-a",
                              "parent": "::parts:index:Inner::web-app"}}]}}
              """));

  private static boolean isOfComponent(String at, String expected, String actual) {
    return new ToldDifferences(STEP)
        .isOfComponent(
            WrittenFinding.of(
                Aspect.PLAN_CALLS,
                "parts:index:Caller::two",
                Call.CONSTRUCT,
                at,
                expected,
                actual));
  }

  @Test
  void whatComesOfAComponent_dependsOnWhatIsInOneInsideOfIt() {
    assertThat(isOfComponent("dependencies.0", OUTER, NESTED)).isTrue();
    assertThat(isOfComponent("inputDependencies.zone.urns.1", NOTHING, NESTED)).isTrue();

    assertThat(isOfComponent("dependencies.0", NESTED, OUTER)).isFalse();
    assertThat(isOfComponent("dependencies.0", OUTER, OUTER)).isFalse();
    assertThat(isOfComponent("dependencies.0", OUTER, "\"::keel:index:Thing::else\"")).isFalse();
  }

  @Test
  void listOfWhatIsInAComponent_goesOnWhereThereAProviderIs() {
    assertThat(isOfComponent("dependencies.1", PROVIDER, NESTED)).isTrue();

    assertThat(isOfComponent("dependencies.1", NESTED, PROVIDER)).isFalse();
    assertThat(isOfComponent("dependencies.1", PROVIDER, "\"::keel:index:Thing::else\"")).isFalse();
    assertThat(isOfComponent("inputDependencies.zone.urns.1", PROVIDER, NESTED)).isFalse();
  }

  private static boolean isOfRecord(String call, String at, String expected, String actual) {
    return new ToldDifferences(STEP)
        .isOfRecord(
            WrittenFinding.of(Aspect.ASKED, "parts:index:Outer::web", call, at, expected, actual));
  }

  @Test
  void optionOfARecord_isToldNobody() {
    assertThat(isOfRecord(Call.CONSTRUCT, "replacementTrigger", "\"1\"", NOTHING)).isTrue();
    assertThat(isOfRecord(Call.CONSTRUCT, "aliases", "[]", NOTHING)).isTrue();

    assertThat(isOfRecord(Call.CONSTRUCT, "replacementTrigger", NOTHING, "\"1\"")).isFalse();
    assertThat(isOfRecord(Call.CONSTRUCT, "protect", "true", NOTHING)).isFalse();
  }

  @Test
  void componentThatHasNoRecord_hasNoOptionsOfOne() {
    var other = "\"::keel:index:Thing::d\"";
    assertThat(isOfRecord(Call.CONSTRUCT, "deletedWith", other, NOTHING)).isTrue();

    assertThat(isOfRecord(Call.CONSTRUCT, "deletedWith", NOTHING, other)).isFalse();
    assertThat(isOfRecord(Call.CONSTRUCT, "name", other, NOTHING)).isFalse();
    assertThat(isOfRecord("Check", "deletedWith", other, NOTHING)).isFalse();
  }

  private static boolean isUnread(String message, String expected, String actual) {
    var step =
        """
        {"op": "update", "expect": {"result": "failed", "diagnostics": [
          {"severity": "error", "message": "%s"}, {"severity": "info", "message": "so"}]}}
        """
            .formatted(message);
    return new ToldDifferences(new ProviderStep(2, WrittenFinding.json(step)))
        .isOfRecord(WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, expected, actual));
  }

  @Test
  void libraryThatDoesNotReadAnOption_doesNotFailWithoutIt() {
    var message = "failed to register web: 3 INVALID: invalid DeletedWith URN: invalid URN x";
    assertThat(isUnread(message, "\"failed\"", "\"[]\"")).isTrue();

    assertThat(isUnread(message, "\"failed\"", "\"[why]\"")).isFalse();
    assertThat(isUnread("failed to register web", "\"failed\"", "\"[]\"")).isFalse();
  }

  /// `two` depends on a component, and on `t`; `one` on `t` alone.
  private static boolean isMovedOn(String component, String at, String expected, String actual) {
    var step = STEP.json().deepCopy();
    var calls =
        """
        {"calls": [
          {"call": "Construct", "resource": "parts:index:Caller::two", "request":
            {"dependencies": ["::keel:index:Thing::t", "::parts:index:Outer::web"]}},
          {"call": "Construct", "resource": "parts:index:Caller::one", "request":
            {"dependencies": ["::keel:index:Thing::t"]}}]}
        """;
    ((ObjectNode) step.get("expect")).setAll((ObjectNode) WrittenFinding.json(calls));
    return new ToldDifferences(new ProviderStep(2, step))
        .isOfComponent(
            WrittenFinding.of(
                Aspect.ASKED,
                "parts:index:Caller::" + component,
                Call.CONSTRUCT,
                at,
                expected,
                actual));
  }

  @Test
  void whatIsListedBesideAComponent_comesElsewhere() {
    var thing = "\"::keel:index:Thing::t\"";
    assertThat(isMovedOn("two", "dependencies.0", thing, NESTED)).isTrue();
    assertThat(isMovedOn("two", "dependencies.2", NOTHING, thing)).isTrue();

    assertThat(isMovedOn("two", "dependencies.0", "\"::keel:index:Thing::x\"", NESTED)).isFalse();
    assertThat(isMovedOn("two", "dependencies.0", thing, "\"::keel:index:Thing::x\"")).isFalse();
    assertThat(isMovedOn("two", "dependencies.0", thing, OUTER)).isFalse();
    assertThat(isMovedOn("two", "dependencies.0", thing, NOTHING)).isFalse();
    assertThat(isMovedOn("two", "inputDependencies.zone.urns.0", thing, NESTED)).isFalse();
    assertThat(isMovedOn("one", "dependencies.0", thing, NESTED)).isFalse();
  }
}
