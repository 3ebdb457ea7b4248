package io.keelson.expression.function;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.TreeMap;

/// JSON text as tuples and objects, with exact numbers.
final class JsonReading {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final Call call;
  private final JsonParser parser;

  private JsonReading(Call call, JsonParser parser) {
    this.call = call;
    this.parser = parser;
  }

  static Value decode(Call call) {
    call.budget().text(call.text(0).length());
    try (var parser = FACTORY.createParser(call.text(0))) {
      parser.nextToken();
      var value = new JsonReading(call, parser).value();
      if (parser.nextToken() != null) throw notJson(call, parser);
      return value;
    } catch (IOException e) {
      throw call.problem("value cannot be decoded", "this text is not JSON", "");
    }
  }

  private Value value() throws IOException {
    call.budget().step();
    var token = parser.currentToken();
    if (token == null) throw notJson(call, parser);
    return switch (token) {
      case VALUE_NULL -> Value.nothing(Types.DYNAMIC);
      case VALUE_TRUE -> Value.truth(true);
      case VALUE_FALSE -> Value.truth(false);
      case VALUE_STRING -> Value.text(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Value.number(parser.getDecimalValue());
      case START_ARRAY -> {
        var elements = new ArrayList<Value>();
        while (parser.nextToken() != JsonToken.END_ARRAY) elements.add(value());
        yield Value.tuple(elements);
      }
      case START_OBJECT -> object();
      default -> throw notJson(call, parser);
    };
  }

  private Value object() throws IOException {
    var entries = new TreeMap<String, Value>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      var key = parser.currentName();
      if (Capsule.isReserved(key)) throw notJson(call, parser);
      parser.nextToken();
      entries.put(key, value());
    }
    return Value.object(entries);
  }

  /// Tells where, but not what: the text may be secret.
  private static Problem notJson(Call call, JsonParser parser) {
    var place = parser.currentLocation();
    return call.problem(
        "value cannot be decoded",
        "this text is not JSON (line %d, column %d)"
            .formatted(place.getLineNr(), place.getColumnNr()),
        "");
  }
}
