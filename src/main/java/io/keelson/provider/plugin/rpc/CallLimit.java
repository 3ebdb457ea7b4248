package io.keelson.provider.plugin.rpc;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// How long a call may take.
///
/// Most providers give up by themselves before. A call that never ends would hold its Stack for
/// ever, and a process that cannot be reached any more must be known to have ended some time.
///
/// @param longest until the process is asked to stop
public record CallLimit(Duration longest) {
  /// What the process has left then for its calls, all of which the request to stop ends.
  private static final Duration GRACE = Duration.ofMinutes(2);

  /// What is to be done about a process.
  public enum Measure {
    NONE,
    STOP,
    END
  }

  /// @param since when the oldest of its calls began
  public Measure at(Instant now, Instant since) {
    var spent = Duration.between(since, now);
    if (spent.compareTo(longest) < 0) return Measure.NONE;
    return spent.compareTo(longest.plus(GRACE)) < 0 ? Measure.STOP : Measure.END;
  }

  /// Why it is asked to stop, as a clause.
  public String reason() {
    return "a call has run for longer than " + shown() + ", limits.call of its Provider";
  }

  /// Why it was ended, in sentences.
  public String end() {
    return "A call had run for longer than "
        + shown()
        + ", limits.call of its Provider, and went on when the process was asked to stop, so it was"
        + " killed. Raise limits.call if such calls need more time.";
  }

  private String shown() {
    return longest.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
