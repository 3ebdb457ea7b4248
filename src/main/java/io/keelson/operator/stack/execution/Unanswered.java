package io.keelson.operator.stack.execution;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.stack.plan.Planned;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Keeps back the plan of a part while the rest could not be asked about for a moment, such as
/// during a restart of the API server: the plan of the whole takes its place at once, so that
/// somebody would approve the part in vain. After a while the part goes on without the rest.
public final class Unanswered {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Optional<Instant> since = Optional.empty();

  /// The question without an answer that the plan waits for; empty if it waits for none. The rest
  /// of an open run is approved already, and does not wait.
  public Optional<Diagnostic> question(Planned planned, Instant now) {
    var question =
        planned.diagnostics().stream().filter(each -> each.code() == Code.NO_ANSWER).findFirst();
    since = question.map(_ -> since.orElse(now));
    boolean waits =
        planned.openRun().isNone()
            && since.filter(begin -> now.isBefore(begin.plus(PATIENCE))).isPresent();
    return question.filter(_ -> waits);
  }
}
