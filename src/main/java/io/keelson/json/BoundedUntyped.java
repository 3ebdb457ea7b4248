package io.keelson.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// Reads what has no type of its own into maps and lists, as deep as they can be written again.
///
/// The Kubernetes client reads each event like this before it turns the event into an object.
/// Without a limit of depth, one object could break the watch of its kind for everybody. The
/// managed fields of an event's object are left out.
public final class BoundedUntyped extends JsonDeserializer<Object> {
  /// More than a record of the deepest value has, with its types.
  static final int MOST_LEVELS = 600;

  /// For a mapper that must not be brought down.
  public static SimpleModule module() {
    return new SimpleModule().addDeserializer(Object.class, new BoundedUntyped());
  }

  @Override
  public @Nullable Object deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    return read(parser, 0);
  }

  private static @Nullable Object read(JsonParser parser, int level) throws IOException {
    var token = parser.currentToken();
    if (token.isStructStart() && level >= MOST_LEVELS) {
      parser.skipChildren();
      return null;
    }
    return switch (token) {
      case START_OBJECT -> object(parser, level);
      case START_ARRAY -> array(parser, level);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_EMBEDDED_OBJECT -> parser.getEmbeddedObject();
      default -> null;
    };
  }

  private static Object object(JsonParser parser, int level) throws IOException {
    var members = new LinkedHashMap<String, @Nullable Object>();
    for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      boolean leftOut = isManagedFields(name, parser.getParsingContext());
      parser.nextToken();
      if (leftOut) parser.skipChildren();
      else members.put(name, read(parser, level + 1));
    }
    return members;
  }

  /// Whether a name is `object.metadata.managedFields` of an event: nobody here reads them, and
  /// they are the larger part of a small object.
  private static boolean isManagedFields(String name, JsonStreamContext metadata) {
    if (!name.equals("managedFields")) return false;
    var object = metadata.getParent();
    var event = object.getParent();
    return "metadata".equals(object.getCurrentName())
        && event != null
        && "object".equals(event.getCurrentName())
        && event.getParent().inRoot();
  }

  private static Object array(JsonParser parser, int level) throws IOException {
    var elements = new ArrayList<@Nullable Object>();
    while (parser.nextToken() != JsonToken.END_ARRAY) elements.add(read(parser, level + 1));
    return elements;
  }
}
