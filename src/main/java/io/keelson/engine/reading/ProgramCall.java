package io.keelson.engine.reading;

import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Unexpected;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Programs;
import io.keelson.engine.program.Registrar;
import java.util.List;

/// Runs a program to its end, whatever that is: who waits for it always hears of it. What came to
/// it from a Secret stays secret.
///
/// @rule R-PRG-20
/// @rule R-SENS-11
public final class ProgramCall {
  private ProgramCall() {}

  /// What became of the run. What is thrown is a failure of the component.
  public static ProgramAnswer run(Programs programs, ProgramRequest request, Registrar registrar) {
    var secrets = new SecretInputs(request, registrar);
    try {
      return secrets.shown(programs.run(request, secrets));
    } catch (RuntimeException e) {
      return failed(request, e);
    } catch (Error e) {
      return failed(request, new IllegalStateException(e));
    }
  }

  private static ProgramAnswer failed(ProgramRequest request, RuntimeException e) {
    return new ProgramAnswer.Failed(List.of(Unexpected.told(Subject.of(request.at().path()), e)));
  }
}
