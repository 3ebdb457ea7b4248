package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.component.ToldDifferences;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where only a part of a component is a target, and what is not.
class TargetInsideTest {
  private static final String UNKNOWN = "{\"$unknown\": \"string\"}";

  /// In the component `web`, the label of `web-thing` comes of `web-pet`.
  private static boolean isOfRest(
      String targets, Aspect aspect, String name, String at, String actual) {
    var step =
        """
        {"op": "update", "targets": [%s],
         "resources": [{"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {}}],
         "expect": {"result": "ok", "monitor": [
           {"construct": "parts:index:Web::web", "call": "RegisterResource",
            "request": {"type": "keel:index:Thing", "name": "web-pet"}},
           {"construct": "parts:index:Web::web", "call": "RegisterResource",
            "request": {"type": "keel:index:Thing", "name": "web-thing",
              "propertyDependencies": {"label": {"urns": ["::keel:index:Thing::web-pet"]}}}}]}}
        """
            .formatted(targets);
    return new ToldDifferences(new ProviderStep(2, WrittenFinding.json(step)))
        .isOfPlannedRest(
            WrittenFinding.of(aspect, "keel:index:Thing::" + name, "Check", at, "\"one\"", actual));
  }

  @Test
  void whatComesOfWhatIsNoTarget_isNotKnownBefore() {
    var thing = "\"web-thing\"";
    var label = "news.label";
    assertThat(isOfRest(thing, Aspect.PLAN_CALLS, "web-thing", label, UNKNOWN)).isTrue();

    assertThat(isOfRest(thing, Aspect.PLAN_CALLS, "web-thing", label, "\"two\"")).isFalse();
    assertThat(isOfRest(thing, Aspect.PLAN_CALLS, "web-thing", "news.zone", UNKNOWN)).isFalse();
    assertThat(isOfRest(thing, Aspect.PLAN_CALLS, "other", label, UNKNOWN)).isFalse();
    assertThat(isOfRest(thing, Aspect.ASKED, "web-thing", label, UNKNOWN)).isFalse();
    var both = "\"web-thing\", \"web-pet\"";
    assertThat(isOfRest(both, Aspect.PLAN_CALLS, "web-thing", label, UNKNOWN)).isFalse();
  }

  /// `web-thing` would have to go with a target.
  ///
  /// @param call of the provider beside its configuration
  private static boolean isAsked(String call, String provider, String actual) {
    var step =
        """
        {"op": "destroy", "targets": ["web-pet"],
         "expect": {"result": "failed",
           "diagnostics": [
             {"severity": "error", "resource": "keel:index:Thing::web-thing",
              "message": "It will be destroyed but was not specified in --target list."}],
           "calls": [
             {"call": "(start)", "process": "keel#1"},
             {"call": "Configure", "process": "keel#1",
              "resource": "pulumi:providers:keel::default"},
             {"call": "Diff", "process": "keel#1", "resource": "keel:index:Thing::web-thing"},
             {"call": %s, "process": "keel#1", "resource": "keel:index:Thing::other"},
             {"call": "Delete", "process": "bare#1", "resource": "bare:index:Key::k"}]}}
        """
            .formatted(call);
    return new TargetDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isAskedForNoTarget(
            WrittenFinding.of(Aspect.CONFIGURE, provider, "", "", "\"{}\"", actual));
  }

  @Test
  void providerOfWhatIsNoTarget_isNotConfiguredForThat() {
    var keel = "pulumi:providers:keel::default";
    assertThat(isAsked("\"Handshake\"", keel, "\"[]\"")).isTrue();

    assertThat(isAsked("\"Handshake\"", keel, "\"[1]\"")).isFalse();
    assertThat(isAsked("\"Handshake\"", "pulumi:providers:bare::default", "\"[]\"")).isFalse();
    for (var call : List.of("Diff", "Delete", "Read"))
      assertThat(isAsked("\"" + call + "\"", keel, "\"[]\"")).as(call).isFalse();
  }
}
