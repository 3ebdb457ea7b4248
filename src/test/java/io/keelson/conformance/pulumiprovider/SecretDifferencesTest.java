package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.provider.pulumi.schema.PackageSchema;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Each rule about secrets explains what its row says, and nothing else.
class SecretDifferencesTest {
  private static final String KEEL = "pulumi:providers:keel::p";
  private static final String A = "keel:index:Thing::a";
  private static final String B = "keel:index:Thing::b";
  private static final String C = "keel:index:Thing::c";
  private static final String NOTHING = "";

  @Test
  void inputThatIsSecretNoMore_isAnUpdate() {
    var row = Optional.of("Secrets that change (R-PLAN-11)");
    var step =
        DifferenceCase.after(
            """
            [{"resource": "keel:index:Thing::a", "inputs": {"label": {"$secret": "l"}}},
             {"resource": "keel:index:Thing::c", "inputs": {"label": {"$secret": "l"}}}]
            """,
            """
            {"op": "update",
             "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"label": "l"}},
                           {"type": "keel:index:Thing", "name": "b",
                            "inputs": {"label": "${a.label}", "zone": "z"}},
                           {"type": "keel:index:Thing", "name": "c", "inputs": {"label": "m"}}],
             "expect": {"result": "ok",
               "state": [{"resource": "keel:index:Thing::a", "inputs": {"label": "l"}},
                         {"resource": "keel:index:Thing::c", "inputs": {"label": "m"}}]}}
            """);
    assertThat(step.word(Aspect.PLAN, A, "none", "update")).isEqualTo(row);
    assertThat(step.row(Aspect.STATE, A, "outputs.label", "{\"$secret\": \"l\"}", "\"l\""))
        .isEqualTo(row);
    assertThat(step.word(Aspect.RUN, B, "none", "update")).isEqualTo(row);

    assertThat(step.row(Aspect.CALLS, A, "Update", "", NOTHING, "{}")).isEmpty();
    assertThat(step.row(Aspect.STATE, A, "outputs.label", "\"l\"", "\"m\"")).isEmpty();
    assertThat(step.row(Aspect.STATE, B, "inputs.zone", "\"x\"", "\"y\"")).isEmpty();
    assertThat(step.word(Aspect.PLAN, "keel:index:Thing::c", "none", "update")).isEmpty();
  }

  @Test
  void outputThatAnOptionHides_isGivenBackAsItWasGiven() {
    var row = Optional.of("Secrets of an option (R-PRG-2)");
    var step =
        DifferenceCase.of(
                """
                {"op": "update",
                 "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}}],
                 "expect": {"result": "ok"}}
                """)
            .hiding(A + ".etag");
    var secret = "{\"$secret\": \"e\"}";
    assertThat(step.row(Aspect.ASKED, A, "Read", "properties.etag", secret, "\"e\""))
        .isEqualTo(row);

    assertThat(step.row(Aspect.ASKED, A, "Read", "properties.etag", "\"e\"", secret)).isEmpty();
    assertThat(step.row(Aspect.ASKED, A, "Read", "properties.etag", secret, "\"f\"")).isEmpty();
    assertThat(step.row(Aspect.ASKED, A, "Read", "properties.zone", secret, "\"e\"")).isEmpty();
    assertThat(step.row(Aspect.ASKED, A, "Check", "news.zone", "\"y\"", secret)).isEmpty();
  }

  @Test
  void outputThatWasHiddenUnderAFormerName_isGivenBackAsItWasGiven() {
    var step =
        DifferenceCase.of(
                """
                {"op": "update",
                 "resources": [
                   {"type": "keel:index:Thing", "name": "a", "options": {"aliases": ["old"]}},
                   {"type": "keel:index:Thing", "name": "b"}],
                 "expect": {"result": "ok"}}
                """)
            .hiding("keel:index:Thing::old.etag");
    var secret = "{\"$secret\": \"e\"}";
    assertThat(step.row(Aspect.ASKED, A, "Diff", "olds.etag", secret, "\"e\""))
        .contains("Secrets of an option (R-PRG-2)");

    assertThat(step.row(Aspect.ASKED, B, "Diff", "olds.etag", secret, "\"e\"")).isEmpty();
    assertThat(step.row(Aspect.ASKED, A, "Diff", "olds.etag", secret, "\"f\"")).isEmpty();
  }

  @Test
  void inputThatBecomesASecret_isAnUpdate() {
    var row = Optional.of("Secrets that change (R-PLAN-11)");
    var step =
        DifferenceCase.after(
            """
            [{"resource": "keel:index:Thing::a", "inputs": {"size": 4}},
             {"resource": "keel:index:Thing::c", "inputs": {"size": 4}}]
            """,
            """
            {"op": "update",
             "resources": [{"type": "keel:index:Thing", "name": "a",
                            "inputs": {"size": {"$secret": 4}}},
                           {"type": "keel:index:Thing", "name": "c", "inputs": {"size": 4}}],
             "expect": {"result": "ok",
               "state": [{"resource": "keel:index:Thing::a", "inputs": {"size": {"$secret": 4}}},
                         {"resource": "keel:index:Thing::c", "inputs": {"size": 4}}]}}
            """);
    assertThat(step.word(Aspect.PLAN, A, "none", "update")).isEqualTo(row);
    assertThat(step.row(Aspect.STATE, A, "outputs.size", "{\"$secret\": 4}", "4.0")).isEqualTo(row);

    assertThat(step.row(Aspect.STATE, A, "outputs.size", "{\"$secret\": 4}", "5")).isEmpty();
    assertThat(step.word(Aspect.PLAN, C, "none", "update")).isEmpty();
  }

  @Test
  void secretOfAnObject_isOneWhereItIsRepeated() {
    var row = Optional.of("Secrets that come back elsewhere (R-SENS-11)");
    var step =
        DifferenceCase.of(
            """
            {"op": "update", "resources": [],
             "expect": {"result": "ok", "state": [
               {"resource": "keel:index:Thing::b", "outputs": {"token": {"$secret": "hush"}}},
               {"resource": "keel:index:Thing::c", "outputs": {"token": {"$secret": ""}}}]}}
            """);
    assertThat(step.row(Aspect.STATE, A, "outputs.out", "\"hush\"", "{\"$secret\": \"hush\"}"))
        .isEqualTo(row);

    assertThat(step.row(Aspect.STATE, A, "outputs.out", "\"x\"", "{\"$secret\": \"x\"}")).isEmpty();
    assertThat(step.row(Aspect.STATE, A, "outputs.out", "\"hush\"", "\"x\"")).isEmpty();
  }

  @Test
  void optionThatHidesSomethingElseNow_isAnUpdate() {
    var row = Optional.of("Secrets that change (R-PLAN-11)");
    var step =
        DifferenceCase.after(
            """
            [{"resource": "keel:index:Thing::a", "secretOutputs": ["etag"]},
             {"resource": "keel:index:Thing::b", "secretOutputs": ["etag"]},
             {"resource": "keel:index:Thing::c"}]
            """,
            """
            {"op": "update",
             "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {}},
                           {"type": "keel:index:Thing", "name": "b", "inputs": {},
                            "options": {"secretOutputs": ["etag"]}},
                           {"type": "keel:index:Thing", "name": "c", "inputs": {},
                            "options": {"secretOutputs": ["etag"]}}],
             "expect": {"result": "ok"}}
            """);
    assertThat(step.word(Aspect.PLAN, A, "none", "update")).isEqualTo(row);
    assertThat(step.word(Aspect.RUN, C, "none", "update")).isEqualTo(row);
    assertThat(step.row(Aspect.STATE, A, "outputs.etag", "{\"$secret\": \"e\"}", "\"e\""))
        .isEqualTo(row);

    assertThat(step.word(Aspect.PLAN, A, "none", "replace-create-first")).isEmpty();
    assertThat(step.row(Aspect.CALLS, A, "Update", "", NOTHING, "{}")).isEmpty();
    assertThat(step.row(Aspect.STATE, A, "outputs.etag", "{\"$secret\": \"e\"}", "\"f\""))
        .isEmpty();
    assertThat(step.word(Aspect.PLAN, B, "none", "update")).isEmpty();
  }

  /// `a` is given a secret of a function, `b` what `a` has of it, and `c` something else.
  @Test
  void secretOfASchemaThatIsHandedOn_isOne() {
    var row = Optional.of("Secrets of a schema (R-PRG-2)");
    var step =
        DifferenceCase.of(
            """
            {"op": "update",
             "resources": [{"type": "sea:index:lookup", "name": "f", "kind": "invoke",
                            "inputs": {}},
                           {"type": "keel:index:Thing", "name": "a",
                            "inputs": {"zone": "z-${f.secret}", "tags": {"t": "${f.secret}"}}},
                           {"type": "keel:index:Thing", "name": "b",
                            "inputs": {"zone": "${a.zone}"}},
                           {"type": "keel:index:Thing", "name": "c",
                            "inputs": {"zone": "${f.address}", "label": "${a.etag}"}}],
             "expect": {"result": "ok"}}
            """);
    step.schemas()
        .note(
            "sea:index:lookup::f",
            PackageSchema.read(
                    """
                    {"name": "sea", "functions": {"sea:index:lookup": {
                      "outputs": {"type": "object", "properties": {
                        "address": {"type": "string"},
                        "secret": {"type": "string", "secret": true}}}}}}\
                    """)
                .data("sea_lookup")
                .orElseThrow());
    var secret = "{\"$secret\": \"y\"}";
    assertThat(step.row(Aspect.ASKED, A, "Check", "news.zone", "\"y\"", secret)).isEqualTo(row);
    assertThat(step.row(Aspect.ASKED, A, "Check", "news.tags.t", "\"y\"", secret)).isEqualTo(row);
    assertThat(step.row(Aspect.STATE, B, "inputs.zone", "\"y\"", secret)).isEqualTo(row);

    assertThat(step.row(Aspect.ASKED, A, "Check", "news.zone", "\"x\"", secret)).isEmpty();
    assertThat(step.row(Aspect.ASKED, A, "Check", "news.zone", secret, "\"y\"")).isEmpty();
    assertThat(step.row(Aspect.ASKED, A, "Check", "news.label", "\"y\"", secret)).isEmpty();
    assertThat(step.row(Aspect.ASKED, C, "Check", "news.zone", "\"y\"", secret)).isEmpty();
    assertThat(step.row(Aspect.ASKED, C, "Check", "news.label", "\"y\"", secret)).isEmpty();
  }

  @Test
  void secretOfAProvider_isOneByItsSchema() {
    var row = Optional.of("Secrets of a schema (R-PRG-2)");
    var step = DifferenceCase.of("{\"op\": \"update\", \"expect\": {\"result\": \"ok\"}}");
    step.schemas()
        .note(
            KEEL,
            PackageSchema.read(
                    """
                    {"name": "keel", "provider": {"inputProperties": {
                      "key": {"type": "string", "secret": true}, "region": {"type": "string"}}}}\
                    """)
                .provider());
    var plain = "{\"args\": {\"key\": \"k\", \"region\": \"r\"}}";
    var secret = "{\"args\": {\"key\": {\"$secret\": \"k\"}, \"region\": \"r\"}}";
    assertThat(step.word(Aspect.CONFIGURE, KEEL, plain, "[" + secret + "]")).isEqualTo(row);
    assertThat(step.word(Aspect.CONFIGURE, KEEL, "[" + plain + "]", secret)).isEqualTo(row);

    assertThat(step.word(Aspect.CONFIGURE, KEEL, secret, "[" + plain + "]")).isEmpty();
    assertThat(step.word(Aspect.CONFIGURE, KEEL, plain, "[]")).isEmpty();
    for (var other : List.of(secret.replace("k\"}", "l\"}"), secret.replace("\"r\"", "\"s\"")))
      assertThat(step.word(Aspect.CONFIGURE, KEEL, plain, "[" + other + "]")).isEmpty();
    var region = "{\"args\": {\"key\": \"k\", \"region\": {\"$secret\": \"r\"}}}";
    assertThat(step.word(Aspect.CONFIGURE, KEEL, plain, "[" + region + "]")).isEmpty();
  }

  @Test
  void secretOfASchemaThatIsRecorded_isOneWhereNothingIsDeclared() {
    var row = Optional.of("Secrets of a schema (R-PRG-2)");
    var destroy =
        """
        {"op": "%s", "expect": {"result": "ok", "calls": [
          {"call": "Delete", "resource": "keel:index:Fixed::e",
           "request": {"properties": {"token": "t-1", "etag": "e-1"}}}]}}
        """;
    var type =
        PackageSchema.read(
                """
                {"name": "keel", "resources": {"keel:index:Fixed": {"properties": {
                  "etag": {"type": "string"}, "token": {"type": "string", "secret": true}}}}}\
                """)
            .resource("keel_Fixed")
            .orElseThrow();
    var step = DifferenceCase.of(destroy.formatted("destroy"));
    var update = DifferenceCase.of(destroy.formatted("update"));
    step.schemas().note("keel:index:Fixed::e", type);
    update.schemas().note("keel:index:Fixed::e", type);
    var at = "properties.list.0";
    var token = "{\"$secret\": \"t-1\"}";
    assertThat(step.row(Aspect.CALLS, B, "Delete", at, "\"t-1\"", token)).isEqualTo(row);

    assertThat(step.row(Aspect.CALLS, B, "Delete", at, "\"e-1\"", "{\"$secret\": \"e-1\"}"))
        .isEmpty();
    assertThat(step.row(Aspect.CALLS, B, "Delete", at, token, "\"t-1\"")).isEmpty();
    assertThat(step.row(Aspect.CALLS, B, "Delete", at, "\"t-2\"", token)).isEmpty();
    assertThat(update.row(Aspect.CALLS, B, "Delete", at, "\"t-1\"", token)).isEmpty();
  }

  @Test
  void secretOfASchema_isOneInWhatIsLeftBehind() {
    var row = Optional.of("Secrets of a schema (R-PRG-2)");
    var step =
        DifferenceCase.of(
            """
            {"op": "destroy", "expect": {"result": "ok", "steps": [
              {"op": "delete", "resource": "keel:index:Thing::c", "oldId": "c-1"}]}}
            """);
    note(step);
    var token = "{\"$secret\": \"t-1\"}";
    assertThat(step.row(Aspect.WORLD, "c-1", "properties.token", "\"t-1\"", token)).isEqualTo(row);

    assertThat(step.row(Aspect.WORLD, "c-2", "properties.token", "\"t-1\"", token)).isEmpty();
    assertThat(step.row(Aspect.WORLD, "c-1", "properties.etag", "\"t-1\"", token)).isEmpty();
    assertThat(step.row(Aspect.WORLD, "c-1", "properties.token", "\"t-2\"", token)).isEmpty();
    assertThat(step.row(Aspect.WORLD, "c-1", "properties.token", token, "\"t-1\"")).isEmpty();
    assertThat(step.row(Aspect.STATE, "c-1", "outputs.token", "\"t-1\"", token)).isEmpty();
  }

  /// The token of `c` is secret by its schema.
  private static void note(DifferenceCase step) {
    step.schemas()
        .note(
            C,
            PackageSchema.read(
                    """
                    {"name": "keel", "resources": {"keel:index:Thing": {"properties": {
                      "token": {"type": "string", "secret": true}}}}}\
                    """)
                .resource("keel_Thing")
                .orElseThrow());
  }

  private static DifferenceCase refreshing(String more) {
    var step =
        DifferenceCase.of(
            """
            {"op": "refresh"%s, "expect": {"result": "ok",
              "calls": [{"call": "Read", "resource": "keel:index:Thing::c",
                         "request": {"properties": {"token": "t-1"}}}],
              "state": [{"resource": "keel:index:Thing::a", "dependencies": []},
                        {"resource": "keel:index:Thing::b",
                         "dependencies": ["keel:index:Thing::c"]}]}}
            """
                .formatted(more));
    note(step);
    return step;
  }

  @Test
  void secretOfASchemaThatIsRecorded_isOneWhereItWasHandedOn() {
    var row = Optional.of("Secrets of a schema (R-PRG-2)");
    var token = "{\"$secret\": \"t-1\"}";
    var step = refreshing("");
    assertThat(step.row(Aspect.STATE, B, "outputs.list.0", "\"t-1\"", token)).isEqualTo(row);
    assertThat(step.row(Aspect.ASKED, B, "Read", "inputs.list.0", "\"t-1\"", token)).isEqualTo(row);

    assertThat(step.row(Aspect.STATE, B, "outputs.list.0", token, "\"t-1\"")).isEmpty();
    assertThat(step.row(Aspect.STATE, A, "outputs.list.0", "\"t-1\"", token)).isEmpty();
    var declared = ", \"resources\": [{\"type\": \"keel:index:Thing\", \"name\": \"a\"}]";
    assertThat(refreshing(declared).row(Aspect.STATE, B, "outputs.list.0", "\"t-1\"", token))
        .isEmpty();
  }
}
