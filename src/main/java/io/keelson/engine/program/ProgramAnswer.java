package io.keelson.engine.program;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Value;
import java.util.List;

/// What became of one run of a program.
public sealed interface ProgramAnswer {
  /// @param outputs an object of the computed attributes of its type; unknown where the program
  ///   cannot tell yet, marked where it says that something is secret
  record Ended(Value outputs, List<Diagnostic> warnings) implements ProgramAnswer {}

  /// @param diagnostics at least one error; without a subject
  record Failed(List<Diagnostic> diagnostics) implements ProgramAnswer {}
}
