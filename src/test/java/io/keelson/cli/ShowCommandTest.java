package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Shows what files hold; a cluster is not needed for that.
final class ShowCommandTest {
  private static final String STATE =
      """
      {"kind": "State", "formatVersion": "1.0", "instances": [
        {"address": "terraform_data.web", "drift": {"kind": "missing"}, "current": {
          "schemaVersion": 0, "provider": "builtin", "tainted": true, "private": "aGlkZGVu",
          "sensitive": ["input.deep", "tags.env", "gone.too"],
          "attributes": {"id": "id-1", "triggers_replace": null, "tags": {"env": "hidden", "team": "a"},
            "input": {"value": {"deep": "hidden"}, "type": ["object", {"deep": "string"}]}}}}],
       "outputs": {"token": {"sensitive": true, "type": "string", "value": "hidden"},
                   "url": {"sensitive": false, "type": "string", "value": "here"}}}
      """;

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("shown"), text);
  }

  @Test
  void state_isShownWithoutSecrets() throws IOException {
    assertThat(Program.run("show", file(STATE)))
        .isEqualTo(
            new Program(
                0,
                """
                terraform_data.web  # tainted, drift: missing
                    id = "id-1"
                    tags = {"env":null,"team":"a"}
                    input = (sensitive value)

                Outputs:
                    token = (sensitive value)
                    url = "here"
                """,
                ""));
    assertThat(Program.run("show", "-o", "json", file(STATE)).out())
        .contains("\"/tags/env\"", "\"/input\"")
        .doesNotContain("hidden", "aGlkZGVu");
  }

  @Test
  void planThatWasWrittenAsJson_isShownInShort_andDrawn() {
    var plan = Path.of("src/test/resources/scenarios/texts/replace-in-both-orders.json");

    assertThat(Program.run("show", plan).out())
        .isEqualTo(
            """
            -/+ server.a  # an attribute cannot change in place
            +/- server.b  # an attribute cannot change in place

            Plan: 2 to replace.
            """);
    assertThat(Program.run("show", "-o", "mermaid", plan).out()).startsWith("flowchart TB\n");
  }

  @Test
  void numbersOfAPlanThatWasWrittenAsJson_keepTheirDigits() throws IOException {
    var plan =
        file("{\"kind\": \"Plan\", \"formatVersion\": \"1.0\", \"n\": 0.12345678901234567890}");

    assertThat(Program.run("show", "-o", "json", plan).out()).contains("0.12345678901234567890");
  }

  @Test
  void fileThatIsNeitherYamlNorJson_isToldWithItsLine() throws IOException {
    assertThat(Program.run("show", file("kind: Plan\nspec: [hidden\n")).errors())
        .startsWith("Error: Line ")
        .contains(" is neither YAML nor JSON: ")
        .doesNotContain("hidden");
  }

  @Test
  void planObject_isShownAsItsText() throws IOException {
    var plan =
        file("apiVersion: keelson.dev/v1alpha1\nkind: Plan\nspec: {text: \"what\\nis done\\n\"}\n");

    assertThat(Program.run("show", plan)).isEqualTo(new Program(0, "what\nis done\n", ""));
  }

  @Test
  void anythingElse_isRefused() throws IOException {
    assertThat(Program.run("show", file("a: b")).exitCode()).isEqualTo(1);
    assertThat(Program.run("show").exitCode()).isEqualTo(1);
    assertThat(Program.run("show", "-o", "dot", file(STATE)).errors()).contains("no order");
  }

  @Test
  void signs_haveColours() {
    assertThat(PlanColours.of("-/+ a\n      ~ b = 1 -> 2 # forces replacement\n    - b\n  # c\n"))
        .isEqualTo(
            "\u001b[31m-/+\u001b[0m a\n      \u001b[33m~\u001b[0m b = 1 -> 2"
                + " \u001b[31m# forces replacement\u001b[0m\n    \u001b[31m-\u001b[0m b\n  # c\n");
  }
}
