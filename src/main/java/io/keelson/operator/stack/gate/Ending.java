package io.keelson.operator.stack.gate;

/// What is being deleted.
public enum Ending {
  NONE,
  STACK,
  /// The Stack with its namespace, in which nothing can be made any more.
  NAMESPACE
}
