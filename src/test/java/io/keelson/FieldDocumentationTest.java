package io.keelson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Holds `docs/fields.md` to the CRDs: each field of a spec or status, nested ones too, has a row
/// of its own under the heading of its kind, with its whole path and the sentence that `kubectl
/// explain` shows. A row of a field that is gone is a mistake as well.
///
/// `mvn -q -Pquick test -Dtest=FieldDocumentationTest -Dfields.update=true` writes the rows; a
/// description is changed in its class of `operator.api`.
final class FieldDocumentationTest {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Path PAGE = Path.of("docs/fields.md");

  @Test
  void everyField_hasItsRowUnderItsKind() throws IOException {
    var expected = expected();
    if (Boolean.getBoolean("fields.update")) write(expected);
    var actual = shown();
    assertThat(without(expected, actual)).as(lines("missing", expected, actual)).isEmpty();
    assertThat(without(actual, expected)).as(lines("gone", actual, expected)).isEmpty();
  }

  /// A row, and the heading it stands under.
  private record Row(String kind, String text) {}

  private static List<Row> expected() throws IOException {
    var rows = new ArrayList<Row>();
    try (var files = Files.list(Path.of("crds"))) {
      for (var file : files.sorted().toList()) {
        var spec = YAML.readTree(file.toFile()).path("spec");
        var kind = spec.at("/names/kind").asText();
        var properties = spec.at("/versions/0/schema/openAPIV3Schema/properties");
        for (var part : List.of("spec", "status")) collect(kind, part, properties.path(part), rows);
      }
    }
    return rows;
  }

  private static void collect(String kind, String path, JsonNode schema, List<Row> rows) {
    if (schema.path("items").isObject()) collect(kind, path + "[]", schema.path("items"), rows);
    if (schema.path("additionalProperties").isObject())
      collect(kind, path + ".*", schema.path("additionalProperties"), rows);
    for (var field : schema.path("properties").properties()) {
      var at = path + "." + field.getKey();
      var description = field.getValue().path("description").asText();
      rows.add(new Row(kind, "| `%s` | %s |".formatted(at, cell(description))));
      collect(kind, at, field.getValue(), rows);
    }
  }

  private static String cell(String description) {
    return description.replaceAll("\\s+", " ").replace("|", "\\|").replace("<", "&lt;");
  }

  private static List<Row> shown() throws IOException {
    var rows = new ArrayList<Row>();
    var kind = "";
    for (var line : Files.readAllLines(PAGE)) {
      if (line.startsWith("## ")) kind = line.substring(3);
      if (line.startsWith("| `")) rows.add(new Row(kind, line));
    }
    return rows;
  }

  /// The page's opening stays as it is written.
  private static void write(List<Row> rows) throws IOException {
    var page = new StringBuilder(Files.readString(PAGE).replaceFirst("(?s)\n## .*", ""));
    var kind = "";
    for (var row : rows) {
      if (!row.kind().equals(kind)) {
        kind = row.kind();
        page.append("\n## ").append(kind).append("\n\n| Field | Meaning |\n|---|---|\n");
      }
      page.append(row.text()).append('\n');
    }
    Files.writeString(PAGE, page);
  }

  private static List<Row> without(List<Row> rows, List<Row> others) {
    var left = new ArrayList<>(rows);
    left.removeAll(others);
    return left;
  }

  private static String lines(String what, List<Row> rows, List<Row> others) {
    var text = new StringBuilder(what).append(" in ").append(PAGE).append(":\n");
    for (var row : without(rows, others))
      text.append(row.kind()).append(' ').append(row.text()).append('\n');
    return text.toString();
  }
}
