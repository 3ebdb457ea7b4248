package io.keelson.cli.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.json.ExactJson;
import io.keelson.json.ManifestYaml;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the real API server makes of an object is what the command line makes of it.
@ExtendWith(OnControlPlane.class)
final class FilledInIT {
  @BeforeAll
  static void install(ControlPlane controlPlane) {
    Installation.crds(controlPlane);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Resource | {stack: s, type: t, mode: null, count: null, config: {a: null, b: [null]}}",
        "Resource | {stack: s, type: t, lifecycle: {onPartialCreate: null}, import: {id: x}}",
        "Stack | {variables: [{name: v, default: null, value: null}], locals: {a: null, b:"
            + " [null]}}",
        "Stack | {imports: [{to: t.a, id: x, allow: null}], approval: {mode: Automatic}}",
        "ComponentDefinition | {version: 1.0.0, variables: [{name: v, default: null}]}",
      })
  void spec_isAsTheApiServerKeepsIt(String kind, String written, TestNamespace namespace)
      throws Exception {
    var spec = ManifestYaml.read(written).getFirst().tree();
    namespace.create(
        """
        {"apiVersion": "keelson.dev/v1alpha1", "kind": "%s", "metadata": {"name": "a"}, "spec": %s}
        """
            .formatted(kind, spec));

    FilledIn.fillIn(ManifestReader.schemaOf(kind), spec);

    var kept = namespace.kubectl("get", kind + ".keelson.dev", "a", "-o", "jsonpath={.spec}");
    assertThat(ExactJson.JSON.readTree(kept.orThrow().out())).isEqualTo(spec);
  }
}
