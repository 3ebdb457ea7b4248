package io.keelson.provider.plugin.supervision;

import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The calls that one process works on, and what is to be done about those that take too long.
final class RunningCalls {
  private final ReentrantLock lock = new ReentrantLock();

  /// By its number.
  private final NavigableMap<Long, Timed> calls = new TreeMap<>();

  private long entered;
  private boolean retired;
  private Instant last;
  private @Nullable Instant asked;

  /// @param waits for this host, during which its time stands still
  private record Timed(Instant began, CallLimit limit, boolean waits) {
    boolean isLate(Instant now) {
      return !waits && limit.isOver(now, began);
    }
  }

  /// What is to be done about the process.
  sealed interface Measure {
    record None() implements Measure {}

    /// A call is over its own limit, and others are not: those may finish, and the process gets no
    /// new calls.
    record Retire() implements Measure {}

    /// All its calls are asked to come to an end.
    record Stop(CallLimit limit) implements Measure {}

    /// The process is ended, because its calls did not come to an end in time after they were asked
    /// to.
    record End(CallLimit limit) implements Measure {}
  }

  RunningCalls(Instant now) {
    this.last = now;
  }

  /// @return the number of the call, from 1
  long enter(Instant now, CallLimit limit) {
    lock.lock();
    try {
      entered++;
      calls.put(entered, new Timed(now, limit, false));
      return entered;
    } finally {
      lock.unlock();
    }
  }

  /// Starts the time of a call anew, because it has only waited until now.
  void begin(long number, Instant now) {
    lock.lock();
    try {
      calls.computeIfPresent(number, (_, call) -> new Timed(now, call.limit(), false));
    } finally {
      lock.unlock();
    }
  }

  /// The time of a call stands still until it begins anew.
  void pause(long number) {
    lock.lock();
    try {
      calls.computeIfPresent(number, (_, call) -> new Timed(call.began(), call.limit(), true));
    } finally {
      lock.unlock();
    }
  }

  /// @return whether it was the last call of a process that is not needed any more
  boolean leave(long number, Instant now) {
    lock.lock();
    try {
      calls.remove(number);
      last = now;
      return retired && calls.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /// No call gets to the process any more.
  ///
  /// @return whether no call runs, so that it can be ended now
  boolean retire() {
    lock.lock();
    try {
      boolean first = !retired;
      retired = true;
      return first && calls.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  int count() {
    lock.lock();
    try {
      return calls.size();
    } finally {
      lock.unlock();
    }
  }

  /// Whether no call runs, and none did since then.
  boolean isIdle(Instant since) {
    lock.lock();
    try {
      return calls.isEmpty() && last.isBefore(since);
    } finally {
      lock.unlock();
    }
  }

  /// Notes that the calls which run were asked to come to an end.
  void asked(Instant now) {
    lock.lock();
    try {
      asked = now;
    } finally {
      lock.unlock();
    }
  }

  /// Decides what to do about late calls. A call that is over its own limit alone must not end the
  /// others; a call that is over the limit of all calls ends the process with all of them.
  ///
  /// @rule R-PUL-40
  Measure measure(Instant now) {
    lock.lock();
    try {
      var late =
          calls.values().stream().filter(call -> call.isLate(now)).map(Timed::limit).toList();
      if (late.isEmpty()) return new Measure.None();
      if (asked != null)
        return asked.plus(CallLimit.GRACE).isAfter(now)
            ? new Measure.None()
            : new Measure.End(worst(late));
      boolean stops =
          late.size() == calls.size() || worst(late).origin() == CallLimit.Origin.PROVIDER;
      return stops ? new Measure.Stop(worst(late)) : new Measure.Retire();
    } finally {
      lock.unlock();
    }
  }

  private static CallLimit worst(List<CallLimit> late) {
    return late.stream()
        .filter(limit -> limit.origin() == CallLimit.Origin.PROVIDER)
        .findFirst()
        .orElseGet(late::getFirst);
  }
}
