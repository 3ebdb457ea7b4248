package io.keelson.engine.function;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.OptionalInt;

/// What came of calling a provider's function.
public sealed interface FunctionAnswer {
  /// @param value of the function's result type; unknown if an argument is, and the function needs
  ///   to know it
  record Returned(Value value) implements FunctionAnswer {}

  /// The arguments cannot be used.
  ///
  /// @param argument the position of the one that is to blame, counted from zero; empty if it is
  ///   none in particular
  /// @param reason a sentence
  record Refused(OptionalInt argument, String reason) implements FunctionAnswer {}

  /// The provider could not be asked.
  record Failed(List<Diagnostic> diagnostics) implements FunctionAnswer {}
}
