package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Call;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained where a program is given a resource as a value, and what is not.
class ToldReferenceTest {
  private static final String WEB = "parts:index:Web::web";

  private static final ProviderStep STEP =
      new ProviderStep(
          2,
          WrittenFinding.json(
              """
              {"op": "update",
               "resources": [
                 {"type": "keel:index:Thing", "name": "t", "inputs": {"zone": "z"}},
                 {"kind": "remote", "type": "parts:index:Web", "name": "web",
                  "inputs": {"thing": {"$ref": "t"}, "zone": "z"}}],
               "expect": {"result": "ok", "monitor": [
                 {"construct": "parts:index:Web::web", "call": "RegisterResource",
                  "request": {"type": "keel:index:Thing", "name": "web-a"}}]}}
              """));

  private static boolean isOfReference(Aspect aspect, String about, String call, String at) {
    return new ToldDifferences(STEP)
        .isOfReference(WrittenFinding.of(aspect, about, call, at, "\"a\"", "\"b\""));
  }

  @Test
  void programThatIsGivenAResource_isToldOfItsId() {
    assertThat(isOfReference(Aspect.ASKED, WEB, Call.CONSTRUCT, "inputs.thing.$ref")).isTrue();
    assertThat(isOfReference(Aspect.STATE, "keel:index:Thing::web-a", "", "inputs.label")).isTrue();

    assertThat(isOfReference(Aspect.ASKED, WEB, Call.CONSTRUCT, "inputs.zone")).isFalse();
    assertThat(isOfReference(Aspect.ASKED, WEB, Call.CONSTRUCT, "providers")).isFalse();
    assertThat(isOfReference(Aspect.STATE, "keel:index:Thing::t", "", "inputs.label")).isFalse();
  }
}
