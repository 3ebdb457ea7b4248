package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.state.InstanceState;

/// A run that has begun and not ended: a crash, a failure or a stop came in between. What is left
/// of it is planned again, and goes on under its approval if that covers it.
///
/// @param digest of the approved plan, which the run left on what it wrote
/// @param leaves what was approved
public record OpenRun(String digest, Leaves leaves) {
  /// No run is open.
  public static final OpenRun NONE = new OpenRun("", Leaves.NONE);

  boolean isNone() {
    return digest.isEmpty();
  }

  /// Why an object is still to be replaced, if that lay outside of it: [Reason#BY_TRIGGERS] or
  /// [Reason#BY_REQUEST]. What triggered the replacement has changed by now, and so triggers
  /// nothing in a new plan; a request must not be carried out twice. [Reason#NONE] if nothing is
  /// owed.
  ///
  /// @param instance with a current object
  /// @rule R-RTB-3
  /// @rule R-REPL-1
  Reason owedReplacement(InstanceAddress at, InstanceState instance) {
    var leaf = leaves.changes().get(ObjectRef.current(at));
    return leaf == null || instance.madeBy().equals(digest) ? Reason.NONE : leaf.forced();
  }
}
