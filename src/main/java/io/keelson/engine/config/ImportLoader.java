package io.keelson.engine.config;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Reads the import statements of a stack. A resource that a refused one names is frozen: what was
/// meant to be taken over is not created.
///
/// @rule R-IMP-8
final class ImportLoader {
  private final ExpressionCompiler compiler;
  private final TypeScope types;
  private final Predicate<ResourceAddress> declared;
  private final SortedMap<InstanceAddress, Import> imports = new TreeMap<>();
  private final SortedSet<ResourceAddress> frozen = new TreeSet<>();
  private final List<Diagnostic> problems = new ArrayList<>();

  ImportLoader(ExpressionCompiler compiler, TypeScope types, Predicate<ResourceAddress> declared) {
    this.compiler = compiler;
    this.types = types;
    this.declared = declared;
  }

  SortedMap<InstanceAddress, Import> load(List<StackDeclaration.Import> written) {
    for (int i = 0; i < written.size(); i++)
      read(written.get(i), AttributePath.of("imports").index(i));
    imports.keySet().removeIf(each -> frozen.contains(each.resource()));
    return imports;
  }

  List<Diagnostic> problems() {
    return problems;
  }

  /// The resources that refused statements name.
  SortedSet<ResourceAddress> frozen() {
    return frozen;
  }

  private void read(StackDeclaration.Import written, AttributePath path) {
    InstanceAddress to;
    try {
      to = InstanceAddress.parse(written.to());
    } catch (IllegalArgumentException e) {
      problems.add(
          Diagnostic.error(
                  Code.BAD_ADDRESS, Subject.stack(), "Not an address", e.getMessage() + ".")
              .at(path.attribute("to")));
      return;
    }
    if (to.resource().mode() == ResourceAddress.Mode.DATA)
      problems.add(
          Diagnostic.error(
                  Code.IMPORT,
                  Subject.stack(),
                  "Import to a data source",
                  to
                      + " is only read, so there is nothing to take over. Remove the import, or"
                      + " declare a managed resource for the object.")
              .at(path.attribute("to")));
    else if (!declared.test(to.resource()))
      problems.add(
          Diagnostic.error(
                  Code.IMPORT,
                  Subject.of(to),
                  "Import target is not declared",
                  "An object is to be taken over as "
                      + to
                      + ", which nothing declares. Declare it as the object is, or take the import"
                      + " out.")
              .at(path.attribute("to")));
    else compile(written, to, path);
  }

  private void compile(StackDeclaration.Import written, InstanceAddress to, AttributePath path) {
    var place = new ExpressionCompiler.Place(Subject.of(to.resource()), path.attribute("id"));
    switch (compiler.compile(written.id(), Types.STRING, types, place)) {
      case ExpressionCompiler.Compiled.Failed(var found) -> refuse(to, found);
      case ExpressionCompiler.Compiled.Ok(var id) -> {
        if (names(id, to.resource())) refuse(to, List.of(namesItself(to, path)));
        else if (imports.putIfAbsent(to, new Import(to, id)) != null)
          refuse(to, List.of(twice(to, path)));
      }
    }
  }

  private static boolean names(Expression id, ResourceAddress resource) {
    return id.references().stream()
        .anyMatch(
            each -> each.root() instanceof Root.Resource(var named) && named.equals(resource));
  }

  private void refuse(InstanceAddress to, List<Diagnostic> why) {
    problems.addAll(why);
    frozen.add(to.resource());
  }

  private static Diagnostic namesItself(InstanceAddress to, AttributePath path) {
    return Diagnostic.error(
            Code.SELF_REFERENCE,
            Subject.of(to),
            "Import refers to its own target",
            "The id of the object to take over comes from "
                + to.resource()
                + " itself, which has no value before that. Write the id down.")
        .at(path.attribute("id"));
  }

  /// @rule R-IMP-5
  private static Diagnostic twice(InstanceAddress to, AttributePath path) {
    return Diagnostic.error(
            Code.DUPLICATE,
            Subject.of(to),
            "Imported more than once",
            "Several imports have this target. Nothing is planned for it until all but one are"
                + " removed.")
        .at(path.attribute("to"));
  }
}
