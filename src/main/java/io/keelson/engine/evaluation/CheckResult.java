package io.keelson.engine.evaluation;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What checking conditions came to.
///
/// @param diagnostics what does not hold, and what could not be told about it
public record CheckResult(Status status, List<Diagnostic> diagnostics) {
  /// In order of weight: of several, the last one counts.
  ///
  /// @rule R-COND-10
  public enum Status {
    PASS,
    /// It depends on values that are only known after apply.
    UNKNOWN,
    FAIL,
    /// It could not be evaluated.
    ERROR
  }

  static final CheckResult PASSED = new CheckResult(Status.PASS, List.of());

  public CheckResult {
    diagnostics = Collections.unmodifiableList(new ArrayList<>(diagnostics));
  }

  /// Whether something does not hold, or could not be evaluated.
  public boolean failed() {
    return status.compareTo(Status.UNKNOWN) > 0;
  }

  /// Both together.
  public CheckResult and(CheckResult other) {
    var all = new ArrayList<>(diagnostics);
    all.addAll(other.diagnostics);
    return new CheckResult(worse(status, other.status), all);
  }

  public static Status worse(Status one, Status two) {
    return one.compareTo(two) > 0 ? one : two;
  }
}
