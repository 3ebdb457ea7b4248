package io.keelson.expression.value;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.List;

/// What an expression refers to could not be made, on its way out of an evaluation. No function of
/// the language may catch it: the mistake is somewhere else, and has its own diagnostics.
public final class ScopeFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Diagnostic> diagnostics;

  public ScopeFailure(List<Diagnostic> diagnostics) {
    super("a reference has no value", null, false, false);
    this.diagnostics = diagnostics;
  }

  public List<Diagnostic> diagnostics() {
    return diagnostics;
  }
}
