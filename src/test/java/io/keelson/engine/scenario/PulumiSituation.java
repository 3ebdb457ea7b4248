package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.json.JsonValues;
import io.keelson.json.LiteralYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A situation of which it is known what Pulumi's engine does in it, and what shows what happens in
/// it here: a line of `pulumi-scenarios.yaml`.
///
/// @param id `S-nn`, the same in every document
/// @param what happens, in a sentence
/// @param scenarios that show it, by the names that their tests have
/// @param tests that show it, `Class` or `Class.method`, where it is more than the engine's
/// @param difference the title of the line in `docs/differences.md` that says what is done
///   otherwise
/// @param reason why there is nothing to show
/// @param lacks the key in `not-there.yaml` of what it needs
/// @param pending what is missing until the scenarios can be there
record PulumiSituation(
    String id,
    Kind kind,
    String what,
    List<String> scenarios,
    List<String> tests,
    Optional<String> difference,
    Optional<String> reason,
    Optional<String> lacks,
    Optional<String> pending) {
  private static final Path TABLE = Path.of("src/test/resources/pulumi-scenarios.yaml");
  private static final Path DIFFERENCES = Path.of("docs/differences.md");
  private static final Path TESTS = Path.of("src/test/java");

  /// By what a situation is dealt with.
  enum Kind {
    /// The same comes out by rules that hold without any option.
    HOLDS,
    /// The same comes out with an option.
    OPTION,
    /// Something else comes out, by choice.
    DIFFERS,
    /// It needs what does not exist yet.
    LATER,
    /// There is nothing like it.
    NONE
  }

  static List<PulumiSituation> all() throws IOException, JsonValues.NotAValue {
    var table = Entries.of("situations", LiteralYaml.value(Files.readString(TABLE)));
    return table.rest().entrySet().stream()
        .map(each -> read(each.getKey(), Entries.of(each.getKey(), each.getValue())))
        .toList();
  }

  private static PulumiSituation read(String id, Entries entries) {
    var situation =
        new PulumiSituation(
            id,
            Kind.valueOf(entries.text("kind").orElseThrow().toUpperCase(Locale.ROOT)),
            entries.text("what").orElseThrow(),
            entries.texts("scenarios"),
            entries.texts("tests"),
            entries.text("difference"),
            entries.text("reason"),
            entries.text("lacks"),
            entries.text("pending"));
    entries.end();
    return situation;
  }

  /// Whether the line has what its kind needs, and nothing that contradicts it.
  boolean isComplete() {
    return switch (kind) {
      case HOLDS, OPTION ->
          difference.isEmpty() && reason.isEmpty() && !(scenarios.isEmpty() && tests.isEmpty());
      case DIFFERS -> difference.isPresent() && reason.isEmpty() && pending.isEmpty();
      case LATER, NONE ->
          reason.isPresent()
              && lacks.isPresent() == (kind == Kind.LATER)
              && difference.isEmpty()
              && pending.isEmpty()
              && scenarios.isEmpty();
    };
  }

  /// Fails unless the page on differences has a line with this title that names the situation.
  void isExplained() throws IOException {
    var title = "| **" + difference.orElseThrow() + "**";
    assertThat(Files.readAllLines(DIFFERENCES))
        .filteredOn(line -> line.startsWith(title))
        .as("%s in %s", title, DIFFERENCES)
        .singleElement()
        .asString()
        .contains(id);
  }

  /// Fails unless there is such a test.
  static void exists(String test) throws IOException {
    int dot = test.indexOf('.');
    var type = dot < 0 ? test : test.substring(0, dot);
    try (Stream<Path> files = Files.walk(TESTS)) {
      var found = files.filter(file -> file.endsWith(type + ".java")).findFirst();
      assertThat(found).as(test).isPresent();
      if (dot >= 0)
        assertThat(Files.readString(found.orElseThrow()))
            .contains(" " + test.substring(dot + 1) + "(");
    }
  }
}
