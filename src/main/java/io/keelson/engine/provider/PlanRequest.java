package io.keelson.engine.provider;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Asks a provider to complete a proposal.
///
/// @param at which instance this is about, for messages and ownership
/// @param prior the object as it is; null of the type on create
/// @param proposed configuration merged over prior; null of the type on destroy
/// @param config what the user declared, with ignored changes taken out; null of the type on
///   destroy
/// @param privateData as last stored; empty on create. For the new object of a replacement, the
///   private data of the plan answer that asked for the replacement
/// @param identity as last stored; empty on create
/// @param ignored where others may change the object: what `config` and `proposed` hold there is
///   what the object has
/// @param approved while a plan is carried out, the private data of the change that was approved;
///   empty while planning
/// @param superseded as last stored of an object that the new one has nothing to do with, but whose
///   place it takes: it was not finished, or is in another system. Empty elsewhere
/// @param timeout for how long the call that carries it out may take; empty for the limit of all
///   calls
/// @rule R-PLAN-6
public record PlanRequest(
    String type,
    InstanceAddress at,
    Value prior,
    Unmarked proposed,
    Unmarked config,
    Bytes privateData,
    Optional<RawState> identity,
    List<PathPattern> ignored,
    Bytes approved,
    Bytes superseded,
    Optional<Duration> timeout) {

  /// While planning, without limits of its own.
  public PlanRequest(
      String type,
      InstanceAddress at,
      Value prior,
      Unmarked proposed,
      Unmarked config,
      Bytes privateData,
      Optional<RawState> identity,
      List<PathPattern> ignored) {
    this(
        type,
        at,
        prior,
        proposed,
        config,
        privateData,
        identity,
        ignored,
        Bytes.NONE,
        Bytes.NONE,
        Optional.empty());
  }
}
