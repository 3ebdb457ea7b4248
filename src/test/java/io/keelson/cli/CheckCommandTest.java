package io.keelson.cli;

import static io.keelson.cli.ShopManifests.RESOURCE;
import static io.keelson.cli.ShopManifests.STACK;
import static io.keelson.cli.ShopManifests.resource;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Manifests of Stacks and Resources: what `check` tells about them.
final class CheckCommandTest {
  private final ShopManifests files;

  CheckCommandTest(@TempDir Path folder) {
    files = new ShopManifests(folder);
  }

  /// What another Stack gives is not known without a cluster, and fits every use.
  @Test
  void outputOfAnotherStack_isNoProblem() throws IOException {
    var stack =
        STACK.replace(
            "{secretKeyRef: {name: keys, key: token}}", "{stackOutput: {name: net, output: vpc}}");

    var check =
        files.check(
            stack + RESOURCE.formatted("web", "shop", "terraform_data", "${variable.token.a[0]}"));

    assertThat(check.errors()).isEmpty();
    assertThat(check.exitCode()).isZero();
  }

  @Test
  void examples_areRight() {
    assertThat(Program.run("check", "-f", "examples/terraform-data"))
        .isEqualTo(new Program(0, "Nothing is wrong with 1 Stack and 3 Resources.\n", ""));
    assertThat(Program.run("check", "-f", "examples/quickstart").exitCode()).isZero();
  }

  /// Neither told of those who refer to it, nor of what is missing without the mistake.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "confg: {input: x}    | There is no field 'confg'. Did you mean",
        "config: 5            | a mapping is needed, this is a number.",
        "count: [1]           | A number or text is needed.",
        "dependsOn: [a, 5, 6] | text is needed, this is a number.",
        "lifecycle: {ignoreChanges: [x, null], destroy: 4} | must not be null",
      })
  void mistakeInAnObject_isToldOnce(String wrong, String told) throws IOException {
    var check =
        files.check(
            STACK
                + resource("net", "terraform_data", "x").replace("config: {input: \"x\"}", wrong)
                + resource("web", "terraform_data", "${terraform_data.net.id}"));

    assertThat(check.exitCode()).isOne();
    assertThat(check.errors())
        .contains(told)
        .doesNotContain("is not declared", "terraform_data.net:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "spec:", "spec: null"})
  void objectWithoutSpec_isToldThatItNeedsOne(String spec) throws IOException {
    var head = "apiVersion: keelson.dev/v1alpha1\nkind: Stack\nmetadata: {name: shop}\n";

    var check = files.check(head + spec);

    assertThat(check.exitCode()).isOne();
    assertThat(check.errors())
        .contains("at spec", "It is missing, and needed also where it says nothing: {}.");
    assertThat(files.check(head + "spec: {}").exitCode()).isZero();
  }

  @Test
  void resourceWithoutItsStack_isWarnedOf() throws IOException {
    var check = files.check(resource("web", "terraform_data", "x"));

    assertThat(check.exitCode()).as(check.errors()).isZero();
    assertThat(check.out()).isEqualTo("Nothing is wrong with 1 Resource.\n");
    assertThat(check.errors()).contains("Warning: Its Stack is not there");
  }

  @Test
  void policiesAlone_areCounted() {
    assertThat(Program.run("check", "-f", "examples/policies/sizes.yaml"))
        .isEqualTo(new Program(0, "Nothing is wrong with 1 Policy.\n", ""));
  }

  @Test
  void stackThatNoFileHas_isToldByItsName() {
    var check = Program.run("check", "--stack", "shpo", "-f", "examples/terraform-data");

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.errors()).contains("There are these Stacks: ", "none is called 'shpo'");
  }

  @Test
  void secretThatIsNotThere_isNoMistake() throws IOException {
    var check = files.check(STACK + resource("web", "terraform_data", "${variable.token}"));

    assertThat(check.exitCode()).as(check.errors()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "approval: {mode: Sometimes}, spec.approval.mode, 'Automatic, Manual, Policy'",
    "driftPolicy: {mode: Sometimes}, spec.driftPolicy.mode, 'Correct, Off, Report'",
    "deletion: {policy: Sometimes}, spec.deletion.policy, 'Destroy, Orphan'",
    "deletion: {approval: Sometimes}, spec.deletion.approval, 'Automatic, Required'"
  })
  void wordThatIsNone_isToldWithFileObjectAndField(String field, String path, String known)
      throws IOException {
    for (var command : List.of("check", "plan")) {
      var result = files.run(command, STACK.replace("spec: {", "spec: {" + field + ", "));

      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.errors())
          .contains("shop.yaml line 4, Stack shop", path, "'Sometimes' is none of: " + known);
    }
  }

  /// YAML reads it as something else.
  @Test
  void offWithoutQuotes_isToldAsWhatItIs() throws IOException {
    var result = files.check(STACK.replace("spec: {", "spec: {driftPolicy: {mode: Off}, "));

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors())
        .contains("Stack shop", "spec.driftPolicy.mode", "this is true or false");
  }

  @Test
  void modeOfAResourceThatIsNone_isTold() throws IOException {
    var web = resource("web", "terraform_data", "x").replace("spec: {", "spec: {mode: Managd, ");
    var result = files.check(STACK + web);

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors())
        .contains("Resource web", "spec.mode", "'Managd' is none of: Data, Ephemeral, Managed");
  }

  @Test
  void everyMistake_isToldAtOnce() throws IOException {
    var check =
        files.check(
            STACK
                + resource("a", "terraform_dat", "x")
                + resource("b", "terraform_data", "${terraform_data.c.otput}")
                + resource("c", "terraform_data", "${1 +}")
                + resource("d", "terraform_data", "${terraform_data.nobody.id}"));

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out()).isEmpty();
    assertThat(check.errors())
        .contains("line 9, Resource a")
        .contains("line 14, Resource b")
        .contains("line 19, Resource c")
        .contains("line 24, Resource d\n  at terraform_data.d: config.input")
        .contains("^");
  }

  @Test
  void substitutionOfFlux_isWarnedOfWhereThereIsFlux() throws IOException {
    var manifests = STACK + resource("web", "terraform_data", "${stack.name}");
    var flux =
        """
        ---
        apiVersion: kustomize.toolkit.fluxcd.io/v1
        kind: Kustomization
        metadata: {name: shop}
        spec: {postBuild: {substitute: {region: eu}}}
        """;

    assertThat(files.check(manifests).errors()).isEmpty();
    assertThat(files.check(manifests + flux).errors())
        .contains("Warning: Flux would take ${} for its own")
        .contains("Add the annotation: Resource web.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "forEach: [a, b] | Invalid forEach | The value is a list of strings; forEach takes a map",
        "forEach: ~ | Invalid forEach | The value is null",
        "forEach: \"${[1, 2]}\" | Invalid forEach | The value is a list",
        "count: -1 | Invalid count | from 0 to",
        "count: many | Invalid count | not a number",
        "count: 10001 | Too many instances | There would be 10001 instances, and one Resource may",
        "count: \"${5000 * 3}\" | Too many instances | There would be 15000 instances",
        "enabled: perhaps | Invalid enabled | give true or false",
        "dependsOn: [~] | Not what the API server takes | An element of a list must not be null",
        "config: {input: \"a ${null}\"} | null | config.input"
      })
  void whatNeedsNoValues_isTold(String field, String summary, String detail) throws IOException {
    var web = resource("web", "terraform_data", "x");
    var result =
        files.check(
            STACK + web.replaceFirst(", config: .*", ", " + field.replace("$", "\\$") + "}"));

    assertThat(result.exitCode()).as(result.errors()).isEqualTo(1);
    assertThat(result.errors()).contains(summary, detail, "shop.yaml line 9, Resource web");
  }

  @Test
  void outputThatIsSensitiveAndDoesNotSaySo_isTold() throws IOException {
    var output = "outputs: [{name: token, value: \"${variable.token}!\"}], ";
    var result = files.check(STACK.replace("spec: {", "spec: {" + output));

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors())
        .contains("Output shows a sensitive value", "output.token", "variable.token");
    assertThat(
            files.check(
                STACK.replace("spec: {", "spec: {" + output.replace("}]", ", sensitive: true}]"))))
        .extracting(Program::exitCode)
        .isEqualTo(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"variables: [~]", "outputs: [~]", "imports: [~]", "moves: [~]", "checks: [~]"})
  void nullInAList_isTold(String field) throws IOException {
    var result = files.check(STACK.replaceFirst("spec: .*", "spec: {" + field + "}"));

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors()).contains("An element of a list must not be null");
  }

  @Test
  void generatedName_isRefused() throws IOException {
    var result =
        files.check(
            STACK
                + resource("web", "terraform_data", "x")
                    .replace("name: web", "generateName: web-"));

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors()).contains("metadata.generateName gives another name each time");
  }

  @Test
  void objectsOfAList_areReadWithTheirOwnLines() throws IOException {
    var result =
        files.check(
            """
            apiVersion: v1
            kind: List
            items:
            - apiVersion: keelson.dev/v1alpha1
              kind: Stack
              metadata: {name: shop}
              spec: {}
            - apiVersion: keelson.dev/v1alpha1
              kind: Resource
              metadata: {name: web}
              spec:
                stack: shop
                type: terraform_data
                config:
                  inptu: x
            """);

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors()).contains("shop.yaml line 15, Resource web", "'inptu'");
  }

  @Test
  void resourceOfAStackThatIsNotThere_isWarnedOf() throws IOException {
    var check = files.check(STACK + RESOURCE.formatted("web", "other", "terraform_data", "x"));

    assertThat(check.exitCode()).isZero();
    assertThat(check.errors()).contains("Warning: Its Stack is not there").contains("'other'");
  }

  @Test
  void valueOutOfBounds_isToldWithItsPath() throws IOException {
    var check = files.check(STACK.replace("spec: {", "spec: {parallelism: 1000, settle: soon, "));

    assertThat(check.errors())
        .contains("at spec.parallelism\n\n  1000 is more than 100.")
        .contains("at spec.settle\n\n  'soon' does not match");
  }

  /// Twelve levels, each ten times the one below. A check that evaluates them all does not end.
  @Test
  void localsThatGrowWithEachOther_areTooLarge() throws IOException {
    var locals = new StringBuilder("l0: a");
    for (int i = 1; i <= 12; i++)
      locals.append(", l%d: [%s]".formatted(i, "'${local.l%d}',".formatted(i - 1).repeat(10)));

    var check =
        files.check(
            STACK.replace("spec: {", "spec: {locals: {" + locals + "}, ")
                + resource("web", "terraform_data", "${local.l12" + "[0]".repeat(12) + "}"));

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.errors())
        .contains("Values too large")
        .contains("The values of one plan may have 64000000 characters together.");
  }

  @Test
  void moreEntriesThanTheApiServerTakes_areTold() throws IOException {
    var locals =
        IntStream.range(0, 501).mapToObj(i -> "l%d: x".formatted(i)).collect(joining(", "));

    var check = files.check(STACK.replace("spec: {", "spec: {locals: {" + locals + "}, "));

    assertThat(check.errors())
        .contains("at spec.locals\n", "It has 501 entries, at most 500 are allowed.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "varables: []                    | spec.varables                   | 8",
        "driftPolicy: {mod: Off}         | spec.driftPolicy.mod            | 8",
        "outputs: [{name: a, valu: b}]   | spec.outputs[0].valu            | 8",
        "a/b~c: []                       | spec.\"a/b~c\"                | 8"
      })
  void fieldThatDoesNotExist_isToldWithItsOwnLine(String field, String path, int line)
      throws IOException {
    var stack =
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Stack
        metadata:
          name: shop
        spec:
          locals:
            floor: one
          %s
        """
            .formatted(field);

    assertThat(files.check(stack).errors())
        .contains("shop.yaml line %d, Stack shop\n  at %s\n".formatted(line, path), "no field");
  }

  @Test
  void fieldBesideSpec_isToldWithItsOwnLine() throws IOException {
    var stack = "apiVersion: keelson.dev/v1alpha1\nkind: Stack\nmetadata: {name: shop}\nspce: {}\n";

    assertThat(files.check(stack).errors()).contains("shop.yaml line 4, Stack shop\n  at spce\n");
  }
}
