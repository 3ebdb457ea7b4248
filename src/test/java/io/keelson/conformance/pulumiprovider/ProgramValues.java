package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import io.keelson.json.ExactJson;
import io.keelson.json.JsonValues;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Inputs of a program as a stack declares them: trees with expressions. What is secret becomes a
/// variable.
final class ProgramValues {
  /// As the recorder reads them: any other `${` is text.
  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{([A-Za-z0-9_-]+)(\\.[^}]+)}|\\$\\{");

  private static final Pattern EXPRESSION = Pattern.compile("(?<!\\$)\\$\\{([^}]*)}");
  private static final String URN = ".urn";

  private final Function<String, ProgramEntry> program;
  private final Function<ProgramEntry, String> addresses;
  private final TreeMap<String, Value> variables = new TreeMap<>();

  /// @param program gives the entry of a name
  /// @param addresses gives the address here of an entry, as expressions name it
  ProgramValues(Function<String, ProgramEntry> program, Function<ProgramEntry, String> addresses) {
    this.program = program;
    this.addresses = addresses;
  }

  /// The secrets of all that was read so far.
  SortedMap<String, Value> variables() {
    return Collections.unmodifiableSortedMap(variables);
  }

  Value tree(JsonNode json) {
    if (json.has("$secret")) return secret(json.get("$secret"));
    if (json.has("$ref")) return reference(program.apply(json.get("$ref").asText()));
    if (json.has("$asset"))
      return Value.object(Map.of("stringAsset", Value.text(json.get("$asset").asText())));
    if (json.isObject()) {
      var entries = new TreeMap<String, Value>();
      json.properties().forEach(each -> entries.put(each.getKey(), tree(each.getValue())));
      return Value.object(entries);
    }
    if (json.isArray()) {
      var elements = new ArrayList<Value>();
      json.forEach(element -> elements.add(tree(element)));
      return Value.tuple(elements);
    }
    return json.isTextual() ? Value.text(rewritten(json.textValue())) : plain(json);
  }

  /// A component is named as a whole; it has no id.
  private Value reference(ProgramEntry entry) {
    return Value.text("${" + addresses.apply(entry) + (entry.isComponent() ? "" : ".id") + "}");
  }

  private static Value plain(JsonNode json) {
    try {
      return JsonValues.read(json);
    } catch (JsonValues.NotAValue e) {
      throw new IllegalArgumentException(e);
    }
  }

  /// Without what is secret in it: all of it is.
  private static JsonNode shown(JsonNode json) {
    if (json.has("$secret")) return shown(json.get("$secret"));
    if (json.isArray()) {
      var list = ExactJson.JSON.createArrayNode();
      json.forEach(each -> list.add(shown(each)));
      return list;
    }
    if (!json.isObject()) return json;
    var object = ExactJson.JSON.createObjectNode();
    json.properties().forEach(each -> object.set(each.getKey(), shown(each.getValue())));
    return object;
  }

  private Value secret(JsonNode json) {
    var text = rewritten(json.asText(""));
    // A text is as secret as what is in it.
    var expressions = EXPRESSION.matcher(text);
    if (expressions.find()) return Value.text(expressions.replaceAll("\\${sensitive($1)}"));
    var name = "secret" + variables.size();
    // What is text in an asset is one here: nothing in it is an expression.
    var value = json.has("$asset") ? tree(json) : plain(shown(json));
    variables.put(name, value.mark(Marks.sensitive("variable." + name)));
    return Value.text("${variable." + name + "}");
  }

  private String rewritten(String text) {
    return REFERENCE
        .matcher(text)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                found.group(1) == null ? "$${" : reference(found.group(1), found.group(2))));
  }

  /// A URN is known from the beginning.
  private String reference(String name, String path) {
    var entry = program.apply(name);
    if (entry.isProvider()) return ofProvider(entry, path);
    return path.equals(URN)
        ? ProgramEntry.SCOPE + entry.title()
        : "${" + addresses.apply(entry) + path + "}";
  }

  /// A provider is no resource here: what it is configured with is written once more where it is
  /// used. Its id is another name for it.
  private String ofProvider(ProgramEntry entry, String path) {
    return switch (path) {
      case ".id" -> entry.title();
      case URN -> ProgramEntry.SCOPE + entry.title();
      default -> rewritten(entry.inputs().at(path.replace('.', '/')).asText());
    };
  }
}
