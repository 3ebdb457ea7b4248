package io.keelson.engine.provider;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.List;

/// Whether an unfinished create made its object.
public sealed interface FindAnswer {
  /// The object exists and was made by exactly the operation that was asked for.
  record Found(Prior object) implements FindAnswer {}

  /// The operation made nothing: it may be repeated.
  record Absent() implements FindAnswer {}

  /// The provider cannot tell now.
  record Failed(List<Diagnostic> diagnostics) implements FindAnswer {}
}
