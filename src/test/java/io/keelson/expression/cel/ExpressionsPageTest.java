package io.keelson.expression.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.ExpressionCompiler.Compiled;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.Stage;
import io.keelson.expression.value.Budget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every example of `docs/expressions.md` gives what stands beside it.
///
/// In its tables the columns `Example` and `Result` hold an expression and its value; `Written` and
/// `Value` a declared string and its value; `Name` and `Value` what the examples refer to.
final class ExpressionsPageTest {
  private static final Path PAGE = Path.of("docs/expressions.md");
  private static final Pattern CELL = Pattern.compile("(?<!\\\\)\\|");
  private static final Pattern CODE = Pattern.compile("^(`+) ?(.*?) ?\\1$");

  /// One row of a table, by the headings of its last two columns.
  record Row(String heading, String left, String right) {
    static Row of(List<String> headings, List<String> cells) {
      int last = cells.size() - 1;
      return new Row(
          headings.get(last - 1) + "|" + headings.get(last), cells.get(last - 1), cells.get(last));
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void example_givesItsResult(Row row) throws IOException {
    assertThat(shown("${" + code(row.left()) + "}")).isEqualTo(code(row.right()));
  }

  @ParameterizedTest
  @MethodSource("strings")
  void writtenString_hasItsValue(Row row) throws IOException {
    assertThat(shown(code(row.left()))).isEqualTo(code(row.right()));
  }

  @Test
  void everyFunction_hasAnExample() throws IOException {
    var missing = new TreeSet<>(FunctionNames.ALL);
    for (Row row : examples().toList())
      missing.removeIf(name ->
          Pattern.compile("(?<![\\w.])(\\w.*\\.)?" + Pattern.quote(name) + "\\(")
              .matcher(code(row.left()))
              .find());
    assertThat(missing).isEmpty();
  }

  @Test
  void limits_areThoseOfTheCode() throws IOException {
    assertThat(Files.readString(PAGE))
        .contains(
            "%,d characters, nested %d deep, %d loops"
                .formatted(
                    CelEnvironment.LONGEST_SOURCE, CelEnvironment.DEEPEST, LoopPlanner.DEEPEST),
            "%,d steps: one for each operation".formatted(Budget.STEPS),
            "%,d characters |".formatted(Budget.LONGEST_TEXT),
            "%,d characters |".formatted(Budget.LARGEST_RESULT),
            "%,d steps, repetitions".formatted(LibraryCosts.LARGEST_REGEX));
  }

  @Test
  void exampleOfAMistake_isWhatIsShown() throws IOException {
    var problem = stage().problem("name-${network.main.cdir}").toString();
    assertThat(Files.readString(PAGE)).contains("```text\n" + problem + "\n```");
  }

  static Stream<Row> examples() throws IOException {
    return rows("Example|Result");
  }

  static Stream<Row> strings() throws IOException {
    return rows("Written|Value");
  }

  private static Stream<Row> rows(String heading) throws IOException {
    var rows = new ArrayList<Row>();
    List<String> headings = List.of();
    for (String line : Files.readAllLines(PAGE)) {
      if (!line.startsWith("|")) headings = List.of();
      else if (headings.isEmpty()) headings = cells(line);
      else if (!line.startsWith("|---")) rows.add(Row.of(headings, cells(line)));
    }
    return rows.stream().filter(row -> row.heading().equals(heading));
  }

  private static List<String> cells(String line) {
    return CELL.splitAsStream(line.strip().substring(1))
        .map(cell -> cell.strip().replace("\\|", "|"))
        .toList();
  }

  /// What stands between backticks.
  private static String code(String cell) {
    var code = CODE.matcher(cell);
    assertThat(code.matches()).as(cell).isTrue();
    return code.group(2);
  }

  /// What the table of names declares.
  private static Stage stage() throws IOException {
    var writer = new Stage().with("local.unknown", Value.unknown(Types.STRING));
    var stage = new Stage();
    for (Row row : rows("Name|Value").toList()) {
      var source = code(row.right()).replace("UNKNOWN", "local.unknown");
      var name = code(row.left());
      var value =
          source.equals("unknown list")
              ? Value.unknown(Type.list(Types.STRING))
              : writer.value(source);
      stage.with(name, declared(name, value), value);
    }
    return stage;
  }

  /// A resource with several instances is declared as a list or map of them.
  private static Type declared(String name, Value value) {
    return switch (name) {
      case "server.web" -> Type.map(((Mapping) value).value(0).type());
      case "queue.jobs" -> Type.list(((Sequence) value).get(0).type());
      default -> value.type();
    };
  }

  private static String shown(String declared) throws IOException {
    var stage = stage();
    return switch (stage.compile(declared)) {
      case Compiled.Failed(var problems) -> "error: " + problems.getFirst().summary();
      case Compiled.Ok(var expression) ->
          switch (expression.evaluate(stage)) {
            case Evaluated.Failed(var problems) -> "error: " + problems.getFirst().summary();
            case Evaluated.Ok(Value value) -> shown(value);
          };
    };
  }

  /// As a plan shows it.
  private static String shown(Value value) {
    if (!value.marks().isEmpty()) return "(sensitive value)";
    return switch (value) {
      case Value.Null _ -> "null";
      case Value.Unknown _ -> "(known after apply)";
      case Value.Text(String text, _) ->
          '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
      case Value.Num num -> Numbers.text(num.number());
      case Value.Truth(boolean truth, _) -> String.valueOf(truth);
      case Sequence sequence ->
          "["
              + String.join(
                  ", ", sequence.elements().stream().map(ExpressionsPageTest::shown).toList())
              + "]";
      case Mapping mapping ->
          "{"
              + String.join(
                  ", ",
                  mapping.entries().entrySet().stream()
                      .map(entry -> "\"" + entry.getKey() + "\": " + shown(entry.getValue()))
                      .toList())
              + "}";
    };
  }
}
