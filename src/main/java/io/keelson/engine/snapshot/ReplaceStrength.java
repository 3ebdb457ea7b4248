package io.keelson.engine.snapshot;

import io.keelson.engine.plan.ReplaceOrder;

/// Which leg of a resource's replacements comes first, and how strongly that is demanded.
///
/// @rule R-PUL-1
public enum ReplaceStrength {
  /// `createBeforeDestroy` is declared, here or for something that needs this.
  CREATE_FIRST(ReplaceOrder.CREATE_FIRST),
  /// The provider creates first where nothing is declared. Gives way where something has to be
  /// destroyed first.
  ///
  /// @rule R-PUL-5
  CREATE_FIRST_BY_DEFAULT(ReplaceOrder.CREATE_FIRST),
  DESTROY_FIRST_BY_DEFAULT(ReplaceOrder.DESTROY_FIRST),
  /// `deleteBeforeReplace` is declared. Nothing that needs this makes it create first.
  DESTROY_FIRST_REQUIRED(ReplaceOrder.DESTROY_FIRST);

  private final ReplaceOrder order;

  ReplaceStrength(ReplaceOrder order) {
    this.order = order;
  }

  /// The order, as long as nothing else demands another one.
  public ReplaceOrder order() {
    return order;
  }
}
