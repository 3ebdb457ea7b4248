package io.keelson.provider.plugin.supervision;

/// Starts processes of one program.
///
/// @param <P> the processes
@FunctionalInterface
public interface ProcessStart<P extends ProgramProcess> {
  /// A new process that can be asked what needs no configuration.
  ///
  /// @throws Unusable if it does not get so far; then no process is left
  P start() throws Unusable;
}
