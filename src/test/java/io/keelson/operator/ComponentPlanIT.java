package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.cli.Program;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What a definition that is not merged yet would do to all who use it.
@ExtendWith(OnControlPlane.class)
final class ComponentPlanIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String DATABASE =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: ComponentDefinition
      metadata: {name: database, namespace: PLATFORM}
      spec:
        version: VERSION
        variables: [{name: name, type: string}]
        resources: [{name: main, type: terraform_data, config: {input: "WORD-${variable.name}"}}]
        outputs: [{name: id, value: "${terraform_data.main.id}"}]
      """;

  private static final String WEB =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: ComponentDefinition
      metadata: {name: web, namespace: PLATFORM}
      spec:
        version: 1.0.0
        allowedNamespaces: ["*"]
        components: [{name: db, definition: {name: database}, inputs: {name: db}}]
      """;

  private static final String USES =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, approval: {mode: Automatic}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Component
      metadata: {name: web}
      spec: {stack: shop, definition: {name: web, namespace: PLATFORM}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: blog}
      spec: {settle: 0s, approval: {mode: Automatic}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Component
      metadata: {name: site}
      spec: {stack: blog, definition: {name: web, namespace: PLATFORM, version: "~> 1.0.0"}}
      """;

  @TempDir private Path folder;
  private TestNamespace team;
  private TestNamespace platform;
  private Kubectl kubectl;
  private OperatorUnderTest operator;
  private OperatorUnderTest other;

  @BeforeEach
  void start(TestNamespace own, ControlPlane controlPlane) {
    team = own;
    platform = controlPlane.newNamespace("platform");
    kubectl = new Kubectl(own);
    operator = OperatorUnderTest.in(own);
    other = OperatorUnderTest.in(platform);
    new Kubectl(platform).apply(placed(DATABASE, "1.0.0") + placed(WEB, ""));
    kubectl.apply(placed(USES, ""));
    kubectl.awaitUsed("shop");
    kubectl.awaitReady("blog");
    kubectl.awaitReason("component web", "UpToDate");
    kubectl.awaitReason("component site", "UpToDate");
  }

  @AfterEach
  void stop() {
    operator.close();
    other.close();
  }

  private String placed(String manifest, String version) {
    return manifest
        .replace("PLATFORM", platform.name())
        .replace("VERSION", version)
        .replace("WORD", version.isEmpty() ? "" : "v" + version.charAt(2));
  }

  private Path file(String manifest) throws IOException {
    return Files.writeString(folder.resolve("definition.yaml"), manifest);
  }

  @Test
  void definition_isPlannedInAllStacksThatWouldTakeIt_andNamesThoseThatStay() throws IOException {
    var file = file(placed(WEB, "").replace("1.0.0", "1.1.0").replace("name: db}", "name: other}"));

    var text = Program.runOn(team.controlPlane(), "plan", "-f", file);
    var json = Program.runOn(team.controlPlane(), "plan", "-f", file, "-o", "json");

    assertThat(text.exitCode()).as(text::toString).isEqualTo(2);
    assertThat(text.out())
        .contains("Stack " + team.name() + "/shop\n\n")
        .contains(
            "# component.web   %s/web 1.0.0 -> 1.1.0     1 to change\n".formatted(platform.name()))
        .contains("~ input  = \"v0-db\" -> \"v0-other\"")
        .contains(
            "%s/blog component.site stays at %s/web 1.0.0\n"
                .formatted(team.name(), platform.name()))
        .endsWith("1 Stack would take it: 1 with changes, 0 with errors.\n");
    assertThat(json.exitCode()).isEqualTo(2);
    JsonNode plan = JSON.readTree(json.out()).path("plans").path(0);
    assertThat(plan.path("stack").asText()).isEqualTo("shop");
    assertThat(plan.at("/plan/components/0/previousVersion").asText()).isEqualTo("1.0.0");
  }

  /// What has it inside would be built anew, under its own version.
  @Test
  void definitionInsideOthers_isPlannedWhereTheseAreUsed() throws IOException {
    var file = file(placed(DATABASE, "1.1.0"));

    var text = Program.runOn(team.controlPlane(), "plan", "-f", file);

    assertThat(text.exitCode()).as(text::toString).isEqualTo(2);
    assertThat(text.out())
        .contains("Stack " + team.name() + "/blog\n\n", "Stack " + team.name() + "/shop\n\n")
        .contains(
            "# component.site.component.db   %s/database 1.0.0 -> 1.1.0     1 to change\n"
                .formatted(platform.name()))
        .endsWith("2 Stacks would take it: 2 with changes, 0 with errors.\n");
  }

  @Test
  void definitionThatNobodyUses_isPlannedNowhere() throws IOException {
    var file = file(placed(DATABASE, "1.1.0").replace("name: database,", "name: lake,"));

    var text = Program.runOn(team.controlPlane(), "plan", "-f", file);

    assertThat(text.exitCode()).as(text::toString).isZero();
    assertThat(text.out()).isEqualTo("No Stack would take it.\n");
  }

  @Test
  void definitionThatWouldNotBePublished_isAnErrorAndPlannedNowhere() throws IOException {
    var file = file(placed(DATABASE, "1.1.0").replace("variable.name", "variable.nmae"));

    var text = Program.runOn(team.controlPlane(), "plan", "-f", file);

    assertThat(text.exitCode()).as(text::toString).isEqualTo(1);
    assertThat(text.out()).isEmpty();
    assertThat(text.errors()).contains("definition.yaml line").contains("variable.nmae");
  }

  @Test
  void manyPlans_cannotBeDrawn() throws IOException {
    var text =
        Program.runOn(
            team.controlPlane(), "plan", "-o", "dot", "-f", file(placed(DATABASE, "1.1.0")));

    assertThat(text.exitCode()).as(text::toString).isEqualTo(1);
    assertThat(text.errors()).contains("use -o text or -o json");
  }
}
