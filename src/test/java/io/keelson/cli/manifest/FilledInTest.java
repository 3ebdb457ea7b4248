package io.keelson.cli.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.json.ManifestYaml;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the API server does with the same, by the CRDs of this program.
final class FilledInTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // What is left out, but not in what is left out itself.
        "Resource | {type: a}                  | {type: a, mode: Managed}",
        "Resource | {mode: Data, lifecycle: {}} | {mode: Data, lifecycle: {onPartialCreate:"
            + " Replace}}",
        "Resource | {mode: Data, import: {id: x}} | {mode: Data, import: {id: x, allow: Any}}",
        // A default may hold more of them.
        "Provider | {} | {protocol: Terraform, limits: {call: 4h, idle: 5m}}",
        "Provider | {protocol: Pulumi, limits: {idle: 1m}}"
            + " | {protocol: Pulumi, limits: {call: 4h, idle: 1m}}",
        // Null counts as left out, but for what users write.
        "Resource | {mode: null, stack: null} | {mode: Managed}",
        "Resource | {mode: Data, config: {a: null}} | {mode: Data, config: {a: null}}",
        "ComponentDefinition | {locals: {a: null, b: [null]}} | {locals: {b: [null]}}",
        "ComponentDefinition | {resources: [{mode: null, type: a}]} | {resources: [{type: a}]}",
      })
  void spec_isAsTheApiServerKeepsIt(String kind, String written, String kept) throws Exception {
    var spec = tree(written);

    FilledIn.fillIn(ManifestReader.schemaOf(kind), spec);

    assertThat(spec).isEqualTo(tree(kept));
  }

  private static JsonNode tree(String yaml) throws ManifestYaml.Malformed {
    return ManifestYaml.read(yaml).getFirst().tree();
  }
}
