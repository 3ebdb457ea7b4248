package io.keelson.expression.value;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.List;

/// A provider could not be asked for its function, on its way out of an evaluation. No function of
/// the language may catch it: with the provider there, the result would be another one.
public final class CallFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Diagnostic> diagnostics;
  private final boolean sensitive;
  private final int at;

  /// @param name of the function
  /// @param diagnostics what happened, without a place
  /// @param sensitive whether an argument is, so that nobody may see what the provider said last
  /// @param at where the call stands in the declared string
  public CallFailure(String name, List<Diagnostic> diagnostics, boolean sensitive, int at) {
    super(name + " has no result", null, false, false);
    this.diagnostics = diagnostics;
    this.sensitive = sensitive;
    this.at = at;
  }

  /// One problem for each diagnostic.
  public List<Problem> problems() {
    return diagnostics.stream().filter(Diagnostic::isError).map(this::problem).toList();
  }

  private Problem problem(Diagnostic diagnostic) {
    var detail =
        sensitive
            ? "what the provider said is not told, because an argument is sensitive"
            : diagnostic.detail();
    return new Problem(
        diagnostic.code(), at, diagnostic.summary(), getMessage() + ": " + detail, "");
  }
}
