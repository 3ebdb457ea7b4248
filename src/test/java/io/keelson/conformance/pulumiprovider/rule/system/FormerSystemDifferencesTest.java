package io.keelson.conformance.pulumiprovider.rule.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained by objects that are still in a former system, and what is not.
class FormerSystemDifferencesTest {
  private static final String NOTHING = "";

  private static final String A = "bare:index:Keys::a";

  private static final String P = "pulumi:providers:bare::p";

  /// The provider `p` of `a` has superseded one of another system, and `q` of `b` one of the same.
  private static final String STATE =
      """
      [{"resource": "pulumi:providers:bare::p", "id": "2", "inputs": {"account": "2"}},
       {"resource": "pulumi:providers:bare::p", "id": "1", "inputs": {"account": "1"},
        "delete": true},
       {"resource": "pulumi:providers:bare::q", "id": "4", "inputs": {"account": "1"}},
       {"resource": "pulumi:providers:bare::q", "id": "3", "inputs": {"account": "1"},
        "delete": true},
       {"resource": "bare:index:Keys::a", "id": "a-1",
        "provider": "::pulumi:providers:bare::p::1"},
       {"resource": "bare:index:Keys::b", "id": "b-1",
        "provider": "::pulumi:providers:bare::q::3"},
       {"resource": "bare:index:Keys::n", "id": "n-1",
        "provider": "::pulumi:providers:bare::p::2"}]
      """;

  private static FormerSystemDifferences rules(boolean moved, String faulty) {
    var step =
        """
        {"op": "update", "faults": [{"op": "delete", "name": "%s"}],
         "resources": [
           {"type": "pulumi:providers:bare", "name": "p", "inputs": {"account": "2"}},
           {"type": "pulumi:providers:bare", "name": "q", "inputs": {"account": "1"}},
           {"type": "bare:index:Keys", "name": "a", "inputs": {}, "options": {"provider": "p"}},
           {"type": "bare:index:Keys", "name": "b", "inputs": {}, "options": {"provider": "q"}},
           {"type": "bare:index:Keys", "name": "n", "inputs": {}, "options": {"provider": "p"}}],
         "expect": {"result": "ok", "steps": []}}
        """
            .formatted(faulty);
    return new FormerSystemDifferences(
        new SystemDifferences(
            new ProviderStep(3, WrittenFinding.json(step)),
            moved,
            new Before(WrittenFinding.json(STATE))));
  }

  private static boolean isReplaced(
      Aspect aspect, String about, String call, String at, String expected, String actual) {
    return rules(false, "a")
        .isReplacedLater(WrittenFinding.of(aspect, about, call, at, expected, actual));
  }

  private static boolean isReplaced(String about, String expected, String actual) {
    return isReplaced(Aspect.RUN, about, NOTHING, NOTHING, expected, actual);
  }

  @Test
  void whatIsInAFormerSystem_isReplacedUntilItIsThereNoMore() {
    var replaced = "\"replace-create-first\"";
    assertThat(isReplaced(A, "\"none\"", replaced)).isTrue();
    assertThat(isReplaced(Aspect.CALLS, A, "Create", NOTHING, NOTHING, "{}")).isTrue();
    assertThat(isReplaced(Aspect.ASKED, A, "Check", "olds.label", "\"x\"", NOTHING)).isTrue();

    assertThat(isReplaced(A, replaced, "\"none\"")).isFalse();
    assertThat(isReplaced(A, "\"none\"", "\"update\"")).isFalse();
    assertThat(isReplaced("bare:index:Keys::b", "\"none\"", replaced)).isFalse();
    assertThat(isReplaced("bare:index:Keys::n", "\"none\"", replaced)).isFalse();
    assertThat(isReplaced(Aspect.ASKED, A, "Check", "news.label", "\"x\"", NOTHING)).isFalse();
    var moved = WrittenFinding.of(Aspect.RUN, A, NOTHING, NOTHING, "\"none\"", replaced);
    assertThat(rules(true, "a").isReplacedLater(moved)).isFalse();
  }

  @Test
  void whatIsDeletedInAFormerSystem_mayFailThere() {
    var refused = WrittenFinding.of(Aspect.RESULT, "", "", "", "\"ok\"", "\"[why]\"");
    assertThat(rules(false, "a").isReplacedLater(refused)).isTrue();
    assertThat(rules(false, "b").isReplacedLater(refused)).isFalse();
    assertThat(rules(true, "a").isReplacedLater(refused)).isFalse();

    var old = "\"[{\\\"old\\\":true}]\"";
    var kept = WrittenFinding.of(Aspect.STATE, A, "", "", "\"[]\"", old);
    assertThat(rules(false, "a").isReplacedLater(kept)).isTrue();
    assertThat(rules(false, "b").isReplacedLater(kept)).isFalse();
    var gone = WrittenFinding.of(Aspect.STATE, A, "", "", old, "\"[]\"");
    assertThat(rules(false, "a").isReplacedLater(gone)).isFalse();
  }

  private static boolean isOfFormer(String provider, String account, String there) {
    var here = "\"{\\\"args\\\":{\\\"account\\\":\\\"%s\\\"}}\"".formatted(account);
    return rules(true, "a")
        .isOfFormer(WrittenFinding.of(Aspect.CONFIGURE, provider, "", "", there, here));
  }

  @Test
  void formerSystem_isAskedForWhatIsStillInIt() {
    var there = "\"[{}]\"";
    assertThat(isOfFormer(P, "1", there)).isTrue();

    assertThat(isOfFormer(P, "5", there)).isFalse();
    assertThat(isOfFormer(P, "1", "\"[]\"")).isFalse();
    assertThat(isOfFormer("pulumi:providers:bare::r", "1", there)).isFalse();
    var missing =
        WrittenFinding.of(Aspect.CONFIGURE, P, "", "", "\"{\\\"args\\\":{}}\"", "\"[{}]\"");
    assertThat(rules(true, "a").isOfFormer(missing)).isFalse();
  }

  /// `a` belongs to `p`, which is protected and names another system now, and `b` to `q`.
  private static boolean isHeld(
      boolean moved, Aspect aspect, String about, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:bare", "name": "p", "inputs": {"account": "3"},
            "options": {"protect": true}},
           {"type": "pulumi:providers:bare", "name": "q", "inputs": {"account": "3"}},
           {"type": "bare:index:Keys", "name": "a", "inputs": {}, "options": {"provider": "p"}},
           {"type": "bare:index:Keys", "name": "b", "inputs": {}, "options": {"provider": "q"}}],
         "expect": {"result": "failed"}}
        """;
    return new FormerSystemDifferences(
            new SystemDifferences(
                new ProviderStep(3, WrittenFinding.json(step)),
                moved,
                new Before(WrittenFinding.json(STATE))))
        .isHeld(
            WrittenFinding.of(
                aspect, about, aspect == Aspect.PLAN ? "" : "Check", "", expected, actual));
  }

  @Test
  void whatBelongsToAProtectedProvider_isHeld() {
    var replaced = "\"replace-create-first\"";
    var none = "\"none\"";
    assertThat(isHeld(true, Aspect.PLAN, A, replaced, none)).isTrue();
    assertThat(isHeld(true, Aspect.PLAN_CALLS, A, "{}", NOTHING)).isTrue();

    assertThat(isHeld(false, Aspect.PLAN, A, replaced, none)).isFalse();
    assertThat(isHeld(true, Aspect.PLAN, A, "\"update\"", none)).isFalse();
    assertThat(isHeld(true, Aspect.PLAN, A, replaced, "\"create\"")).isFalse();
    assertThat(isHeld(true, Aspect.PLAN, "bare:index:Keys::b", replaced, none)).isFalse();
    assertThat(isHeld(true, Aspect.RUN, A, replaced, none)).isFalse();
    assertThat(isHeld(true, Aspect.PLAN_CALLS, A, NOTHING, "{}")).isFalse();
  }

  /// `p` has another proxy now, for which it is updated or replaced; `q` is as it was.
  private static boolean isReplacedUnasked(
      boolean moved, String op, String about, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:tls", "name": "p", "inputs": {"proxy": {"env": true}}},
           {"type": "pulumi:providers:tls", "name": "q", "inputs": {}},
           {"type": "tls:index:Key", "name": "a", "inputs": {}, "options": {"provider": "p"}},
           {"type": "tls:index:Key", "name": "b", "inputs": {}, "options": {"provider": "q"}}],
         "expect": {"result": "ok", "steps": [
           {"op": "%s", "resource": "pulumi:providers:tls::p"}]}}
        """
            .formatted(op);
    var state =
        """
        [{"resource": "pulumi:providers:tls::p", "id": "1", "inputs": {"proxy": "{\\"url\\":1}"}},
         {"resource": "pulumi:providers:tls::q", "id": "2", "inputs": {}},
         {"resource": "tls:index:Key::a", "id": "a-1"},
         {"resource": "tls:index:Key::b", "id": "b-1"}]
        """;
    return new FormerSystemDifferences(
            new SystemDifferences(
                new ProviderStep(3, WrittenFinding.json(step)),
                moved,
                new Before(WrittenFinding.json(state))))
        .isReplacedUnasked(WrittenFinding.of(Aspect.RUN, about, "", "", expected, actual));
  }

  @Test
  void whatNamesASystem_decidesWhereAProviderSaysNothing() {
    var a = "tls:index:Key::a";
    var replaced = "\"replace-create-first\"";
    var none = "\"none\"";
    assertThat(isReplacedUnasked(true, "update", a, none, replaced)).isTrue();

    assertThat(isReplacedUnasked(false, "update", a, none, replaced)).isFalse();
    assertThat(isReplacedUnasked(true, "create-replacement", a, none, replaced)).isFalse();
    assertThat(isReplacedUnasked(true, "update", a, replaced, none)).isFalse();
    assertThat(isReplacedUnasked(true, "update", "tls:index:Key::b", none, replaced)).isFalse();
  }

  /// @param made what is done with the provider that has another name
  private static FormerSystemDifferences renamed(String made, String aliases) {
    var state =
        """
        [{"resource": "pulumi:providers:bare::q", "id": "1", "inputs": {"account": "1"}},
         {"resource": "bare:index:Keys::a", "provider": "::pulumi:providers:bare::q::1"}]
        """;
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:bare", "name": "r", "inputs": {"account": "2"},
            "options": {"aliases": [%s]}},
           {"type": "bare:index:Keys", "name": "a", "options": {"provider": "r"}}],
         "expect": {"result": "ok", "steps": [
           {"op": "%s", "resource": "pulumi:providers:bare::r"},
           {"op": "update", "resource": "bare:index:Keys::a", "provider": "r"}]}}
        """
            .formatted(aliases, made);
    return new FormerSystemDifferences(
        new SystemDifferences(
            new ProviderStep(3, WrittenFinding.json(step)),
            false,
            new Before(WrittenFinding.json(state))));
  }

  private static boolean isOfRenamed(String made, String aliases) {
    return renamed(made, aliases)
        .isReplacedLater(
            WrittenFinding.of(
                Aspect.RUN, A, NOTHING, NOTHING, "\"update\"", "\"replace-create-first\""));
  }

  @Test
  void whatBelongsToAProviderOfAnotherNameAndSystem_isReplaced() {
    assertThat(isOfRenamed("create-replacement", "\"q\"")).isTrue();

    assertThat(isOfRenamed("same", "\"q\"")).isFalse();
    assertThat(isOfRenamed("create-replacement", NOTHING)).isFalse();
  }

  private static boolean isOfFormerName(String provider, String aliases) {
    var here = "\"{\\\"args\\\":{\\\"account\\\":\\\"1\\\"}}\"";
    return renamed("create-replacement", aliases)
        .isOfFormer(
            WrittenFinding.of(Aspect.CONFIGURE, provider, NOTHING, NOTHING, "\"[]\"", here));
  }

  @Test
  void formerSystem_isAskedUnderItsFormerName() {
    var q = "pulumi:providers:bare::q";
    assertThat(isOfFormerName(q, "\"q\"")).isTrue();

    assertThat(isOfFormerName(q, NOTHING)).isFalse();
    assertThat(isOfFormerName("pulumi:providers:bare::r", "\"q\"")).isFalse();
  }
}
