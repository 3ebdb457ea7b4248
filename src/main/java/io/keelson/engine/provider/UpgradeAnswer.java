package io.keelson.engine.provider;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Value;
import java.util.List;

/// A stored state in the current schema, or why there is none.
public sealed interface UpgradeAnswer {
  record Upgraded(Value value, List<Diagnostic> warnings) implements UpgradeAnswer {}

  /// The provider cannot tell yet.
  record Deferred(Deferral deferral) implements UpgradeAnswer {}

  record Failed(List<Diagnostic> diagnostics) implements UpgradeAnswer {}
}
