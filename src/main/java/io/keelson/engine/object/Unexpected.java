package io.keelson.engine.object;

import static java.lang.System.Logger.Level.ERROR;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ProviderThrew;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What is told about an exception that nobody expected: whose fault it is, and where to report it.
/// Its message may hold a value, and any value may be secret, so neither people nor the log see it.
public final class Unexpected {
  private static final System.Logger LOG = System.getLogger(Unexpected.class.getName());
  private static final int MOST_CAUSES = 5;

  private Unexpected() {}

  /// What a provider threw is told as its fault, everything else as ours. Where it came from goes
  /// to the log.
  public static Diagnostic told(Subject subject, RuntimeException exception) {
    LOG.log(ERROR, () -> subject + ": " + trace(exception));
    return exception instanceof ProviderThrew threw
        ? ProviderFault.threw(subject, threw.provider(), Objects.requireNonNull(threw.getCause()))
        : Diagnostic.error(
            Code.INTERNAL,
            subject,
            "Internal error",
            "Keelson ended its work on this with "
                + exception.getClass().getSimpleName()
                + ". This is a bug of Keelson, neither of the declaration nor of a provider."
                + " Report it with the stack trace in the operator's log, which holds no values."
                + " What does not depend on this goes on.");
  }

  static String trace(Throwable exception) {
    return Stream.iterate(exception, Objects::nonNull, Throwable::getCause)
        .limit(MOST_CAUSES)
        .map(each ->
            Arrays.stream(each.getStackTrace())
                .map(frame -> "\n\tat " + frame)
                .collect(Collectors.joining("", each.getClass().getName(), "")))
        .collect(Collectors.joining("\ncaused by "));
  }
}
