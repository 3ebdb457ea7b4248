package io.keelson.provider.pulumi;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// The protocol has doubles for numbers: a whole number beyond 2^53 may become another one, and a
/// very large one no number at all.
final class ExactNumbers {
  private final List<Diagnostic> problems = new ArrayList<>();

  private ExactNumbers() {}

  /// One error for each number that would reach a provider as another one.
  static List<Diagnostic> problems(Value declared) {
    var numbers = new ExactNumbers();
    numbers.look(declared, AttributePath.ROOT);
    return List.copyOf(numbers.problems);
  }

  private void look(Value value, AttributePath at) {
    switch (value) {
      case Value.Num(var number, _) -> {
        if (!isKept(number)) problems.add(changed(at));
      }
      case Sequence sequence -> {
        for (int i = 0; i < sequence.size(); i++) look(sequence.get(i), at.index(i));
      }
      case Mapping mapping -> {
        for (int i = 0; i < mapping.size(); i++)
          look(
              mapping.value(i),
              mapping.isObject() ? at.attribute(mapping.key(i)) : at.key(mapping.key(i)));
      }
      case Value.Null _, Value.Unknown _, Value.Text _, Value.Truth _ -> {}
    }
  }

  /// A fraction is kept as well as a double can; a whole number has to stay the one it is, or be
  /// what a provider calls the double, as it is where it comes from one.
  private static boolean isKept(BigDecimal number) {
    double sent = number.doubleValue();
    if (!Double.isFinite(sent)) return false;
    return number.stripTrailingZeros().scale() > 0
        || new BigDecimal(sent).compareTo(number) == 0
        || BigDecimal.valueOf(sent).compareTo(number) == 0;
  }

  private static Diagnostic changed(AttributePath at) {
    return Diagnostic.error(
            Code.INVALID_CONFIG,
            Subject.stack(),
            "Number is too large for the provider",
            "Pulumi providers are told numbers with 53 bits, in which this one would be another."
                + " Write it as a text where the type takes one.")
        .at(at);
  }
}
