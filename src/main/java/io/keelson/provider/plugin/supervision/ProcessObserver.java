package io.keelson.provider.plugin.supervision;

/// Is told of the processes of a host.
public interface ProcessObserver {
  ProcessObserver NONE =
      new ProcessObserver() {
        @Override
        public void started(String source, Reason reason) {}

        @Override
        public void ended(String source) {}
      };

  /// Why a process was started.
  enum Reason {
    /// Something was to be asked, and none was there.
    NEEDED,
    /// The one before has failed, or ended by itself.
    FAILED,
    /// The one before had answered many calls.
    WORN
  }

  /// A process is ready.
  ///
  /// @param source of its provider
  void started(String source, Reason reason);

  /// A process that was ready has ended.
  void ended(String source);
}
