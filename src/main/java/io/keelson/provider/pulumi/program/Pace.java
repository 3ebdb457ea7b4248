package io.keelson.provider.pulumi.program;

/// How a running program gets on, for whoever decides how long it may run.
public interface Pace {
  /// The program waits for an answer of this host.
  void waits();

  /// It got that answer.
  void goesOn();

  /// It is not to run any more.
  ///
  /// @param why in sentences
  void giveUp(String why);
}
