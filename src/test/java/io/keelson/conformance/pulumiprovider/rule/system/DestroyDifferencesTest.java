package io.keelson.conformance.pulumiprovider.rule.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of destructions with another configuration, and what is not.
class DestroyDifferencesTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::a";
  private static final String PROVIDER = "pulumi:providers:keel::default";
  private static final String DELETE = "\"delete\"";
  private static final String FAILED = "\"delete failed\"";

  /// @param failing what fails here
  private static DestroyDifferences rules(String op, String region, String failing) {
    var step =
        """
        {"op": "%s", "config": {"keel:region": "%s"}, "expect": {"result": "ok",
          "calls": [{"call": "Delete", "resource": "%s", "request": {"id": "a-1"}}]}}
        """
            .formatted(op, region, A);
    var state =
        """
        [{"resource": "%s", "id": "1", "inputs": {"region": "east"}},
         {"resource": "%s", "id": "a-1", "inputs": {"zone": "z"}, "provider": "::%s::1"}]
        """
            .formatted(PROVIDER, A, PROVIDER);
    var at = Subject.of(InstanceAddress.parse("keel_Thing." + failing));
    var error = Diagnostic.error(Code.PROVIDER_ERROR, at, "no such region", "why");
    return new DestroyDifferences(
        new ProviderStep(2, WrittenFinding.json(step)),
        new Before(WrittenFinding.json(state)),
        new Errors(List.of(error)));
  }

  private static boolean isOf(
      DestroyDifferences rules, Aspect aspect, String about, String expected, String actual) {
    var call = aspect == Aspect.CALLS ? "Delete" : NOTHING;
    return rules.isOfConfiguration(
        WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  private static String configured(String region) {
    return "\"[{\\\"args\\\": {\\\"region\\\": \\\"%s\\\"}}]\"".formatted(region);
  }

  @Test
  void whatRefusesItsConfiguration_isNotDestroyed() {
    var rules = rules("destroy", "nowhere", "a");
    assertThat(isOf(rules, Aspect.RUN, A, DELETE, FAILED)).isTrue();
    assertThat(isOf(rules, Aspect.CALLS, A, "{}", NOTHING)).isTrue();
    assertThat(isOf(rules, Aspect.WORLD, "a-1", NOTHING, "{}")).isTrue();
    assertThat(isOf(rules, Aspect.RESULT, NOTHING, "\"ok\"", "\"failed\"")).isTrue();
    var record =
        "\"[{\\\"id\\\": \\\"a-1\\\", \\\"inputs\\\": {\\\"zone\\\": \\\"z\\\"}, \\\"old\\\":"
            + " false, \\\"unfinished\\\": false}]\"";
    assertThat(isOf(rules, Aspect.STATE, A, "\"[]\"", record)).isTrue();
    assertThat(isOf(rules, Aspect.CONFIGURE, PROVIDER, configured("east"), configured("nowhere")))
        .isTrue();

    assertThat(isOf(rules, Aspect.RUN, A, DELETE, "\"none\"")).isFalse();
    assertThat(isOf(rules, Aspect.CALLS, A, NOTHING, "{}")).isFalse();
    assertThat(isOf(rules, Aspect.WORLD, "b-1", NOTHING, "{}")).isFalse();
    assertThat(isOf(rules, Aspect.RESULT, NOTHING, "\"failed\"", "\"ok\"")).isFalse();
    assertThat(isOf(rules, Aspect.STATE, A, "\"[]\"", record.replace("a-1", "a-2"))).isFalse();
    for (var pair : List.of(List.of("west", "nowhere"), List.of("east", "west")))
      assertThat(
              isOf(
                  rules,
                  Aspect.CONFIGURE,
                  PROVIDER,
                  configured(pair.getFirst()),
                  configured(pair.getLast())))
          .isFalse();
  }

  @Test
  void whatIsConfiguredAsBefore_orDoesNotFail_isNotExplained() {
    for (var other :
        List.of(
            rules("destroy", "east", "a"),
            rules("destroy", "nowhere", "b"),
            rules("update", "nowhere", "a"))) {
      assertThat(isOf(other, Aspect.RUN, A, DELETE, FAILED)).isFalse();
      assertThat(isOf(other, Aspect.RESULT, NOTHING, "\"ok\"", "\"failed\"")).isFalse();
      assertThat(isOf(other, Aspect.CONFIGURE, PROVIDER, configured("east"), configured("nowhere")))
          .isFalse();
    }
  }

  @Test
  void refresh_readsWithWhatIsDeclared() {
    var rules = rules("refresh", "west", "b");
    assertThat(isOf(rules, Aspect.CONFIGURE, PROVIDER, configured("east"), configured("west")))
        .isTrue();

    assertThat(isOf(rules, Aspect.CONFIGURE, PROVIDER, configured("east"), configured("north")))
        .isFalse();
    assertThat(isOf(rules, Aspect.CONFIGURE, PROVIDER, configured("west"), configured("west")))
        .isFalse();
    assertThat(isOf(rules, Aspect.CONFIGURE, A, configured("east"), configured("west"))).isFalse();
    assertThat(isOf(rules, Aspect.RUN, A, DELETE, FAILED)).isFalse();
  }
}
