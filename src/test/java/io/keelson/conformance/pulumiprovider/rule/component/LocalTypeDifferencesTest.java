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

/// What is explained where a local component has another type, and what is not.
class LocalTypeDifferencesTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::c-a";
  private static final String B = "keel:index:Thing::c-b";
  private static final String PROTECTED =
      "resource \\\"::keel:index:Thing::c-b\\\" cannot be deleted\\nbecause it is protected. Do"
          + " so.";

  /// `c-b` is protected.
  private static boolean isOfAnotherType(
      String parent,
      String message,
      List<Diagnostic> errors,
      Aspect aspect,
      String about,
      String call,
      String... both) {
    var step =
        """
        {"op": "update",
         "resources": [{"kind": "remote", "type": "parts:index:Web", "name": "c", "inputs": {}}],
         "expect": {"result": "failed",
           "diagnostics": [{"severity": "error", "message": "%s"},
                           {"severity": "error", "message": "update failed"}],
           "state": [{"resource": "parts:index:Web::c", "parent": "my:index:Other::g"}],
           "monitor": [
             {"construct": "parts:index:Web::c", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "c-a"}},
             {"construct": "parts:index:Web::c", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "c-b"}}],
           "preview": {"steps": [
             {"op": "create", "resource": "keel:index:Thing::c-a", "provider": "p"},
             {"op": "delete", "resource": "keel:index:Thing::c-a", "provider": "p"},
             {"op": "create", "resource": "keel:index:Thing::c-b", "provider": "p"},
             {"op": "delete", "resource": "keel:index:Thing::c-b", "provider": "p",
              "status": "failed"}]}}}
        """
            .formatted(message);
    var state =
        """
        [{"resource": "parts:index:Web::c", "parent": "%s"},
         {"resource": "keel:index:Thing::c-a", "id": "a-1"},
         {"resource": "keel:index:Thing::c-b", "id": "b-1"}]
        """
            .formatted(parent);
    return new LocalTypeDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            new Before(WrittenFinding.json(state)),
            new Errors(errors))
        .isOfAnotherType(WrittenFinding.of(aspect, about, call, NOTHING, both[0], both[1]));
  }

  private static boolean isOfAnotherType(Aspect aspect, String about, String call, String... both) {
    return isOfAnotherType("my:index:Group::g", PROTECTED, List.of(), aspect, about, call, both);
  }

  @Test
  void whatIsInALocalComponentOfAnotherType_stays() {
    var anew = "\"create, delete\"";
    var none = "\"none\"";
    var failed = "\"failed\"";
    var both = "\"[{\\\"id\\\": \\\"b-1\\\"}, {\\\"id\\\": \\\"b-2\\\"}]\"";
    var old = "\"[{\\\"id\\\": \\\"b-1\\\"}]\"";
    assertThat(isOfAnotherType(Aspect.PLAN, A, NOTHING, anew, none)).isTrue();
    assertThat(isOfAnotherType(Aspect.CALLS, A, "Create", "{}", NOTHING)).isTrue();
    assertThat(isOfAnotherType(Aspect.RUN, B, NOTHING, "\"create, delete failed\"", none)).isTrue();
    assertThat(isOfAnotherType(Aspect.STATE, B, NOTHING, both, old)).isTrue();
    assertThat(isOfAnotherType(Aspect.RESULT, NOTHING, NOTHING, failed, "\"[]\"")).isTrue();

    assertThat(isOfAnotherType(Aspect.PLAN, A, NOTHING, anew, anew)).isFalse();
    assertThat(isOfAnotherType(Aspect.CALLS, A, "Delete", NOTHING, "{}")).isFalse();
    assertThat(isOfAnotherType(Aspect.STATE, A, NOTHING, both, old)).isFalse();
    assertThat(isOfAnotherType(Aspect.STATE, B, NOTHING, both, old.replace("b-1", "b-2")))
        .isFalse();
  }

  @Test
  void whatElseFails_isNotOfTheType() {
    var failed = "\"failed\"";
    var group = "my:index:Group::g";
    var error =
        Diagnostic.error(
            Code.PROGRAM, Subject.of(InstanceAddress.parse("keel_Thing.x")), "Another", "why");
    assertThat(
            isOfAnotherType(
                group, "refused", List.of(), Aspect.RESULT, NOTHING, NOTHING, failed, "\"[]\""))
        .isFalse();
    assertThat(
            isOfAnotherType(
                group, PROTECTED, List.of(error), Aspect.RESULT, NOTHING, NOTHING, failed, "\"x\""))
        .isFalse();
    for (var parent : List.of("my:index:Other::g", "my:index:Group::h"))
      assertThat(
              isOfAnotherType(
                  parent,
                  PROTECTED,
                  List.of(),
                  Aspect.PLAN,
                  A,
                  NOTHING,
                  "\"create, delete\"",
                  "\"none\""))
          .as(parent)
          .isFalse();
  }
}
