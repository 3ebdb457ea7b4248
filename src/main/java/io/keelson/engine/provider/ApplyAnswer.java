package io.keelson.engine.provider;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.Completion;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;

/// The result of a call that can change the world.
public sealed interface ApplyAnswer {
  /// The provider answered.
  ///
  /// @param value the object as it is now, null of the type if there is none; empty if the provider
  ///   did not say
  /// @param identity what tells the object apart, to be stored with it
  /// @param completion whether the object is finished, where the provider tells that beside errors
  /// @param diagnostics errors mean that not everything was done
  record Returned(
      Optional<Value> value,
      Bytes privateData,
      Optional<RawState> identity,
      Completion completion,
      List<Diagnostic> diagnostics)
      implements ApplyAnswer {

    /// An object of which the provider does not tell more than its value.
    public Returned(
        Optional<Value> value,
        Bytes privateData,
        Optional<RawState> identity,
        List<Diagnostic> diagnostics) {
      this(value, privateData, identity, Completion.UNTOLD, diagnostics);
    }

    /// An object of a type that has no identities.
    public Returned(Optional<Value> value, Bytes privateData, List<Diagnostic> diagnostics) {
      this(value, privateData, Optional.empty(), diagnostics);
    }
  }

  /// The call never reached the provider's side: nothing happened, it may be sent again.
  record NotSent(Diagnostic why) implements ApplyAnswer {}

  /// Nobody knows whether the call had an effect. Its journal entry stays open.
  record OutcomeUnknown(Diagnostic why) implements ApplyAnswer {}
}
