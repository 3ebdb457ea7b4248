package io.keelson.engine.provider;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.List;

/// What a provider knows of an object that is to be taken over.
public sealed interface ImportAnswer {
  /// @param object enough of it to read the rest; wholly known
  record Found(Prior object, List<Diagnostic> warnings) implements ImportAnswer {}

  /// There is no such object. Answered only for certain.
  record Absent() implements ImportAnswer {}

  /// It cannot be told now, the id is none, or objects of the type cannot be taken over.
  record Failed(List<Diagnostic> diagnostics) implements ImportAnswer {}
}
