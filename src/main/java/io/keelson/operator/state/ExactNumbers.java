package io.keelson.operator.state;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;

/// Stores numbers as text that JSON in the API server would alter: it keeps 64-bit integers and
/// doubles only.
final class ExactNumbers {
  /// A double with at most 15 digits comes back with the same text.
  private static final Pattern PLAIN_FRACTION = Pattern.compile("-?[0-9]{1,14}\\.[0-9]*[1-9]");

  private static final int DIGITS_A_DOUBLE_KEEPS = 15;
  private static final BigDecimal SMALLEST_PLAIN = new BigDecimal("0.000001");

  private ExactNumbers() {}

  /// Replaces such numbers by their text, and adds their places, as JSON pointers.
  static void toText(JsonNode tree, List<String> pointers) {
    toText(tree, JsonPointer.empty(), pointers);
  }

  private static void toText(JsonNode node, JsonPointer at, List<String> pointers) {
    switch (node) {
      case ObjectNode object -> {
        for (var each : object.properties()) {
          var there = at.appendProperty(each.getKey());
          if (isAltered(each.getValue())) {
            each.setValue(TextNode.valueOf(digits(each.getValue())));
            pointers.add(there.toString());
          } else {
            toText(each.getValue(), there, pointers);
          }
        }
      }
      case ArrayNode array -> {
        for (int i = 0; i < array.size(); i++) {
          var there = at.appendIndex(i);
          if (isAltered(array.get(i))) {
            array.set(i, TextNode.valueOf(digits(array.get(i))));
            pointers.add(there.toString());
          } else {
            toText(array.get(i), there, pointers);
          }
        }
      }
      default -> {}
    }
  }

  private static String digits(JsonNode number) {
    return RecordJson.write(number);
  }

  private static boolean isAltered(JsonNode node) {
    if (!node.isNumber()) return false;
    if (node.isIntegralNumber()) return !node.canConvertToLong();
    var number = node.decimalValue();
    return number.precision() > DIGITS_A_DOUBLE_KEEPS
        || number.abs().compareTo(SMALLEST_PLAIN) < 0
        || !PLAIN_FRACTION.matcher(digits(node)).matches();
  }

  /// Makes the texts at the given places numbers again.
  static void toNumbers(JsonNode tree, List<String> pointers) {
    for (String text : pointers) {
      var pointer = JsonPointer.compile(text);
      var number = RecordJson.read(tree.at(pointer).textValue());
      RecordJson.set(tree, pointer, number);
    }
  }
}
