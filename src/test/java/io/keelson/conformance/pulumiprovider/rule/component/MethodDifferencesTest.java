package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.DataDifferences;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.RefusalDifferences;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What rules about methods of users, and about data that components are given, explain.
class MethodDifferencesTest {
  private static final String METHOD = "parts:index:Web/describe";
  private static final String NOTHING = "";

  private static final ProviderStep STEP =
      new ProviderStep(
          1,
          WrittenFinding.json(
              """
              {"op": "update",
               "resources": [
                 {"type": "keel:index:Thing", "name": "t", "inputs": {"zone": "z"}},
                 {"kind": "remote", "type": "parts:index:Web", "name": "web", "inputs": {"zone": "z"}},
                 {"kind": "call", "type": "parts:index:Web/describe", "name": "c",
                  "inputs": {"__self__": {"$ref": "web"}, "greeting": "${t.etag}", "fail": "no"}},
                 {"kind": "remote", "type": "parts:index:Web", "name": "two", "inputs": {"zone": "${c.text}"}}],
               "expect": {"result": "ok",
                 "calls": [{"call": "Call", "request": {"tok": "parts:index:Web/describe",
                   "args": {"greeting": {"$output": {"secret": true, "value": "a-@{t.etag}"}}}}}],
                 "monitor": [{"construct": "parts:index:Web::two", "call": "RegisterResource",
                   "request": {"type": "keel:index:Thing", "name": "two-thing"}}],
                 "steps": [{"op": "update", "resource": "keel:index:Thing::t", "provider": "p"},
                           {"op": "delete", "resource": "keel:index:Thing::x", "oldId": "x-1", "provider": "p"},
                           {"op": "delete", "resource": "keel:index:Thing::y", "provider": "p", "status": "failed"},
                           {"op": "delete", "resource": "keel:index:Thing::z", "oldId": "z-1", "provider": "p"}]}}
              """));

  private static Finding asked(String at, String expected, String actual) {
    return WrittenFinding.of(Aspect.ASKED, METHOD, "Call", at, expected, actual);
  }

  private static MethodDifferences rules(String... summaries) {
    var errors =
        List.of(summaries).stream()
            .map(summary ->
                Diagnostic.error(
                    Code.UNKNOWN_TYPE,
                    Subject.of(InstanceAddress.parse("data.parts_Web_no.c")),
                    summary,
                    "why"))
            .toList();
    return new MethodDifferences(STEP, new Errors(errors));
  }

  @Test
  void argument_doesNotSayWhatItComesFrom() {
    var rules = rules();
    var urn = "[\"::keel:index:Thing::t\"]";
    assertThat(rules.isArgument(asked("argDependencies.greeting.urns", urn, NOTHING))).isTrue();
    var known = "{\"$output\": {\"dependencies\": [], \"value\": \"a-@{x}\"}}";
    assertThat(rules.isArgument(asked("args.greeting", known, "\"a-1\""))).isTrue();
    var hidden = "{\"$output\": {\"secret\": true, \"value\": \"a-@{x}\"}}";
    assertThat(rules.isArgument(asked("args.greeting", hidden, "{\"$secret\": \"a-1\"}"))).isTrue();

    assertThat(rules.isArgument(asked("argDependencies.fail.urns", urn, NOTHING))).isFalse();
    assertThat(rules.isArgument(asked("argDependencies.greeting.urns", urn, "[]"))).isFalse();
    assertThat(rules.isArgument(asked("args.greeting", known, "\"b-1\""))).isFalse();
    assertThat(rules.isArgument(asked("args.greeting", hidden, "\"a-1\""))).isFalse();
    assertThat(rules.isArgument(asked("args.greeting", hidden, "{\"$secret\": \"b-1\"}")))
        .isFalse();
    assertThat(rules.isArgument(asked("args.greeting", known, "{\"$secret\": \"a-1\"}"))).isFalse();
    var unknown = "{\"$output\": {\"secret\": true}}";
    assertThat(rules.isArgument(asked("args.greeting", unknown, "\"a\""))).isFalse();
    assertThat(rules.isArgument(asked("args.greeting", NOTHING, "\"a\""))).isFalse();
  }

  private static boolean isOfData(String about, String at, String expected, String actual) {
    return rules()
        .isOfData(WrittenFinding.of(Aspect.ASKED, about, "Construct", at, expected, actual));
  }

  @Test
  void whatComesOfData_dependsOnTheData() {
    var two = "parts:index:Web::two";
    var data = "\"::keelson:data:parts_Web_describe::c\"";
    assertThat(isOfData(two, "dependencies.0", "\"::parts:index:Web::web\"", data)).isTrue();
    assertThat(isOfData(two, "dependencies.0", "\"::keel:index:Thing::t\"", data)).isTrue();
    assertThat(isOfData(two, "inputDependencies.zone.urns.0", NOTHING, data)).isTrue();

    assertThat(isOfData(two, "dependencies.0", "\"::keel:index:Thing::u\"", data)).isFalse();
    assertThat(isOfData("parts:index:Web::web", "dependencies.0", NOTHING, data)).isFalse();
    assertThat(isOfData(two, "dependencies.0", NOTHING, "\"::keelson:data:parts_Web::d\""))
        .isFalse();
    assertThat(isOfData(two, "dependencies.0", "\"::parts:index:Web::web\"", NOTHING)).isFalse();
    assertThat(isOfData(two, "inputs.zone", NOTHING, data)).isFalse();
  }

  @Test
  void methodThatThereIsNot_isRefusedBeforeAnything() {
    var left = WrittenFinding.of(Aspect.STATE, "keel:index:Thing::t", "", "", "\"[1]\"", "\"[]\"");
    assertThat(rules("Unknown resource type").isRefused(left)).isTrue();

    assertThat(rules().isRefused(left)).isFalse();
    assertThat(rules("Unknown resource type", "Another").isRefused(left)).isFalse();
    var made =
        WrittenFinding.of(Aspect.RUN, "keel:index:Thing::t", "", "", "\"none\"", "\"create\"");
    assertThat(rules("Unknown resource type").isRefused(made)).isFalse();
  }

  private static boolean isBeside(String about, Aspect aspect, String expected, String actual) {
    return new RefusalDifferences(STEP, Before.NOTHING, new Errors(List.of()))
        .isBesideADeletion(WrittenFinding.of(aspect, about, "", "", expected, actual));
  }

  @Test
  void deletionBesideOneThatFailed_isNotBegun() {
    var last = "keel:index:Thing::z";
    assertThat(isBeside(last, Aspect.RUN, "\"delete\"", "\"none\"")).isTrue();
    assertThat(isBeside(last, Aspect.STATE, "\"[]\"", "\"[1]\"")).isTrue();
    assertThat(isBeside("z-1", Aspect.WORLD, NOTHING, "{}")).isTrue();

    assertThat(isBeside(last, Aspect.PLAN, "\"delete\"", "\"none\"")).isFalse();
    assertThat(isBeside(last, Aspect.RUN, "\"delete\"", "\"update\"")).isFalse();
    assertThat(isBeside(last, Aspect.STATE, "\"[1]\"", "\"[]\"")).isFalse();
    assertThat(isBeside("keel:index:Thing::x", Aspect.RUN, "\"delete\"", "\"none\"")).isFalse();
    assertThat(isBeside("x-1", Aspect.WORLD, NOTHING, "{}")).isFalse();
    assertThat(isBeside("keel:index:Thing::t", Aspect.RUN, "\"update\"", "\"none\"")).isFalse();
  }

  private static boolean isLater(String about, String call, String at, String actual) {
    return new DataDifferences(STEP, new Errors(List.of()))
        .isReadLater(WrittenFinding.of(Aspect.PLAN_CALLS, about, call, at, "\"a\"", actual));
  }

  @Test
  void componentThatIsGivenData_doesNotKnowWhetherItIsSecret() {
    var two = "parts:index:Web::two";
    var at = "inputs.zone.$output.secret";
    assertThat(isSecretLater(Aspect.PLAN_CALLS, two, "Construct", at, "true", NOTHING)).isTrue();

    assertThat(isSecretLater(Aspect.ASKED, two, "Construct", at, "true", NOTHING)).isFalse();
    assertThat(isSecretLater(Aspect.PLAN_CALLS, two, "Construct", at, "true", "false")).isFalse();
    var other = "inputs.label.$output.secret";
    assertThat(isSecretLater(Aspect.PLAN_CALLS, two, "Construct", other, "true", NOTHING))
        .isFalse();
    var web = "parts:index:Web::web";
    assertThat(isSecretLater(Aspect.PLAN_CALLS, web, "Construct", at, "true", NOTHING)).isFalse();
  }

  private static boolean isSecretLater(
      Aspect aspect, String about, String call, String at, String expected, String actual) {
    return new DataDifferences(STEP, new Errors(List.of()))
        .isReadLater(WrittenFinding.of(aspect, about, call, at, expected, actual));
  }

  @Test
  void componentThatIsGivenData_doesNotKnowItYet() {
    var unknown = "{\"$unknown\": \"string\"}";
    assertThat(isLater("keel:index:Thing::two-thing", "Check", "news.zone", unknown)).isTrue();
    assertThat(isLater("parts:index:Web::two", "Construct", "inputs.zone.$output.value", NOTHING))
        .isTrue();

    assertThat(isLater("keel:index:Thing::web-thing", "Check", "news.zone", unknown)).isFalse();
    assertThat(isLater("keel:index:Thing::two-thing", "Check", "news.zone", "\"b\"")).isFalse();
    assertThat(isLater("parts:index:Web::two", "Construct", "inputs.zone", NOTHING)).isFalse();
    assertThat(isLater("parts:index:Web::web", "Construct", "inputs.zone.$output.value", NOTHING))
        .isFalse();
  }

  /// `u` uses a method of a component, `v` does not.
  private static ToldDifferences targeting(String target) {
    var step =
        """
        {"op": "update", "targets": ["%s"],
         "resources": [
           {"type": "keel:index:Thing", "name": "t", "inputs": {"zone": "z"}},
           {"kind": "remote", "type": "parts:index:Web", "name": "web",
            "inputs": {"zone": "${t.id}"}},
           {"kind": "call", "type": "parts:index:Web/describe", "name": "m",
            "inputs": {"__self__": {"$ref": "web"}}},
           {"type": "keel:index:Thing", "name": "u", "inputs": {"label": "${m.text}"}},
           {"type": "keel:index:Thing", "name": "v", "inputs": {"zone": "z"}}],
         "expect": {"result": "ok", "monitor": [
           {"construct": "parts:index:Web::web", "call": "RegisterResource",
            "request": {"type": "keel:index:Thing", "name": "web-a"}}]}}
        """
            .formatted(target);
    return new ToldDifferences(new ProviderStep(2, WrittenFinding.json(step)));
  }

  @Test
  void programInWhichNothingIsATarget_isNotAskedAgain() {
    var web = "parts:index:Web::web";
    var at = "inputs.zone.$output.value";
    var told = WrittenFinding.of(Aspect.ASKED, web, "Construct", at, "\"t-2\"", NOTHING);
    var called =
        WrittenFinding.of(Aspect.ASKED, "parts:index:Web/describe", "Call", "", "{}", NOTHING);
    assertThat(targeting("t").isNotToldAgain(told)).isTrue();
    assertThat(targeting("t").isNotToldAgain(called)).isTrue();

    assertThat(targeting("web-a").isNotToldAgain(told)).isFalse();
    assertThat(targeting("web").isNotToldAgain(called)).isFalse();
    assertThat(
            targeting("t")
                .isNotToldAgain(
                    WrittenFinding.of(Aspect.ASKED, web, "Construct", at, "\"2\"", "\"1\"")))
        .isFalse();
    assertThat(
            targeting("t")
                .isNotToldAgain(
                    WrittenFinding.of(Aspect.ASKED, web, "Construct", "", "{}", NOTHING)))
        .isFalse();
  }

  /// `m` is given a list, and `n` a number.
  private static boolean isOfType(String about, String summary, String at, String... both) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"kind": "call", "type": "parts:index:Web/describe", "name": "m",
            "inputs": {"__self__": {"$ref": "web"}, "greeting": ["a"]}},
           {"kind": "call", "type": "parts:index:Web/describe", "name": "n",
            "inputs": {"__self__": {"$ref": "web"}, "greeting": 3}}],
         "expect": {"result": "ok"}}
        """;
    var error =
        Diagnostic.error(
            Code.INVALID_CONFIG,
            Subject.of(InstanceAddress.parse("data.parts_Web_describe." + about)),
            summary,
            "why");
    return new MethodDifferences(
            new ProviderStep(1, WrittenFinding.json(step)), new Errors(List.of(error)))
        .isRefusedForAType(asked(at, both[0], both[1]));
  }

  @Test
  void argumentThatIsRefused_isNotComparedWithAnother() {
    var wrong = "Wrong form";
    assertThat(isOfType("m", wrong, "args.greeting", "[\"a\"]", "\"3\"")).isTrue();

    assertThat(isOfType("m", wrong, "args.greeting", "[\"b\"]", "\"3\"")).isFalse();
    assertThat(isOfType("m", wrong, "args.greeting", "3", "\"x\"")).isFalse();
    assertThat(isOfType("n", wrong, "args.greeting", "[\"a\"]", "\"3\"")).isFalse();
    assertThat(isOfType("m", "Another", "args.greeting", "[\"a\"]", "\"3\"")).isFalse();
    assertThat(isOfType("m", wrong, "args.greeting", "[\"a\"]", "[\"a\", 1]")).isFalse();
  }
}
