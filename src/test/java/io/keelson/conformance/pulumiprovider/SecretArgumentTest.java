package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.provider.pulumi.schema.PackageSchema;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What is explained where a schema calls an argument of a function secret, and what is not.
class SecretArgumentTest {
  @Test
  void argumentThatASchemaCallsSecret_isOneOfItsFunction() {
    var row = Optional.of("Secrets of a schema (R-PRG-2)");
    var step =
        DifferenceCase.of(
            """
            {"op": "update",
             "resources": [{"type": "keel:index:lookup", "name": "f", "kind": "invoke",
                            "inputs": {"note": "x", "zone": "x"}}],
             "expect": {"result": "ok"}}
            """);
    step.schemas()
        .note(
            "keel:index:lookup::f",
            PackageSchema.read(
                    """
                    {"name": "keel", "functions": {"keel:index:lookup": {
                      "inputs": {"type": "object", "properties": {
                        "zone": {"type": "string"},
                        "note": {"type": "string", "secret": true}}}}}}\
                    """)
                .data("keel_lookup")
                .orElseThrow());
    var lookup = "keel:index:lookup";
    var secret = "{\"$secret\": \"x\"}";
    assertThat(step.row(Aspect.ASKED, lookup, "Invoke", "args.note", "\"x\"", secret))
        .isEqualTo(row);

    assertThat(step.row(Aspect.ASKED, lookup, "Invoke", "args.note", "\"y\"", secret)).isEmpty();
    assertThat(step.row(Aspect.ASKED, lookup, "Invoke", "args.note", secret, "\"x\"")).isEmpty();
    assertThat(step.row(Aspect.ASKED, lookup, "Invoke", "args.note.a", "\"x\"", secret)).isEmpty();
    assertThat(step.row(Aspect.ASKED, lookup, "Invoke", "args.zone", "\"x\"", secret)).isEmpty();
    assertThat(step.row(Aspect.ASKED, lookup, "Invoke", "other.note", "\"x\"", secret)).isEmpty();
    assertThat(step.row(Aspect.ASKED, lookup + "s", "Invoke", "args.note", "\"x\"", secret))
        .isEmpty();
  }
}
