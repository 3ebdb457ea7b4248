package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where a program says that something had a name elsewhere, and what is not.
class FormerNameDifferencesTest {
  private static final String NOTHING = "";
  private static final String MOVED = "keel:index:Thing::c-moved";
  private static final String OLD = "keel:index:Thing::old";

  /// @param declared entries beside the component
  /// @param diagnostic of the update
  private static ProviderStep step(String alias, String declared, String diagnostic) {
    return new ProviderStep(
        2,
        WrittenFinding.json(
            """
            {"op": "update",
             "resources": [
               {"kind": "remote", "type": "parts:index:Web", "name": "c", "inputs": {}}%s],
             "expect": {"diagnostics": [{"severity": "error", "message": "%s"}], "monitor": [
               {"construct": "parts:index:Web::c", "call": "RegisterResource",
                "request": {"type": "keel:index:Thing", "name": "c-moved",
                            "parent": "::parts:index:Web::c", %s}}]}}
            """
                .formatted(declared, diagnostic, alias)));
  }

  private static boolean isOfUrn(String alias, String declared, String recorded, String about) {
    var state =
        "[{\"resource\": \"keel:index:Thing::old\", \"id\": \"old-1\"%s}]".formatted(recorded);
    return new FormerNameDifferences(
            step(alias, declared, NOTHING),
            new Before(WrittenFinding.json(state)),
            new Errors(List.of()))
        .isOfFormerUrn(
            WrittenFinding.of(Aspect.PLAN, about, NOTHING, NOTHING, "\"none\"", "\"create\""));
  }

  @Test
  void urnOfWhatWasInNoComponent_isNoFormerName() {
    var urns = "\"aliasURNs\": [\"::keel:index:Thing::old\"]";
    assertThat(isOfUrn(urns, NOTHING, NOTHING, MOVED)).isTrue();
    assertThat(isOfUrn(urns, NOTHING, NOTHING, OLD)).isTrue();
    var alias = "\"aliases\": [{\"urn\": \"::keel:index:Thing::old\"}]";
    assertThat(isOfUrn(alias, NOTHING, NOTHING, MOVED)).isTrue();

    var inside = ", \"parent\": \"parts:index:Web::c\"";
    assertThat(isOfUrn(urns, NOTHING, inside, MOVED)).isFalse();
    assertThat(isOfUrn(urns, NOTHING, NOTHING, "keel:index:Thing::c-first")).isFalse();
    var declared = ", {\"type\": \"keel:index:Thing\", \"name\": \"old\", \"inputs\": {}}";
    assertThat(isOfUrn(urns, declared, NOTHING, OLD)).isFalse();
    assertThat(isOfUrn("\"aliasURNs\": [\"::x\"]", NOTHING, NOTHING, MOVED)).isFalse();
  }

  private static boolean isTaken(
      String alias, String message, String actual, Diagnostic... errors) {
    return new FormerNameDifferences(
            step(alias, NOTHING, message), Before.NOTHING, new Errors(List.of(errors)))
        .isTaken(WrittenFinding.of(Aspect.RESULT, NOTHING, NOTHING, NOTHING, "\"failed\"", actual));
  }

  @Test
  void formerNameElsewhere_thatSomethingHas_endsNothing() {
    var elsewhere = "\"aliases\": [{\"spec\": {\"name\": \"old\", \"noParent\": true}}]";
    var conflict =
        "Duplicate resource URN '::keel:index:Thing::old' conflicting with alias on resource with"
            + " URN '::keel:index:Thing::%s'";
    var twice =
        "Duplicate resource alias '::keel:index:Thing::old' applied to resource with URN"
            + " '::keel:index:Thing::c-moved' conflicting with resource with URN '::x'";
    assertThat(isTaken(elsewhere, conflict.formatted("c-moved"), "\"[]\"")).isTrue();
    assertThat(isTaken(elsewhere, twice, "\"[]\"")).isTrue();

    assertThat(isTaken(elsewhere, conflict.formatted("other"), "\"[]\"")).isFalse();
    assertThat(isTaken(elsewhere, "refused", "\"[]\"")).isFalse();
    var inside = "\"aliases\": [{\"spec\": {\"name\": \"old\"}}]";
    assertThat(isTaken(inside, twice, "\"[]\"")).isFalse();
    var error =
        Diagnostic.error(
            Code.PROGRAM, Subject.of(InstanceAddress.parse("keel_Thing.old")), "Another", "why");
    assertThat(isTaken(elsewhere, twice, "\"x\"", error)).isFalse();
  }
}
