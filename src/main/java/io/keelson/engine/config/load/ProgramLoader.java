package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;

/// What is wrong with uses of components that are programs.
///
/// @rule R-PRG-20
final class ProgramLoader {
  private ProgramLoader() {}

  /// What a program registers is not known when transforms are laid over what is declared.
  static Diagnostic untransformed(Subject component) {
    return Diagnostic.error(
            Code.INVALID_CONFIG,
            component,
            "Transforms of a program",
            "Transforms change what is declared, and what is in this component is registered by a"
                + " program. Nothing is planned for it. Remove the transforms, and give the program"
                + " an input for what they set.")
        .at(AttributePath.of("transforms"));
  }

  /// Why a component cannot be used whose provider was asked.
  ///
  /// @param provider what its types begin with
  static Diagnostic unknown(
      Subject component, ComponentDeclaration.Program program, String provider) {
    return Diagnostic.error(
            Code.UNKNOWN_TYPE,
            component,
            "Unknown program",
            "The package '"
                + provider
                + "', which is that of program.providerConfigRef, has no component '"
                + program.type()
                + "'. Nothing is planned for what is in the component. Correct program.type: the"
                + " documentation of the package lists its components. A resource of the package"
                + " is declared as a Resource.")
        .at(AttributePath.of("program").attribute("type"));
  }

  /// Why it is not known what a component looks like.
  static Diagnostic unasked(Subject component, String provider) {
    return Diagnostic.error(
            Code.BROKEN_REFERENCE,
            component,
            "Its provider cannot be used",
            "No provider configuration of the package '"
                + provider
                + "' can be used in the stack, so the package cannot be asked for its components."
                + " Each configuration says why. Until one can be used nothing is planned for what"
                + " is in the component.")
        .at(AttributePath.of("program").attribute("providerConfigRef"));
  }
}
