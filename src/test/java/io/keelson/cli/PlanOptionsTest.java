package io.keelson.cli;

import static io.keelson.cli.PlannedShop.STACK;
import static io.keelson.cli.PlannedShop.WEB;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Options of `plan`: they mean what they mean for a Run.
final class PlanOptionsTest {
  private final PlannedShop shop;

  PlanOptionsTest(@TempDir Path folder) {
    shop = new PlannedShop(folder);
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
  void options_meanWhatTheyMeanForARun(String options, int exitCode, String text)
      throws IOException {
    shop.write("manifests/shop.yaml", STACK + "---\n" + WEB);
    shop.greeting("two");

    var plan = shop.plan(options.split(" "));

    assertThat(plan.out()).as(plan.errors()).contains(text);
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
    shop.write("manifests/shop.yaml", STACK + "---\n" + WEB);
    shop.greeting("two");

    var plan = shop.plan(options.split(" "));

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.out()).isEmpty();
    assertThat(plan.errors()).contains(message);
  }

  @Test
  @Tag("R-POL-2")
  void policyOfAFile_looksAtThePlan() throws IOException {
    shop.write("manifests/shop.yaml", STACK + "---\n" + WEB);
    shop.greeting("two");
    shop.write(
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

    var plan = shop.plan("--policies", shop.folder.resolve("rules").toString());

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors())
        .contains("Forbidden by policy greetings, rule polite", "Not two.", "terraform_data.web");
    assertThat(plan.out()).doesNotContain("~ terraform_data.web");
    assertThat(shop.plan().exitCode()).isEqualTo(2);
  }

  @Test
  void policyThatTheApiServerWouldNotTake_isToldWithItsPlace() throws IOException {
    shop.write("manifests/shop.yaml", STACK + "---\n" + WEB);
    shop.greeting("two");
    shop.write(
        "rules.yaml",
        "{apiVersion: keelson.dev/v1alpha1, kind: Policy, metadata: {name: x}, spec: {levels: no,"
            + " rules: []}}");

    var plan = shop.plan("--policies", shop.folder.resolve("rules.yaml").toString());

    assertThat(plan.exitCode()).isEqualTo(1);
    assertThat(plan.errors()).contains("rules.yaml", "levels");
  }

  @Test
  void addressThatMeansNothing_isWarnedOf() throws IOException {
    shop.write("manifests/shop.yaml", STACK + "---\n" + WEB);
    shop.greeting("two");

    assertThat(shop.plan("--target", "terraform_data.nobody").errors())
        .contains("Warning: The address means nothing here", "terraform_data.nobody");
  }

  /// Each example of the page, with the manifests of this test as `shop/`.
  @ParameterizedTest
  @MethodSource("examples")
  void exampleOfThePage_works(String example) throws IOException {
    shop.write("manifests/shop.yaml", STACK + "---\n" + WEB);
    shop.greeting("two");

    var options =
        Stream.of(example.split(" +"))
            .skip(2)
            .filter(each -> !List.of("-f", "shop/", "--state", "shop.json").contains(each))
            .map(each -> each.equals("policies/") ? "examples/policies" : each);
    var plan = shop.plan(options.toArray(String[]::new));

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
}
