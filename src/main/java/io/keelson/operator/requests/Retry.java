package io.keelson.operator.requests;

import io.keelson.operator.status.Report;
import io.keelson.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Pauses before the same thing is tried again; a changed declaration is tried at once.
public final class Retry {
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(5));

  private Map<String, String> members = Map.of();
  private Instant notBefore = Instant.EPOCH;
  private int failures;
  private Optional<Report> last = Optional.empty();

  /// When to go on, or empty if nothing forbids it now.
  public Optional<Instant> pause(Map<String, String> declared, Instant now) {
    return declared.equals(members) && now.isBefore(notBefore)
        ? Optional.of(notBefore)
        : Optional.empty();
  }

  /// @return when it is tried again
  public Instant failed(Map<String, String> declared, Instant now) {
    failures = declared.equals(members) ? failures + 1 : 1;
    members = Map.copyOf(declared);
    notBefore = now.plus(BACKOFF.after(failures));
    last = Optional.empty();
    return notBefore;
  }

  /// What was said about the failure; it goes on being said during the pause.
  public Report tell(Report report) {
    last = Optional.of(report);
    return report;
  }

  public Optional<Report> report() {
    return last;
  }

  /// Ends the pause, as somebody asks for another attempt. When that fails as well, the pause is
  /// longer all the same.
  public void goOn() {
    notBefore = Instant.EPOCH;
  }

  public void succeeded() {
    failures = 0;
    notBefore = Instant.EPOCH;
  }
}
