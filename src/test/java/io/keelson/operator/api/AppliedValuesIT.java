package io.keelson.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.json.ExactJson;
import io.keelson.json.JsonValues;
import io.keelson.json.ManifestYaml;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the real API server keeps of the values that people apply, also over what was there.
@ExtendWith(OnControlPlane.class)
final class AppliedValuesIT {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  @BeforeAll
  static void install(ControlPlane controlPlane) {
    Installation.crds(controlPlane);
  }

  @Test
  void anyJson_isKept(TestNamespace namespace) throws IOException {
    var spec =
        """
        {"stack": "s", "type": "t", "mode": "Managed", "forEach": ["a", {"b": 1}],
         "config": {"list": [1, "x", null, true], "nested": {"deep": {"empty": {}}}, "text": ""}}
        """;
    namespace.apply(
        """
        {"apiVersion": "keelson.dev/v1alpha1", "kind": "Resource", "metadata": {"name": "a"},
         "spec": %s}
        """
            .formatted(spec));
    var got = namespace.kubectl("get", "resource", "a", "-o", "jsonpath={.spec}").orThrow().out();
    assertThat(YAML.readTree(got)).isEqualTo(YAML.readTree(spec));
  }

  @Test
  void config_isReplacedAsAWhole(TestNamespace namespace) {
    // Merged, it would hold what nobody declared.
    applyConfig(namespace, "one", "a");
    applyConfig(namespace, "two", "b");
    var got = namespace.kubectl("get", "resource", "a", "-o", "jsonpath={.spec.config}").orThrow();
    assertThat(got.out().strip()).isEqualTo("{\"b\":1}");
  }

  private static void applyConfig(TestNamespace namespace, String manager, String key) {
    var resource = new Resource();
    resource.setMetadata(new ObjectMetaBuilder().withName("a").build());
    resource.setSpec(new ResourceSpec());
    resource.getSpec().stack = "s";
    resource.getSpec().type = "t";
    resource.getSpec().config = YAML.createObjectNode().put(key, 1);
    namespace
        .client()
        .resource(resource)
        .inNamespace(namespace.name())
        .fieldManager(manager)
        .forceConflicts()
        .serverSideApply();
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          Resource | /forEach | {stack: s, type: t, forEach: %s}
          Resource | /forEach/k | {stack: s, type: t, forEach: {k: %s}}
          Resource | /config/x | {stack: s, type: t, config: {x: %s}}
          Resource | /import/identity | {stack: s, type: t, import: {identity: %s}}
          Stack | /variables/0/value | {variables: [{name: v, default: {c: 2}, value: %s}]}
          Stack | /variables/0/default | {variables: [{name: v, default: %s}]}
          Stack | /locals/l | {locals: {l: %s}}
          Stack | /outputs/0/value | {outputs: [{name: o, value: %s}]}
          Stack | /imports/0/forEach | {imports: [{to: 't.a[each.key]', id: i, forEach: %s}]}
          ProviderConfig | /config/x | {providerRef: {name: p}, config: {x: %s}}
          """)
  void emptiedField_isEmptyAndDoesNotVanish(
      String kind, String at, String spec, TestNamespace namespace) throws IOException {
    for (var way : List.of(List.of("--server-side"), List.<String>of())) {
      var name = way.isEmpty() ? "client" : "server";
      for (var value : List.of("{a: {x: 1}, b: {}}", "{}")) {
        var object =
            "apiVersion: keelson.dev/v1alpha1\nkind: %s\nmetadata: {name: %s}\nspec: %s\n"
                .formatted(kind, name, spec.formatted(value));
        namespace.applyAs("admin", object, way.toArray(String[]::new)).orThrow();
      }
      var got = namespace.kubectl("get", kind + ".keelson.dev", name, "-o", "jsonpath={.spec}");
      assertThat(YAML.readTree(got.orThrow().out()).at(at)).as(name).isEqualTo(YAML.readTree("{}"));
    }
  }

  @Test
  void nullForEach_isKeptForTheStackToRefuse(TestNamespace namespace) {
    var blank =
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: a}
        spec:
          stack: s
          type: t
          forEach:
          # a: {}
        """;
    namespace.applyAs("admin", blank, "--server-side").orThrow();
    var got = namespace.kubectl("get", "resource", "a", "-o", "jsonpath={.spec}").orThrow().out();
    assertThat(got).contains("\"forEach\":null");
  }

  @Test
  void secondApplier_isToldAndTakesAllOfAResource(TestNamespace namespace) throws IOException {
    var first = "{stack: s, type: t, forEach: {a: {}}, config: {input: a}}";
    var second = "{stack: s, type: t, forEach: {b: {}}}";
    var apply = "apiVersion: keelson.dev/v1alpha1\nkind: Resource\nmetadata: {name: a}\nspec: %s\n";
    namespace.applyAs("admin", apply.formatted(first), "--server-side").orThrow();

    var other = new String[] {"--server-side", "--field-manager=other"};
    var result = namespace.applyAs("admin", apply.formatted(second), other);
    assertThat(result.err()).contains("conflict with \"kubectl\": .spec");

    var forced = new String[] {"--server-side", "--field-manager=other", "--force-conflicts"};
    namespace.applyAs("admin", apply.formatted(second), forced).orThrow();
    var got = namespace.kubectl("get", "resource", "a", "-o", "jsonpath={.spec}").orThrow().out();
    assertThat(YAML.readTree(got))
        .isEqualTo(YAML.readTree("{stack: s, type: t, mode: Managed, forEach: {b: {}}}"));
  }

  @Test
  void values_areReadFromYamlAsKubectlReadsThem(TestNamespace namespace) throws Exception {
    var written = new ArrayList<String>();
    try (var file = AppliedValuesIT.class.getResourceAsStream("/yaml/scalars.yaml")) {
      YAML.readTree(file).forEach(row -> written.add(row.get(0).textValue()));
    }
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 2000; i++) written.add(randomScalar(random));
    var manifest =
        new StringBuilder(
            """
            apiVersion: keelson.dev/v1alpha1
            kind: Resource
            metadata: {name: a}
            spec:
              stack: s
              type: t
              config:
                values:
            """);
    written.forEach(each -> manifest.append("    - ").append(each).append('\n'));

    var answer = namespace.applyAs("admin", manifest.toString(), "--server-side", "-o", "json");
    var kept = ExactJson.JSON.readTree(answer.orThrow().out()).at("/spec/config/values");
    var read = ManifestYaml.read(manifest.toString()).getFirst().tree().at("/spec/config/values");
    for (int i = 0; i < written.size(); i++)
      assertThat(JsonValues.read(read.get(i)))
          .as("%s (seed %d)", written.get(i), seed)
          .isEqualTo(JsonValues.read(kept.get(i)));
  }

  /// What looks like a number, a truth or a date, or nearly.
  private static String randomScalar(Random random) {
    var parts =
        List.of(
            "0",
            "1",
            "7",
            "8",
            "9",
            "00",
            "12",
            "0x",
            "0o",
            "0b",
            "e",
            "E",
            "e3",
            ".",
            "_",
            "-",
            "+",
            "f",
            "inf",
            "nan",
            "y",
            "no",
            "on",
            "T",
            ":",
            "2001-",
            "99999999999",
            "~a");
    var text = new StringBuilder(parts.get(random.nextInt(7)));
    for (int i = random.nextInt(5); i > 0; i--)
      text.append(parts.get(random.nextInt(parts.size())));
    return text.toString().endsWith(":") ? text + "0" : text.toString();
  }
}
