package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained by what was recorded before a step, and what is not.
class RecordDifferencesTest {
  private static final String NOTHING = "";

  /// `b` goes with `a`, which is left alone when it goes; `d` goes with `c`, which is deleted.
  private static final String STATE =
      """
      [{"resource": "keel:index:Thing::a", "id": "a-1", "retainOnDelete": true},
       {"resource": "keel:index:Thing::b", "id": "b-1", "deletedWith": "keel:index:Thing::a"},
       {"resource": "keel:index:Thing::c", "id": "c-1"},
       {"resource": "keel:index:Thing::d", "id": "d-1", "deletedWith": "keel:index:Thing::c"}]
      """;

  private static boolean isDeletedByItself(
      Aspect aspect, String about, String call, String expected, String actual) {
    var step = new ProviderStep(2, WrittenFinding.json("{\"op\": \"destroy\"}"));
    return new RecordDifferences(step, new Before(WrittenFinding.json(STATE)))
        .isDeletedByItself(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void whatGoesWithWhatIsLeftAlone_isDeletedByItself() {
    var b = "keel:index:Thing::b";
    assertThat(isDeletedByItself(Aspect.CALLS, b, "Delete", NOTHING, "{}")).isTrue();
    assertThat(isDeletedByItself(Aspect.WORLD, "b-1", NOTHING, "{}", NOTHING)).isTrue();

    assertThat(isDeletedByItself(Aspect.CALLS, b, "Delete", "{}", NOTHING)).isFalse();
    assertThat(isDeletedByItself(Aspect.CALLS, b, "Update", NOTHING, "{}")).isFalse();
    assertThat(isDeletedByItself(Aspect.WORLD, "b-1", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isDeletedByItself(Aspect.WORLD, "a-1", NOTHING, "{}", NOTHING)).isFalse();
  }

  @Test
  void whatGoesWithWhatIsDeleted_isDeletedWithIt() {
    var d = "keel:index:Thing::d";
    assertThat(isDeletedByItself(Aspect.CALLS, d, "Delete", NOTHING, "{}")).isFalse();
    assertThat(isDeletedByItself(Aspect.WORLD, "d-1", NOTHING, "{}", NOTHING)).isFalse();
  }

  private static RecordDifferences refreshing(String state) {
    var step = "{\"op\": \"refresh\", \"expect\": {\"result\": \"ok\"}}";
    return new RecordDifferences(
        new ProviderStep(3, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)));
  }

  private static boolean isLookedFor(
      String about, Aspect aspect, String call, String expected, String actual) {
    return refreshing(STATE)
        .isLookedForAgain(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void whatWasFoundGone_isLookedForAgain() {
    var gone = "keel:index:Thing::gone";
    assertThat(isLookedFor(gone, Aspect.PLAN_CALLS, "Read", NOTHING, "{}")).isTrue();

    assertThat(isLookedFor(gone, Aspect.PLAN_CALLS, "Check", NOTHING, "{}")).isFalse();
    assertThat(isLookedFor(gone, Aspect.PLAN_CALLS, "Read", "{}", NOTHING)).isFalse();
    assertThat(isLookedFor(gone, Aspect.CALLS, "Delete", NOTHING, "{}")).isFalse();
    assertThat(isLookedFor("keel:index:Thing::a", Aspect.PLAN_CALLS, "Read", NOTHING, "{}"))
        .isFalse();
  }

  private static boolean isInPlace(Aspect aspect, String at, String expected, String actual) {
    return refreshing(
            """
            [{"resource": "keel:index:Thing::a",
              "inputs": {"label": {"$secret": "one"}, "zone": "z"}}]
            """)
        .isInPlaceOfSecret(
            WrittenFinding.of(aspect, "keel:index:Thing::a", NOTHING, at, expected, actual));
  }

  @Test
  void whatIsFoundInPlaceOfASecret_isOne() {
    var secret = "{\"$secret\": \"two\"}";
    assertThat(isInPlace(Aspect.STATE, "outputs.label", "\"two\"", secret)).isTrue();

    assertThat(isInPlace(Aspect.STATE, "outputs.zone", "\"two\"", secret)).isFalse();
    assertThat(isInPlace(Aspect.STATE, "outputs.label", "\"three\"", secret)).isFalse();
    assertThat(isInPlace(Aspect.STATE, "outputs.label", secret, "\"two\"")).isFalse();
    assertThat(isInPlace(Aspect.CALLS, "properties.label", "\"two\"", secret)).isFalse();
  }

  private static final String PLAIN = "\"two\"";

  private static final String HIDDEN = "{\"$secret\": \"two\"}";

  private static Before madeWith(String label) {
    return after(
        Before.NOTHING,
        "update",
        "[{\"op\": \"create\", \"resource\": \"keel:index:Thing::a\", \"provider\": \"p\"}]",
        label);
  }

  private static boolean isUntold(Before before, String at, String expected, String actual) {
    var next = "{\"op\": \"update\", \"expect\": {\"result\": \"ok\"}}";
    return new RecordDifferences(new ProviderStep(4, WrittenFinding.json(next)), before)
        .isUntoldSecret(
            WrittenFinding.of(
                Aspect.PLAN_CALLS, "keel:index:Thing::a", "Check", at, expected, actual));
  }

  @Test
  void whatIsDeclaredAsASecretWithoutAStep_isToldAsItWasTold() {
    var hidden = after(madeWith(PLAIN), "update", "[]", HIDDEN);
    assertThat(isUntold(hidden, "olds.label", HIDDEN, PLAIN)).isTrue();
    var later = after(hidden, "update", "[]", HIDDEN);
    assertThat(isUntold(later, "olds.label", HIDDEN, PLAIN)).isTrue();

    assertThat(isUntold(hidden, "news.label", HIDDEN, PLAIN)).isFalse();
    assertThat(isUntold(hidden, "olds.zone", HIDDEN, PLAIN)).isFalse();
    assertThat(isUntold(hidden, "olds.label", HIDDEN, "\"one\"")).isFalse();
  }

  @Test
  void whatIsDeclaredInPlainTextWithoutAStep_isToldAsItWasTold() {
    var shown = after(madeWith(HIDDEN), "update", "[]", PLAIN);
    assertThat(isUntold(shown, "olds.label", PLAIN, HIDDEN)).isTrue();
    var again = after(after(madeWith(PLAIN), "update", "[]", HIDDEN), "update", "[]", PLAIN);
    assertThat(isUntold(again, "olds.label", HIDDEN, PLAIN)).isTrue();

    assertThat(isUntold(shown, "news.label", PLAIN, HIDDEN)).isFalse();
    assertThat(isUntold(shown, "olds.zone", PLAIN, HIDDEN)).isFalse();
    assertThat(isUntold(shown, "olds.label", "\"one\"", HIDDEN)).isFalse();
    assertThat(isUntold(madeWith(PLAIN), "olds.label", PLAIN, HIDDEN)).isFalse();
  }

  private static boolean isRecorded(String op, String at, String status) {
    var next =
        """
        {"op": "destroy", "expect": {"result": "failed", "steps": [
          {"op": "%s", "resource": "keel:index:Thing::a", "provider": "p"%s}]}}
        """
            .formatted(op, status);
    var hidden = after(madeWith(PLAIN), "update", "[]", HIDDEN);
    return new RecordDifferences(new ProviderStep(4, WrittenFinding.json(next)), hidden)
        .isUntoldSecret(
            WrittenFinding.of(Aspect.STATE, "keel:index:Thing::a", NOTHING, at, HIDDEN, PLAIN));
  }

  @Test
  void whatItsProviderWasNotToldAsASecret_isRecordedAsItWasTold_untilItIsUpdated() {
    var failed = ", \"status\": \"failed\"";
    assertThat(isRecorded("delete", "inputs.label", failed)).isTrue();
    assertThat(isRecorded("update", "outputs.label", failed)).isTrue();

    assertThat(isRecorded("update", "inputs.label", "")).isFalse();
    assertThat(isRecorded("delete", "inputs.zone", failed)).isFalse();
  }

  @Test
  void whatItsProviderWasToldAsASecret_isToldAsOne() {
    assertThat(isUntold(madeWith(HIDDEN), "olds.label", HIDDEN, PLAIN)).isFalse();
    var hidden = after(madeWith(PLAIN), "update", "[]", HIDDEN);
    var updated =
        after(
            hidden,
            "update",
            "[{\"op\": \"update\", \"resource\": \"keel:index:Thing::a\", \"provider\": \"p\"}]",
            HIDDEN);
    assertThat(isUntold(updated, "olds.label", HIDDEN, PLAIN)).isFalse();
  }

  private static Before after(Before before, String op, String steps, String label) {
    var step =
        """
        {"op": "%s", "expect": {"result": "ok", "steps": %s, "state": [
          {"resource": "keel:index:Thing::a", "inputs": {"label": %s, "zone": "z"}}]}}
        """
            .formatted(op, steps, label);
    return before.after(new ProviderStep(2, WrittenFinding.json(step)));
  }

  private static Before found(String op, String label) {
    var state =
        """
        [{"resource": "keel:index:Thing::a",
          "inputs": {"label": {"$secret": "one"}, "zone": "z"}}]
        """;
    return after(new Before(WrittenFinding.json(state)), op, "[]", label);
  }

  private static boolean isTold(Before before, String at) {
    var next = "{\"op\": \"update\", \"expect\": {\"result\": \"ok\"}}";
    return new RecordDifferences(new ProviderStep(4, WrittenFinding.json(next)), before)
        .isInPlaceOfSecret(
            WrittenFinding.of(
                Aspect.PLAN_CALLS,
                "keel:index:Thing::a",
                "Check",
                at,
                PLAIN,
                "{\"$secret\": \"two\"}"));
  }

  @Test
  void whatWasFoundInPlaceOfASecret_staysOneUntilItIsChanged() {
    var found = found("refresh", PLAIN);
    assertThat(isTold(found, "olds.label")).isTrue();
    assertThat(isTold(after(found, "update", "[]", PLAIN), "olds.label")).isTrue();

    assertThat(isTold(found, "olds.zone")).isFalse();
    assertThat(isTold(found, "news.label")).isFalse();
    assertThat(isTold(found("refresh", "{\"$secret\": \"two\"}"), "olds.label")).isFalse();
    assertThat(isTold(found("update", PLAIN), "olds.label")).isFalse();
    var update =
        "[{\"op\": \"update\", \"resource\": \"keel:index:Thing::a\", \"provider\": \"p\"}]";
    assertThat(isTold(after(found, "update", update, PLAIN), "olds.label")).isFalse();
  }

  private static final String INSIDE = "keel:index:Thing::web-a";

  /// `web-a` is in a component, and `beside` is not.
  private static boolean isOtherwiseSecret(
      String about, String former, String label, String steps) {
    var records =
        """
        [{"resource": "keel:index:Thing::web-a", "inputs": {"label": %1$s},
          "secretOutputs": ["token"]},
         {"resource": "keel:index:Thing::beside", "inputs": {"label": %1$s}}]
        """;
    var step =
        """
        {"op": "update",
         "resources": [{"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {}}],
         "expect": {"result": "ok", "preview": {"steps": %1$s}, "steps": %1$s, "state": %2$s,
          "monitor": [
           {"construct": "parts:index:Web::web", "call": "RegisterResource",
            "request": {"type": "keel:index:Thing", "name": "web-a"}}]}}
        """
            .formatted(steps, records.formatted(label));
    return new RecordDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            new Before(WrittenFinding.json(records.formatted(former))))
        .isOtherwiseSecret(
            WrittenFinding.of(Aspect.PLAN, about, NOTHING, NOTHING, "\"none\"", "\"update\""));
  }

  @Test
  void whatAComponentRegistersAsASecretFromNowOn_isUpdated() {
    assertThat(isOtherwiseSecret(INSIDE, PLAIN, HIDDEN, "[]")).isTrue();
    var nested = "{\"zone\": \"two\"}";
    assertThat(isOtherwiseSecret(INSIDE, nested, nested.replace(PLAIN, HIDDEN), "[]")).isTrue();

    assertThat(isOtherwiseSecret(INSIDE, PLAIN, PLAIN, "[]")).isFalse();
    assertThat(isOtherwiseSecret("keel:index:Thing::beside", PLAIN, HIDDEN, "[]")).isFalse();
    var update =
        "[{\"op\": \"update\", \"resource\": \"keel:index:Thing::web-a\", \"provider\": \"p\"}]";
    assertThat(isOtherwiseSecret(INSIDE, PLAIN, HIDDEN, update)).isFalse();
  }

  @Test
  void whatIsSecretWithinAnInput_isRecordedAsItsProviderWasTold() {
    var inner = "{\"list\": \"two\"}";
    var hidden = after(madeWith(inner), "update", "[]", inner.replace(PLAIN, HIDDEN));
    assertThat(isUntold(hidden, "olds.label.list", HIDDEN, PLAIN)).isTrue();

    assertThat(isUntold(madeWith(inner.replace(PLAIN, HIDDEN)), "olds.label.list", HIDDEN, PLAIN))
        .isFalse();
  }

  /// A refresh has found another zone of `a`; `b` is as it was.
  private static Before drifted(String then) {
    var record =
        """
        {"resource": "keel:index:Thing::%s", "id": "%1$s-1",
         "inputs": {"zone": "%2$s"}, "outputs": {"zone": "%2$s", "etag": "%2$s"}}
        """;
    var before = "[%s, %s]".formatted(record.formatted("a", "x"), record.formatted("b", "x"));
    var found = "[%s, %s]".formatted(record.formatted("a", "y"), record.formatted("b", "x"));
    var refresh = "{\"op\": \"refresh\", \"expect\": {\"state\": %s}}".formatted(found);
    var step = then.formatted(found);
    return new Before(WrittenFinding.json(before))
        .after(new ProviderStep(2, WrittenFinding.json(refresh)))
        .after(new ProviderStep(3, WrittenFinding.json(step)));
  }

  private static boolean isReadAsApplied(
      Before before, Aspect aspect, String name, String call, String at, String expected) {
    return new RecordDifferences(
            new ProviderStep(4, WrittenFinding.json("{\"op\": \"refresh\"}")), before)
        .isReadAsApplied(
            WrittenFinding.of(aspect, "keel:index:Thing::" + name, call, at, expected, "\"x\""));
  }

  @Test
  void whatHasDrifted_isReadByWhatWasApplied() {
    var drift = drifted("{\"op\": \"preview\", \"expect\": {\"state\": %s}}");
    assertThat(isReadAsApplied(drift, Aspect.ASKED, "a", "Read", "inputs.zone", "\"y\"")).isTrue();
    assertThat(isReadAsApplied(drift, Aspect.PLAN_CALLS, "a", "Read", "properties.etag", "\"y\""))
        .isTrue();

    assertThat(isReadAsApplied(drift, Aspect.ASKED, "a", "Read", "inputs.zone", "\"z\"")).isFalse();
    assertThat(isReadAsApplied(drift, Aspect.ASKED, "b", "Read", "inputs.zone", "\"x\"")).isFalse();
    assertThat(isReadAsApplied(drift, Aspect.ASKED, "a", "Diff", "inputs.zone", "\"y\"")).isFalse();
    assertThat(isReadAsApplied(drift, Aspect.CALLS, "a", "Read", "inputs.zone", "\"y\"")).isFalse();
    var decided =
        """
        {"op": "update", "expect": {"state": %s, "steps": [
          {"op": "update", "resource": "keel:index:Thing::a", "provider": "p"}]}}
        """;
    assertThat(isReadAsApplied(drifted(decided), Aspect.ASKED, "a", "Read", "inputs.zone", "\"y\""))
        .isFalse();
  }

  /// `a` and `b` were read before, `c` and `e` managed; `a` and `c` are managed now, `b` and `e`
  /// read.
  private static boolean isNotReplaced(
      Aspect aspect, String about, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {}},
           {"type": "keel:index:Thing", "name": "b", "kind": "read", "id": "there-1"},
           {"type": "keel:index:Thing", "name": "c", "inputs": {}},
           {"type": "keel:index:Thing", "name": "e", "kind": "read", "id": "there-1"}],
         "expect": {"result": "ok"}}
        """;
    var state =
        """
        [{"resource": "keel:index:Thing::a", "id": "there-1", "external": true},
         {"resource": "keel:index:Thing::b", "id": "there-1", "external": true},
         {"resource": "keel:index:Thing::c", "id": "c-1"},
         {"resource": "keel:index:Thing::d", "id": "there-1", "external": true},
         {"resource": "keel:index:Thing::e", "id": "e-1"}]
        """;
    return new RecordDifferences(
            new ProviderStep(3, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isNotReplacedForReading(
            WrittenFinding.of(aspect, about, NOTHING, NOTHING, quoted(expected), quoted(actual)));
  }

  private static String quoted(String word) {
    return "\"" + word + "\"";
  }

  @Test
  void whatWasOnlyRead_isMade_andReplacesNothing() {
    var a = "keel:index:Thing::a";
    var first = "replace-create-first";
    assertThat(isNotReplaced(Aspect.PLAN, a, first, "create")).isTrue();
    assertThat(isNotReplaced(Aspect.RUN, a, first, "create")).isTrue();

    assertThat(isNotReplaced(Aspect.RUN, a, first, "none")).isFalse();
    assertThat(isNotReplaced(Aspect.RUN, a, "replace-destroy-first", "create")).isFalse();
    assertThat(isNotReplaced(Aspect.STATE, a, first, "create")).isFalse();
    assertThat(isNotReplaced(Aspect.PLAN, "keel:index:Thing::b", first, "create")).isFalse();
    assertThat(isNotReplaced(Aspect.PLAN, "keel:index:Thing::c", first, "create")).isFalse();
    assertThat(isNotReplaced(Aspect.PLAN, "keel:index:Thing::d", first, "create")).isFalse();
  }

  @Test
  void whatIsReadFromNowOn_goesByItsOwnName() {
    var e = "keel:index:Thing::e";
    assertThat(isNotReplaced(Aspect.PLAN, e, "delete-deposed", "delete")).isTrue();
    assertThat(isNotReplaced(Aspect.RUN, e, "delete-deposed", "delete")).isTrue();

    assertThat(isNotReplaced(Aspect.RUN, e, "delete-deposed", "none")).isFalse();
    assertThat(isNotReplaced(Aspect.RUN, e, "replace-create-first", "create")).isFalse();
    var others = List.of("a", "b", "c", "d");
    for (var each : others)
      assertThat(
              isNotReplaced(Aspect.PLAN, "keel:index:Thing::" + each, "delete-deposed", "delete"))
          .isFalse();
  }

  /// `a` is not finished, and `b` uses it; `c` does not.
  private static boolean isFinished(String op, String done, Finding finding) {
    var step =
        """
        {"op": "%s", "refresh": true,
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "${a.etag}", "size": 4}},
           {"type": "keel:index:Thing", "name": "c", "inputs": {"zone": "z"}}],
         "expect": {"result": "ok", "steps": [
           {"op": "%s", "resource": "keel:index:Thing::a", "provider": "p"}]}}
        """
            .formatted(op, done);
    var state = "[{\"resource\": \"keel:index:Thing::a\", \"initErrors\": [\"half done\"]}]";
    return new RecordDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isFinishedByReading(finding);
  }

  private static Finding made(String name, String at) {
    return WrittenFinding.of(
        Aspect.CALLS, "keel:index:Thing::" + name, "Create", at, "\"unfinished\"", "\"a.1.1\"");
  }

  @Test
  void whatUsesWhatIsNotFinished_isToldWhatItsUpdateGives() {
    assertThat(isFinished("update", "same", made("b", "properties.zone"))).isTrue();
    var kept =
        WrittenFinding.of(
            Aspect.STATE, "keel:index:Thing::b", NOTHING, "inputs.zone", "\"a\"", "\"b\"");
    assertThat(isFinished("update", "same", kept)).isTrue();

    assertThat(isFinished("update", "update", made("b", "properties.zone"))).isFalse();
    assertThat(isFinished("refresh", "same", made("b", "properties.zone"))).isFalse();
    assertThat(isFinished("update", "same", made("b", "properties.size"))).isFalse();
    assertThat(isFinished("update", "same", made("b", NOTHING))).isFalse();
    assertThat(isFinished("update", "same", made("c", "properties.zone"))).isFalse();
    var planned =
        WrittenFinding.of(
            Aspect.PLAN, "keel:index:Thing::b", NOTHING, NOTHING, "\"create\"", "\"update\"");
    assertThat(isFinished("update", "same", planned)).isFalse();
  }

  /// `a` was deleted before its replacement failed, `b` was not.
  private static boolean isGone(
      String deleted, String name, String call, String expected, String actual) {
    var step =
        """
        {"op": "update", "expect": {"result": "ok", "calls": [
          {"call": "%s", "resource": "keel:index:Thing::a", "request": {"id": "a-1"}},
          {"call": "Create", "resource": "keel:index:Thing::a",
           "request": {"properties": {"zone": "z"}}}]}}
        """
            .formatted(deleted);
    var state =
        """
        [{"resource": "keel:index:Thing::a", "id": "a-1", "pendingReplacement": true},
         {"resource": "keel:index:Thing::b", "id": "b-1"}]
        """;
    return new RecordDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isGone(
            WrittenFinding.of(
                Aspect.CALLS, "keel:index:Thing::" + name, call, NOTHING, expected, actual));
  }

  @Test
  void whatWasDeletedBefore_isNotDeletedAgainBeforeItIsMade() {
    var made = "{\"properties\": {\"zone\": \"z\"}}";
    assertThat(isGone("Delete", "a", "Delete", "{\"id\": \"a-1\"}", NOTHING)).isTrue();
    assertThat(isGone("Delete", "a", "Create", NOTHING, made)).isTrue();

    assertThat(isGone("Read", "a", "Create", NOTHING, made)).isFalse();
    assertThat(isGone("Delete", "a", "Create", made, NOTHING)).isFalse();
    assertThat(isGone("Delete", "a", "Create", NOTHING, made.replace("\"z\"", "\"y\""))).isFalse();
    assertThat(isGone("Delete", "b", "Create", NOTHING, made)).isFalse();
  }
}
