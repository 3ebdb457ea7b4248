package io.keelson.cli;

import static io.keelson.cli.ShopManifests.RESOURCE;
import static io.keelson.cli.ShopManifests.STACK;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Components and their definitions in files: what `check` tells about them.
final class CheckedComponentTest {
  private static final String DEFINITION =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: ComponentDefinition
      metadata: {name: web-app}
      spec:
        version: 1.0.0
        variables:
          - {name: network, type: "object({zone_id = string})"}
        resources:
          - name: app
            type: terraform_data
            config:
              input: "%s"
        outputs: [{name: zone, value: "${terraform_data.app.output}"}]
      """;

  private static final String COMPONENT =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Component
      metadata: {name: web}
      spec:
        stack: shop
        definition: {name: web-app}
        inputs:
          network: {%s: a}
      """;

  private final ShopManifests files;

  CheckedComponentTest(@TempDir Path folder) {
    files = new ShopManifests(folder);
  }

  @Test
  void componentAndItsDefinition_areCheckedTogether() throws IOException {
    var check =
        files.check(
            STACK
                + DEFINITION.formatted("${variable.network.zone_id}")
                + COMPONENT.formatted("zone_id")
                + RESOURCE.formatted("dns", "shop", "terraform_data", "${component.web.zone}"));

    assertThat(check.errors()).isEmpty();
    assertThat(check.exitCode()).isZero();
  }

  @Test
  void mistakeInADefinition_isToldWithItsLine() throws IOException {
    var check = files.check(STACK + DEFINITION.formatted("${variable.netwrok}"));

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.errors())
        .contains("shop.yaml line 17, ComponentDefinition web-app")
        .contains("netwrok")
        .contains("network");
  }

  @Test
  void inputThatDoesNotFit_isToldWithItsPathAndLine() throws IOException {
    var check =
        files.check(
            STACK + DEFINITION.formatted("${variable.network}") + COMPONENT.formatted("zone"));

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.errors())
        .contains("Component web")
        .contains("inputs.network")
        .contains("zone_id");
  }

  @Test
  void definitionThatNoFileHas_isAWarning_andWhatNamesItsOutputsIsNoMistake() throws IOException {
    var check =
        files.check(
            STACK
                + COMPONENT.formatted("zone_id")
                + RESOURCE.formatted("dns", "shop", "terraform_data", "${component.web.zone}"));

    assertThat(check.errors()).contains("Its definition is not there");
    assertThat(check.exitCode()).isZero();
  }

  @Test
  void definitionsThatContainEachOther_areTold() throws IOException {
    var one =
        """
        apiVersion: keelson.dev/v1alpha1
        kind: ComponentDefinition
        metadata: {name: %s}
        spec: {version: 1.0.0, components: [{name: x, definition: {name: %s}}]}
        ---
        """;

    var check = files.check(one.formatted("a", "b") + one.formatted("b", "a"));

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.errors()).contains("ComponentCycle").contains("contain each other");
  }
}
