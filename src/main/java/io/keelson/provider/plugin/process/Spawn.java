package io.keelson.provider.plugin.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Starts processes. A program that was written a moment ago cannot be run as long as it is open
/// for writing anywhere, and each process that this one starts has its open files, too, until it
/// runs its own program. So a start that is refused for this is tried again.
final class Spawn {
  private static final int MOST_TRIES = 100;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /// The number that Linux gives the refusal, as the JDK tells it.
  private static final String BUSY = "error: 26 ";

  private Spawn() {}

  /// @throws IOException if the program cannot be started, or is still being written after a second
  static Process start(ProcessBuilder builder) throws IOException {
    return start(builder, () -> LockSupport.parkNanos(PAUSE_NANOS));
  }

  /// @param pause runs between two tries
  static Process start(ProcessBuilder builder, Runnable pause) throws IOException {
    for (int tries = 1; ; tries++)
      try {
        return builder.start();
      } catch (IOException e) {
        if (tries == MOST_TRIES || !String.valueOf(e.getMessage()).contains(BUSY)) throw e;
        pause.run();
      }
  }
}
