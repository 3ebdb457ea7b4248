package io.keelson.cli.status;

/// Why a Stack is not watched any longer.
///
/// @param sentence for people
public record Ending(int exitCode, String sentence) {}
