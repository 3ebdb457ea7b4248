package io.keelson.engine.config.load;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Import;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Reads the import statements of a stack. A resource that a refused one names is frozen: what was
/// meant to be taken over is not created.
///
/// @rule R-IMP-8
final class ImportLoader {
  private final ExpressionCompiler compiler;
  private final DeclaredTypes types;
  private final LinkedComponents linked;
  private final SortedMap<ResourceAddress, List<Import>> imports = new TreeMap<>();
  private final SortedSet<ResourceAddress> frozen = new TreeSet<>();
  private final Problems problems;

  /// @param types the names of the stack itself
  /// @param linked what is declared
  ImportLoader(
      ExpressionCompiler compiler,
      DeclaredTypes types,
      LinkedComponents linked,
      Problems problems) {
    this.compiler = compiler;
    this.linked = linked;
    this.problems = problems;
    this.types = types;
  }

  SortedMap<ResourceAddress, List<Import>> load(List<StackDeclaration.Import> written) {
    written.forEach(this::read);
    imports.keySet().removeAll(frozen);
    return imports;
  }

  /// The resources that refused statements name.
  SortedSet<ResourceAddress> frozen() {
    return frozen;
  }

  private void read(StackDeclaration.Import written) {
    ImportAddress to;
    try {
      to = ImportAddress.parse(written.to());
    } catch (IllegalArgumentException e) {
      var meant =
          ImportAddress.meant(written.to()).filter(each -> linked.declared(each).isPresent());
      meant.ifPresent(frozen::add);
      problems.add(
          Diagnostic.error(
                  Code.BAD_ADDRESS,
                  meant.map(Subject::of).orElse(Subject.stack()),
                  "Not an address",
                  e.getMessage() + ".")
              .at(written.path().attribute("to")));
      return;
    }
    var resource = to.resource();
    if (resource.mode() != ResourceAddress.Mode.MANAGED) problems.add(toNothing(written, resource));
    else if (linked.declared(resource).isPresent()) new Statement(written, to).compile();
    else problems.add(undeclared(written, resource));
  }

  private static Diagnostic toNothing(StackDeclaration.Import written, ResourceAddress resource) {
    boolean data = resource.mode() == ResourceAddress.Mode.DATA;
    return Diagnostic.error(
            Code.IMPORT,
            Subject.stack(),
            "Import to " + (data ? "a data source" : "an ephemeral resource"),
            resource
                + (data ? " is only read" : " is recorded nowhere")
                + ", so there is nothing to take over. Remove the import, or declare a managed"
                + " resource for the object.")
        .at(written.path().attribute("to"));
  }

  private static Diagnostic undeclared(StackDeclaration.Import written, ResourceAddress resource) {
    return Diagnostic.error(
            Code.IMPORT,
            Subject.of(resource),
            "Import target is not declared",
            "An object is to be taken over as "
                + written.to()
                + ", which nothing declares. Declare it as the object is, or take the"
                + " import out.")
        .at(written.path().attribute("to"));
  }

  /// A statement while it is read.
  private final class Statement {
    private final StackDeclaration.Import written;
    private final ImportAddress to;
    private final Subject subject;
    private final Problems own = problems.part();

    Statement(StackDeclaration.Import written, ImportAddress to) {
      this.written = written;
      this.to = to;
      this.subject = Subject.of(to.resource());
    }

    void compile() {
      var repetition = repetition();
      var names =
          repetition instanceof Repetition.ForEach(var collection)
              ? types.inForEach(collection.type())
              : types;
      var around = to.around().stream().map(each -> key(each, names)).toList();
      var key = key(to.key(), names);
      var statement =
          new Import(
              to.resource(), around, key, repetition, by(names), written.limit(), written.path());
      if (names(statement.references())) own.add(namesItself());
      if (!own.isEmpty()) frozen.add(to.resource());
      else imports.computeIfAbsent(to.resource(), _ -> new ArrayList<>()).add(statement);
    }

    private Import.By by(TypeScope names) {
      return switch (written.by()) {
        case StackDeclaration.Import.By.Id(var tree) ->
            new Import.By.Id(expression(tree, Types.STRING, names, "id"));
        case StackDeclaration.Import.By.Identity(var tree) ->
            new Import.By.Identity(expression(tree, Types.DYNAMIC, names, "identity"));
      };
    }

    private Optional<Expression> key(ImportAddress.Key key, TypeScope names) {
      return switch (key) {
        case ImportAddress.Key.Literal(var written) -> Import.written(written);
        case ImportAddress.Key.Written(var source) ->
            Optional.of(expression(Value.text("${" + source + "}"), Types.DYNAMIC, names, "to"));
      };
    }

    private Repetition repetition() {
      return written
          .forEach()
          .<Repetition>map(
              tree -> new Repetition.ForEach(expression(tree, Types.DYNAMIC, types, "forEach")))
          .orElseGet(Repetition.Single::new);
    }

    private Expression expression(Value tree, Type expected, TypeScope names, String attribute) {
      var place = new ExpressionCompiler.Place(subject, written.path().attribute(attribute));
      return switch (compiler.compile(tree, expected, names, place)) {
        case ExpressionCompiler.Compiled.Ok(var expression) -> expression;
        case ExpressionCompiler.Compiled.Failed(var found) -> {
          own.addAll(found);
          yield Expression.constant(Value.nothing(expected));
        }
      };
    }

    private boolean names(Collection<Reference> references) {
      return references.stream()
          .anyMatch(each -> each.root().equals(new Root.Resource(to.resource())));
    }

    private Diagnostic namesItself() {
      return Diagnostic.error(
              Code.SELF_REFERENCE,
              subject,
              "Import refers to its own target",
              "What is to be taken over is told by "
                  + to.resource()
                  + " itself, which has no value before that. Write it down.")
          .at(written.path());
    }
  }
}
