package io.keelson.engine.planning.program;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.RegistrationAnswer;
import java.util.concurrent.CompletableFuture;

/// What happens in the run of a program while a plan is made.
sealed interface ProgramEvent {
  /// The address of the run.
  InstanceAddress run();

  /// @param run the address of the run
  /// @param answer what the program waits for
  record Registers(
      InstanceAddress run, Registration registration, CompletableFuture<RegistrationAnswer> answer)
      implements ProgramEvent {}

  record Ended(InstanceAddress run, ProgramAnswer answer) implements ProgramEvent {}
}
