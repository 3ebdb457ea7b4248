package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Step;

/// The end of an object that goes with another one: its record is dropped.
///
/// @param container see [Change#goesWith]
/// @param replaced whether the object has a successor
/// @param last whether the successor is made before
record DepartureLeg(
    Step step, InstanceAddress at, Target container, boolean replaced, boolean last) {
  /// Whether its successor is made after it.
  boolean goesFirst() {
    return replaced && !last;
  }
}
