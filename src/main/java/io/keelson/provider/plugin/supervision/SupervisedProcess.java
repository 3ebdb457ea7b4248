package io.keelson.provider.plugin.supervision;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A process with the calls that it works on, and what its supervisor has decided about it.
///
/// @param <P> the process
public final class SupervisedProcess<P extends ProgramProcess> {
  /// Providers made with terraform-plugin-framework keep about 20 KiB of every call until they end,
  /// which is nothing in a process that lives for one command, and much in one that serves for
  /// days.
  private static final int MOST_CALLS = 3_000;

  private final P program;
  private final RunningCalls calls;
  private final Instant started;
  private volatile @Nullable String stopped;
  private volatile @Nullable String givenUp;
  private volatile boolean outdated;

  SupervisedProcess(P program, Instant now) {
    this.program = program;
    this.started = now;
    this.calls = new RunningCalls(now);
  }

  public P program() {
    return program;
  }

  RunningCalls calls() {
    return calls;
  }

  /// How the process came to its end, in sentences.
  public String end() {
    var why = givenUp;
    return why == null ? program.end() : why;
  }

  /// Ends the process in the middle of its calls.
  ///
  /// @param why in sentences
  void giveUp(String why) {
    givenUp = why;
    program.close();
  }

  public boolean isGivenUp() {
    return givenUp != null;
  }

  /// Calls that run are asked to come to an end.
  ///
  /// @param why a clause
  void stop(String why, Instant now) {
    stopped = why;
    calls.asked(now);
  }

  /// Why calls that run were asked to come to an end, as a clause; empty if they were not.
  public Optional<String> stopped() {
    return Optional.ofNullable(stopped);
  }

  /// Configures the process if the other one is configured.
  void configureLike(SupervisedProcess<P> other) throws Unusable {
    if (other.program.isConfigured()) program.configure();
  }

  /// Whether the process should be replaced after this call. If it is not, a later call says so
  /// again.
  static boolean isWornBy(RunningCall<?> call) {
    return call.number() % MOST_CALLS == 0;
  }

  /// Notes that the process may remember things about the real world that hold no longer.
  public void outdate() {
    outdated = true;
  }

  /// Whether the process is idle and may remember things that hold no longer, or was started before
  /// `oldest`.
  boolean isOutdated(Instant oldest) {
    return outdated && calls.count() == 0 || started.isBefore(oldest);
  }
}
