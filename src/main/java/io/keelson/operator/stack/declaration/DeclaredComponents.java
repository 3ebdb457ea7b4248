package io.keelson.operator.stack.declaration;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.stack.context.ComponentSource.Resolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Turns the Components of a Stack into declarations of the engine.
final class DeclaredComponents {
  private final List<ComponentDeclaration.Component> declared = new ArrayList<>();
  private final SortedSet<ComponentPath> frozen = new TreeSet<>();
  private final DeclaredParts parts = new DeclaredParts();
  private final List<Diagnostic> problems = parts.problems();

  private final DeclaredPrograms programs;

  private DeclaredComponents(ProviderConfigs configs) {
    this.programs = new DeclaredPrograms(configs);
  }

  /// @param frozen the Components that cannot be used: everything that is recorded in them is left
  ///   alone
  record Read(
      List<ComponentDeclaration.Component> declared,
      SortedSet<ComponentPath> frozen,
      List<Diagnostic> problems) {
    /// The names of the Components that cannot be used.
    List<String> unusable() {
      return frozen.stream().map(each -> each.names().getLast()).toList();
    }
  }

  /// @param configs the ProviderConfigs of the Stack
  static Read read(UsedComponents used, ProviderConfigs configs) {
    var reading = new DeclaredComponents(configs);
    used.uses().forEach(reading::use);
    // If two Components have one name and one cannot be used, neither is.
    reading.declared.removeIf(
        each -> reading.frozen.contains(ComponentPath.ROOT.component(each.name())));
    return new Read(reading.declared, reading.frozen, reading.problems);
  }

  private void use(UsedComponents.Use use) {
    int before = problems.size();
    var component = use.component();
    var subject = Subject.of(use.path());
    LeftOut.why(component)
        .ifPresent(why ->
            problem(Code.LIMIT, subject, "Too much is declared", why, AttributePath.of("inputs")));
    Optional<ComponentDeclaration.Component> read = Optional.empty();
    switch (use.uses()) {
      case UsedComponents.Uses.Revision(var resolution) -> read = used(use, resolution, subject);
      case UsedComponents.Uses.Program(var program) -> {
        programs.problem(component, program, subject).ifPresent(problems::add);
        read =
            programs
                .declaration(component, program)
                .map(each ->
                    parts.component(
                        use.path(),
                        component.getSpec(),
                        each,
                        programs.providers(component, program)));
      }
      case UsedComponents.Uses.Both _ -> problems.add(DeclaredPrograms.both(subject));
      case UsedComponents.Uses.Nothing _ -> problems.add(DeclaredPrograms.nothing(subject));
    }
    // The loader reports two Components of one name, and freezes both.
    if (problems.size() == before) read.ifPresent(declared::add);
    else frozen.add(use.path());
  }

  private Optional<ComponentDeclaration.Component> used(
      UsedComponents.Use use, Resolution resolution, Subject subject) {
    switch (resolution) {
      case Resolution.Found found -> {
        return Optional.of(component(use.component(), use.path(), found.declaration()));
      }
      case Resolution.NotFound(var why) ->
          problem(
              Code.NO_DEFINITION,
              subject,
              "No such definition",
              why,
              AttributePath.of("definition"));
      case Resolution.NoSuchVersion(var why) ->
          problem(Code.NO_VERSION, subject, "No such version", why, AttributePath.of("definition"));
    }
    return Optional.empty();
  }

  private ComponentDeclaration.Component component(
      Component component, ComponentPath path, ComponentDeclaration definition) {
    return parts.component(path, component.getSpec(), definition, providers(component));
  }

  /// What a Component says about slots, as the engine calls configurations.
  static SortedMap<String, String> providers(Component component) {
    var filled = new TreeMap<String, String>();
    ConfigName.of(component)
        .forEach(
            (slot, config) -> filled.put(slot, config.in(component.getMetadata().getNamespace())));
    return filled;
  }

  private void problem(
      Code code, Subject subject, String summary, String detail, AttributePath path) {
    problems.add(Diagnostic.error(code, subject, summary, detail).at(path));
  }
}
