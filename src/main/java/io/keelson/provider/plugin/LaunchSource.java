package io.keelson.provider.plugin;

import io.keelson.provider.plugin.process.Launch;
import java.util.Optional;

/// Tells how a program is to be started, with its environment as it is at the moment: credentials
/// in it may change.
public interface LaunchSource {
  /// What it says.
  sealed interface Answer {
    record Known(Launch launch) implements Answer {}

    /// @param why whole sentences: what of its environment is missing, and what to do
    record Missing(String why) implements Answer {}
  }

  Answer launch();

  /// Sees to it that the program is the one that was verified; asked before each start of a
  /// process. One that was not installed was not verified either.
  ///
  /// @return why it is not, in whole sentences; empty if it is
  default Optional<String> verify() {
    return Optional.empty();
  }
}
