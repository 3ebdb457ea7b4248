package io.keelson.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.Start;
import io.keelson.testing.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is nested as deep as each limit allows, and deeper, as the program meets it: just started,
/// when nothing is compiled and each call takes the most room. It has half of the stack that a
/// thread has otherwise, so what is told here is not told by a hair's breadth.
@Tag("R-LIM-4")
final class DeepManifestTest {
  private static final String TOO_DEEP =
      "nested more than 100 levels deep; declare something flatter";

  @TempDir private Path folder;

  private final List<String> manifests =
      new ArrayList<>(
          List.of(
              """
              apiVersion: keelson.dev/v1alpha1
              kind: Stack
              metadata: {name: shop}
              spec:
                variables: [{name: typed, type: "%s", value: null}]
                locals:
              %s
                outputs: [{name: first, value: "${local.l000}"}]
              """
                  .formatted(nested("list(", "string", ")", 100), locals())));

  /// Each needs the next one: the first one that is asked for needs all of them.
  private static String locals() {
    return IntStream.range(0, 500)
        .mapToObj(i -> "    l%03d: \"%s\"".formatted(i, i == 499 ? "x" : next(i)))
        .collect(joining("\n"));
  }

  private static String next(int i) {
    return "${local.l%03d}".formatted(i + 1);
  }

  private static String nested(String open, String inside, String close, int levels) {
    return open.repeat(levels) + inside + close.repeat(levels);
  }

  private void input(String name, String yaml) {
    manifests.add(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: %s}
        spec: {stack: shop, type: terraform_data, config: {input: %s}}
        """
            .formatted(name, yaml));
  }

  private void expression(String name, String source) {
    input(name, "\"${" + source + "}\"");
  }

  private Command.Result run(String... arguments) throws IOException {
    var file = folder.resolve("shop.yaml");
    Files.writeString(file, String.join("---\n", manifests));
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var result =
        Command.of(java, "--sun-misc-unsafe-memory-access=allow", "-Xss512k", "-XX:+UseSerialGC")
            .with("-XX:TieredStopAtLevel=1")
            .with("-cp", System.getProperty("java.class.path"), Start.class.getName())
            .with(arguments)
            .with("-f", file.toString())
            .run();
    assertThat(result.out() + result.err()).doesNotContain("Overflow", "Exception", "\tat ");
    return result;
  }

  private String[] plan() throws IOException {
    var state = "{'kind': 'State', 'formatVersion': '1.0', 'instances': [], 'outputs': {}}";
    var file = Files.writeString(folder.resolve("state.json"), state.replace('\'', '"'));
    return new String[] {"plan", "--state", file.toString()};
  }

  private void atTheLimits() {
    // The config and the input are two levels of these 100 themselves.
    input("lists", nested("[", "x", "]", 98));
    input("mappings", nested("{a: ", "x", "}", 98));
    expression("brackets", nested("(", "1", ")", 99));
    expression("calls", nested("toString(", "1", ")", 98));
    expression("choices", nested("true ? (", "1", ") : 2", 98));
    expression("elements", nested("[", "1", "]", 97));
    expression("negations", "!".repeat(15_000) + "true");
    input("blocks", "\"" + nested("%{ if true }", "x", "%{ endif }", 600) + "\"");
  }

  @Test
  void whatIsAsDeepAsTheLimitsAllow_isCheckedAndPlanned() throws IOException {
    atTheLimits();

    assertThat(run("check").orThrow().out())
        .isEqualTo("Nothing is wrong with 1 Stack and 8 Resources.\n");
    assertThat(run(plan()).out())
        .endsWith("Plan: 8 to add, 0 to change, 0 to replace, 0 to destroy.\n");
  }

  @Test
  void whatIsDeeper_isToldWithItsPlace() throws IOException {
    input("lists", nested("[", "x", "]", 101));
    input("mappings", nested("{a: ", "x", "}", 290));
    expression("brackets", nested("(", "1", ")", 5_000));

    for (String[] command : new String[][] {{"check"}, plan()}) {
      var told = run(command).err();
      assertThat(told)
          .contains("Resource lists\n  at terraform_data.lists: config.input[0][0]")
          .contains("Resource mappings\n  at terraform_data.mappings: config.input.a.a")
          .contains(TOO_DEEP)
          .contains("may nest at most 100 deep");
    }
  }

  @Test
  void typeThatIsDeeperThanAnyValue_isRefused() throws IOException {
    manifests.set(
        0,
        manifests
            .getFirst()
            .replace(nested("list(", "string", ")", 100), nested("set(", "any", ")", 800)));

    assertThat(run("check").err())
        .contains("at variable.typed: type")
        .contains(TOO_DEEP)
        .hasSizeLessThan(500);
  }

  @Test
  void whatIsTooDeepToBeRead_isToldWithItsLine() throws IOException {
    for (var value :
        List.of(
            nested("[", "x", "]", 900),
            nested("{a: ", "x", "}", 900),
            nested("[{a: ", "x", "}]", 450),
            nested("[", "x", "]", 100_000))) {
      manifests.subList(1, manifests.size()).clear();
      input("deep", value);
      assertThat(run("check").err()).startsWith("Error: Not YAML").contains(TOO_DEEP);
      assertThat(run(plan()).err()).startsWith("Error: Not YAML").contains(TOO_DEEP);
    }
  }

  /// Tabs are not YAML, and kubectl takes them in JSON.
  @Test
  void jsonThatIsTooDeepToBeRead_isToldAsWell() throws IOException {
    manifests.clear();
    manifests.add("{\n\t\"a\": " + nested("{\"a\": ", "1", "}", 900) + "\n}\n");

    assertThat(run("check").err()).startsWith("Error: Not YAML").contains(TOO_DEEP);
  }
}
