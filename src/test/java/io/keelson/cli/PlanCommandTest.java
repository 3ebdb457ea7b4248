package io.keelson.cli;

import static io.keelson.cli.PlannedShop.STACK;
import static io.keelson.cli.PlannedShop.STATE;
import static io.keelson.cli.PlannedShop.WEB;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.json.ExactJson;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Plans of manifests and a state file: nothing here needs a cluster.
final class PlanCommandTest {
  private final PlannedShop shop;

  PlanCommandTest(@TempDir Path folder) {
    shop = new PlannedShop(folder);
  }

  @Test
  void changes_areShown_andTheExitCodeSaysSo() throws IOException {
    shop.write("manifests/shop.yaml", STACK);
    shop.write("manifests/web.yml", WEB);
    shop.write("manifests/notes.txt", "kind: Stack");
    shop.write("manifests/.git/config.yaml", "kind: Stack");
    shop.greeting("two");

    var plan = shop.plan();

    assertThat(plan.out())
        .isEqualTo(
            """
              # terraform_data.web will be updated in place
              ~ terraform_data.web
                    id     = "id-1"
                  ~ input  = "one" -> "two"
                  ~ output = "one" -> (known after apply)

            Plan: 0 to add, 1 to change, 0 to replace, 0 to destroy.
            """);
    assertThat(plan.errors()).isEmpty();
    assertThat(plan.exitCode()).isEqualTo(2);
  }

  @Test
  void nothingToDo_isExitCode0() throws IOException {
    shop.write("manifests/shop.yaml", STACK);
    shop.write("manifests/web.yml", WEB);
    shop.greeting("one");

    assertThat(shop.plan())
        .isEqualTo(new Program(0, "No changes. What exists is what is declared.\n", ""));
  }

  @Test
  void objectsOfOtherKinds_areLeftOutWithANote() throws IOException {
    shop.write(
        "manifests/shop.yaml", STACK + "---\n" + WEB + "---\napiVersion: v1\nkind: Service\n---\n");
    shop.greeting("one");

    assertThat(shop.plan().errors())
        .contains(
            "Note: only Stacks, Resources, Components and what they refer to are read. Left out:"
                + " Service.");
  }

  @Test
  void resourceThatIsNotThere_isDestroyed() throws IOException {
    shop.write("manifests/shop.yaml", STACK);
    shop.greeting("one");

    var plan = shop.plan();

    assertThat(plan.out()).contains("# (nothing declares it any more)\n  - terraform_data.web");
    assertThat(plan.exitCode()).isEqualTo(2);
  }

  @Test
  void json_hasTheProblemsWithTheirOrigin_andNoSecrets() throws Exception {
    shop.write(
        "manifests/shop.yaml",
        STACK.replace("stringData: {token: hidden-before}", "stringData: {token: hidden-after}"));
    shop.write("manifests/web.yml", WEB.replace("terraform_data", "terraform_dat"));
    shop.greeting("two");
    shop.write("state.json", STATE);

    var plan =
        Program.run(
            "plan",
            "-o",
            "json",
            "-f",
            shop.folder.resolve("manifests"),
            "--state",
            shop.folder.resolve("state.json"));

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors()).isEmpty();
    var json = ExactJson.JSON.readTree(plan.out());
    assertThat(json.at("/errored").asBoolean()).isTrue();
    assertThat(json.at("/diagnostics/0/origin/object").asText()).isEqualTo("Resource web");
    assertThat(json.at("/outputs/token/sensitive/0").isTextual()).isTrue();
    assertThat(plan.out()).doesNotContain("hidden");
  }

  @Test
  void graph_showsWhatIsDone() throws IOException {
    shop.write("manifests/shop.yaml", STACK);
    shop.greeting("one");
    shop.write("state.json", STATE);

    var plan =
        Program.run(
            "plan",
            "-o",
            "dot",
            "-f",
            shop.folder.resolve("manifests"),
            "--state",
            shop.folder.resolve("state.json"));

    assertThat(plan.out()).startsWith("digraph plan {").contains("\"delete terraform_data.web\" [");
  }
}
