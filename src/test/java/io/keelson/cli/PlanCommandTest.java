package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.json.YamlDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Plans of manifests and a state file: nothing here needs a cluster.
final class PlanCommandTest {
  private static final String STATE =
      """
      {"kind": "State", "formatVersion": "1.0", "instances": [
        {"address": "terraform_data.web", "current": {
          "schemaVersion": 0, "provider": "builtin",
          "attributes": {"id": "id-1", "triggers_replace": null,
            "input": {"value": "one", "type": "string"}, "output": {"value": "one", "type": "string"}}}}],
       "outputs": {"token": {"sensitive": true, "type": "string", "value": "hidden-before"}}}
      """;

  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop, namespace: team}
      spec:
        variables:
        - {name: greeting, valueFrom: {configMapKeyRef: {name: texts, key: greeting}}}
        - {name: token, valueFrom: {secretKeyRef: {name: keys, key: token}}}
        outputs: [{name: token, value: "${variable.token}", sensitive: true}]
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: keys, namespace: team}
      stringData: {token: hidden-before}
      """;

  private static final String WEB =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: web, namespace: team}
      spec: {stack: shop, type: terraform_data, config: {input: "${variable.greeting}"}}
      """;

  @TempDir private Path folder;

  private void write(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void greeting(String text) throws IOException {
    write(
        "manifests/deeper/texts.json",
        "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"texts\","
            + " \"namespace\": \"team\"}, \"data\": {\"greeting\": \"%s\"}}".formatted(text));
  }

  private Program plan(String... options) throws IOException {
    write("state.json", STATE);
    var all = new ArrayList<Object>(List.of("plan", "-f", folder.resolve("manifests")));
    all.addAll(List.of("--state", folder.resolve("state.json")));
    all.addAll(List.of(options));
    return Program.run(all.toArray());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--destroy | 2 | - terraform_data.web",
        "--refresh-only | 0 | No changes.",
        "--replace terraform_data.web | 2 | -/+ terraform_data.web",
        "--target terraform_data.web | 2 | ~ terraform_data.web",
        "--exclude terraform_data.web | 0 | No changes to what it is about.",
        "--refresh None | 2 | ~ terraform_data.web"
      })
  void options_meanWhatTheyMeanForARun(String options, int exitCode, String shown)
      throws IOException {
    write("manifests/shop.yaml", STACK + "---\n" + WEB);
    greeting("two");

    var plan = plan(options.split(" "));

    assertThat(plan.out()).as(plan.errors()).contains(shown);
    assertThat(plan.exitCode()).isEqualTo(exitCode);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--target a.b --exclude a.c | a Run is about its targets, or about everything but",
        "--destroy --replace a.b | nothing is replaced where everything is destroyed",
        "--refresh-only --refresh None | a Run of mode RefreshOnly reads all",
        "--replace a.b --exclude a.b | spec.replace names an address that spec.exclude leaves out",
        "--replace data.a.b | spec.replace names a data source",
        "--target web | 'web' does not match",
        "--destroy --refresh-only | mutually exclusive"
      })
  void optionsThatARunMayNotHave_areRefused(String options, String message) throws IOException {
    write("manifests/shop.yaml", STACK + "---\n" + WEB);
    greeting("two");

    var plan = plan(options.split(" "));

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.out()).isEmpty();
    assertThat(plan.errors()).contains(message);
  }

  @Test
  @Tag("R-POL-2")
  void policyOfAFile_looksAtThePlan() throws IOException {
    write("manifests/shop.yaml", STACK + "---\n" + WEB);
    greeting("two");
    write(
        "rules/greetings.yaml",
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Policy
        metadata: {name: greetings}
        spec:
          match: {namespaces: {matchLabels: {tier: prod}}}
          rules:
            - name: polite
              condition: "${planned.input != 'two'}"
              errorMessage: "Not ${planned.input}."
        """);

    var plan = plan("--policies", folder.resolve("rules").toString());

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors())
        .contains("Forbidden by policy greetings, rule polite", "Not two.", "terraform_data.web");
    assertThat(plan.out()).doesNotContain("~ terraform_data.web");
    assertThat(plan().exitCode()).isEqualTo(2);
  }

  @Test
  void policyThatTheApiServerWouldNotTake_isToldWithItsPlace() throws IOException {
    write("manifests/shop.yaml", STACK + "---\n" + WEB);
    greeting("two");
    write(
        "rules.yaml",
        "{apiVersion: keelson.dev/v1alpha1, kind: Policy, metadata: {name: x}, spec: {levels: no,"
            + " rules: []}}");

    var plan = plan("--policies", folder.resolve("rules.yaml").toString());

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors()).contains("rules.yaml", "levels");
  }

  @Test
  void addressThatMeansNothing_isWarnedOf() throws IOException {
    write("manifests/shop.yaml", STACK + "---\n" + WEB);
    greeting("two");

    assertThat(plan("--target", "terraform_data.nobody").errors())
        .contains("Warning: The address means nothing here", "terraform_data.nobody");
  }

  /// Each example of the page, with the manifests of this test as `shop/`.
  @ParameterizedTest
  @MethodSource("examples")
  void exampleOfThePage_works(String example) throws IOException {
    write("manifests/shop.yaml", STACK + "---\n" + WEB);
    greeting("two");

    var options =
        Stream.of(example.split(" +"))
            .skip(2)
            .filter(each -> !List.of("-f", "shop/", "--state", "shop.json").contains(each))
            .map(each -> each.equals("policies/") ? "examples/policies" : each);
    var plan = plan(options.toArray(String[]::new));

    assertThat(plan.exitCode()).as(plan.errors()).isIn(0, 2);
    assertThat(plan.errors()).doesNotContain("Error").doesNotContain("means nothing");
  }

  static Stream<String> examples() throws IOException {
    var page = Files.readString(Path.of("docs/command-line.md"));
    return page.lines()
        .filter(line -> line.startsWith("keelson plan "))
        // It asks a cluster who uses the definition: ComponentPlanIT.
        .filter(line -> !line.startsWith("keelson plan -f web-app.yaml"))
        .map(line -> line.replaceFirst(" *#.*", ""));
  }

  @Test
  void changes_areShown_andTheExitCodeSaysSo() throws IOException {
    write("manifests/shop.yaml", STACK);
    write("manifests/web.yml", WEB);
    write("manifests/notes.txt", "kind: Stack");
    write("manifests/.git/config.yaml", "kind: Stack");
    greeting("two");

    var plan = plan();

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
    write("manifests/shop.yaml", STACK);
    write("manifests/web.yml", WEB);
    greeting("one");

    assertThat(plan())
        .isEqualTo(new Program(0, "No changes. What exists is what is declared.\n", ""));
  }

  @Test
  void objectsOfOtherKinds_areLeftOutWithANote() throws IOException {
    write(
        "manifests/shop.yaml", STACK + "---\n" + WEB + "---\napiVersion: v1\nkind: Service\n---\n");
    greeting("one");

    assertThat(plan().errors())
        .contains(
            "Note: only Stacks, Resources, Components and what they refer to are read. Left out:"
                + " Service.");
  }

  @Test
  void resourceThatIsNotThere_isDestroyed() throws IOException {
    write("manifests/shop.yaml", STACK);
    greeting("one");

    var plan = plan();

    assertThat(plan.out()).contains("# (nothing declares it any more)\n  - terraform_data.web");
    assertThat(plan.exitCode()).isEqualTo(2);
  }

  @Test
  void mistakeInAnExpression_isToldWithFileObjectAddressAndPath() throws IOException {
    write(
        "manifests/shop.yaml",
        STACK + "---\n" + WEB.replace("variable.greeting", "variable.greting"));
    greeting("one");

    var plan = plan();

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.out()).isEmpty();
    assertThat(plan.errors())
        .contains("shop.yaml line 18, Resource web\n  at terraform_data.web: config.input")
        .contains("Did you mean 'greeting'?")
        .contains("^");
  }

  @Test
  void fieldThatDoesNotExist_isToldBeforeAnythingIsPlanned() throws IOException {
    write("manifests/shop.yaml", STACK + "---\n" + WEB.replace("config:", "confg:"));

    var plan = plan();

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors())
        .isEqualTo(
            """
            Error: Not what the API server takes

              on %s line 18, Resource web
              at spec

              There is no field 'confg'. Did you mean 'config'?

            """
                .formatted(folder.resolve("manifests/shop.yaml")));
  }

  @Test
  void textThatIsNotYaml_isToldWithItsLine_andNotQuoted() throws IOException {
    write("manifests/shop.yaml", "apiVersion: v1\nkind: Secret\nstringData: {token: 'hidden\n");

    var plan = plan();

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors()).startsWith("Error: Not YAML").doesNotContain("hidden");
  }

  @Test
  void severalStacks_needAName() throws IOException {
    write("manifests/shop.yaml", STACK + "---\n" + STACK.replace("name: shop,", "name: other,"));

    var plan = plan();

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors()).startsWith("Error: More than one Stack").contains("--stack");
  }

  @Test
  void objectDeclaredTwice_isAnError() throws IOException {
    write("manifests/shop.yaml", STACK);
    write("manifests/web.yaml", WEB + "---\n" + WEB);

    assertThat(plan().errors())
        .contains("Declared twice")
        .contains("web.yaml line 6, Resource web");
  }

  @Test
  void folderThatDoesNotExist_isAnErrorAndNoCrash() {
    var plan = Program.run("plan", "-f", folder.resolve("nowhere"));

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors()).contains("There is no file or folder");
  }

  @Test
  void wrongOption_isExitCode1_because2MeansChanges() {
    assertThat(Program.run("plan", "--nonsense").exitCode()).isEqualTo(1);
  }

  @Test
  void stateFileOfAnotherKind_isRefusedWithoutQuotingIt() throws IOException {
    write("manifests/shop.yaml", STACK);
    greeting("one");
    write("wrong.json", "{\"hidden\": \"secret\"}");

    var plan =
        Program.run(
            "plan", "-f", folder.resolve("manifests"), "--state", folder.resolve("wrong.json"));

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors()).contains("It is no state file").doesNotContain("secret");
  }

  @Test
  void json_hasTheProblemsWithTheirOrigin_andNoSecrets() throws Exception {
    write(
        "manifests/shop.yaml",
        STACK.replace("stringData: {token: hidden-before}", "stringData: {token: hidden-after}"));
    write("manifests/web.yml", WEB.replace("terraform_data", "terraform_dat"));
    greeting("two");
    write("state.json", STATE);

    var plan =
        Program.run(
            "plan",
            "-o",
            "json",
            "-f",
            folder.resolve("manifests"),
            "--state",
            folder.resolve("state.json"));

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors()).isEmpty();
    var json = YamlDocuments.read(plan.out()).getFirst().tree();
    assertThat(json.at("/errored").asBoolean()).isTrue();
    assertThat(json.at("/diagnostics/0/origin/object").asText()).isEqualTo("Resource web");
    assertThat(json.at("/outputs/token/sensitive/0").isTextual()).isTrue();
    assertThat(plan.out()).doesNotContain("hidden");
  }

  @Test
  void graph_showsWhatIsDone() throws IOException {
    write("manifests/shop.yaml", STACK);
    greeting("one");
    write("state.json", STATE);

    var plan =
        Program.run(
            "plan",
            "-o",
            "dot",
            "-f",
            folder.resolve("manifests"),
            "--state",
            folder.resolve("state.json"));

    assertThat(plan.out()).startsWith("digraph plan {").contains("\"delete terraform_data.web\" [");
  }
}
