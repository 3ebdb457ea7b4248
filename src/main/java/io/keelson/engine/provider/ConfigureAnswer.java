package io.keelson.engine.provider;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.List;

/// A provider that can be used, or why there is none.
public sealed interface ConfigureAnswer {
  record Ready(Provider provider, List<Diagnostic> warnings) implements ConfigureAnswer {}

  /// @param diagnostics at least one error; paths are those of the configuration
  record Refused(List<Diagnostic> diagnostics) implements ConfigureAnswer {}
}
