package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where something is protected, or refused, and what else stays for that.
class HeldDifferencesTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::a";
  private static final String B = "keel:index:Thing::b";
  private static final String FREE = "keel:index:Thing::free";
  private static final String USER = "keel:index:Thing::user";
  private static final String OTHER = "keel:index:Thing::other";

  private static HeldDifferences held(String state, String step, String at, String summary) {
    var error =
        Diagnostic.error(
            Code.PREVENT_DESTROY, Subject.of(InstanceAddress.parse(at)), summary, "why");
    return new HeldDifferences(
        new ProviderStep(2, WrittenFinding.json(step)),
        new Before(WrittenFinding.json(state)),
        new Errors(List.of(error)));
  }

  private static boolean isProtected(
      Aspect aspect, String about, String call, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "user", "inputs": {"label": "${a.etag}"}},
           {"type": "keel:index:Thing", "name": "with", "options": {"replaceWith": ["b", "a"]}},
           {"type": "keel:index:Thing", "name": "other", "inputs": {"zone": "z"},
            "options": {"replaceWith": ["b"]}}],
         "expect": {"result": "failed", "state": [
           {"resource": "keel:index:Thing::user", "dependencies": ["keel:index:Thing::gone"]},
           {"resource": "keel:index:Thing::other", "dependencies": ["keel:index:Thing::free"]}]}}
        """;
    return held("", step, "keel_Thing.a", "Destruction is prevented")
        .isProtected(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void whatNeedsAProtectedObject_isLeftAlone_andSoIsWhatItWasMadeWith() {
    assertThat(isProtected(Aspect.PLAN, A, NOTHING, "\"update\"", "\"none\"")).isTrue();
    assertThat(isProtected(Aspect.PLAN_CALLS, USER, "Check", "{}", NOTHING)).isTrue();
    var with = "keel:index:Thing::with";
    assertThat(isProtected(Aspect.PLAN, with, NOTHING, "\"replace-create-first\"", "\"none\""))
        .isTrue();
    var gone = "keel:index:Thing::gone";
    assertThat(isProtected(Aspect.PLAN, gone, NOTHING, "\"delete\"", "\"none\"")).isTrue();

    assertThat(isProtected(Aspect.PLAN, FREE, NOTHING, "\"delete\"", "\"none\"")).isFalse();
    assertThat(isProtected(Aspect.PLAN, OTHER, NOTHING, "\"update\"", "\"none\"")).isFalse();
    assertThat(isProtected(Aspect.PLAN, gone, NOTHING, "\"none\"", "\"delete\"")).isFalse();
  }

  /// `a` was made with something of the component `web`, and with nothing of `two`.
  private static boolean isDestroyed(String about, String summary) {
    var state =
        """
        [{"resource": "parts:index:Web::web", "component": true},
         {"resource": "parts:index:Inner::in", "parent": "parts:index:Web::web"},
         {"resource": "keel:index:Thing::web-a", "parent": "parts:index:Inner::in"},
         {"resource": "keel:index:Thing::two-a", "parent": "parts:index:Web::two"},
         {"resource": "keel:index:Thing::a", "dependencies": ["parts:index:Web::web"]}]
        """;
    var step = "{\"op\": \"destroy\", \"expect\": {\"result\": \"failed\"}}";
    return held(state, step, "keel_Thing.a", summary)
        .isProtected(
            WrittenFinding.of(Aspect.PLAN, about, NOTHING, NOTHING, "\"delete\"", "\"none\""));
  }

  @Test
  void whatIsInAComponent_staysForAProtectedObjectThatWasMadeWithIt() {
    assertThat(isDestroyed("keel:index:Thing::web-a", "Destruction is prevented")).isTrue();

    assertThat(isDestroyed("keel:index:Thing::two-a", "Destruction is prevented")).isFalse();
    assertThat(isDestroyed("keel:index:Thing::web-a", "Another")).isFalse();
  }

  /// `a`, `b` and `free` are replaced, or would be; `inside` was made with `a`, and is in a
  /// component.
  private static final String REPLACING =
      """
      {"op": "update",
       "resources": [
         {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}},
         {"type": "keel:index:Thing", "name": "free", "inputs": {"zone": "y"}},
         {"type": "keel:index:Thing", "name": "inside", "inputs": {"zone": "z"}},
         {"type": "keel:index:Thing", "name": "user",
          "inputs": {"zone": "x", "label": "${a.etag}"}},
         {"type": "keel:index:Thing", "name": "other", "inputs": {"label": "${free.etag}"}}],
       "expect": {"result": "failed",
         "preview": {
           "diagnostics": [
             {"severity": "error", "resource": "keel:index:Thing::inside", "message": "no"}],
           "steps": [
             {"op": "create-replacement", "resource": "keel:index:Thing::a", "provider": "p"},
             {"op": "create-replacement", "resource": "keel:index:Thing::free", "provider": "p"},
             {"op": "update", "resource": "keel:index:Thing::b", "provider": "p"},
             {"op": "update", "resource": "keel:index:Thing::user", "provider": "p"}]}}}
      """;

  private static final String MADE =
      """
      [{"resource": "keel:index:Thing::a"}, {"resource": "keel:index:Thing::b"},
       {"resource": "keel:index:Thing::inside",
        "dependencies": ["keel:index:Thing::a", "keel:index:Thing::b"]}]
      """;

  private static boolean isNotTried(
      String failed, Aspect aspect, String about, String at, String expected, String actual) {
    var call = aspect == Aspect.CALLS ? "Create" : aspect == Aspect.ASKED ? "Check" : NOTHING;
    return held(MADE, REPLACING, "keel_Thing." + failed, "The provider refuses it")
        .isNotTried(WrittenFinding.of(aspect, about, call, at, expected, actual));
  }

  private static boolean isNotTried(
      Aspect aspect, String about, String at, String expected, String actual) {
    return isNotTried("inside", aspect, about, at, expected, actual);
  }

  @Test
  void whatSomethingThatIsRefusedWasMadeWith_isNotReplaced() {
    var replaced = "\"replace-create-first\"";
    assertThat(isNotTried(Aspect.PLAN, A, NOTHING, replaced, "\"none\"")).isTrue();
    assertThat(isNotTried(Aspect.CALLS, A, NOTHING, "{}", NOTHING)).isTrue();
    assertThat(isNotTried(Aspect.STATE, A, "inputs.zone", "\"y\"", "\"z\"")).isTrue();
    var both = "\"[{\\\"old\\\":false}, {\\\"old\\\":true}]\"";
    var one = "\"[{\\\"old\\\":false}]\"";
    assertThat(isNotTried(Aspect.STATE, A, NOTHING, both, one)).isTrue();

    assertThat(isNotTried("other", Aspect.PLAN, A, NOTHING, replaced, "\"none\"")).isFalse();
    assertThat(isNotTried(Aspect.PLAN, A, NOTHING, replaced, "\"delete\"")).isFalse();
    assertThat(isNotTried(Aspect.STATE, A, NOTHING, one, both)).isFalse();
    assertThat(isNotTried(Aspect.STATE, A, "inputs.zone", "\"x\"", "\"z\"")).isFalse();
    assertThat(isNotTried(Aspect.PLAN, FREE, NOTHING, replaced, "\"none\"")).isFalse();
    assertThat(isNotTried(Aspect.PLAN, B, NOTHING, "\"update\"", "\"none\"")).isFalse();
  }

  @Test
  void whatNeedsWhatIsNotReplaced_waits() {
    var unknown = "{\"$unknown\": \"string\"}";
    assertThat(isNotTried(Aspect.PLAN, USER, NOTHING, "\"update\"", "\"none\"")).isTrue();
    assertThat(isNotTried(Aspect.ASKED, USER, "news.label", "\"2\"", unknown)).isTrue();

    assertThat(isNotTried(Aspect.ASKED, USER, "news.zone", "\"x\"", unknown)).isFalse();
    assertThat(isNotTried(Aspect.PLAN, OTHER, NOTHING, "\"update\"", "\"none\"")).isFalse();
  }

  private static boolean isNotDestroyed(String made, String about, String at, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"size": -1}},
                       {"type": "keel:index:Thing", "name": "b", "inputs": {}}],
         "expect": {"result": "failed",
           "state": [{"resource": "keel:index:Thing::a", "id": "a-1", %s}],
           "preview": {"diagnostics": [
             {"severity": "error", "resource": "keel:index:Thing::a", "message": "no"}]}}}
        """
            .formatted(made);
    var recorded = "[{\"resource\": \"keel:index:Thing::a\", \"id\": \"a-1\"}]";
    return held(recorded, step, "keel_Thing.a", "The provider refuses it")
        .isNotTried(WrittenFinding.of(Aspect.STATE, about, NOTHING, at, "\"[]\"", actual));
  }

  @Test
  void whatIsRefused_isNotDestroyedEither() {
    var due = "\"pendingReplacement\": true";
    var record = "\"[{\\\"id\\\":\\\"a-1\\\",\\\"old\\\":false}]\"";
    assertThat(isNotDestroyed(due, A, NOTHING, record)).isTrue();

    assertThat(isNotDestroyed("\"inputs\": {}", A, NOTHING, record)).isFalse();
    assertThat(isNotDestroyed(due, B, NOTHING, record)).isFalse();
    assertThat(isNotDestroyed(due, A, "inputs.zone", record)).isFalse();
    assertThat(isNotDestroyed(due, A, NOTHING, record.replace("a-1", "a-2"))).isFalse();
    assertThat(isNotDestroyed(due, A, NOTHING, record.replace("false", "true"))).isFalse();
  }

  private static boolean isReadInVain(String fields, String about, String at, String expected) {
    var step =
        """
        {"op": "update", %s
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"size": -1}},
                       {"type": "keel:index:Thing", "name": "b", "inputs": {}}],
         "expect": {"result": "failed",
           "preview": {"diagnostics": [
             {"severity": "error", "resource": "keel:index:Thing::a", "message": "no"}]},
           "calls": [
             {"call": "Read", "resource": "keel:index:Thing::a",
              "response": {"inputs": {"label": "y"}, "properties": {"label": "z"}}},
             {"call": "Read", "resource": "keel:index:Thing::b",
              "response": {"inputs": {"label": "y"}, "properties": {"label": "z"}}}]}}
        """
            .formatted(fields);
    return held("", step, "keel_Thing.a", "The provider refuses it")
        .isNotTried(WrittenFinding.of(Aspect.STATE, about, NOTHING, at, expected, "\"x\""));
  }

  @Test
  void whatIsRefused_keepsItsRecordWhateverIsRead() {
    var reading = "\"refresh\": true,";
    assertThat(isReadInVain(reading, A, "outputs.label", "\"z\"")).isTrue();
    assertThat(isReadInVain(reading, A, "inputs.label", "\"y\"")).isTrue();

    assertThat(isReadInVain(reading, A, "outputs.label", "\"y\"")).isFalse();
    assertThat(isReadInVain(NOTHING, A, "outputs.label", "\"z\"")).isFalse();
    assertThat(isReadInVain(reading, B, "outputs.label", "\"z\"")).isFalse();
  }

  /// `a` goes with `b`, and `b` with `free`, which stays, as the deletion of `user` fails; `other`
  /// goes with `gone`, which goes.
  private static boolean isKeptForItsContainer(
      String calls, Aspect aspect, String about, String at, String expected, String actual) {
    var state =
        """
        [{"resource": "keel:index:Thing::a", "deletedWith": "keel:index:Thing::b"},
         {"resource": "keel:index:Thing::b", "deletedWith": "keel:index:Thing::free"},
         {"resource": "keel:index:Thing::free"}, {"resource": "keel:index:Thing::user"},
         {"resource": "keel:index:Thing::other", "deletedWith": "keel:index:Thing::gone"},
         {"resource": "keel:index:Thing::gone"}]
        """;
    var step =
        """
        {"op": "destroy", "expect": {"result": "failed",
           "calls": [{"call": "Delete", "resource": "keel:index:Thing::user"}, %s
                     {"call": "Delete", "resource": "keel:index:Thing::gone"}],
           "state": [{"resource": "keel:index:Thing::free"}, {"resource": "keel:index:Thing::user"}],
           "steps": [
             {"op": "delete", "resource": "keel:index:Thing::a", "provider": "p"},
             {"op": "delete", "resource": "keel:index:Thing::b", "provider": "p"},
             {"op": "delete", "resource": "keel:index:Thing::other", "provider": "p"},
             {"op": "delete", "resource": "keel:index:Thing::gone", "provider": "p"},
             {"op": "delete", "resource": "keel:index:Thing::user", "provider": "p",
              "status": "failed"}]}}
        """
            .formatted(calls);
    return held(state, step, "keel_Thing.user", "The provider reported a problem")
        .isKeptForItsContainer(WrittenFinding.of(aspect, about, NOTHING, at, expected, actual));
  }

  private static boolean isKeptForItsContainer(Aspect aspect, String about) {
    return aspect == Aspect.STATE
        ? isKeptForItsContainer(NOTHING, aspect, about, NOTHING, "\"[]\"", "\"[{}]\"")
        : isKeptForItsContainer(NOTHING, aspect, about, NOTHING, "\"delete\"", "\"none\"");
  }

  @Test
  void whatGoesWithAContainerThatStays_keepsItsRecord() {
    for (var member : List.of(A, B)) {
      assertThat(isKeptForItsContainer(Aspect.RUN, member)).isTrue();
      assertThat(isKeptForItsContainer(Aspect.STATE, member)).isTrue();
      assertThat(isKeptForItsContainer(Aspect.PLAN, member)).isFalse();
      assertThat(isKeptForItsContainer(Aspect.WORLD, member)).isFalse();
    }
    for (var other : List.of(OTHER, USER, FREE, "keel:index:Thing::gone"))
      assertThat(isKeptForItsContainer(Aspect.RUN, other)).isFalse();
  }

  @Test
  void whatIsDeleted_orIsDoneHere_isToBeAsItIsThere() {
    var called = "{\"call\": \"Delete\", \"resource\": \"keel:index:Thing::b\"},";
    var delete = "\"delete\"";
    var none = "\"none\"";
    assertThat(isKeptForItsContainer(called, Aspect.RUN, B, NOTHING, delete, none)).isFalse();
    assertThat(isKeptForItsContainer(NOTHING, Aspect.RUN, B, NOTHING, none, delete)).isFalse();
    assertThat(isKeptForItsContainer(NOTHING, Aspect.RUN, B, NOTHING, delete, "\"update\""))
        .isFalse();
    assertThat(isKeptForItsContainer(NOTHING, Aspect.STATE, B, "id", "\"[]\"", none)).isFalse();
    assertThat(isKeptForItsContainer(NOTHING, Aspect.STATE, B, NOTHING, "\"[{}]\"", "\"[]\""))
        .isFalse();
  }

  private static boolean isNotTakenOver(String recorded, String failing, String about, String had) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {}, "options": {"import": "x"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {}}],
         "expect": {"result": "failed",
           "preview": {"diagnostics": [
             {"severity": "error", "resource": "keel:index:Thing::%s", "message": "no"}]}}}
        """
            .formatted(failing);
    return held(recorded, step, "keel_Thing." + failing, "The provider refuses it")
        .isNotTried(WrittenFinding.of(Aspect.STATE, about, NOTHING, NOTHING, "\"[{}]\"", had));
  }

  @Test
  void whatIsToBeTakenOver_isNotRecordedWhereItsUpdateIsRefused() {
    var known = "[{\"resource\": \"keel:index:Thing::a\", \"id\": \"x\"}]";
    assertThat(isNotTakenOver("[]", "a", A, "\"[]\"")).isTrue();

    assertThat(isNotTakenOver(known, "a", A, "\"[]\"")).isFalse();
    assertThat(isNotTakenOver("[]", "b", A, "\"[]\"")).isFalse();
    assertThat(isNotTakenOver("[]", "b", B, "\"[]\"")).isFalse();
    assertThat(isNotTakenOver("[]", "a", A, "\"[{}]\"")).isFalse();
  }

  /// `a` is to be replaced, `user` needs it, and `other` does not.
  private static boolean isProtectedFromNow(String options, String record, Finding finding) {
    var step =
        """
        {"op": "update", "replace": ["a"],
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}, "options": {%s}},
           {"type": "keel:index:Thing", "name": "user", "inputs": {"label": "${a.etag}"}},
           {"type": "keel:index:Thing", "name": "other", "inputs": {"zone": "z"}}],
         "expect": {"result": "ok"}}
        """
            .formatted(options);
    var state = "[{\"resource\": \"keel:index:Thing::a\", \"id\": \"a-1\"%s}]".formatted(record);
    return held(state, step, "keel_Thing.a", "Destruction is prevented")
        .isProtectedFromNow(finding);
  }

  @Test
  void whatIsProtectedFromNow_isNotReplaced() {
    var now = "\"protect\": true";
    var replaced = "\"replace-create-first\"";
    var result = WrittenFinding.of(Aspect.RESULT, "", "", "", "\"ok\"", "\"[why]\"");
    var run = WrittenFinding.of(Aspect.RUN, A, "", "", replaced, "\"none\"");
    var user = WrittenFinding.of(Aspect.STATE, USER, "", "inputs.label", "\"2\"", "\"1\"");
    for (var finding : List.of(result, run, user)) {
      assertThat(isProtectedFromNow(now, NOTHING, finding)).isTrue();
      assertThat(isProtectedFromNow(NOTHING, NOTHING, finding)).isFalse();
      assertThat(isProtectedFromNow(now, ", " + now, finding)).isFalse();
    }

    var other = WrittenFinding.of(Aspect.RUN, OTHER, "", "", replaced, "\"none\"");
    assertThat(isProtectedFromNow(now, NOTHING, other)).isFalse();
    var updated = WrittenFinding.of(Aspect.RUN, A, "", "", "\"update\"", "\"none\"");
    assertThat(isProtectedFromNow(now, NOTHING, updated)).isFalse();
    var failed = WrittenFinding.of(Aspect.RESULT, "", "", "", "\"failed\"", "\"[why]\"");
    assertThat(isProtectedFromNow(now, NOTHING, failed)).isFalse();
  }

  /// `b` is protected, and replaced with `f`.
  ///
  /// @param done what is done there
  private static boolean isForeseen(String name, String done, Aspect aspect, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "f"},
           {"type": "keel:index:Thing", "name": "b", "options": {"replaceWith": ["f"]}}],
         "expect": {"result": "failed", "steps": [
           {"op": "%s", "resource": "keel:index:Thing::f", "provider": "p"}]}}
        """
            .formatted(done);
    return held("", step, "keel_Thing.b", "Destruction is prevented")
        .isProtected(
            WrittenFinding.of(
                aspect, "keel:index:Thing::" + name, "Create", NOTHING, NOTHING, actual));
  }

  @Test
  void whatTakesAProtectedObjectAlong_isForeseen() {
    var preview = "{\"preview\": true}";
    assertThat(isForeseen("f", "same", Aspect.PLAN_CALLS, preview)).isTrue();

    assertThat(isForeseen("g", "same", Aspect.PLAN_CALLS, preview)).isFalse();
    assertThat(isForeseen("f", "create-replacement", Aspect.PLAN_CALLS, preview)).isFalse();
    assertThat(isForeseen("f", "same", Aspect.CALLS, "{}")).isFalse();
  }
}
