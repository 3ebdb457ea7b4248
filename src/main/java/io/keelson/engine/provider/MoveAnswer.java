package io.keelson.engine.provider;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.List;

/// An object of another type in the schema of its new one, or why there is none.
public sealed interface MoveAnswer {
  /// @param object its value, private data and identity from now on; the stored ones count no more
  record Moved(Prior object, List<Diagnostic> warnings) implements MoveAnswer {}

  /// The provider cannot tell yet.
  record Deferred(Deferral deferral) implements MoveAnswer {}

  /// This provider takes over no objects of other types.
  record Unsupported() implements MoveAnswer {}

  /// The provider does not take over this object, or cannot tell now.
  record Failed(List<Diagnostic> diagnostics) implements MoveAnswer {}
}
