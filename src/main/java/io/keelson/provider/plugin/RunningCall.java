package io.keelson.provider.plugin;

/// One call that a process works on.
///
/// @param number counted from 1 in the life of the process
record RunningCall(PluginProcess process, long number) {}
