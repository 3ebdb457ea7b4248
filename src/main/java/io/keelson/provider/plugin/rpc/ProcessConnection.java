package io.keelson.provider.plugin.rpc;

import java.time.Duration;

/// The connection to one provider process, of whatever protocol.
public interface ProcessConnection extends AutoCloseable {
  /// Asks the process to end, and waits for no longer than `patience`; it may go on nevertheless.
  void askToEnd(Duration patience);

  /// Whether a process that was asked to end needs to be told by a signal, too.
  default boolean needsSignal() {
    return false;
  }

  /// Ends the connection; calls that run end as lost.
  @Override
  void close();
}
