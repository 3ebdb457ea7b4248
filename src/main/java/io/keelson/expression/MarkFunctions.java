package io.keelson.expression;

import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.TreeSet;

/// `sensitive` and `nonsensitive`.
final class MarkFunctions {
  private MarkFunctions() {}

  static void addTo(Map<String, Function> functions) {
    functions.put("sensitive", call -> call.argument(0).mark(Marks.sensitive("sensitive()")));
    functions.put("nonsensitive", MarkFunctions::nonsensitive);
  }

  /// What came from a Secret stays secret: nobody who can edit a stack may show it.
  private static Value nonsensitive(Call call) {
    var value = call.argument(0);
    var kept = new TreeSet<Mark>();
    for (Mark mark : value.marks()) {
      if (!(mark instanceof Mark.Sensitive(String source))) kept.add(mark);
      else if (source.startsWith("variable."))
        throw call.problem(
            "value must stay secret",
            source + " comes from a Secret, so its value cannot be shown",
            "Leave nonsensitive(…) out, or take the value from a ConfigMap if it is no secret.");
    }
    return value.withMarks(Marks.of(kept));
  }
}
