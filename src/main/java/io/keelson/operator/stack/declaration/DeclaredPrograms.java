package io.keelson.operator.stack.declaration;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ComponentDeclaration.Slot;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentSpec.ProgramRef;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Turns Components whose inside is said by a program into declarations of the engine: a slot for
/// the provider of the program, and an optional one for each package that the Component names.
///
/// @param configs the ProviderConfigs of the Stack
/// @rule R-PRG-20
/// @rule R-PRG-25
record DeclaredPrograms(ProviderConfigs configs) {
  private static final AttributePath PROGRAM = AttributePath.of("program");
  private static final AttributePath PROVIDERS = AttributePath.of("providers");

  /// The slot of the program's own provider. No package has a dot in its name.
  static final String OWN = "program.providerConfigRef";

  /// What a use of the program declares; empty if it is not known what its provider is.
  Optional<ComponentDeclaration> declaration(Component component, ProgramRef program) {
    return typeOf(component, program)
        .map(type -> {
          var slots = new TreeMap<String, Slot>();
          ConfigName.of(component)
              .keySet()
              .forEach(each -> slots.put(each, new Slot(prefix(each), true)));
          slots.put(OWN, new Slot(type, false));
          return ComponentDeclaration.of(
              new ComponentDeclaration.Program(OWN, program.type), slots);
        });
  }

  /// The provider configurations for the slots.
  SortedMap<String, String> providers(Component component, ProgramRef program) {
    var filled = DeclaredComponents.providers(component);
    filled.put(OWN, name(component, program));
    return filled;
  }

  /// Why the program cannot be used.
  Optional<Diagnostic> problem(Component component, ProgramRef program, Subject subject) {
    var name = name(component, program);
    var declared = configs.declared().get(name);
    if (declared == null)
      return Optional.of(
          undeclared(subject, name, "whose provider would have the program")
              .at(PROGRAM.attribute("providerConfigRef")));
    var type = typeOf(component, program);
    if (type.isEmpty() || declared.problem().isPresent())
      return Optional.of(waiting(subject, name).at(PROGRAM.attribute("providerConfigRef")));
    return ConfigName.of(component).keySet().stream()
        .filter(each -> prefix(each).equals(type.get()))
        .findFirst()
        .map(each -> twice(subject, each).at(PROVIDERS.key(each)))
        .or(() -> unfilled(component, subject));
  }

  /// Nobody else would tell that a package has a ProviderConfig that is not there: whether the
  /// program registers something of it is not known.
  private Optional<Diagnostic> unfilled(Component component, Subject subject) {
    return DeclaredComponents.providers(component).entrySet().stream()
        .filter(each -> !configs.declared().containsKey(each.getValue()))
        .findFirst()
        .map(each ->
            undeclared(
                    subject, each.getValue(), "which is to be that of the package " + each.getKey())
                .at(PROVIDERS.key(each.getKey())));
  }

  private Optional<String> typeOf(Component component, ProgramRef program) {
    return Optional.ofNullable(configs.types().get(name(component, program)));
  }

  private static String name(Component component, ProgramRef program) {
    return ConfigName.of(component, program).in(component.getMetadata().getNamespace());
  }

  /// What the types of a package begin with.
  private static String prefix(String packageName) {
    return packageName.replace('-', '_');
  }

  private Diagnostic undeclared(Subject subject, String name, String wanted) {
    var nearest = Nearest.advice(name, configs.declared().keySet());
    return Diagnostic.error(
        Code.UNDECLARED,
        subject,
        "Undeclared provider configuration",
        "There is no ProviderConfig '%s', %s. %s"
            .formatted(
                name, wanted, nearest.isEmpty() ? "Create it, or name another one." : nearest));
  }

  private static Diagnostic waiting(Subject subject, String name) {
    return Diagnostic.error(
        Code.BROKEN_REFERENCE,
        subject,
        "Its provider cannot be used",
        "The provider configuration '%s' has a problem of its own, which is told there. Until it is solved nothing is planned for what is in this component."
            .formatted(name));
  }

  private static Diagnostic twice(Subject subject, String packageName) {
    return Diagnostic.error(
        Code.INVALID_CONFIG,
        subject,
        "Package of the program itself",
        "The program is of the package '%s', for which program.providerConfigRef names the ProviderConfig already. Remove it from providers."
            .formatted(packageName));
  }

  /// What a Component with a definition and a program is told. The API server lets none through.
  static Diagnostic both(Subject subject) {
    return Diagnostic.error(
            Code.INVALID_CONFIG,
            subject,
            "Definition and program",
            "Both say what is in the component. Keep one of them.")
        .at(PROGRAM);
  }

  /// What a Component with neither is told.
  static Diagnostic nothing(Subject subject) {
    return Diagnostic.error(
        Code.INVALID_CONFIG,
        subject,
        "Neither definition nor program",
        "Nothing says what is in the component. Name a ComponentDefinition in definition, or a"
            + " component of a provider in program.");
  }
}
