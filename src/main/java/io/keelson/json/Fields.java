package io.keelson.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The fields of a JSON object that has to be of a known form.
///
/// @param at where it stands, as a message says it
record Fields(JsonNode node, String at) {
  /// Something is missing, or of another form. Never quotes a value: it may be secret.
  static final class Wrong extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Wrong(String at, String message) {
      super(at + ": " + message);
    }
  }

  static Fields of(JsonNode node, String at) {
    if (!node.isObject()) throw new Wrong(at, "an object is needed");
    return new Fields(node, at);
  }

  private String below(String name) {
    return at.isEmpty() ? name : at + "." + name;
  }

  JsonNode any(String name) {
    var found = node.path(name);
    if (found.isMissingNode()) throw new Wrong(below(name), "it is missing");
    return found;
  }

  boolean has(String name) {
    return node.hasNonNull(name);
  }

  String text(String name) {
    return optionalText(name).orElseThrow(() -> new Wrong(below(name), "text is needed"));
  }

  Optional<String> optionalText(String name) {
    if (!has(name)) return Optional.empty();
    if (!node.get(name).isTextual()) throw new Wrong(below(name), "text is needed");
    return Optional.of(node.get(name).textValue());
  }

  /// What text says in another form.
  ///
  /// @param read throws an IllegalArgumentException if it cannot be read
  <T> T parsed(String name, Function<String, T> read) {
    return parsed(below(name), text(name), read);
  }

  <T> Optional<T> optional(String name, Function<String, T> read) {
    return optionalText(name).map(text -> parsed(below(name), text, read));
  }

  private static <T> T parsed(String at, String text, Function<String, T> read) {
    try {
      return read.apply(text);
    } catch (IllegalArgumentException e) {
      throw new Wrong(at, "it cannot be read");
    }
  }

  boolean flag(String name) {
    if (!has(name)) return false;
    if (!node.get(name).isBoolean()) throw new Wrong(below(name), "true or false is needed");
    return node.get(name).booleanValue();
  }

  long number(String name) {
    if (!any(name).canConvertToLong()) throw new Wrong(below(name), "a whole number is needed");
    return node.get(name).longValue();
  }

  byte[] bytes(String name) {
    return optional(name, Base64.getDecoder()::decode).orElseGet(() -> new byte[0]);
  }

  Fields object(String name) {
    return of(any(name), below(name));
  }

  Optional<Fields> optionalObject(String name) {
    return has(name) ? Optional.of(object(name)) : Optional.empty();
  }

  /// The objects of a list; none if there is no list.
  List<Fields> objects(String name) {
    var all = new ArrayList<Fields>();
    for (JsonNode each : list(name)) all.add(of(each, below(name) + "[" + all.size() + "]"));
    return all;
  }

  <T> List<T> texts(String name, Function<String, T> read) {
    var all = new ArrayList<T>();
    for (JsonNode each : list(name)) {
      var where = below(name) + "[" + all.size() + "]";
      if (!each.isTextual()) throw new Wrong(where, "text is needed");
      all.add(parsed(where, each.textValue(), read));
    }
    return all;
  }

  private JsonNode list(String name) {
    var found = node.path(name);
    if (has(name) && !found.isArray()) throw new Wrong(below(name), "a list is needed");
    return found;
  }
}
