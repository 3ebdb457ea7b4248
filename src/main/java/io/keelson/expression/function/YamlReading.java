package io.keelson.expression.function;

import io.keelson.engine.value.Depth;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Problem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/// One document of YAML 1.2 as tuples and objects, with exact numbers.
///
/// Tells where a mistake is, but not what stands there: the text may be secret.
final class YamlReading {
  private static final LoadSettings SETTINGS =
      LoadSettings.builder()
          .setSchema(new CoreSchema())
          .setAllowNonScalarKeys(true)
          .setAllowDuplicateKeys(true)
          .build();
  private static final int LONGEST_NUMBER = 5_000;
  private static final Map<String, Integer> RADIX = Map.of("0x", 16, "0o", 8);

  private final Call call;

  private YamlReading(Call call) {
    this.call = call;
  }

  static Value decode(Call call) {
    call.budget().text(call.text(0).length());
    try {
      return new Compose(SETTINGS)
          .composeString(call.text(0))
          .map(node -> new YamlReading(call).value(node, 0))
          .orElse(Value.nothing(Types.DYNAMIC));
    } catch (MarkedYamlEngineException e) {
      throw notYaml(call, e.getProblemMark());
    } catch (YamlEngineException | StackOverflowError e) {
      throw notYaml(call, Optional.empty());
    }
  }

  /// @param depth ends what an alias to a node around it would make endless
  private Value value(Node node, int depth) {
    call.budget().step();
    if (depth > Depth.MOST) throw problem("this YAML is nested too deeply", node);
    return switch (node) {
      case ScalarNode scalar -> scalar(scalar);
      case SequenceNode sequence when node.getTag().equals(Tag.SEQ) -> {
        var elements = new ArrayList<Value>();
        for (Node element : sequence.getValue()) elements.add(value(element, depth + 1));
        yield Value.tuple(elements);
      }
      case MappingNode mapping when node.getTag().equals(Tag.MAP) -> object(mapping, depth);
      default -> throw unknownTag(node);
    };
  }

  private Value object(MappingNode mapping, int depth) {
    var entries = new TreeMap<String, Value>();
    for (NodeTuple entry : mapping.getValue()) {
      var keyNode = entry.getKeyNode();
      if (!(keyNode instanceof ScalarNode key))
        throw problem("a key in this YAML is no plain text", keyNode);
      if (Capsule.isReserved(key.getValue()) || entries.containsKey(key.getValue()))
        throw problem("a map in this YAML has the same key twice", keyNode);
      entries.put(key.getValue(), value(entry.getValueNode(), depth + 1));
    }
    return Value.object(entries);
  }

  private Value scalar(ScalarNode scalar) {
    var text = scalar.getValue();
    var tag = scalar.getTag();
    if (tag.equals(Tag.STR)) return Value.text(text);
    if (tag.equals(Tag.NULL)) return Value.nothing(Types.DYNAMIC);
    if (tag.equals(Tag.BOOL)) return Value.truth(text.equalsIgnoreCase("true"));
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) return number(text, scalar);
    throw unknownTag(scalar);
  }

  private Value number(String text, ScalarNode scalar) {
    if (text.length() > LONGEST_NUMBER) throw problem("a number in this YAML is too long", scalar);
    try {
      var radix = text.length() < 2 ? null : RADIX.get(text.substring(0, 2));
      return Value.number(
          radix == null
              ? new BigDecimal(text)
              : new BigDecimal(new BigInteger(text.substring(2), radix)));
    } catch (ArithmeticException | NumberFormatException e) {
      throw problem("a number in this YAML cannot be kept", scalar);
    }
  }

  private Problem unknownTag(Node node) {
    return problem("this YAML has a tag that stands for no kind of value here", node);
  }

  private Problem problem(String reason, Node node) {
    return problem(call, reason, node.getStartMark());
  }

  private static Problem notYaml(Call call, Optional<Mark> mark) {
    return problem(call, "this text is not one document of YAML", mark);
  }

  private static Problem problem(Call call, String reason, Optional<Mark> mark) {
    var place =
        mark.map(at -> " (line %d, column %d)".formatted(at.getLine() + 1, at.getColumn() + 1))
            .orElse("");
    return call.problem("value cannot be decoded", reason + place, "");
  }
}
