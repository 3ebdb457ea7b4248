package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import java.util.ArrayList;
import java.util.SortedSet;
import java.util.TreeMap;

/// Values as scenarios write them: JSON, with `{"$secret": v}` for a secret.
final class PulumiValues {
  static final String SECRET = "$secret";

  private PulumiValues() {}

  static Value read(JsonNode json) {
    try {
      return JsonValues.read(json);
    } catch (JsonValues.NotAValue e) {
      throw new IllegalArgumentException(e);
    }
  }

  static Value parse(String json) {
    try {
      return JsonValues.parse(json);
    } catch (JsonValues.NotAValue e) {
      throw new IllegalArgumentException(e);
    }
  }

  static String write(Value value) {
    return JsonValues.write(value).toString();
  }

  /// The attributes that are not null.
  static Mapping withoutNulls(Mapping object) {
    var set = new TreeMap<>(object.entries());
    set.values().removeIf(Value::isNull);
    return Value.object(set);
  }

  /// A value with each secret written as such.
  ///
  /// @param path where the value is
  /// @param secrets the paths of secrets
  static Value showingSecrets(Value value, AttributePath path, SortedSet<AttributePath> secrets) {
    if (secrets.contains(path)) return Value.object(java.util.Map.of(SECRET, value));
    return switch (value) {
      case Mapping mapping -> {
        var attributes = new TreeMap<String, Value>();
        mapping
            .entries()
            .forEach((key, each) ->
                attributes.put(
                    key,
                    showingSecrets(
                        each, mapping.isObject() ? path.attribute(key) : path.key(key), secrets)));
        yield Value.object(attributes);
      }
      case Sequence sequence -> {
        var elements = new ArrayList<Value>();
        for (Value each : sequence.elements())
          elements.add(showingSecrets(each, path.index(elements.size()), secrets));
        yield Value.tuple(elements);
      }
      case Value.Null _, Value.Unknown _, Value.Text _, Value.Num _, Value.Truth _ -> value;
    };
  }
}
