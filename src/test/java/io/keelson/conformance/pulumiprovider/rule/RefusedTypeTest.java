package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where a provider refuses inputs for their types, and what is not.
class RefusedTypeTest {
  private static final String NOTHING = "";
  private static final String BOOL = "bool";
  private static final String REFERENCE = "resource.ResourceReference";

  private static RefusalDifferences refused(String... messages) {
    var told = new StringBuilder("{\"severity\": \"error\", \"message\": \"update failed\"}");
    for (String each : messages)
      told.append(
          """
          , {"severity": "error", "resource": "keel:index:Thing::a", "message": "%s"}
          """
              .formatted(each));
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": true}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "u", "inputs": {"zone": "${a.etag}"}}],
         "expect": {"result": "failed", "diagnostics": [%s]}}
        """
            .formatted(told);
    return new RefusalDifferences(
        new ProviderStep(2, WrittenFinding.json(step)), Before.NOTHING, new Errors(List.of()));
  }

  private static String input(String type) {
    return "property zone value {true} has a problem: Field 'zone' on 'main.ThingArgs' must be a"
        + " 'string'; got '"
        + type
        + "' instead";
  }

  private static boolean isExplained(RefusalDifferences refusals, String name, boolean reference) {
    var finding =
        WrittenFinding.of(
            Aspect.RUN, "keel:index:Thing::" + name, NOTHING, NOTHING, "\"none\"", "\"update\"");
    return reference ? refusals.isNoReference(finding) : refusals.isNotRefused(finding);
  }

  @Test
  void whatIsOfAnotherType_isConverted() {
    var encoding = "cannot encode resource inputs to call ProviderCreate";
    assertThat(isExplained(refused(encoding), "a", false)).isTrue();
    assertThat(isExplained(refused(input(BOOL)), "a", false)).isTrue();
    assertThat(isExplained(refused(input(BOOL), input("float64")), "a", false)).isTrue();

    assertThat(isExplained(refused(input(BOOL)), "u", false)).isTrue();

    assertThat(isExplained(refused(input(BOOL), "refused"), "u", false)).isFalse();
    assertThat(isExplained(refused(input(BOOL)), "b", false)).isFalse();
    assertThat(isExplained(refused("refused"), "a", false)).isFalse();
    assertThat(isExplained(refused(input(BOOL), "refused"), "a", false)).isFalse();
    assertThat(isExplained(refused(input(REFERENCE)), "a", false)).isFalse();
  }

  @Test
  void referenceToAResource_isHandedOnAsItsId() {
    assertThat(isExplained(refused(input(REFERENCE)), "a", true)).isTrue();

    assertThat(isExplained(refused(input(REFERENCE)), "b", true)).isFalse();
    assertThat(isExplained(refused(input(BOOL)), "a", true)).isFalse();
    assertThat(isExplained(refused(input(REFERENCE), "refused"), "a", true)).isFalse();
  }

  private static boolean isRefused(String inputs, String at, String summary) {
    var step =
        """
        {"op": "update", "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": %s}],
         "expect": {"result": "ok"}}
        """
            .formatted(inputs);
    var error =
        Diagnostic.error(
                Code.INVALID_CONFIG,
                Subject.of(InstanceAddress.parse("keel_Thing.a")),
                summary,
                "why")
            .at(AttributePath.parse(at));
    return new RefusalDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(List.of(error)))
        .isRefusedForAType(
            WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, "\"ok\"", "\"failed\""));
  }

  @Test
  void whatIsNoScalar_cannotBeConverted() {
    var wrong = "value of the wrong type";
    var asset = "{\"list\": [{\"$asset\": \"one\"}, 1]}";
    assertThat(isRefused(asset, "config.list[0]", wrong)).isTrue();

    assertThat(isRefused(asset, "config.list[1]", wrong)).isFalse();
    assertThat(isRefused(asset, "config.other", wrong)).isFalse();
    assertThat(isRefused(asset, "config.list[0]", "other")).isFalse();
  }
}
