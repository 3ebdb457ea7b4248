package io.keelson.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.POJONode;
import io.keelson.engine.value.Depth;
import java.io.IOException;

/// Reads a declared tree up to the limits of depth and size. In the place of a larger tree stands a
/// mark, which is no value: the object itself, and all others in the same list, can still be read,
/// and the tree is refused where it becomes a value.
public class BoundedTree extends JsonDeserializer<JsonNode> {
  /// Nodes of one tree. An object of the API server holds far more of them than its bytes tell.
  static final int MOST_NODES = 50_000;

  /// The name of a mark that stands for all of an object; no argument has it.
  static final String WHOLE = "";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final POJONode DEEP = new POJONode(null);
  private static final POJONode LARGE = new POJONode(null);

  /// Why there is no value.
  static String problem(JsonNode mark) {
    return mark == LARGE
        ? "it has more than " + MOST_NODES + " parts; split it over several Resources or Stacks"
        : Depth.TOO_DEEP;
  }

  @Override
  public JsonNode deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    return new Reading(parser).tree();
  }

  @Override
  public JsonNode getNullValue(DeserializationContext context) {
    return NODES.nullNode();
  }

  /// A tree while it is read.
  private static final class Reading {
    private final JsonParser parser;
    private int nodes;

    Reading(JsonParser parser) {
      this.parser = parser;
    }

    JsonNode tree() throws IOException {
      var tree = node(0);
      return nodes > MOST_NODES ? LARGE : tree;
    }

    /// @param depth of the collections around it
    private JsonNode node(int depth) throws IOException {
      nodes++;
      boolean holds = parser.currentToken().isStructStart();
      if (holds && (depth > Depth.MOST || nodes > MOST_NODES)) {
        parser.skipChildren();
        return DEEP;
      }
      return switch (parser.currentToken()) {
        case START_OBJECT -> object(depth);
        case START_ARRAY -> array(depth);
        case VALUE_STRING -> NODES.textNode(parser.getText());
        case VALUE_NUMBER_INT -> integer();
        case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
        case VALUE_TRUE -> NODES.booleanNode(true);
        case VALUE_FALSE -> NODES.booleanNode(false);
        default -> NODES.nullNode();
      };
    }

    private JsonNode integer() throws IOException {
      return switch (parser.getNumberType()) {
        case INT -> NODES.numberNode(parser.getIntValue());
        case LONG -> NODES.numberNode(parser.getLongValue());
        default -> NODES.numberNode(parser.getBigIntegerValue());
      };
    }

    private JsonNode object(int depth) throws IOException {
      var object = NODES.objectNode();
      for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        parser.nextToken();
        var member = node(depth + 1);
        if (nodes <= MOST_NODES) object.set(name, member);
      }
      return object;
    }

    private JsonNode array(int depth) throws IOException {
      var array = NODES.arrayNode();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        var element = node(depth + 1);
        if (nodes <= MOST_NODES) array.add(element);
      }
      return array;
    }
  }

  /// The same where only an object can be: one that is too large has the mark as its only member.
  public static final class OfObject extends JsonDeserializer<JsonNode> {
    @Override
    public JsonNode deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      if (!parser.isExpectedStartObjectToken())
        throw context.wrongTokenException(parser, JsonNode.class, JsonToken.START_OBJECT, "");
      var tree = new Reading(parser).tree();
      return tree.isObject() ? tree : NODES.objectNode().set(WHOLE, tree);
    }
  }
}
