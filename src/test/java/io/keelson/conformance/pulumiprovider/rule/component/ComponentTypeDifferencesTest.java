package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained where a component has another type than before, and what is not.
final class ComponentTypeDifferencesTest {
  private static final String NOTHING = "";
  private static final String NONE = "\"none\"";
  private static final String ANEW = "\"create, delete\"";
  private static final String A = "keel:index:Thing::web-a";
  private static final String B = "keel:index:Thing::web-b";
  private static final String NEW = "keel:index:Thing::web-new";
  private static final String DEEP = "keel:index:Thing::web-deep";

  /// Of what is in `web`, `web-a` and `web-b`, which uses it, are made anew; `web-deep` only goes.
  private static boolean isOfAnotherType(
      String former, Aspect aspect, String about, String call, String at, String... both) {
    var step =
        """
        {"op": "update",
         "resources": [{"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {}}],
         "expect": {"result": "ok",
           "monitor": [
             {"construct": "parts:index:Web::web", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "web-a"}},
             {"construct": "parts:index:Web::web", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "web-b", "propertyDependencies":
                {"label": {"urns": ["::keel:index:Thing::web-a"]}}}},
             {"construct": "parts:index:Web::web", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "web-new", "propertyDependencies":
                {"label": {"urns": ["::keel:index:Thing::web-a"]}}}}],
           "preview": {"steps": [
             {"op": "create", "resource": "keel:index:Thing::web-a", "provider": "p"},
             {"op": "create", "resource": "keel:index:Thing::web-b", "provider": "p"},
             {"op": "create", "resource": "keel:index:Thing::web-new", "provider": "p"},
             {"op": "delete", "resource": "keel:index:Thing::web-deep", "provider": "p"},
             {"op": "delete", "resource": "keel:index:Thing::web-b", "provider": "p"},
             {"op": "delete", "resource": "keel:index:Thing::web-a", "provider": "p"}]}}}
        """;
    var recorded =
        """
        [{"resource": "%s", "component": true}, {"resource": "keel:index:Thing::web-a"},
         {"resource": "keel:index:Thing::web-b"}, {"resource": "keel:index:Thing::web-deep"}]
        """
            .formatted(former);
    return new ComponentTypeDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            new Before(WrittenFinding.json(recorded)))
        .isOfAnotherType(WrittenFinding.of(aspect, about, call, at, both[0], both[1]));
  }

  @Test
  void whatIsInAComponentOfAnotherType_staysUnderItsName() {
    var former = "other:index:Web::web";
    var unknown = "{\"$unknown\": \"string\"}";
    assertThat(isOfAnotherType(former, Aspect.PLAN, A, NOTHING, NOTHING, ANEW, NONE)).isTrue();
    assertThat(isOfAnotherType(former, Aspect.CALLS, A, "Create", NOTHING, "{}", NOTHING)).isTrue();
    assertThat(isOfAnotherType(former, Aspect.STATE, A, NOTHING, "id", "\"2\"", "\"1\"")).isTrue();
    assertThat(isOfAnotherType(former, Aspect.ASKED, B, "Check", "news.label", unknown, "\"x\""))
        .isTrue();

    assertThat(isOfAnotherType(former, Aspect.PLAN, DEEP, NOTHING, NOTHING, "\"delete\"", NONE))
        .isFalse();
    assertThat(isOfAnotherType(former, Aspect.PLAN, A, NOTHING, NOTHING, "\"create\"", NONE))
        .isFalse();
    assertThat(isOfAnotherType(former, Aspect.PLAN, A, NOTHING, NOTHING, ANEW, ANEW)).isFalse();
    assertThat(isOfAnotherType(former, Aspect.ASKED, B, "Check", "news.zone", unknown, "\"x\""))
        .isFalse();
    assertThat(isOfAnotherType(former, Aspect.RESULT, NOTHING, NOTHING, NOTHING, ANEW, NONE))
        .isFalse();
    assertThat(isOfAnotherType(former, Aspect.WORLD, NEW, NOTHING, "properties.label", "1", "2"))
        .isTrue();
    assertThat(isOfAnotherType(former, Aspect.WORLD, NEW, NOTHING, "properties.zone", "1", "2"))
        .isFalse();
    assertThat(isOfAnotherType(former, Aspect.PLAN, NEW, NOTHING, NOTHING, "\"create\"", NONE))
        .isFalse();
    for (var other : new String[] {"parts:index:Web::web", "other:index:Web::another"})
      assertThat(isOfAnotherType(other, Aspect.PLAN, A, NOTHING, NOTHING, ANEW, NONE)).isFalse();
  }
}
