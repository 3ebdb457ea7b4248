package io.keelson.expression.function;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.TypeNames;

/// JSON as Terraform's `jsonencode` writes it: keys sorted, no spaces, numbers in plain digits, and
/// the characters escaped that could end a script element.
final class JsonWriting {
  private final Call call;
  private final StringBuilder json = new StringBuilder();

  JsonWriting(Call call) {
    this.call = call;
  }

  String write(Value value) {
    append(value);
    return json.toString();
  }

  private void append(Value value) {
    call.budget().step();
    switch (value) {
      case Value.Null _ -> json.append("null");
      case Value.Text(String text, _) -> appendText(text);
      case Value.Num num -> json.append(Numbers.text(num.number()));
      case Value.Truth(boolean truth, _) -> json.append(truth);
      case Sequence sequence -> {
        json.append('[');
        for (int i = 0; i < sequence.size(); i++) {
          if (i > 0) json.append(',');
          append(sequence.get(i));
        }
        json.append(']');
      }
      case Mapping mapping -> appendObject(mapping);
      case Value.Unknown _ -> throw new IllegalStateException("only known values get here");
    }
  }

  private void appendObject(Mapping mapping) {
    if (Capsule.isCapsule(mapping))
      throw call.problem(
          "wrong argument", "JSON cannot hold " + TypeNames.of(mapping), "Use string(…) first.");
    json.append('{');
    for (int i = 0; i < mapping.size(); i++) {
      if (i > 0) json.append(',');
      appendText(mapping.key(i));
      json.append(':');
      append(mapping.value(i));
    }
    json.append('}');
  }

  private void appendText(String text) {
    call.budget().text(text.length());
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        case '\b' -> json.append("\\b");
        case '\f' -> json.append("\\f");
        case '<', '>', '&', '\u2028', '\u2029' -> json.append(String.format("\\u%04x", (int) c));
        default -> {
          if (c < 0x20) json.append(String.format("\\u%04x", (int) c));
          else json.append(c);
        }
      }
    }
    json.append('"');
  }
}
