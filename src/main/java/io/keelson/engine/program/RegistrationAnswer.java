package io.keelson.engine.program;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Value;
import java.util.Optional;

/// What a program is told of something that it has registered.
public sealed interface RegistrationAnswer {
  /// It is planned, or it is as it was registered.
  ///
  /// @param at its address, under which others may need it; empty for the result of a function
  /// @param object its attributes; unknown where they cannot be told yet, marked where they are
  ///   secret. Of a program, its outputs
  record Made(Optional<ResourceAddress> at, Value object) implements RegistrationAnswer {}

  /// It is not, and what needs it cannot be either.
  ///
  /// @param why in one sentence, without secrets: it reaches the program
  record Failed(String why) implements RegistrationAnswer {}
}
