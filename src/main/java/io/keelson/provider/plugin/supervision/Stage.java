package io.keelson.provider.plugin.supervision;

/// How far a program has to be for a call.
public enum Stage {
  /// It needs no configuration: validation, functions.
  STARTED,
  CONFIGURED
}
