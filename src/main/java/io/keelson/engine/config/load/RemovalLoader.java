package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.Removals;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads the removal statements of a stack. A resource that a refused one names is frozen: what was
/// meant to be forgotten is not destroyed.
///
/// @rule R-REM-1
final class RemovalLoader {
  private final LinkedComponents linked;
  private final SortedMap<ResourceAddress, Boolean> resources = new TreeMap<>();
  private final SortedMap<ComponentPath, Boolean> components = new TreeMap<>();
  private final SortedSet<ResourceAddress> frozen = new TreeSet<>();
  private final SortedSet<ComponentPath> frozenComponents = new TreeSet<>();
  private final Problems problems;

  /// @param linked what is declared
  RemovalLoader(LinkedComponents linked, Problems problems) {
    this.linked = linked;
    this.problems = problems;
  }

  /// The usable statements, after reading.
  Removals removals() {
    resources.keySet().removeAll(frozen);
    components.keySet().removeAll(frozenComponents);
    return new Removals(resources, components);
  }

  /// The resources that refused statements name.
  SortedSet<ResourceAddress> frozen() {
    return frozen;
  }

  /// The components that refused statements name.
  SortedSet<ComponentPath> frozenComponents() {
    return frozenComponents;
  }

  /// Reads what the stack or a component says.
  ///
  /// @param scope whose statements these are
  void read(ComponentPath scope, ComponentDeclaration declared) {
    var written = declared.removals();
    for (int i = 0; i < written.size(); i++)
      new Statement(scope, written.get(i), AttributePath.of("removed").index(i)).read();
  }

  /// A statement while it is read.
  private final class Statement {
    private final Subject maker;
    private final ComponentPath scope;
    private final StackDeclaration.Removal written;
    private final AttributePath path;

    Statement(ComponentPath scope, StackDeclaration.Removal written, AttributePath path) {
      this.maker = Subject.stack().in(scope);
      this.scope = scope;
      this.written = written;
      this.path = path;
    }

    void read() {
      Target from;
      try {
        from = Target.parse(written.from());
      } catch (IllegalArgumentException e) {
        problems.add(
            Diagnostic.error(Code.BAD_ADDRESS, maker, "Not an address", e.getMessage() + ".")
                .at(path.attribute("from")));
        return;
      }
      from.block()
          .ifPresentOrElse(
              relative -> resource(from, relative.within(scope)),
              () -> component(from, scope.then(from.path())));
    }

    private void component(Target from, ComponentPath component) {
      var before = components.putIfAbsent(component, written.destroy());
      var problem = problem(from, before, Subject.of(component), linked.declares(component));
      if (problem.isEmpty()) return;
      problems.add(problem.get());
      frozenComponents.add(component);
    }

    private void resource(Target from, ResourceAddress resource) {
      var before = resources.putIfAbsent(resource, written.destroy());
      var problem =
          resource.mode() == ResourceAddress.Mode.MANAGED || !from.isWhole()
              ? problem(from, before, Subject.of(resource), linked.declared(resource).isPresent())
              : Optional.of(unrecorded(resource));
      if (problem.isEmpty()) return;
      problems.add(problem.get());
      frozen.add(resource);
    }

    private Diagnostic unrecorded(ResourceAddress resource) {
      boolean data = resource.mode() == ResourceAddress.Mode.DATA;
      return Diagnostic.error(
              Code.REMOVED,
              maker,
              data ? "Removal of a data source" : "Removal of an ephemeral resource",
              "Nothing is recorded of "
                  + resource
                  + (data
                      ? ", because a data source is only read. Remove the statement."
                      : ", because it is only opened and closed. Remove the statement."))
          .at(path.attribute("from"));
    }

    /// @param before what an earlier statement says of the same
    /// @param removed what is removed
    private Optional<Diagnostic> problem(
        Target from, @Nullable Boolean before, Subject removed, boolean declared) {
      var what = from.resource().isPresent() ? "resource" : "component";
      if (!from.isWhole())
        return Optional.of(
            Diagnostic.error(
                    Code.BAD_ADDRESS,
                    maker,
                    "Removal of a single instance",
                    from
                        + " has an instance key, but a removal is about a whole "
                        + what
                        + ". To let one instance go, take its key out of count or forEach, or set"
                        + " enabled to false.")
                .at(path.attribute("from")));
      if (declared)
        return Optional.of(
            Diagnostic.error(
                Code.REMOVED,
                removed,
                "Removed " + what + " is still declared",
                "The stack says that it is removed, and declares it all the same. Delete the"
                    + " declaration, or the removal."));
      if (before == null || before == written.destroy()) return Optional.empty();
      return Optional.of(
          Diagnostic.error(
                  Code.REMOVED,
                  maker,
                  "Removals contradict each other",
                  removed + " is to be destroyed and to be left alone. Keep one of the statements.")
              .at(path));
    }
  }
}
