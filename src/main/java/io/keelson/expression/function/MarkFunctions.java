package io.keelson.expression.function;

import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Function;
import java.util.Map;
import java.util.TreeSet;

/// `sensitive` and `nonsensitive`.
public final class MarkFunctions {
  private MarkFunctions() {}

  public static void addTo(Map<String, Function> functions) {
    functions.put("sensitive", call -> call.argument(0).mark(Marks.sensitive("sensitive()")));
    functions.put("nonsensitive", MarkFunctions::nonsensitive);
  }

  /// What comes from a Secret stays secret: nobody who can edit a stack may show it. Of an unknown
  /// value with parts only some may be secret, which is no mistake; it keeps the mark until it is
  /// known which.
  ///
  /// @rule R-SENS-11
  private static Value nonsensitive(Call call) {
    var value = call.argument(0);
    if (Marks.secret(value.marks()) && !mayHaveParts(value))
      throw call.problem(
          "value must stay secret",
          "it comes from a Secret, by way of "
              + Marks.secretSources(value.marks())
              + ", so it cannot be shown",
          "Leave nonsensitive(…) out. If it is no secret, whoever may read the Secret can say so"
              + " with the annotation keelson.dev/not-secret on it.");
    var kept = new TreeSet<>(value.marks());
    kept.removeIf(Mark.Sensitive.class::isInstance);
    return value.withMarks(Marks.of(kept));
  }

  private static boolean mayHaveParts(Value value) {
    return value.isUnknown() && !(value.type() instanceof Type.Primitive);
  }
}
