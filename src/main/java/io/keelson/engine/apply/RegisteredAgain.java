package io.keelson.engine.apply;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.Objects;

/// Compares what a program registers while a plan is carried out with what it has registered while
/// planning.
///
/// @rule R-PRG-22
final class RegisteredAgain {
  private RegisteredAgain() {}

  /// Whether what is registered now is what was planned, as far as that was known.
  static boolean agrees(Value planned, Value now) {
    if (planned.isUnknown()) return true;
    return switch (planned) {
      case Mapping before -> now instanceof Mapping after && agrees(before, after);
      case Sequence before -> {
        if (!(now instanceof Sequence after) || before.size() != after.size()) yield false;
        for (int i = 0; i < before.size(); i++)
          if (!agrees(before.get(i), after.get(i))) yield false;
        yield true;
      }
      default -> planned.unmark().value().equals(now.unmark().value());
    };
  }

  /// What was not known may turn out to be nothing, which programs leave out.
  private static boolean agrees(Mapping before, Mapping after) {
    for (String name : after.keys())
      if (before.get(name) == null && !Objects.requireNonNull(after.get(name)).isNull())
        return false;
    for (String name : before.keys()) {
      var planned = Objects.requireNonNull(before.get(name));
      var now = after.get(name);
      if (now == null ? !planned.isUnknown() && !planned.isNull() : !agrees(planned, now))
        return false;
    }
    return true;
  }
}
