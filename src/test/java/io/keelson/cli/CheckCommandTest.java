package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckCommandTest {
  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {variables: [{name: token, valueFrom: {secretKeyRef: {name: keys, key: token}}}]}
      """;

  private static final String RESOURCE =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: %s}
      spec: {stack: %s, type: %s, config: {input: "%s"}}
      """;

  @TempDir private Path folder;

  private Program check(String manifests) throws IOException {
    var file = folder.resolve("shop.yaml");
    Files.writeString(file, manifests);
    return Program.run("check", "-f", file);
  }

  private static String resource(String name, String type, String input) {
    return RESOURCE.formatted(name, "shop", type, input);
  }

  @Test
  void examples_areRight() {
    assertThat(Program.run("check", "-f", "examples/terraform-data"))
        .isEqualTo(new Program(0, "Nothing is wrong with 1 Stack and 3 Resources.\n", ""));
    assertThat(Program.run("check", "-f", "examples/quickstart").exitCode()).isZero();
  }

  @Test
  void secretThatIsNotThere_isNoMistake() throws IOException {
    var check = check(STACK + resource("web", "terraform_data", "${variable.token}"));

    assertThat(check.exitCode()).as(check.errors()).isZero();
  }

  @Test
  void everyMistake_isToldAtOnce() throws IOException {
    var check =
        check(
            STACK
                + resource("a", "terraform_dat", "x")
                + resource("b", "terraform_data", "${terraform_data.c.otput}")
                + resource("c", "terraform_data", "${1 +}")
                + resource("d", "terraform_data", "${terraform_data.nobody.id}"));

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out()).isEmpty();
    assertThat(check.errors())
        .contains("line 6, Resource a")
        .contains("line 11, Resource b")
        .contains("line 16, Resource c")
        .contains("line 21, Resource d\n  at terraform_data.d: config.input")
        .contains("^");
  }

  @Test
  void substitutionOfFlux_isWarnedOf() throws IOException {
    var check = check(STACK + resource("web", "terraform_data", "${variable.token}"));

    assertThat(check.errors())
        .startsWith("Warning: Flux would take ${} for its own")
        .contains("Add the annotation: Resource web.");
  }

  @Test
  void resourceOfAStackThatIsNotThere_isWarnedOf() throws IOException {
    var check = check(STACK + RESOURCE.formatted("web", "other", "terraform_data", "x"));

    assertThat(check.exitCode()).isZero();
    assertThat(check.errors()).contains("Warning: Its Stack is not there").contains("'other'");
  }

  @Test
  void valueOutOfBounds_isToldWithItsPath() throws IOException {
    var check = check(STACK.replace("spec: {", "spec: {parallelism: 1000, settle: soon, "));

    assertThat(check.errors())
        .contains("at spec.parallelism\n\n  1000 is more than 100.")
        .contains("at spec.settle\n\n  'soon' does not match");
  }
}
