package io.keelson.expression.value;

import io.keelson.engine.diagnostic.Code;

/// A user's mistake in an expression, on its way to the place where it becomes a diagnostic. Never
/// leaves this package, and never holds a marked value.
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Code code;
  private final int at;
  private final String summary;
  private final String advice;

  /// @param at the position within the declared string
  /// @param summary short, and constant for its kind
  /// @param reason a sentence that names what is wrong
  /// @param advice what to do; may be empty
  public Problem(Code code, int at, String summary, String reason, String advice) {
    super(reason, null, false, false);
    this.code = code;
    this.at = at;
    this.summary = summary;
    this.advice = advice;
  }

  public static Problem expression(int at, String summary, String reason, String advice) {
    return new Problem(Code.EXPRESSION, at, summary, reason, advice);
  }

  public static Problem badReference(int at, String summary, String reason, String advice) {
    return new Problem(Code.BAD_REFERENCE, at, summary, reason, advice);
  }

  public Code code() {
    return code;
  }

  public int at() {
    return at;
  }

  public String summary() {
    return summary;
  }

  public String reason() {
    return String.valueOf(getMessage());
  }

  public String advice() {
    return advice;
  }
}
