package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.Optional;

/// Whether the store has room for what is to be made of one instance. Asked before anything is done
/// to its object: what cannot be stored must not be made, and what cannot be made again must stay.
final class StoreCapacity {
  private final AppliedState applied;
  private final StateCodec codec;
  private final InstanceAddress at;
  private final Provider provider;
  private final Schema schema;

  StoreCapacity(ApplyRun run, InstanceAddress at, Provider provider, Schema schema) {
    this.applied = run.applied();
    this.codec = run.codec();
    this.at = at;
    this.provider = provider;
    this.schema = schema;
  }

  /// @param beside what is recorded while the planned object is made
  /// @param planned the planned object with its marks
  /// @param privateData what the provider planned beside the value
  /// @return why nothing may be done; empty if there is room
  Optional<Diagnostic> objection(InstanceState beside, Value planned, Bytes privateData) {
    var value = planned.unmark().value();
    var expected =
        new ObjectState(
            at.resource().type(),
            ObjectState.Status.READY,
            new RawState(schema.version(), codec.encode(foreseen(value), schema.type())),
            Sensitivity.paths(planned),
            privateData,
            Optional.empty(),
            ProviderKey.of(provider.name()),
            Declared.NONE.dependencies(),
            Declared.NONE.flags());
    return applied
        .objection(at, beside.withCurrent(expected), value.whollyKnown())
        .map(why -> tooLarge(at, why));
  }

  /// The value with null for everything that is not known yet.
  private static Value foreseen(Value planned) {
    if (planned.whollyKnown()) return planned;
    return switch (planned) {
      case Value.Unknown unknown -> Value.nothing(unknown.type());
      case Sequence sequence ->
          sequence.withElements(sequence.elements().stream().map(StoreCapacity::foreseen).toList());
      case Mapping mapping -> mapping.mapValues((_, each) -> foreseen(each));
      case Value.Null _, Value.Text _, Value.Num _, Value.Truth _ -> planned;
    };
  }

  static Diagnostic tooLarge(InstanceAddress at, String objection) {
    return Diagnostic.error(
        Code.STATE_TOO_LARGE,
        Subject.of(at),
        "The state would be too large to store",
        objection
            + " Nothing was done to the object. Split it, or move large content out of its"
            + " attributes.");
  }
}
