package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

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

/// What is explained of programs in a run with targets, and what is not.
class ProgramTargetDifferencesTest {
  private static final String NOTHING = "";
  private static final String PROBLEM = "The provider reported a problem";
  private static final String NEEDED = "The plan leaves out what the program needs";

  private static ProgramTargetDifferences rules(
      String targets, String registered, String state, Diagnostic... errors) {
    var step =
        """
        {"op": "update", "targets": [%s],
         "resources": [{"kind": "remote", "type": "parts:index:Web", "name": "c", "inputs": {}}],
         "expect": {"result": "ok", "monitor": [
           {"construct": "parts:index:Web::c", "call": "RegisterResource",
            "request": {"type": "keel:index:Thing", "name": "c-new", "custom": true, %s}}]}}
        """
            .formatted(targets, registered);
    return new ProgramTargetDifferences(
        new ProviderStep(2, WrittenFinding.json(step)),
        new Before(WrittenFinding.json(state)),
        new Errors(List.of(errors)));
  }

  private static Diagnostic inside(String name, String summary) {
    var at = Subject.of(InstanceAddress.parse("component.c.keel_Thing." + name));
    return Diagnostic.error(Code.MOVED, at, summary, "why");
  }

  private static Diagnostic of(String component, String summary) {
    var at = Subject.of(ComponentPath.ROOT.component(component));
    return Diagnostic.error(Code.PROGRAM, at, summary, "why");
  }

  private static boolean isLeftOut(String targets, String alias, Diagnostic... errors) {
    return rules(targets, "\"aliases\": [{\"spec\": {%s}}]".formatted(alias), "[]", errors)
        .isMoveLeftOut(
            WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, "\"ok\"", "\"x\""));
  }

  @Test
  void whatAProgramRenames_staysWhereNotBothNamesAreTargets() {
    var old = "\"c-old\"";
    var alias = "\"name\": \"c-old\"";
    var move = inside("c-new", "Move is left out");
    assertThat(isLeftOut(old, alias, move)).isTrue();
    assertThat(isLeftOut(old, alias, move, of("c", PROBLEM))).isTrue();

    assertThat(isLeftOut(NOTHING, alias, move)).isFalse();
    assertThat(isLeftOut("\"c-old\", \"c-new\"", alias, move)).isFalse();
    assertThat(isLeftOut(old, alias + ", \"noParent\": true", move)).isFalse();
    assertThat(isLeftOut(old, alias, of("c", PROBLEM))).isFalse();
    assertThat(isLeftOut(old, alias, move, of("d", PROBLEM))).isFalse();
    assertThat(isLeftOut(old, alias, move, inside("c-first", "Another"))).isFalse();
  }

  private static boolean isEnded(String targets, String state, Diagnostic... errors) {
    return rules(targets, "\"object\": {}", state, errors)
        .isEnded(WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, "\"ok\"", "\"x\""));
  }

  @Test
  void programThatRegistersSomethingNew_endsWhereThatIsNoTarget() {
    var needed = of("c", NEEDED);
    assertThat(isEnded("\"c-first\"", "[]", needed)).isTrue();
    assertThat(isEnded("\"c-first\"", "[]", needed, of("c", PROBLEM))).isTrue();

    assertThat(isEnded("\"c-new\"", "[]", needed)).isFalse();
    assertThat(isEnded(NOTHING, "[]", needed)).isFalse();
    assertThat(isEnded("\"c-first\"", "[{\"resource\": \"keel:index:Thing::c-new\"}]", needed))
        .isFalse();
    assertThat(isEnded("\"c-first\"", "[]", of("c", PROBLEM))).isFalse();
    assertThat(isEnded("\"c-first\"", "[]", needed, of("d", PROBLEM))).isFalse();
  }
}
