package io.keelson.engine.planning.program;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Import;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.load.body.RegisteredBody;
import io.keelson.engine.config.load.body.RegisteredCondition;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.program.Registration;
import io.keelson.engine.reading.RegisteredNames.Registree;
import io.keelson.engine.value.Extent;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// What programs register, in the words of what is declared.
///
/// @rule R-PRG-20
/// @rule R-PRG-25
final class RegisteredConfig {
  private RegisteredConfig() {}

  /// @param run of the program that registers it, which comes before it
  /// @param needs what else does
  /// @param behind by property, what of that stands behind it
  /// @throws IllegalArgumentException saying which option cannot be kept, and why
  static ResourceConfig of(
      ResourceAddress run,
      Registration registration,
      Registree found,
      Collection<ResourceAddress> needs,
      SortedMap<String, SortedSet<ResourceAddress>> behind) {
    var address = found.at().resource();
    var references = new ArrayList<Reference>();
    references.add(Reference.to(name(run, address.in())));
    references.addAll(references(needs, address));
    var ofProperties = new TreeMap<String, List<Reference>>();
    behind.forEach((name, each) -> ofProperties.put(name, references(each, address)));
    return new ResourceConfig(
        address,
        new RegisteredBody(
            address.local(), found.schema(), Subject.of(address), references, ofProperties),
        new Repetition.Enabled(new RegisteredCondition(address.local())),
        List.of(),
        RegisteredLifecycle.of(registration.options(), address),
        Optional.of(found.configuration()),
        Extent.characters(registration.properties(), Integer.MAX_VALUE),
        List.of());
  }

  private static List<Reference> references(
      Collection<ResourceAddress> needs, ResourceAddress from) {
    return needs.stream().map(each -> Reference.to(name(each, from.in()))).toList();
  }

  /// What a resource is called in a component: it is in the same instances of the components around
  /// both.
  static Root name(ResourceAddress needed, ComponentPath from) {
    int depth = needed.in().shared(from);
    var local = new Root.Resource(needed.local().within(needed.in().from(depth)));
    return depth == from.depth() ? local : new Root.Outer(depth, local);
  }

  /// One of two registrations of a resource, which needs whatever either needs.
  static ResourceConfig both(ResourceConfig one, ResourceConfig other) {
    if (!(one.body() instanceof RegisteredBody mine)
        || !(other.body() instanceof RegisteredBody theirs)) return one;
    long more = Math.max(0, other.written() - one.written());
    return one.transformed(mine.and(theirs), more);
  }

  /// The object that a resource is to take over, if it is. It is never replaced by that: its
  /// program cannot allow that, and may just not have said all of it.
  ///
  /// @rule R-PUL-45
  static Optional<Import> taken(Registration registration, InstanceAddress at) {
    return registration
        .options()
        .importId()
        .map(id ->
            new Import(
                at.resource(),
                at.key().components().stream().map(Import::written).toList(),
                Optional.empty(),
                new Repetition.Single(),
                new Import.By.Id(Expression.constant(Value.text(id))),
                ImportLimit.IN_PLACE,
                AttributePath.ROOT));
  }
}
