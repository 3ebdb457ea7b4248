package io.keelson.provider.plugin.supervision;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.List;

/// There is no process that could be asked: it did not start, or refused its configuration. Nothing
/// was sent.
public final class Unusable extends Exception {
  private static final long serialVersionUID = 1L;
  private final transient List<Diagnostic> diagnostics;

  /// @param diagnostics at least one error
  public Unusable(List<Diagnostic> diagnostics) {
    super(diagnostics.isEmpty() ? "" : diagnostics.getFirst().summary());
    this.diagnostics = List.copyOf(diagnostics);
  }

  public List<Diagnostic> diagnostics() {
    return diagnostics;
  }
}
