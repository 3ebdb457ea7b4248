package io.keelson.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Depth;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.TreeMap;

/// Turns JSON into values and back. Lists become tuples and mappings become objects, as literals
/// do; types get lost on the way back, so state is written by [JsonStateCodec] instead.
public final class JsonValues {
  private static final int SHOWN_STEPS = 8;

  private JsonValues() {}

  /// Text or a node that cannot be a value: a user's mistake, to be told to the user.
  public static final class NotAValue extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient AttributePath path;

    NotAValue(AttributePath path, String message) {
      super(message);
      this.path = path;
    }

    /// Where in the tree.
    public AttributePath path() {
      return path;
    }
  }

  /// The value of a JSON text. Never puts the text into a message: it may hold secrets.
  ///
  /// @throws NotAValue if the text is not JSON, or a number in it is beyond all bounds
  public static Value parse(String json) throws NotAValue {
    try {
      return read(ExactJson.JSON.readTree(json));
    } catch (JsonProcessingException e) {
      throw malformed(e);
    }
  }

  private static NotAValue malformed(JsonProcessingException e) {
    e.clearLocation();
    return new NotAValue(AttributePath.ROOT, e.getOriginalMessage());
  }

  /// The value of a tree. Nothing at all, as null, has no type.
  ///
  /// @throws NotAValue if a number is beyond all bounds, or the tree is too deep or too large
  public static Value read(JsonNode node) throws NotAValue {
    return read(node, AttributePath.ROOT);
  }

  private static Value read(JsonNode node, AttributePath path) throws NotAValue {
    if (node.isContainerNode() && path.steps().size() >= Depth.MOST)
      throw new NotAValue(start(path), Depth.TOO_DEEP);
    return switch (node.getNodeType()) {
      case NULL, MISSING -> Value.nothing(Types.DYNAMIC);
      case STRING -> Value.text(node.textValue());
      case BOOLEAN -> Value.truth(node.booleanValue());
      case NUMBER -> Value.number(number(node, path));
      case ARRAY -> {
        var elements = new ArrayList<Value>(node.size());
        for (JsonNode element : node) elements.add(read(element, path.index(elements.size())));
        yield Value.tuple(elements);
      }
      case OBJECT -> {
        var attributes = new TreeMap<String, Value>();
        for (var each : node.properties())
          attributes.put(each.getKey(), read(each.getValue(), path.attribute(each.getKey())));
        yield Value.object(attributes);
      }
      case BINARY ->
          throw new NotAValue(path, "only JSON's kinds of values can be used, this is binary");
      case POJO -> throw new NotAValue(start(path), BoundedTree.problem(node));
    };
  }

  /// As much of a path as helps to find the place.
  private static AttributePath start(AttributePath path) {
    var steps = path.steps();
    int whole = steps.indexOf(new AttributePath.Step.Attribute(BoundedTree.WHOLE));
    int length = Math.min(SHOWN_STEPS, whole < 0 ? steps.size() : whole);
    return new AttributePath(steps.subList(0, length));
  }

  /// The number exactly as it was written.
  static BigDecimal number(JsonNode node, AttributePath path) throws NotAValue {
    if (node.isFloatingPointNumber() && !node.isBigDecimal() && !finite(node.doubleValue()))
      throw new NotAValue(path, "infinity and not-a-number are not numbers here");
    var number = node.decimalValue();
    var problem = Numbers.problem(number);
    if (problem.isPresent()) throw new NotAValue(path, problem.get());
    return number;
  }

  private static boolean finite(double number) {
    return Double.isFinite(number);
  }

  /// The tree of a value: collections, tuples and sets as lists, maps and objects as mappings.
  ///
  /// @throws IllegalArgumentException if a part is unknown or carries a mark: how to show those is
  ///   for the caller to decide
  public static JsonNode write(Value value) {
    if (!value.marks().isEmpty()) throw new IllegalArgumentException("the value carries a mark");
    var nodes = JsonNodeFactory.instance;
    return switch (value) {
      case Value.Null _ -> nodes.nullNode();
      case Value.Unknown _ -> throw new IllegalArgumentException("the value is not known");
      case Value.Text text -> nodes.textNode(text.text());
      case Value.Num num -> nodes.numberNode(num.number());
      case Value.Truth truth -> nodes.booleanNode(truth.truth());
      case Sequence sequence -> {
        var array = nodes.arrayNode(sequence.size());
        sequence.elements().forEach(element -> array.add(write(element)));
        yield array;
      }
      case Mapping mapping -> {
        var object = nodes.objectNode();
        for (int i = 0; i < mapping.size(); i++)
          object.set(mapping.key(i), write(mapping.value(i)));
        yield object;
      }
    };
  }
}
