package io.keelson.provider.plugin.supervision;

/// One call that a process works on.
///
/// @param number counted from 1 in the life of the process
public record RunningCall<P extends ProgramProcess>(SupervisedProcess<P> process, long number) {}
