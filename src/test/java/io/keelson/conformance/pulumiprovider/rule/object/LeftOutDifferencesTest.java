package io.keelson.conformance.pulumiprovider.rule.object;

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

/// What is explained of what a run with targets does there, unasked, and what is not.
class LeftOutDifferencesTest {
  private static final String NOTHING = "";
  private static final String F = "keel:index:Thing::f";
  private static final String A = "keel:index:Thing::a";
  private static final String OTHER = "keel:index:Thing::other";

  /// `f` and `g` are targets; `a` uses `f`, and `used` is used by `g`.
  private static LeftOutDifferences leftOut(String targets, String summary) {
    var step =
        """
        {"op": "update", "targets": [%s],
         "resources": [
           {"type": "keel:index:Thing", "name": "used", "options": {"import": "used-id"}},
           {"type": "keel:index:Thing", "name": "f", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "g", "inputs": {"zone": "${used.zone}"}},
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "${f.etag}"}},
           {"type": "keel:index:Thing", "name": "other", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "new", "options": {"import": "new-id"}},
           {"type": "keel:index:Thing", "name": "known", "options": {"import": "known-id"}}],
         "expect": {"result": "ok"}}
        """
            .formatted(targets);
    var error =
        Diagnostic.error(
            Code.INVALID_CONFIG, Subject.of(InstanceAddress.parse("keel_Thing.a")), summary, "why");
    return new LeftOutDifferences(
        new ProviderStep(2, WrittenFinding.json(step)),
        new Before(
            WrittenFinding.json("[{\"resource\": \"keel:index:Thing::known\", \"id\": \"k\"}]")),
        new Errors(summary.isEmpty() ? List.of() : List.of(error)));
  }

  private static boolean isTakenAlong(
      String summary, Aspect aspect, String about, String call, String expected, String actual) {
    return leftOut("\"f\", \"g\"", summary)
        .isTakenAlong(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void whoNeedsWhatATargetDestroysFirst_stays_andSoDoesTheTarget() {
    var left = "Left out of the plan's scope";
    var replaced = "\"replace-destroy-first\"";
    assertThat(isTakenAlong(left, Aspect.PLAN, F, NOTHING, replaced, "\"none\"")).isTrue();
    assertThat(isTakenAlong(left, Aspect.RUN, A, NOTHING, replaced, "\"none\"")).isTrue();
    assertThat(isTakenAlong(left, Aspect.CALLS, A, "Delete", "{}", NOTHING)).isTrue();
    assertThat(isTakenAlong(left, Aspect.PLAN_CALLS, A, "Check", NOTHING, "{}")).isTrue();
    assertThat(isTakenAlong(left, Aspect.RESULT, NOTHING, NOTHING, "\"ok\"", "\"[]\"")).isTrue();

    assertThat(isTakenAlong(left, Aspect.CALLS, A, "Delete", NOTHING, "{}")).isFalse();
    assertThat(isTakenAlong(left, Aspect.CALLS, F, "Create", NOTHING, "{}")).isFalse();
    assertThat(isTakenAlong(left, Aspect.RUN, OTHER, NOTHING, replaced, "\"none\"")).isFalse();
    assertThat(isTakenAlong(left, Aspect.RUN, "keel:index:Thing::g", NOTHING, replaced, "\"none\""))
        .isFalse();
    assertThat(isTakenAlong(left, Aspect.RUN, F, NOTHING, "\"delete\"", "\"none\"")).isFalse();
    assertThat(isTakenAlong(left, Aspect.RESULT, NOTHING, NOTHING, "\"failed\"", "\"[]\""))
        .isFalse();
    assertThat(isTakenAlong("Else", Aspect.RUN, A, NOTHING, replaced, "\"none\"")).isFalse();
    assertThat(isTakenAlong(NOTHING, Aspect.RESULT, NOTHING, NOTHING, "\"ok\"", "\"[]\""))
        .isFalse();
  }

  private static boolean isNotTakenOver(
      String targets, Aspect aspect, String name, String expected, String actual) {
    var call = aspect == Aspect.ASKED ? "Read" : NOTHING;
    return leftOut(targets, NOTHING)
        .isNotTakenOver(
            WrittenFinding.of(
                aspect, "keel:index:Thing::" + name, call, NOTHING, expected, actual));
  }

  @Test
  void importThatNoTargetNeeds_isLeftOut() {
    var all = "\"f\", \"g\"";
    var imported = "\"import\"";
    assertThat(isNotTakenOver(all, Aspect.PLAN, "new", imported, "\"none\"")).isTrue();
    assertThat(isNotTakenOver(all, Aspect.ASKED, "new", "{\"id\": \"new-id\"}", NOTHING)).isTrue();
    assertThat(isNotTakenOver(all, Aspect.STATE, "new", "\"[{}]\"", "\"[]\"")).isTrue();

    for (var name : List.of("used", "known", "other"))
      assertThat(isNotTakenOver(all, Aspect.PLAN, name, imported, "\"none\"")).as(name).isFalse();
    assertThat(isNotTakenOver("\"new\"", Aspect.PLAN, "new", imported, "\"none\"")).isFalse();
    assertThat(isNotTakenOver(NOTHING, Aspect.PLAN, "new", imported, "\"none\"")).isFalse();
    assertThat(isNotTakenOver(all, Aspect.PLAN, "new", "\"none\"", imported)).isFalse();
    assertThat(isNotTakenOver(all, Aspect.STATE, "new", "\"[]\"", "\"[{}]\"")).isFalse();
    assertThat(isNotTakenOver(all, Aspect.WORLD, "new", "{}", NOTHING)).isFalse();
  }
}
