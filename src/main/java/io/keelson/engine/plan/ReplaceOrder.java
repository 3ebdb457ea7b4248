package io.keelson.engine.plan;

/// Which leg of a replacement comes first.
public enum ReplaceOrder {
  DESTROY_FIRST,
  CREATE_FIRST,
  /// The old object is not destroyed: its record is dropped, then the new one is made.
  ///
  /// @rule R-PD-8
  FORGET_FIRST
}
