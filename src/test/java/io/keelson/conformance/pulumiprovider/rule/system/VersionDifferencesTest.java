package io.keelson.conformance.pulumiprovider.rule.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained where another version of a provider is another object, and what is not.
final class VersionDifferencesTest {
  private static final String NOTHING = "";
  private static final String NONE = "\"none\"";
  private static final String REPLACED = "\"replace-create-first failed\"";

  /// In the preview, `a` is replaced for its provider, and something fails.
  private static VersionDifferences rules(String provider, String failing) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}},
                       {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "y"}}],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "resource": "keel:index:Thing::%s",
                            "message": "unable to replace resource"}],
           "preview": {"steps": [
             {"op": "create-replacement", "resource": "keel:index:Thing::a", "oldId": "a-1",
              "keys": ["provider"], "provider": "%s"}]}}}
        """
            .formatted(failing, provider);
    return new VersionDifferences(new ProviderStep(2, WrittenFinding.json(step)));
  }

  private static boolean isOfVersion(
      Aspect aspect, String about, String call, String at, String... both) {
    var provider = "::pulumi:providers:keel::default_1_0_0::@{default_1_0_0.id}";
    return rules(provider, "a")
        .isOfVersion(WrittenFinding.of(aspect, about, call, at, both[0], both[1]));
  }

  private static final String A = "keel:index:Thing::a";

  @Test
  void whatIsReplacedForItsProviderAlone_stays() {
    assertThat(isOfVersion(Aspect.PLAN, A, NOTHING, NOTHING, REPLACED, NONE)).isTrue();
    assertThat(isOfVersion(Aspect.PLAN_CALLS, A, "Check", NOTHING, "{}", NOTHING)).isTrue();
    assertThat(isOfVersion(Aspect.PLAN_CALLS, A, "Diff", NOTHING, NOTHING, "{}")).isTrue();
    assertThat(isOfVersion(Aspect.WORLD, "a-1", NOTHING, NOTHING, NOTHING, "{}")).isTrue();

    assertThat(isOfVersion(Aspect.PLAN, A, NOTHING, NOTHING, REPLACED, "\"delete\"")).isFalse();
    assertThat(isOfVersion(Aspect.PLAN, A, NOTHING, NOTHING, NONE, REPLACED)).isFalse();
    assertThat(isOfVersion(Aspect.PLAN_CALLS, A, "Delete", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isOfVersion(Aspect.ASKED, A, "Check", "news.zone", "\"y\"", "\"x\"")).isFalse();
    assertThat(isOfVersion(Aspect.STATE, A, NOTHING, "inputs.zone", "\"y\"", "\"x\"")).isFalse();
    assertThat(isOfVersion(Aspect.WORLD, "a-1", NOTHING, "properties.zone", "\"y\"", "\"x\""))
        .isFalse();
    assertThat(isOfVersion(Aspect.WORLD, "b-1", NOTHING, NOTHING, NOTHING, "{}")).isFalse();
  }

  private static boolean isFailed(String provider, String failing, String... both) {
    return rules(provider, failing)
        .isOfVersion(WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, both[0], both[1]));
  }

  @Test
  void whatIsProtected_failsNothing() {
    var provider = "::pulumi:providers:keel::default::{unknown string}";
    var failed = "\"failed\"";
    assertThat(isFailed(provider, "a", failed, "\"[]\"")).isTrue();

    assertThat(isFailed(provider, "a", failed, "\"[error]\"")).isFalse();
    assertThat(isFailed(provider, "a", "\"ok\"", "\"[]\"")).isFalse();
    assertThat(isFailed(provider, "b", failed, "\"[]\"")).isFalse();
    var own = "::pulumi:providers:keel::p::{unknown string}";
    assertThat(isFailed(own, "a", failed, "\"[]\"")).isFalse();
  }
}
