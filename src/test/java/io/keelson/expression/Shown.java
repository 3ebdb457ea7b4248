package io.keelson.expression;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Numbers;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.StringJoiner;

/// Values as short text: `?<type>` is unknown, `?<type>*` cannot turn out null, `!{…}` are marks.
public final class Shown {
  private Shown() {}

  public static String of(Value value) {
    var marks = new StringJoiner(",", "!{", "}").setEmptyValue("");
    for (Mark mark : value.marks()) marks.add(mark.source());
    return bare(value) + marks;
  }

  /// What happened and why, without the place and the remedy.
  public static String of(Diagnostic problem) {
    return problem.summary() + ": " + problem.detail().lines().findFirst().orElse("");
  }

  private static String bare(Value value) {
    return switch (value) {
      case Value.Null _ -> "null";
      case Value.Unknown unknown -> "?<" + unknown.type() + ">" + (unknown.notNull() ? "*" : "");
      case Value.Text text -> '"' + text.text() + '"';
      case Value.Num num -> Numbers.text(num.number());
      case Value.Truth truth -> String.valueOf(truth.truth());
      case Sequence sequence -> {
        var elements = new StringJoiner(", ", sequence.isSet() ? "set[" : "[", "]");
        sequence.elements().forEach(element -> elements.add(of(element)));
        yield elements.toString();
      }
      case Mapping mapping -> {
        var entries = new StringJoiner(", ", "{", "}");
        mapping.entries().forEach((key, each) -> entries.add(key + "=" + of(each)));
        yield entries.toString();
      }
    };
  }
}
