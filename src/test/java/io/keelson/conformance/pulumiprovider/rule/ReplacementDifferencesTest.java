package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.OwnActions;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What is explained of objects that are replaced, and what is not.
class ReplacementDifferencesTest {
  private static final String NOTHING = "";
  private static final String PART = "keel:index:Thing::web-a";
  private static final String WHOLE = "keel:index:Thing::web-b";

  private static final ProviderStep STEP =
      new ProviderStep(
          2,
          WrittenFinding.json(
              """
              {"op": "update", "continueOnError": true,
               "resources": [
                 {"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {}}],
               "expect": {"result": "failed",
                 "state": [
                   {"resource": "keel:index:Thing::web-a", "id": "a-2", "initErrors": ["no"]},
                   {"resource": "keel:index:Thing::web-b", "id": "b-2"}],
                 "steps": [
                   {"op": "create-replacement", "resource": "keel:index:Thing::web-a",
                    "oldId": "a-1", "provider": "p"},
                   {"op": "create-replacement", "resource": "keel:index:Thing::web-b",
                    "oldId": "b-1", "provider": "p"},
                   {"op": "create-replacement", "resource": "keel:index:Thing::web-c",
                    "oldId": "c-1", "provider": "p"}],
                 "monitor": [
                   {"construct": "parts:index:Web::web", "call": "RegisterResource",
                    "request": {"type": "keel:index:Thing", "name": "web-c",
                                "deletedWith": "::keel:index:Thing::web-b"}}]}}
              """));

  private static boolean isKept(
      String failed, Aspect aspect, String about, String call, String expected, String actual) {
    var error =
        Diagnostic.error(
            Code.PROVIDER_ERROR,
            Subject.of(InstanceAddress.parse("component.web.keel_Thing." + failed)),
            "The provider reported a problem",
            "no");
    return new ReplacementDifferences(STEP, new Errors(List.of(error)))
        .isKeptForItsUser(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  @Test
  void oldObjectOfWhatIsMadeInPart_stays() {
    assertThat(isKept("web-a", Aspect.WORLD, "a-1", NOTHING, NOTHING, "{}")).isTrue();
    assertThat(isKept("web-a", Aspect.CALLS, PART, "Delete", "{}", NOTHING)).isTrue();

    assertThat(isKept("web-a", Aspect.WORLD, "b-1", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isKept("web-b", Aspect.WORLD, "b-1", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isKept("web-b", Aspect.WORLD, "a-1", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isKept("web-b", Aspect.CALLS, WHOLE, "Delete", "{}", NOTHING)).isFalse();
    assertThat(isKept("web-a", Aspect.CALLS, PART, "Delete", NOTHING, "{}")).isFalse();
  }

  @Test
  void oldObjectOfWhatGoesWithSomethingThatFailed_stays() {
    assertThat(isKept("web-b", Aspect.WORLD, "c-1", NOTHING, NOTHING, "{}")).isTrue();

    assertThat(isKept("web-a", Aspect.WORLD, "c-1", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isKept("web-c", Aspect.WORLD, "b-1", NOTHING, NOTHING, "{}")).isFalse();
  }

  /// Its old object goes under the name that it had.
  @Test
  void replacementWithAnotherName_isOfTheNewOne() {
    var steps =
        """
        {"steps": [
          {"op": "create-replacement", "resource": "keel:index:Thing::new", "oldId": "1",
           "provider": "p"},
          {"op": "delete-replaced", "resource": "keel:index:Thing::old", "oldId": "%s",
           "provider": "p"}]}
        """;
    var replaced = Map.entry("keel:index:Thing::new", "replace-create-first");
    assertThat(ExpectedActions.of(WrittenFinding.json(steps.formatted("1"))))
        .containsOnly(replaced);
    assertThat(ExpectedActions.of(WrittenFinding.json(steps.formatted("2"))))
        .containsOnly(replaced, Map.entry("keel:index:Thing::old", OwnActions.DESTROY_FIRST));
  }

  private static boolean isImported(String at, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "sea:index:Vessel", "name": "a",
                        "inputs": {"limit": {"cpu": 1, "raw": "two"}, "size": 1},
                        "options": {"import": "there"}}],
         "expect": {"result": "failed", "diagnostics": [
           {"severity": "error", "resource": "sea:index:Vessel::a",
            "message": "previously-imported resources must not be replaced"}]}}
        """;
    return new ReplacementDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isImportedBefore(
            WrittenFinding.of(Aspect.STATE, "sea:index:Vessel::a", "", at, expected, actual));
  }

  @Test
  void whatIsReplacedThoughItWasTakenOver_isRecordedAsDeclared() {
    var noted = "{\"__defaults\": [], \"cpu\": 1.0, \"raw\": \"two\"}";
    assertThat(isImported("inputs.limit", NOTHING, noted)).isTrue();
    assertThat(isImported("inputs.size", NOTHING, "1.0")).isTrue();
    assertThat(isImported("outputs.limit", "null", "{\"cpu\": 1.0, \"raw\": \"two\"}")).isTrue();

    assertThat(isImported("inputs.limit", NOTHING, noted.replace("1.0", "2.0"))).isFalse();
    assertThat(isImported("inputs.size", "1", NOTHING)).isFalse();
  }

  private static boolean isOfEdge(String call, String at, String expected, String actual) {
    var steps =
        """
        [{"op": "delete-replaced", "resource": "keel:index:Thing::a", "provider": "p"},
         {"op": "create-replacement", "resource": "keel:index:Thing::a", "provider": "p"}]
        """;
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}},
           {"type": "keel:index:Thing", "name": "c", "inputs": {"zone": "y"}},
           {"type": "keel:index:Thing", "name": "b",
            "inputs": {"zone": "${a.zone}", "label": "${c.zone}", "list": ["${a.etag}", "x"]}}],
         "expect": {"result": "ok", "steps": %1$s, "preview": {"steps": %1$s}}}
        """
            .formatted(steps);
    return new ReplacementDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isReplacedForAnEdge(
            WrittenFinding.of(Aspect.ASKED, "keel:index:Thing::b", call, at, expected, actual));
  }

  @Test
  void userOfWhatIsDestroyedFirst_isComparedWithWhatIsKnown() {
    var unknown = "{\"$unknown\": \"string\"}";
    assertThat(isOfEdge("Diff", "news.zone", unknown, "\"y\"")).isTrue();
    assertThat(isOfEdge("Diff", "news.list", unknown, "[" + unknown + ", \"x\"]")).isTrue();

    assertThat(isOfEdge("Diff", "news.label", unknown, "\"y\"")).isFalse();
    assertThat(isOfEdge("Check", "news.zone", unknown, "\"y\"")).isFalse();
    assertThat(isOfEdge("Diff", "news.zone", "\"y\"", unknown)).isFalse();
  }

  /// `b` uses `a`, which is destroyed first, and is asked meanwhile.
  private static boolean isAskedOfRecord(
      String during, String call, String at, String expected, String actual) {
    var a = "keel:index:Thing::a";
    var steps =
        """
        [{"op": "delete-replaced", "resource": "%1$s", "provider": "p"},
         {"op": "create-replacement", "resource": "%1$s", "provider": "p"}]
        """
            .formatted(a);
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}},
           {"type": "keel:index:Thing", "name": "c", "inputs": {"zone": "y"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "${a.zone}", "size": -1}}],
         "expect": {"result": "ok", "preview": {"steps": %s}, "calls": [
           {"call": "Diff", "during": "%s", "resource": "keel:index:Thing::b",
            "request": {"old_inputs": {"size": 1, "label": "x"},
                        "news": {"size": {"$unknown": "string"}, "label": "x"}}}]}}
        """
            .formatted(steps, during);
    return new ReplacementDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isReplacedForAnEdge(
            WrittenFinding.of(Aspect.ASKED, "keel:index:Thing::b", call, at, expected, actual));
  }

  @Test
  void userOfWhatIsDestroyedFirst_isAskedWithWhatIsDeclared() {
    assertThat(isAskedOfRecord("a", "Diff", "news.size", "1", "-1.0")).isTrue();
    assertThat(isAskedOfRecord("a", "Diff", "news.label", "\"x\"", NOTHING)).isTrue();

    assertThat(isAskedOfRecord("b", "Diff", "news.size", "1", "-1.0")).isFalse();
    assertThat(isAskedOfRecord("c", "Diff", "news.size", "1", "-1.0")).isFalse();
    assertThat(isAskedOfRecord("end", "Diff", "news.size", "1", "-1.0")).isFalse();
    assertThat(isAskedOfRecord("a", "Check", "news.size", "1", "-1.0")).isFalse();
    assertThat(isAskedOfRecord("a", "Diff", "oldInputs.size", "1", "-1.0")).isFalse();
    assertThat(isAskedOfRecord("a", "Diff", "news.size", "2", "-1.0")).isFalse();
    assertThat(isAskedOfRecord("a", "Diff", "news.size", "1", "2.0")).isFalse();
  }

  /// What is recorded of `b` came of `a`, and what is declared for it does not.
  @Test
  void userOfWhatIsDestroyedFirst_isAskedWithWhatComesOfItNoMore() {
    var unknown = "{\"$unknown\": \"string\"}";
    assertThat(isAskedOfRecord("a", "Diff", "news.size", unknown, "-1.0")).isTrue();

    assertThat(isAskedOfRecord("b", "Diff", "news.size", unknown, "-1.0")).isFalse();
    assertThat(isAskedOfRecord("c", "Diff", "news.size", unknown, "-1.0")).isFalse();
    assertThat(isAskedOfRecord("a", "Check", "news.size", unknown, "-1.0")).isFalse();
    assertThat(isAskedOfRecord("a", "Diff", "news.size", unknown, "2.0")).isFalse();
    assertThat(isAskedOfRecord("a", "Diff", "news.label", unknown, NOTHING)).isFalse();
  }

  /// `b` uses `a`, which is replaced, and is made anew there by this step.
  private static boolean isMadeAnew(
      boolean destroyedFirst, String made, Aspect aspect, String call, String at, String... both) {
    var one =
        """
        {"op": "%1$s", "resource": "%2$s", "oldId": "%2$s", "provider": "p"%3$s}
        """;
    var a = "keel:index:Thing::a";
    var b = "keel:index:Thing::b";
    var used =
        List.of(
            one.formatted("delete-replaced", a, ""), one.formatted("create-replacement", a, ""));
    var steps = new ArrayList<>(List.of(one.formatted("delete-replaced", b, "")));
    steps.addAll(destroyedFirst ? used : used.reversed());
    steps.add(one.formatted("create-replacement", b, made));
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "${a.label}", "size": 1}}],
         "expect": {"result": "ok", "steps": %1$s, "preview": {"steps": %1$s}}}
        """
            .formatted(steps);
    return new ReplacementDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isReplacedForAnEdge(WrittenFinding.of(aspect, b, call, at, both[0], both[1]));
  }

  @Test
  void userOfWhatIsDestroyedFirst_staysWhereNothingOfItChanges() {
    var edge = ", \"keys\": [\"zone\"]";
    var word = new String[] {"\"replace-destroy-first\"", "\"none\""};
    assertThat(isMadeAnew(true, edge, Aspect.PLAN, NOTHING, NOTHING, word)).isTrue();
    assertThat(isMadeAnew(true, edge, Aspect.RUN, NOTHING, NOTHING, word)).isTrue();
    assertThat(isMadeAnew(true, edge, Aspect.CALLS, "Delete", NOTHING, "{}", NOTHING)).isTrue();
    assertThat(isMadeAnew(true, edge, Aspect.STATE, NOTHING, "id", "\"b-2\"", "\"b-1\"")).isTrue();

    var own = ", \"keys\": [\"zone\"], \"diffs\": [\"zone\"]";
    assertThat(isMadeAnew(true, own, Aspect.PLAN, NOTHING, NOTHING, word)).isFalse();
    var other = ", \"keys\": [\"size\"]";
    assertThat(isMadeAnew(true, other, Aspect.PLAN, NOTHING, NOTHING, word)).isFalse();
    assertThat(isMadeAnew(true, "", Aspect.PLAN, NOTHING, NOTHING, word)).isFalse();
    assertThat(isMadeAnew(false, edge, Aspect.PLAN, NOTHING, NOTHING, word)).isFalse();
    assertThat(isMadeAnew(true, edge, Aspect.PLAN, NOTHING, NOTHING, word[1], word[0])).isFalse();
    assertThat(isMadeAnew(true, edge, Aspect.STATE, NOTHING, "inputs.size", "1", "2")).isFalse();
    assertThat(isMadeAnew(true, edge, Aspect.CALLS, "Delete", NOTHING, NOTHING, "{}")).isFalse();
  }

  private static boolean isAsked(
      String targets, Aspect aspect, String about, String call, String expected, String actual) {
    var step =
        """
        {"op": "destroy", "targets": [%s],
         "expect": {"result": "ok",
           "preview": {"steps": [
             {"op": "delete", "resource": "keel:index:Thing::a", "provider": "p"}]},
           "steps": [
             {"op": "delete", "resource": "keel:index:Thing::a", "provider": "p",
              "status": "failed"}]}}
        """
            .formatted(targets);
    return new ReplacementDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isAskedWhereItGoes(WrittenFinding.of(aspect, about, call, "", expected, actual));
  }

  @Test
  void whoNeedsATarget_isNotAskedWhereItGoesItself() {
    var a = "keel:index:Thing::a";
    var open = "{\"news\": {\"zone\": {\"$unknown\": \"string\"}}}";
    var targets = "\"a\", \"b\"";
    assertThat(isAsked(targets, Aspect.PLAN_CALLS, a, "Diff", open, "")).isTrue();
    assertThat(isAsked(targets, Aspect.ASKED, a, "Diff", open, "")).isTrue();

    assertThat(isAsked("", Aspect.ASKED, a, "Diff", open, "")).isFalse();
    assertThat(isAsked(targets, Aspect.CALLS, a, "Delete", open, "")).isFalse();
    assertThat(isAsked(targets, Aspect.ASKED, a, "Check", open, "")).isFalse();
    assertThat(isAsked(targets, Aspect.ASKED, a, "Diff", "{\"news\": {}}", "")).isFalse();
    assertThat(isAsked(targets, Aspect.ASKED, a, "Diff", "", open)).isFalse();
    assertThat(isAsked(targets, Aspect.ASKED, "keel:index:Thing::b", "Diff", open, "")).isFalse();
  }

  /// `user` and what it is replaced with, where its provider comes between.
  private static boolean isOfLaterProvider(
      String message, Aspect aspect, String name, String expected, String actual) {
    var first =
        """
        {"op": "delete-replaced", "resource": "keel:index:Thing::%1$s", "provider": "p"},
        {"op": "create-replacement", "resource": "keel:index:Thing::%1$s", "provider": "p"}
        """;
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "with", "inputs": {"zone": "y"}},
           {"type": "keel:index:Thing", "name": "free", "inputs": {"zone": "y"}},
           {"type": "pulumi:providers:keel", "name": "p"},
           {"type": "keel:index:Thing", "name": "user", "inputs": {"zone": "x"},
            "options": {"replaceWith": ["with"], "provider": "p"}}],
         "expect": {"result": "failed",
           "diagnostics": [
             {"severity": "error", "resource": "keel:index:Thing::user", "message": "%s"}],
           "steps": [{"op": "delete-replaced", "resource": "keel:index:Thing::user",
                      "status": "failed", "provider": "p"}],
           "preview": {"steps": [%s, %s, %s]}}}
        """
            .formatted(
                message, first.formatted("user"), first.formatted("with"), first.formatted("free"));
    return new ReplacementDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isOfLaterProvider(
            WrittenFinding.of(
                aspect,
                name.isEmpty() ? NOTHING : "keel:index:Thing::" + name,
                NOTHING,
                NOTHING,
                expected,
                actual));
  }

  private static boolean isOfLaterProvider(
      Aspect aspect, String name, String expected, String actual) {
    var unknown = "unknown provider '::pulumi:providers:keel::p::1' for resource ::x";
    return isOfLaterProvider(unknown, aspect, name, expected, actual);
  }

  @Test
  void whatIsDestroyedFirstByALaterProvider_isReplaced() {
    var replaced = "\"replace-destroy-first\"";
    var failed = "\"replace-destroy-first failed\"";
    assertThat(isOfLaterProvider(Aspect.RUN, "user", failed, replaced)).isTrue();
    assertThat(isOfLaterProvider(Aspect.RUN, "with", "\"none\"", replaced)).isTrue();
    assertThat(isOfLaterProvider(Aspect.RESULT, "", "\"failed\"", "\"[]\"")).isTrue();

    assertThat(isOfLaterProvider(Aspect.PLAN, "with", "\"none\"", replaced)).isFalse();
    assertThat(isOfLaterProvider(Aspect.RUN, "free", "\"none\"", replaced)).isFalse();
    assertThat(isOfLaterProvider(Aspect.RUN, "user", replaced, failed)).isFalse();
    assertThat(isOfLaterProvider(Aspect.RESULT, "", "\"ok\"", "\"[]\"")).isFalse();
    assertThat(isOfLaterProvider("no", Aspect.RUN, "user", failed, replaced)).isFalse();
    assertThat(isOfLaterProvider("no", Aspect.RESULT, "", "\"failed\"", "\"[]\"")).isFalse();
  }

  /// `d` is destroyed first, and `c` is not; `e` is declared no more.
  private static boolean isAskedThough(
      String targets, Aspect aspect, String about, String during, String expected) {
    var step =
        """
        {"op": "update", "targets": [%s],
         "resources": [{"type": "keel:index:Thing", "name": "c", "inputs": {}},
                       {"type": "keel:index:Thing", "name": "d", "inputs": {}}],
         "expect": {"result": "ok", "preview": {
           "calls": [{"call": "Diff", "resource": "keel:index:Thing::e", "during": "%s"}],
           "steps": [
             {"op": "delete-replaced", "resource": "keel:index:Thing::d", "provider": "p"},
             {"op": "replace", "resource": "keel:index:Thing::d", "provider": "p"},
             {"op": "create-replacement", "resource": "keel:index:Thing::d", "provider": "p"},
             {"op": "update", "resource": "keel:index:Thing::c", "provider": "p"},
             {"op": "delete", "resource": "keel:index:Thing::e", "provider": "p"}]}}}
        """
            .formatted(targets, during);
    return new ReplacementDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isAskedThoughItGoes(WrittenFinding.of(aspect, about, "Diff", "", expected, ""));
  }

  @Test
  void whoWasMadeWithWhatIsDestroyedFirst_isNotAskedWhereItGoesItself() {
    var e = "keel:index:Thing::e";
    var open = "{\"news\": {\"zone\": {\"$unknown\": \"string\"}}}";
    assertThat(isAskedThough("", Aspect.PLAN_CALLS, e, "d", open)).isTrue();

    assertThat(isAskedThough("", Aspect.PLAN_CALLS, e, "c", open)).isFalse();
    assertThat(isAskedThough("\"d\"", Aspect.PLAN_CALLS, e, "d", open)).isFalse();
    assertThat(isAskedThough("", Aspect.CALLS, e, "d", open)).isFalse();
    assertThat(isAskedThough("", Aspect.PLAN_CALLS, e, "d", "{\"news\": {}}")).isFalse();
    assertThat(isAskedThough("", Aspect.PLAN_CALLS, "keel:index:Thing::c", "d", open)).isFalse();
  }
}
