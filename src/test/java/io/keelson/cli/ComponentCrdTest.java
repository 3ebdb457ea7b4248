package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.json.ManifestYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `keelson component crd` prints, byte for byte. `-Dgolden=update` writes the file.
final class ComponentCrdTest {
  private static final Path GOLDEN = Path.of("src/test/resources/schemas/web-app-kind.yaml");

  private static final String DEFINITION =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: ComponentDefinition
      metadata: {name: web-app, namespace: platform}
      spec:
        version: 1.4.0
        description: A web app with a database.
        variables:
        - {name: name, type: string, nullable: false, description: What it is called.}
        - {name: replicas, type: number, default: 2, description: How many.}
        - {name: public, type: bool, default: null}
        - {name: network, type: "object({zone = string, subnets = optional(set(string), []), mtu = optional(number)})"}
        - {name: buckets, type: "map(object({public = optional(bool, false)}))", default: {}}
        - {name: pair, type: "tuple([string, number])", default: [a, 1]}
        - {name: twins, type: "tuple([string, string])", default: [a, b]}
        - {name: labels, default: {}}
        - {name: token, type: string, default: "", sensitive: true}
        - {name: session, type: string, default: "", ephemeral: true}
        outputs:
        - {name: name, value: "${variable.name}"}
      """;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("web-app.yaml"), DEFINITION);
  }

  private Program crd(String... more) {
    var arguments =
        new ArrayList<String>(List.of("component", "crd", "web-app", "-n", "platform", "-f"));
    arguments.add(file.toString());
    arguments.addAll(List.of(more));
    return Program.run(arguments.toArray());
  }

  @Test
  void definition_isPrintedAsAKindWithTypedInputs() throws IOException {
    var printed = crd("--kind", "WebApp");

    assertThat(printed.exitCode()).as(printed.errors()).isZero();
    if ("update".equals(System.getProperty("golden"))) Files.writeString(GOLDEN, printed.out());
    assertThat(printed.out()).isEqualTo(Files.readString(GOLDEN));
  }

  @Test
  void printedKind_isReadAsItWasMeant() throws Exception {
    var crd = ManifestYaml.read(crd("--kind", "Proxy", "--plural", "proxyfleet").out());

    assertThat(crd).hasSize(1);
    assertThat(crd.getFirst().tree().at("/metadata/name").asText())
        .isEqualTo("proxyfleet.components.keelson.dev");
    assertThat(ManifestYaml.read(ManifestYaml.write(crd.getFirst().tree())).getFirst().tree())
        .isEqualTo(crd.getFirst().tree());
  }

  @ParameterizedTest
  @CsvSource({"WebApp, webapps", "Proxy, proxies", "Box, boxes"})
  void plural_isTheUsualOne(String kind, String plural) {
    assertThat(crd("--kind", kind).out()).contains("name: " + plural + ".components.keelson.dev");
  }

  @ParameterizedTest
  @CsvSource({"webApp, webapps, kind", "Web-App, webapps, kind", "WebApp, WebApps, plural"})
  void nameThatCannotBe_isRefused(String kind, String plural, String why) {
    var refused = crd("--kind", kind, "--plural", plural);

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.errors()).contains("cannot be ").contains(why);
    assertThat(refused.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"sensitive", "ephemeral"})
  void requiredVariableThatIsHidden_hasNoPlaceInAKind(String mark) throws IOException {
    Files.writeString(file, DEFINITION.replace("default: \"\", " + mark, mark));

    var refused = crd("--kind", "WebApp");

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.errors())
        .contains("is " + mark + " and has no default")
        .contains("Component whose spec.inputs.")
        .contains("is an expression");
  }

  @Test
  void typeThatCannotBeRead_isToldWithItsVariable() throws IOException {
    Files.writeString(file, DEFINITION.replace("type: bool", "type: boolean"));

    var refused = crd("--kind", "WebApp");

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.errors()).contains("variable 'public'").contains("'boolean' is no type");
  }

  @Test
  void definitionThatIsNotThere_isAnError() {
    var missing =
        Program.run("component", "crd", "web", "--kind", "Web", "-n", "platform", "-f", file);

    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.errors())
        .contains("no ComponentDefinition 'web' in namespace 'platform' in the files");
  }

  @Test
  void namesThatMakeTooLongALabel_areRefused() throws IOException {
    var home = "n".repeat(60);
    Files.writeString(file, DEFINITION.replace("namespace: platform", "namespace: " + home));

    var refused =
        Program.run("component", "crd", "web-app", "--kind", "WebApp", "-n", home, "-f", file);

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.errors()).contains("at most 63 characters");
  }
}
