package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Removal;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Reads the removal statements of a stack. A resource that a refused one names is frozen: what was
/// meant to be forgotten is not destroyed.
///
/// @rule R-REM-1
final class RemovalLoader {
  private final Predicate<ResourceAddress> declared;
  private final SortedMap<ResourceAddress, Removal> removals = new TreeMap<>();
  private final SortedSet<ResourceAddress> frozen = new TreeSet<>();
  private final List<Diagnostic> problems = new ArrayList<>();

  RemovalLoader(Predicate<ResourceAddress> declared) {
    this.declared = declared;
  }

  SortedMap<ResourceAddress, Removal> load(List<StackDeclaration.Removal> written) {
    for (int i = 0; i < written.size(); i++)
      read(written.get(i), AttributePath.of("removed").index(i));
    removals.keySet().removeAll(frozen);
    return removals;
  }

  List<Diagnostic> problems() {
    return problems;
  }

  /// The resources that refused statements name.
  SortedSet<ResourceAddress> frozen() {
    return frozen;
  }

  private void read(StackDeclaration.Removal written, AttributePath path) {
    InstanceAddress from;
    try {
      from = InstanceAddress.parse(written.from());
    } catch (IllegalArgumentException e) {
      problems.add(
          Diagnostic.error(
                  Code.BAD_ADDRESS, Subject.stack(), "Not an address", e.getMessage() + ".")
              .at(path.attribute("from")));
      return;
    }
    var resource = from.resource();
    var removal = new Removal(resource, written.destroy());
    var before = removals.putIfAbsent(resource, removal);
    if (!(from.key() instanceof InstanceKey.None))
      refuse(
          Code.BAD_ADDRESS,
          Subject.stack(),
          resource,
          "Removal of a single instance",
          from
              + " has an instance key, but a removal is about a whole resource. To let one instance"
              + " go, take its key out of count or forEach, or set enabled to false.",
          path.attribute("from"));
    else if (resource.mode() != ResourceAddress.Mode.MANAGED)
      refuse(
          Code.REMOVED,
          Subject.stack(),
          resource,
          resource.mode() == ResourceAddress.Mode.DATA
              ? "Removal of a data source"
              : "Removal of an ephemeral resource",
          "Nothing is recorded of "
              + resource
              + (resource.mode() == ResourceAddress.Mode.DATA
                  ? ", because a data source is only read. Remove the statement."
                  : ", because it is only opened and closed. Remove the statement."),
          path.attribute("from"));
    else if (declared.test(resource))
      refuse(
          Code.REMOVED,
          Subject.of(resource),
          resource,
          "Removed resource is still declared",
          "The stack says that it is removed, and declares it all the same. Delete the declaration,"
              + " or the removal.",
          AttributePath.ROOT);
    else if (before != null && !before.equals(removal))
      refuse(
          Code.REMOVED,
          Subject.stack(),
          resource,
          "Removals contradict each other",
          resource + " is to be destroyed and to be left alone. Keep one of the statements.",
          path);
  }

  private void refuse(
      Code code,
      Subject subject,
      ResourceAddress resource,
      String summary,
      String detail,
      AttributePath path) {
    problems.add(Diagnostic.error(code, subject, summary, detail).at(path));
    frozen.add(resource);
  }
}
