package io.keelson.provider.plugin.supervision;

import java.time.Duration;

/// A process of a provider program, as its protocol has it.
public interface ProgramProcess extends AutoCloseable {
  boolean isAlive();

  /// Has something done when the process has ended, or at once if it has.
  void whenEnded(Runnable task);

  /// How the process came to its end, in sentences.
  String end();

  /// Configures the program, unless it is.
  ///
  /// @throws Unusable if it refuses; it is not asked again in this process
  void configure() throws Unusable;

  /// Whether the program is configured. Waits while it is being configured.
  boolean isConfigured();

  /// Asks the calls that run to come to an end.
  void askToStop(Duration patience);

  /// Ends the process; calls that run are lost.
  @Override
  void close();
}
