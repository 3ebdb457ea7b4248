package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.DataDifferences;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where a component reads what is gone, and what is not.
class ComponentThatReadsTest {
  private static final String INSIDE = "keel:index:Thing::web-a";
  private static final String USER = "keel:index:Thing::user";
  private static final String OTHER = "keel:index:Thing::other";
  private static final String FORESEEN =
      "{\"preview\": true, \"news\": {\"label\": {\"$unknown\": \"string\"}}}";

  private static final String STEP =
      """
      {"op": "update",
       "resources": [
         {"kind": "remote", "type": "parts:index:Caller", "name": "web", "inputs": {"zone": "z"}},
         {"type": "keel:index:Thing", "name": "user", "inputs": {"label": "${web.address}"}},
         {"type": "keel:index:Thing", "name": "other", "inputs": {"zone": "z"}}],
       "expect": {"result": "ok",
         "monitor": [{"construct": "parts:index:Caller::web", "call": "RegisterResource",
                      "request": {"type": "keel:index:Thing", "name": "web-a"}}],
         "steps": [{"op": "update", "resource": "keel:index:Thing::web-a", "provider": "p"},
                   {"op": "update", "resource": "keel:index:Thing::other", "provider": "p"}]}}
      """;

  private static final Before BEFORE =
      new Before(
          WrittenFinding.json(
              """
              [{"resource": "keel:index:Thing::web-a", "id": "web-a-1", "inputs": {"label": "a"}},
               {"resource": "keel:index:Thing::other", "id": "other-1", "inputs": {"label": "a"}}]
              """),
          WrittenFinding.json("[{\"id\": \"web-a-1\", \"properties\": {\"label\": \"a\"}}]"));

  private static boolean explains(
      String why, Aspect aspect, String about, String at, String expected, String actual) {
    var error =
        Diagnostic.error(
            Code.PROGRAM,
            Subject.of(InstanceAddress.parse("component.web.data.keel_Thing.web-read")),
            "There is no such object",
            why);
    return new ProgramDifferences(
            new ProviderStep(2, WrittenFinding.json(STEP)), BEFORE, List.of(error), List.of())
        .isReadThoughGone(WrittenFinding.of(aspect, about, "", at, expected, actual));
  }

  private static boolean explains(
      Aspect aspect, String about, String at, String expected, String actual) {
    return explains(
        "keel knows no object of this type with the id out-1", aspect, about, at, expected, actual);
  }

  @Test
  void whatIsInIt_staysAsItWas() {
    assertThat(explains(Aspect.STATE, INSIDE, "inputs.label", "\"none\"", "\"a\"")).isTrue();
    assertThat(explains(Aspect.WORLD, INSIDE, "properties.label", "\"none\"", "\"a\"")).isTrue();

    assertThat(explains(Aspect.STATE, INSIDE, "inputs.label", "\"none\"", "\"b\"")).isFalse();
    assertThat(explains(Aspect.STATE, OTHER, "inputs.label", "\"none\"", "\"a\"")).isFalse();
    assertThat(explains(Aspect.RUN, INSIDE, "", "\"update\"", "\"delete\"")).isFalse();
    assertThat(explains("why", Aspect.STATE, INSIDE, "inputs.label", "\"none\"", "\"a\""))
        .isFalse();
  }

  @Test
  void itsUser_isForeseenWithWhatIsKnown() {
    assertThat(explains(Aspect.PLAN_CALLS, USER, "", "", FORESEEN)).isTrue();

    assertThat(explains(Aspect.CALLS, USER, "", "", FORESEEN)).isFalse();
    assertThat(explains(Aspect.PLAN_CALLS, USER, "", "", "{\"preview\": true}")).isFalse();
    assertThat(explains(Aspect.PLAN_CALLS, OTHER, "", "", FORESEEN)).isFalse();
  }

  /// The program calls a function with something of `given`.
  private static boolean isLater(
      String changed, Aspect aspect, String about, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "given", "inputs": {"zone": "z"}},
           {"kind": "remote", "type": "parts:index:Caller", "name": "web",
            "inputs": {"zone": "${given.zone}"}},
           {"type": "keel:index:Thing", "name": "user", "inputs": {"label": "${web.address}"}},
           {"type": "keel:index:Thing", "name": "other", "inputs": {"zone": "z"}}],
         "expect": {"result": "ok",
           "monitor": [
             {"construct": "parts:index:Caller::web", "call": "Invoke",
              "request": {"dependsOn": ["::keel:index:Thing::given"]}},
             {"construct": "parts:index:Caller::web", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "web-a"}}],
           "steps": [{"op": "update", "resource": "keel:index:Thing::%s", "provider": "p"}]}}
        """
            .formatted(changed);
    return new DataDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isReadLater(WrittenFinding.of(aspect, about, "", "", expected, actual));
  }

  @Test
  void whatAFunctionInsideGives_isNotKnownWhileItsArgumentIsChanged() {
    assertThat(isLater("given", Aspect.PLAN, INSIDE, "\"none\"", "\"update\"")).isTrue();
    assertThat(isLater("given", Aspect.PLAN, USER, "\"none\"", "\"update\"")).isTrue();
    assertThat(isLater("given", Aspect.PLAN_CALLS, INSIDE, "", FORESEEN)).isTrue();

    assertThat(isLater("other", Aspect.PLAN, INSIDE, "\"none\"", "\"update\"")).isFalse();
    assertThat(isLater("given", Aspect.RUN, INSIDE, "\"none\"", "\"update\"")).isFalse();
    assertThat(isLater("given", Aspect.PLAN, INSIDE, "\"none\"", "\"delete\"")).isFalse();
    assertThat(isLater("given", Aspect.PLAN, OTHER, "\"none\"", "\"update\"")).isFalse();
    assertThat(isLater("given", Aspect.PLAN_CALLS, OTHER, "", FORESEEN)).isFalse();
  }

  private static boolean isLater(String previewed) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "given", "inputs": {"zone": "z"}},
           {"kind": "invoke", "type": "keel:index:lookup", "name": "f",
            "inputs": {"zone": "${given.zone}"}},
           {"type": "keel:index:Thing", "name": "user", "inputs": {"label": "${f.address}"}}],
         "expect": {"result": "ok", "preview": {
           "steps": [{"op": "%s", "resource": "keel:index:Thing::given", "provider": "p"}]}}}
        """
            .formatted(previewed);
    return new DataDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isReadLater(WrittenFinding.of(Aspect.PLAN, USER, "", "", "\"none\"", "\"update\""));
  }

  /// What the preview changes may stay when it is done.
  @Test
  void dataOfWhatAPreviewAloneChanges_isReadLater() {
    assertThat(isLater("update")).isTrue();
    assertThat(isLater("same")).isFalse();
  }

  private static boolean isCalledLater(String changed, String about) {
    return isCalledLater(changed, Aspect.PLAN, about, "", "\"none\"", "\"update\"");
  }

  private static boolean isCalledLater(
      String changed, Aspect aspect, String about, String at, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"kind": "remote", "type": "parts:index:WebApp", "name": "web"},
           {"kind": "call", "type": "parts:index:WebApp/describe", "name": "m",
            "inputs": {"__self__": {"$ref": "web"}, "greeting": "y"}},
           {"type": "keel:index:Thing", "name": "user", "inputs": {"label": "${m.text}"}},
           {"kind": "remote", "type": "parts:index:WebApp", "name": "two",
            "inputs": {"zone": "${m.text}"}},
           {"kind": "remote", "type": "parts:index:WebApp", "name": "three"},
           {"type": "keel:index:Thing", "name": "other", "inputs": {"zone": "z"}}],
         "expect": {"result": "ok",
           "monitor": [
             {"construct": "parts:index:WebApp::web", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "web-a"}},
             {"construct": "parts:index:WebApp::two", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "two-a"}},
             {"construct": "parts:index:WebApp::two", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "web-a"}},
             {"construct": "parts:index:WebApp::three", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "three-a"}}],
           "steps": [{"op": "update", "resource": "keel:index:Thing::%s", "provider": "p"}]}}
        """
            .formatted(changed);
    return new DataDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Errors(List.of()))
        .isReadLater(
            WrittenFinding.of(
                aspect, about, aspect == Aspect.CALLS ? "Create" : "", at, expected, actual));
  }

  @Test
  void method_isCalledAfterWhatItsComponentHasRegistered() {
    assertThat(isCalledLater("web-a", USER)).isTrue();

    assertThat(isCalledLater("web-a", OTHER)).isFalse();
    assertThat(isCalledLater("other", USER)).isFalse();
  }

  /// `web-a` is changed, `two-a` stays there.
  @Test
  void whatIsInAComponentThatUsesData_isReplacedAsPlanned() {
    var inside = "keel:index:Thing::two-a";
    var replaced = "\"replace-create-first\"";
    assertThat(isCalledLater("web-a", Aspect.PLAN, inside, "", "\"none\"", replaced)).isTrue();
    assertThat(isCalledLater("web-a", Aspect.RUN, inside, "", "\"none\"", replaced)).isTrue();
    assertThat(isCalledLater("web-a", Aspect.CALLS, inside, "", "", "{}")).isTrue();
    assertThat(isCalledLater("web-a", Aspect.STATE, inside, "id", "\"1\"", "\"2\"")).isTrue();
    assertThat(isCalledLater("web-a", Aspect.WORLD, "two-a-2", "", "", "{}")).isTrue();

    for (var other : List.of("web-a", "three-a", "other")) {
      var about = "keel:index:Thing::" + other;
      assertThat(isCalledLater("web-a", Aspect.RUN, about, "", "\"none\"", replaced)).isFalse();
      assertThat(isCalledLater("web-a", Aspect.WORLD, other + "-2", "", "", "{}")).isFalse();
    }
    assertThat(isCalledLater("other", Aspect.RUN, inside, "", "\"none\"", replaced)).isFalse();
    assertThat(isCalledLater("web-a", Aspect.WORLD, "two-a-2", "", "{}", "")).isFalse();
    assertThat(isCalledLater("web-a", Aspect.WORLD, "two-a-2-1", "", "", "{}")).isFalse();
    assertThat(isCalledLater("two-a", Aspect.RUN, inside, "", "\"none\"", replaced)).isFalse();
  }
}
