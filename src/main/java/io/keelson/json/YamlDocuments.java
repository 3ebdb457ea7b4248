package io.keelson.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A YAML text with any number of documents, as trees in which every number keeps its digits. JSON
/// is YAML, too.
public final class YamlDocuments {
  private static final ObjectReader TREES =
      ExactJson.YAML
          .readerFor(JsonNode.class)
          .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private YamlDocuments() {}

  /// @param line the first one of its content, counted from 1
  public record Document(int line, JsonNode tree) {}

  /// Text that is not YAML. The message says what is wrong, and quotes nothing: it may be secret.
  public static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;
    private final int line;

    Malformed(int line, String message) {
      super(message);
      this.line = line;
    }

    public int line() {
      return line;
    }
  }

  /// All documents but empty ones, in their order.
  public static List<Document> read(String yaml) throws Malformed {
    var documents = new ArrayList<Document>();
    try (var parser = ExactJson.YAML.createParser(yaml)) {
      while (parser.nextToken() != null) {
        int line = parser.currentTokenLocation().getLineNr();
        JsonNode tree = TREES.readValue(parser);
        if (!isEmpty(tree)) documents.add(new Document(line, tree));
      }
      return documents;
    } catch (JsonProcessingException e) {
      var where = e.getLocation();
      throw new Malformed(where == null ? 1 : where.getLineNr(), firstLine(e));
    } catch (IOException e) {
      throw new Malformed(1, "the text cannot be read");
    }
  }

  /// What stands between two lines of dashes, with nothing in it, reads as empty text.
  private static boolean isEmpty(@Nullable JsonNode tree) {
    return tree == null
        || tree.isNull()
        || tree.isMissingNode()
        || (tree.isTextual() && tree.textValue().isBlank());
  }

  /// The parser says what is wrong in the first line, and quotes the text after it.
  private static String firstLine(JsonProcessingException e) {
    var lines = e.getOriginalMessage().strip().lines().toList();
    var first = lines.isEmpty() ? "it cannot be read" : lines.getFirst().strip();
    return first.startsWith("Duplicate field") ? first : first.replaceAll("'[^']*'", "…");
  }
}
