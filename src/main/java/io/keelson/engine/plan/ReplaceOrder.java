package io.keelson.engine.plan;

/// Which leg of a replacement comes first.
public enum ReplaceOrder {
  DESTROY_FIRST,
  CREATE_FIRST
}
