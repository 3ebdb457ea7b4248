package io.keelson.cli;

import static io.keelson.cli.PlannedShop.STACK;
import static io.keelson.cli.PlannedShop.WEB;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Manifests, state files and options that `plan` refuses: what is told, and what is not.
final class PlanMistakesTest {
  private final PlannedShop shop;

  PlanMistakesTest(@TempDir Path folder) {
    shop = new PlannedShop(folder);
  }

  @Test
  void mistakeInAnExpression_isToldWithFileObjectAddressAndPath() throws IOException {
    shop.write(
        "manifests/shop.yaml",
        STACK + "---\n" + WEB.replace("variable.greeting", "variable.greting"));
    shop.greeting("one");

    var plan = shop.plan();

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.out()).isEmpty();
    assertThat(plan.errors())
        .contains("shop.yaml line 18, Resource web\n  at terraform_data.web: config.input")
        .contains("Did you mean 'greeting'?")
        .contains("^");
  }

  @Test
  void fieldThatDoesNotExist_isToldBeforeAnythingIsPlanned() throws IOException {
    shop.write("manifests/shop.yaml", STACK + "---\n" + WEB.replace("config:", "confg:"));

    var plan = shop.plan();

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors())
        .isEqualTo(
            """
            Error: Not what the API server takes

              on %s line 18, Resource web
              at spec.confg

              There is no field 'confg'. Did you mean 'config'?

            """
                .formatted(shop.folder.resolve("manifests/shop.yaml")));
  }

  @Test
  void textThatIsNotYaml_isToldWithItsLine_andNotQuoted() throws IOException {
    shop.write(
        "manifests/shop.yaml", "apiVersion: v1\nkind: Secret\nstringData: {token: 'hidden\n");

    var plan = shop.plan();

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors()).startsWith("Error: Not YAML").doesNotContain("hidden");
  }

  /// Base64 may have several lines.
  @Test
  void bytesThatAreNoText_areNoValueOfAVariable() throws IOException {
    shop.write(
        "manifests/shop.yaml",
        STACK.replace("stringData: {token: hidden-before}", "data: {token: /u0A/w==}")
            + "---\n"
            + WEB);
    shop.write(
        "manifests/texts.yaml",
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: texts, namespace: team}
        binaryData:
          greeting: |
            iVBO
            Rw==
        """);

    var plan = shop.plan();

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors())
        .contains(
            "Secret 'keys' has bytes under the key 'token' that are no text in UTF-8",
            "ConfigMap 'texts' has bytes under the key 'greeting' that are no text in UTF-8");
  }

  @Test
  void severalStacks_needAName() throws IOException {
    shop.write(
        "manifests/shop.yaml", STACK + "---\n" + STACK.replace("name: shop,", "name: other,"));

    var plan = shop.plan();

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors()).startsWith("Error: More than one Stack").contains("--stack");
  }

  @Test
  void objectDeclaredTwice_isAnError() throws IOException {
    shop.write("manifests/shop.yaml", STACK);
    shop.write("manifests/web.yaml", WEB + "---\n" + WEB);

    assertThat(shop.plan().errors())
        .contains("Declared twice")
        .contains("web.yaml line 6, Resource web");
  }

  @Test
  void folderThatDoesNotExist_isAnErrorAndNoCrash() {
    var plan = Program.run("plan", "-f", shop.folder.resolve("nowhere"));

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors()).contains("There is no file or folder");
  }

  @Test
  void wrongOption_isExitCode1_because2MeansChanges() {
    assertThat(Program.run("plan", "--nonsense").exitCode()).isEqualTo(1);
  }

  @Test
  void stateFileOfAnotherKind_isRefusedWithoutQuotingIt() throws IOException {
    shop.write("manifests/shop.yaml", STACK);
    shop.greeting("one");
    shop.write("wrong.json", "{\"hidden\": \"secret\"}");

    var plan =
        Program.run(
            "plan",
            "-f",
            shop.folder.resolve("manifests"),
            "--state",
            shop.folder.resolve("wrong.json"));

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors()).contains("It is no state file").doesNotContain("secret");
  }
}
