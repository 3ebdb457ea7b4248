package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where a program takes an object over, and what is not.
class RegisteredImportDifferencesTest {
  private static final String NOTHING = "";
  private static final String NONE = "\"none\"";
  private static final String FIRST = "keel:index:Thing::d-first";
  private static final String SECOND = "keel:index:Thing::d-second";
  private static final String OF_OTHER = "keel:index:Thing::c-first";
  private static final String PROGRAM = "parts:index:Options::d";

  /// `d` takes an object of `c` over as its `d-second`.
  private static final ProviderStep STEP =
      new ProviderStep(
          2,
          WrittenFinding.json(
              """
              {"op": "update",
               "resources": [
                 {"kind": "remote", "type": "parts:index:Options", "name": "c", "inputs": {}},
                 {"kind": "remote", "type": "parts:index:Options", "name": "d", "inputs": {}}],
               "expect": {"result": "ok", "monitor": [
                 {"construct": "parts:index:Options::c", "call": "RegisterResource",
                  "request": {"type": "keel:index:Thing", "name": "c-first"}},
                 {"construct": "parts:index:Options::d", "call": "RegisterResource",
                  "request": {"type": "keel:index:Thing", "name": "d-first"}},
                 {"construct": "parts:index:Options::d", "call": "RegisterResource",
                  "request": {"type": "keel:index:Thing", "name": "d-second",
                              "importId": "c-first-1"}}]}}
              """));

  private static final Before BEFORE =
      new Before(
          WrittenFinding.json(
              "[{\"resource\": \"keel:index:Thing::c-first\", \"id\": \"c-first-1\"}]"));

  private static Diagnostic error(String name, String summary) {
    var at = Subject.of(InstanceAddress.parse("component.d.keel_Thing." + name));
    return Diagnostic.error(Code.PROGRAM, at, summary, "why");
  }

  private static Diagnostic problem(String component) {
    var at = Subject.of(ComponentPath.ROOT.component(component));
    return Diagnostic.error(Code.PROGRAM, at, "The provider reported a problem", "why");
  }

  private static boolean isRefused(
      List<Diagnostic> errors,
      Aspect aspect,
      String about,
      String call,
      String at,
      String... both) {
    return new RegisteredImportDifferences(STEP, BEFORE, new Errors(errors))
        .isRefusedImport(WrittenFinding.of(aspect, about, call, at, both[0], both[1]));
  }

  @Test
  void importThatIsRefused_leavesItsComponentAlone() {
    var twice = List.of(error("d-second", "Object has another address already"), problem("d"));
    assertThat(isRefused(twice, Aspect.RESULT, NOTHING, NOTHING, NOTHING, "\"ok\"", "\"x\""))
        .isTrue();
    assertThat(isRefused(twice, Aspect.RUN, FIRST, NOTHING, NOTHING, "\"create\"", NONE)).isTrue();
    assertThat(isRefused(twice, Aspect.CALLS, FIRST, "Create", NOTHING, "{}", NOTHING)).isTrue();
    assertThat(isRefused(twice, Aspect.STATE, SECOND, NOTHING, NOTHING, "\"[1]\"", "\"[]\""))
        .isTrue();
    assertThat(
            isRefused(twice, Aspect.ASKED, FIRST, "Check", "news.zone", "1", "{\"$unknown\": 1}"))
        .isTrue();
    var told = "inputs.zone.$output.value";
    assertThat(isRefused(twice, Aspect.ASKED, PROGRAM, "Construct", told, "1", NOTHING)).isTrue();

    assertThat(isRefused(twice, Aspect.RUN, OF_OTHER, NOTHING, NOTHING, "\"update\"", NONE))
        .isFalse();
    assertThat(isRefused(twice, Aspect.RUN, FIRST, NOTHING, NOTHING, NONE, "\"delete\"")).isFalse();
    assertThat(isRefused(twice, Aspect.CALLS, FIRST, "Delete", NOTHING, NOTHING, "{}")).isFalse();
    assertThat(isRefused(twice, Aspect.STATE, OF_OTHER, NOTHING, NOTHING, "\"[1]\"", "\"[]\""))
        .isFalse();
    assertThat(isRefused(twice, Aspect.ASKED, PROGRAM, "Construct", told, "1", "2")).isFalse();
  }

  @Test
  void whatElseFails_isNoRefusedImport() {
    for (var others :
        List.of(
            List.of(problem("d")),
            List.of(error("d-first", "Object has another address already")),
            List.of(error("d-second", "Another")),
            List.of(error("d-second", "Import would replace the object")),
            List.of(error("d-second", "Object has another address already"), problem("c"))))
      assertThat(isRefused(others, Aspect.RUN, FIRST, NOTHING, NOTHING, "\"create\"", NONE))
          .isFalse();
  }

  @Test
  void importThatWouldReplace_isOneThatReplacesThere() {
    var step = STEP.json().deepCopy();
    var preview =
        """
        {"steps": [{"op": "create-replacement", "resource": "keel:index:Thing::d-second"}]}
        """;
    ((ObjectNode) step.get("expect")).set("preview", WrittenFinding.json(preview));
    var errors = new Errors(List.of(error("d-second", "Import would replace the object")));
    var finding = WrittenFinding.of(Aspect.RUN, FIRST, NOTHING, NOTHING, "\"create\"", NONE);
    var replaced = new RegisteredImportDifferences(new ProviderStep(2, step), BEFORE, errors);
    assertThat(replaced.isRefusedImport(finding)).isTrue();

    var kept = new RegisteredImportDifferences(STEP, BEFORE, errors);
    assertThat(kept.isRefusedImport(finding)).isFalse();
  }
}
