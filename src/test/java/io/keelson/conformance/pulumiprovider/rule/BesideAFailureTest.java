package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.system.SystemDifferences;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of deletions that come before one that fails there, and what is not.
class BesideAFailureTest {
  private static final String NOTHING = "";

  /// `failing` is used by `user`; `in` lies in a component, and so does `deep`, which uses `in`.
  /// `above` uses all of the component.
  private static final Before BEFORE =
      new Before(
          WrittenFinding.json(
              """
              [{"resource": "keel:index:Thing::failing", "provider": "k"},
               {"resource": "keel:index:Thing::user", "provider": "k",
                "dependencies": ["keel:index:Thing::failing"]},
               {"resource": "parts:index:Web::web"},
               {"resource": "bare:index:Keys::in", "provider": "b", "id": "in-1",
                "parent": "parts:index:Web::web"},
               {"resource": "bare:index:Keys::deep", "provider": "b",
                "parent": "parts:index:Web::web", "dependencies": ["bare:index:Keys::in"]},
               {"resource": "keel:index:Thing::above", "provider": "k",
                "dependencies": ["parts:index:Web::web"]}]
              """));

  private static ProviderStep step(String status, String more) {
    var text =
        """
        {"op": "destroy", %s
         "expect": {"result": "failed",
           "steps": [
             {"op": "delete", "resource": "keel:index:Thing::user"},
             {"op": "delete", "resource": "keel:index:Thing::above"},
             {"op": "delete", "resource": "bare:index:Keys::deep"},
             {"op": "delete", "resource": "bare:index:Keys::in", "oldId": "in-1"},
             {"op": "delete", "resource": "keel:index:Thing::unknown"},
             {"op": "delete", "resource": "keel:index:Thing::failing"%s}],
           "calls": [
             {"call": "Configure", "resource": "pulumi:providers:bare::default", "process": "b"},
             {"call": "Delete", "resource": "bare:index:Keys::in", "process": "b"}]}}
        """
            .formatted(more, status);
    return new ProviderStep(2, WrittenFinding.json(text));
  }

  private static boolean isBeside(
      ProviderStep step, Aspect aspect, String about, String expected, String actual) {
    var call = aspect == Aspect.CALLS ? "Delete" : NOTHING;
    return new RefusalDifferences(step, BEFORE, new Errors(List.of()))
        .isBesideADeletion(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  private static boolean isBeside(String about) {
    return isBeside(
        step(", \"status\": \"failed\"", NOTHING), Aspect.RUN, about, "\"delete\"", "\"none\"");
  }

  @Test
  void whatIsInNoHigherLayer_mayComeAfterWhatFails() {
    var failed = step(", \"status\": \"failed\"", NOTHING);
    var in = "bare:index:Keys::in";
    assertThat(isBeside(in)).isTrue();
    assertThat(isBeside(failed, Aspect.CALLS, in, "{}", NOTHING)).isTrue();
    assertThat(isBeside(failed, Aspect.WORLD, "in-1", NOTHING, "{}")).isTrue();

    assertThat(isBeside("bare:index:Keys::deep")).isFalse();
    assertThat(isBeside("keel:index:Thing::user")).isFalse();
    assertThat(isBeside("keel:index:Thing::above")).isFalse();
    assertThat(isBeside("keel:index:Thing::unknown")).isFalse();
    assertThat(isBeside("keel:index:Thing::failing")).isFalse();
    assertThat(isBeside(failed, Aspect.CALLS, in, NOTHING, "{}")).isFalse();
    assertThat(isBeside(failed, Aspect.RUN, in, "\"none\"", "\"delete\"")).isFalse();
    for (var other :
        List.of(
            step(NOTHING, NOTHING), step(", \"status\": \"failed\"", "\"continueOnError\": true,")))
      assertThat(isBeside(other, Aspect.RUN, in, "\"delete\"", "\"none\"")).isFalse();
  }

  private static boolean isNotAsked(String status) {
    return new SystemDifferences(step(status, NOTHING), false, BEFORE)
        .isNotAsked(
            WrittenFinding.of(
                Aspect.CONFIGURE,
                "pulumi:providers:bare::default",
                NOTHING,
                NOTHING,
                "\"{}\"",
                "\"[]\""));
  }

  @Test
  void providerOfWhatComesAfterWhatFails_isNotStarted() {
    assertThat(isNotAsked(", \"status\": \"failed\"")).isTrue();

    assertThat(isNotAsked(NOTHING)).isFalse();
  }

  @Test
  void whatIsForgottenAlone_hasNoLayer() {
    var state =
        """
        [{"resource": "a", "provider": "p"%s},
         {"resource": "b", "provider": "p", "dependencies": ["a"]},
         {"resource": "c", "provider": "p", "dependencies": ["b"]}]
        """;
    assertThat(new Layers(WrittenFinding.json(state.formatted(NOTHING))).of("c")).isEqualTo(3);

    for (String left :
        List.of("\"deletedWith\": \"x\"", "\"retainOnDelete\": true", "\"external\": true"))
      assertThat(new Layers(WrittenFinding.json(state.formatted(", " + left))).of("c"))
          .isEqualTo(2);
    var circle = state.formatted(", \"dependencies\": [\"c\"]");
    assertThat(new Layers(WrittenFinding.json(circle)).of("c")).isEqualTo(3);
  }
}
