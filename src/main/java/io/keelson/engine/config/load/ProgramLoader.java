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

  /// Why a component cannot be used: its provider has no such program, or cannot be asked.
  static Diagnostic unknown(Subject component, ComponentDeclaration.Program program) {
    return Diagnostic.error(
            Code.UNKNOWN_TYPE,
            component,
            "Unknown program",
            "The provider that program.providerConfigRef names has no component '"
                + program.type()
                + "', or cannot be asked. Nothing is planned for what is in the component."
                + " Correct program.type, or mend the provider.")
        .at(AttributePath.of("program").attribute("type"));
  }
}
