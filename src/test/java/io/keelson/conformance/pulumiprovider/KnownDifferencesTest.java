package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.provider.pulumi.schema.PackageSchema;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Each rule explains what its row says, and nothing else of the same resource.
class KnownDifferencesTest {
  private static final String A = "keel:index:Thing::a";
  private static final String B = "keel:index:Thing::b";
  private static final String PROVIDER = "pulumi:providers:keel::default";
  private static final String NOTHING = "";

  /// What uses `a`, whose `etag` was foreseen to stay.
  private static final String OTHERWISE =
      """
      {"op": "update",
       "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
                     {"type": "keel:index:Thing", "name": "b",
                      "inputs": {"zone": "z", "label": "${a.etag}"}}],
       "expect": {"result": "ok",
         "preview": {"calls": [{"call": "Update", "resource": "keel:index:Thing::a",
                                "response": {"properties": {"etag": "1"}}}]},
         "calls": [{"call": "Update", "resource": "keel:index:Thing::a",
                    "response": {"properties": {"etag": "2"}}},
                   {"call": "Delete", "resource": "keel:index:Thing::b", "request": {"id": "b-1"}}]}}
      """;

  @Test
  void valueThatCameOtherwise_isThatOfItsUsers() {
    var row = Optional.of("Values that come otherwise (R-PRG-4)");
    var kept = DifferenceCase.of(OTHERWISE);
    assertThat(kept.word(Aspect.RUN, B, "update", "none")).isEqualTo(row);
    assertThat(kept.row(Aspect.STATE, B, "inputs.label", "\"2\"", "\"1\"")).isEqualTo(row);
    assertThat(kept.row(Aspect.WORLD, "b-1", "", NOTHING, "{}")).isEqualTo(row);

    assertThat(kept.word(Aspect.RUN, B, "update", "delete")).isEmpty();
    assertThat(kept.word(Aspect.RUN, B, "update", "update failed")).isEmpty();
    assertThat(kept.word(Aspect.PLAN, B, "update", "none")).isEmpty();
    assertThat(kept.word(Aspect.RUN, A, "update", "none")).isEmpty();
    assertThat(kept.row(Aspect.ASKED, B, "Check", "news.zone", "\"z\"", "\"y\"")).isEmpty();
    assertThat(kept.row(Aspect.STATE, B, "inputs.zone", "\"x\"", "\"y\"")).isEmpty();
    assertThat(kept.row(Aspect.CALLS, B, "Update", "", NOTHING, "{}")).isEmpty();
    assertThat(kept.row(Aspect.WORLD, "other-1", "", NOTHING, "{}")).isEmpty();
    assertThat(kept.word(Aspect.RESULT, "", "ok", "[]")).isEmpty();
  }

  @Test
  void userThatIsLeftAlone_hasItsOwnError() {
    var told =
        DifferenceCase.of(
            OTHERWISE, DifferenceCase.error("b", "Values came out otherwise than planned"));
    var row = Optional.of("Values that come otherwise (R-PRG-4)");
    assertThat(told.word(Aspect.RUN, B, "update", "update failed")).isEqualTo(row);
    assertThat(told.word(Aspect.RESULT, "", "ok", "[]")).isEqualTo(row);

    var other =
        DifferenceCase.of(OTHERWISE, DifferenceCase.error("b", "The provider reported a problem"));
    assertThat(other.word(Aspect.RUN, B, "update", "update failed")).isEmpty();
    assertThat(other.word(Aspect.RESULT, "", "ok", "[]")).isEmpty();
  }

  @Test
  void userThatHasNothingLeftToDoThere_hasItsOwnError() {
    var row = Optional.of("Values that come otherwise (R-PRG-4)");
    var planned =
        OTHERWISE.replace(
            "\"preview\": {",
            "\"preview\": {\"steps\": [{\"op\": \"update\", \"provider\": \"p\","
                + " \"resource\": \"keel:index:Thing::b\"}], ");
    var error = DifferenceCase.error("b", "Values came out otherwise than planned");
    var told = DifferenceCase.of(planned, error);
    assertThat(told.word(Aspect.RUN, B, "none", "update failed")).isEqualTo(row);

    assertThat(told.word(Aspect.PLAN, B, "none", "update failed")).isEmpty();
    assertThat(told.word(Aspect.RUN, B, "none", "create failed")).isEmpty();
    assertThat(told.word(Aspect.RUN, B, "none", "update")).isEmpty();
    assertThat(told.word(Aspect.RUN, A, "none", "update failed")).isEmpty();
    for (var other : List.of(DifferenceCase.of(OTHERWISE, error), DifferenceCase.of(planned)))
      assertThat(other.word(Aspect.RUN, B, "none", "update failed")).isEmpty();
  }

  @Test
  void providerThatReplacesItself_replacesItsObjects() {
    var row = Optional.of("Another system (R-PUL-61)");
    var step =
        DifferenceCase.of(
            """
            {"op": "update",
             "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
                           {"type": "bare:index:Keys", "name": "c", "inputs": {"zone": "z"}}],
             "expect": {"result": "ok",
               "steps": [{"op": "create-replacement", "resource": "pulumi:providers:keel::default"}],
               "calls": [{"call": "Delete", "resource": "keel:index:Thing::a",
                          "request": {"id": "there"}}]}}
            """);
    assertThat(step.word(Aspect.PLAN, A, "replace-create-first", "update")).isEqualTo(row);
    assertThat(step.row(Aspect.CALLS, A, "Update", "", NOTHING, "{}")).isEqualTo(row);
    assertThat(step.row(Aspect.STATE, A, "outputs.etag", "\"2\"", "\"1\"")).isEqualTo(row);
    assertThat(step.row(Aspect.WORLD, "there", "", NOTHING, "{}")).isEqualTo(row);
    assertThat(step.word(Aspect.CONFIGURE, PROVIDER, "{}", "[{}]")).isEqualTo(row);

    assertThat(step.word(Aspect.PLAN, A, "replace-create-first", "delete")).isEmpty();
    assertThat(step.word(Aspect.PLAN, A, "update", "none")).isEmpty();
    assertThat(step.row(Aspect.CALLS, A, "Delete", "", NOTHING, "{}")).isEmpty();
    assertThat(step.row(Aspect.STATE, A, "inputs.zone", "\"x\"", "\"y\"")).isEmpty();
    assertThat(step.row(Aspect.WORLD, "elsewhere", "", NOTHING, "{}")).isEmpty();
    assertThat(step.word(Aspect.CONFIGURE, PROVIDER, "[{}]", "{}")).isEmpty();
    assertThat(step.word(Aspect.CONFIGURE, PROVIDER, "{}", "[]")).isEmpty();
    assertThat(step.word(Aspect.PLAN, "bare:index:Keys::c", "replace-create-first", "update"))
        .isEmpty();
  }

  private static String importing(String diagnostic) {
    return """
    {"op": "update",
     "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"},
                    "options": {"import": "there"}},
                   {"type": "keel:index:Thing", "name": "b",
                    "inputs": {"zone": "${a.endpoint}", "label": "l"}}],
     "expect": {"result": "failed", "diagnostics": [
       {"severity": "error", "resource": "keel:index:Thing::a", "message": "DIAGNOSTIC"}]}}
    """
        .replace("DIAGNOSTIC", diagnostic);
  }

  @Test
  void objectThatWasTakenOverBefore_isReplaced() {
    var row = Optional.of("Imports of recorded objects (R-PUL-45)");
    var step = DifferenceCase.of(importing("previously-imported resources must not be replaced"));
    assertThat(step.word(Aspect.RUN, A, "none", "replace-create-first")).isEqualTo(row);
    assertThat(step.row(Aspect.STATE, A, "outputs.zone", "\"z\"", "\"y\"")).isEqualTo(row);
    assertThat(step.word(Aspect.RUN, B, "none", "update")).isEqualTo(row);
    assertThat(step.word(Aspect.RESULT, "", "failed", "[]")).isEqualTo(row);

    assertThat(step.word(Aspect.RUN, A, "none", "delete")).isEmpty();
    assertThat(step.row(Aspect.STATE, A, "outputs.zone", "\"z\"", "\"x\"")).isEmpty();
    assertThat(step.row(Aspect.CALLS, A, "Update", "", NOTHING, "{}")).isEmpty();
    assertThat(step.row(Aspect.PLAN_CALLS, B, "Check", "news.label", "\"l\"", "\"x\"")).isEmpty();
  }

  @Test
  void importThatWouldReplace_isRefused() {
    var row = Optional.of("Refused imports (R-IMP-7)");
    var step =
        DifferenceCase.of(
            importing("would replace"),
            DifferenceCase.error("a", "Import would replace the object"));
    assertThat(step.word(Aspect.PLAN, A, "import, replace-create-first", "none")).isEqualTo(row);
    assertThat(step.word(Aspect.STATE, A, "[{}]", "[]")).isEqualTo(row);

    assertThat(step.word(Aspect.PLAN, A, "import", "delete")).isEmpty();
    assertThat(step.row(Aspect.STATE, A, "inputs.zone", "\"z\"", NOTHING)).isEmpty();
    var refused =
        DifferenceCase.of(
            importing("bad"),
            DifferenceCase.error("a", "The provider does not accept the configuration"));
    assertThat(refused.word(Aspect.STATE, A, "[{}]", "[]")).isEqualTo(row);
    var other =
        DifferenceCase.of(
            importing("would replace"),
            DifferenceCase.error("a", "The provider reported a problem"));
    assertThat(other.word(Aspect.PLAN, A, "import", "none")).isEmpty();
  }

  @Test
  void edge_replacesWhatDependsOnEverything() {
    var row = Optional.of("Replaced for an edge (R-PUL-3)");
    var step =
        DifferenceCase.of(
            """
            {"op": "update",
             "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}},
                           {"type": "keel:index:Thing", "name": "b",
                            "inputs": {"zone": "z", "label": "${a.etag}"},
                            "options": {"noPropertyDeps": true}}],
             "expect": {"result": "ok", "steps": STEPS, "preview": {"steps": STEPS}}}
            """
                .replace(
                    "STEPS",
                    """
                    [{"op": "delete-replaced", "resource": "keel:index:Thing::b", "provider": "p"},
                     {"op": "create-replacement", "resource": "keel:index:Thing::b",
                      "provider": "p"}]
                    """));
    assertThat(step.word(Aspect.PLAN, B, "replace-destroy-first", "update")).isEqualTo(row);
    assertThat(step.row(Aspect.ASKED, B, "Diff", "news.zone", "{\"$unknown\": \"\"}", "\"z\""))
        .isEqualTo(row);
    assertThat(step.row(Aspect.STATE, B, "id", "\"b-2\"", "\"b-1\"")).isEqualTo(row);

    assertThat(step.word(Aspect.PLAN, B, "replace-destroy-first", "replace-create-first"))
        .isEmpty();
    assertThat(step.row(Aspect.ASKED, B, "Check", "news.zone", "\"z\"", "\"y\"")).isEmpty();
    assertThat(step.row(Aspect.STATE, B, "inputs.zone", "\"z\"", "\"y\"")).isEmpty();
    assertThat(step.word(Aspect.PLAN, A, "replace-destroy-first", "update")).isEmpty();
  }

  @Test
  void configurationThatIsNotKnown_holdsWhatBelongsToIt() {
    var row = Optional.of("Configurations that are not known");
    var step =
        DifferenceCase.of(
            """
            {"op": "update",
             "resources": [{"type": "keel:index:Thing", "name": "t", "inputs": {}},
                           {"type": "pulumi:providers:bare", "name": "p",
                            "inputs": {"region": "${t.etag}"}},
                           {"type": "bare:index:Keys", "name": "a", "inputs": {"zone": "z"},
                            "options": {"provider": "p"}}],
             "expect": {"result": "ok", "preview": {"calls": [
               {"call": "CheckConfig", "resource": "pulumi:providers:bare::p",
                "request": {"news": {"region": {"$unknown": "string"}}}}]}}}
            """);
    var held = "bare:index:Keys::a";
    assertThat(step.word(Aspect.PLAN, held, "create", "none")).isEqualTo(row);
    assertThat(step.word(Aspect.CONFIGURE, "pulumi:providers:bare::p", "{}", "[]")).isEqualTo(row);

    assertThat(step.word(Aspect.PLAN, held, "delete", "none")).isEmpty();
    assertThat(step.word(Aspect.PLAN, held, "create", "update")).isEmpty();
    assertThat(step.word(Aspect.PLAN, "keel:index:Thing::t", "create", "none")).isEmpty();
    assertThat(step.word(Aspect.CONFIGURE, PROVIDER, "{}", "[]")).isEmpty();
  }

  @Test
  void objectWithASecretThatIsTakenOver_isUpdated() {
    var row = Optional.of("Secrets of a schema (R-PRG-2)");
    var step =
        DifferenceCase.of(
            """
            {"op": "update",
             "resources": [{"type": "keel:index:Thing", "name": "a",
                            "inputs": {"note": "n", "zone": "z"}, "options": {"import": "there"}},
                           {"type": "keel:index:Thing", "name": "b",
                            "inputs": {"note": {"$secret": "n"}, "zone": "z"},
                            "options": {"import": "here"}},
                           {"type": "keel:index:Thing", "name": "c",
                            "inputs": {"note": "n"}, "options": {"import": "there-too"}}],
             "expect": {"result": "ok",
               "preview": {"steps": [
                 {"op": "import", "resource": "keel:index:Thing::a", "provider": "p"},
                 {"op": "import", "resource": "keel:index:Thing::b", "provider": "p"}]},
               "calls": [
                 {"call": "Read", "resource": "keel:index:Thing::a",
                  "response": {"inputs": {"note": "n", "zone": "z"}}},
                 {"call": "Read", "resource": "keel:index:Thing::b",
                  "response": {"inputs": {"note": {"$secret": "n"}, "zone": "z"}}},
                 {"call": "Read", "resource": "keel:index:Thing::c",
                  "response": {"inputs": {"note": "n"}}}]}}
            """);
    var type =
        PackageSchema.read(
                """
                {"name": "keel", "resources": {"keel:index:Thing": {
                  "inputProperties": {"note": {"type": "string", "secret": true}},
                  "properties": {"note": {"type": "string", "secret": true}}}}}\
                """)
            .resource("keel_Thing")
            .orElseThrow();
    step.schemas().note(A, type);
    step.schemas().note(B, type);
    step.schemas().note("keel:index:Thing::c", type);
    assertThat(step.word(Aspect.PLAN, A, "import", "import, update")).isEqualTo(row);
    assertThat(step.row(Aspect.CALLS, A, "Update", "", NOTHING, "{}")).isEqualTo(row);
    assertThat(step.row(Aspect.WORLD, A, "properties.etag", "\"1\"", "\"2\"")).isEqualTo(row);

    assertThat(step.word(Aspect.PLAN, A, "import", "update")).isEmpty();
    assertThat(step.row(Aspect.CALLS, A, "Delete", "", NOTHING, "{}")).isEmpty();
    assertThat(step.row(Aspect.WORLD, A, "properties.zone", "\"z\"", "\"y\"")).isEmpty();
    assertThat(step.word(Aspect.PLAN, B, "import", "import, update")).isEmpty();
    // It was taken over in an earlier step.
    assertThat(step.word(Aspect.PLAN, "keel:index:Thing::c", "import", "import, update")).isEmpty();
  }

  @Test
  void whatIsDeclaredNow_isNotRecordedWithoutAnUpdate() {
    var row = Optional.of("Updates that turn out to be none (R-APPLY-13)");
    var step =
        DifferenceCase.of(
            """
            {"op": "update",
             "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}}],
             "expect": {"result": "ok"}}
            """);
    assertThat(step.row(Aspect.STATE, A, "inputs.zone", "\"z\"", "\"y\"")).isEqualTo(row);
    assertThat(step.row(Aspect.STATE, A, "inputs.label", NOTHING, "\"l\"")).isEqualTo(row);

    assertThat(step.row(Aspect.STATE, A, "inputs.zone", "\"y\"", "\"z\"")).isEmpty();
    assertThat(step.row(Aspect.STATE, A, "outputs.zone", "\"z\"", "\"y\"")).isEmpty();
  }

  @Test
  void recordOfWhatIsGone_goesWithADestruction() {
    var row = Optional.of("What is gone (S-102)");
    var step =
        DifferenceCase.of(
            """
            {"op": "destroy", "outside": [{"vanish": "a-1"}], "resources": [],
             "expect": {"result": "ok", "calls": [
               {"call": "Read", "resource": "keel:index:Thing::a", "response": {"id": ""}},
               {"call": "Read", "resource": "keel:index:Thing::b", "response": {"id": "b-1"}}]}}
            """);
    assertThat(step.word(Aspect.RUN, A, "none", "delete")).isEqualTo(row);

    assertThat(step.word(Aspect.RUN, B, "none", "delete")).isEmpty();
    assertThat(step.word(Aspect.RUN, A, "none", "update")).isEmpty();
  }
}
