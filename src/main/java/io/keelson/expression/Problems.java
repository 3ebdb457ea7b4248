package io.keelson.expression;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Excerpt;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Depth;
import io.keelson.expression.value.Problem;

/// Makes diagnostics of problems: what happened, the source line with a caret, what to do.
final class Problems {
  private Problems() {}

  static Diagnostic diagnostic(
      Problem problem, String declared, Subject subject, AttributePath path) {
    var detail =
        sentence(problem.reason())
            + "\n"
            + Excerpt.of(declared, problem.at())
            + (problem.advice().isEmpty() ? "" : "\n" + problem.advice());
    return Diagnostic.error(problem.code(), subject, problem.summary(), detail).at(path);
  }

  /// @param declared the string that gave the value, or empty if the value was written out
  static Diagnostic wrongType(String reason, String declared, Subject subject, AttributePath path) {
    var source = declared.isEmpty() ? "" : "\n" + Excerpt.of(declared, 0);
    return Diagnostic.error(
            Code.INVALID_CONFIG,
            subject,
            "value of the wrong type",
            sentence(reason) + source + "\nGive this attribute a value of the type it takes.")
        .at(path);
  }

  /// @rule R-LIM-4
  static Diagnostic tooDeep(Place place) {
    return Diagnostic.error(
            Code.LIMIT,
            place.subject(),
            "Value too deep",
            "With what it refers to, " + Depth.TOO_DEEP + ".")
        .at(place.path());
  }

  /// @rule R-LIM-6
  static Diagnostic tooMuch(String why, Place place, AttributePath path) {
    return Diagnostic.error(Code.VALUES_TOO_LARGE, place.subject(), "Values too large", why)
        .at(path);
  }

  /// A mistake of ours, which must not bring down anything else. The exception's message may hold a
  /// value, so only its kind is told.
  static Diagnostic ours(Throwable bug, String declared, Subject subject, AttributePath path) {
    return Diagnostic.error(
            Code.EXPRESSION,
            subject,
            "expression cannot be evaluated",
            "Evaluation ended with %s, which is a mistake in Keelson.\n%s\nPlease report it; until then write the expression in another way."
                .formatted(bug.getClass().getSimpleName(), Excerpt.of(declared, 0)))
        .at(path);
  }

  private static String sentence(String reason) {
    return reason + ".";
  }
}
