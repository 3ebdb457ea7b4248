package io.keelson.provider.plugin.supervision;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// How long a call may take.
///
/// Most providers give up by themselves before. A call that never ends would hold its Stack for
/// ever, and a process that cannot be reached any more must be known to have ended some time.
///
/// @param longest until the process is asked to stop
public record CallLimit(Duration longest, Origin origin) {
  /// How long the process may still work on its calls after it was asked to stop, which ends all of
  /// them.
  public static final Duration GRACE = Duration.ofMinutes(2);

  /// How much longer a call may run that its provider has been told to end in time: the answer that
  /// it has done so says what became of the object.
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /// Who set it.
  public enum Origin {
    /// For every call.
    PROVIDER("a call has run", "limits.call of its Provider", "limits.call"),

    /// For this call alone, and less than that.
    RESOURCE(
        "a call has run", "the timeout that its resource declares for it", "lifecycle.timeouts"),

    /// The same, where the provider is told of it, and most end the call by themselves.
    TOLD(
        "a call has run",
        "the timeout that its resource declares for it, which its provider was told",
        "lifecycle.timeouts"),

    /// For a program that registers things: as long as it asks for nothing.
    SILENCE(
        "a program has registered nothing and not ended",
        "limits.call of its Provider",
        "limits.call");

    private final String what;
    private final String description;
    private final String field;

    Origin(String what, String description, String field) {
      this.what = what;
      this.description = description;
      this.field = field;
    }
  }

  /// @param since when the call began
  public boolean isOver(Instant now, Instant since) {
    var most = origin == Origin.TOLD ? longest.plus(PATIENCE) : longest;
    return Duration.between(since, now).compareTo(most) >= 0;
  }

  /// Why the process is asked to stop, as a clause.
  public String reason() {
    return origin.what + " for longer than " + shown() + ", " + origin.description;
  }

  /// Why it was ended, in sentences.
  public String end() {
    return origin.what.replaceFirst("a", "A").replace(" has ", " had ")
        + " for longer than "
        + shown()
        + ", "
        + origin.description
        + ", and went on when the process was asked to stop, so it was killed. Raise "
        + origin.field
        + " if such calls need more time.";
  }

  private String shown() {
    return longest.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
