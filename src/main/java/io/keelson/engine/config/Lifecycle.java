package io.keelson.engine.config;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// How the objects of a resource are replaced, protected and compared.
///
/// @param deleteBeforeReplace whether the old object has to go before the new one is made
/// @param destroy whether objects that go are destroyed; if not, they are forgotten and left alone
/// @param onPartialCreate what becomes of an object whose creation failed half-way
/// @param replaceOnChanges where a change of the object is a replacement, whatever its provider
///   says
/// @param sensitive what of the objects is not to be shown, beside what their type says
/// @param replaceTriggeredBy what forces a replacement when it changes, in declared order (R-RTB-6)
/// @param replaceTrigger what replaces an instance when it gives another value; empty if nothing
///   does
/// @param deletedWith what the objects go with, as their component calls it: an instance, a
///   resource as a whole, or all that is in a component
/// @param timeouts for how long the calls about one object may take
/// @param preconditions what has to hold before an instance is planned, created or updated
/// @param postconditions what has to hold of each object, planned and as it is
public record Lifecycle(
    boolean createBeforeDestroy,
    boolean deleteBeforeReplace,
    boolean preventDestroy,
    boolean destroy,
    PartialCreate onPartialCreate,
    IgnoreChanges ignoreChanges,
    List<PathPattern> replaceOnChanges,
    List<PathPattern> sensitive,
    List<Reference> replaceTriggeredBy,
    Optional<Expression> replaceTrigger,
    Optional<Target> deletedWith,
    Timeouts timeouts,
    List<CheckRule> preconditions,
    List<CheckRule> postconditions) {

  /// Which configured values do not count once an object exists.
  ///
  /// @rule R-IGN-1
  public sealed interface IgnoreChanges {
    /// The ways to all values whose changes are ignored.
    default List<PathPattern> patterns() {
      return switch (this) {
        case All _ -> List.of(PathPattern.parse("*"));
        case Only(var some) -> some;
      };
    }

    /// None is ignored if there are no paths.
    record Only(List<PathPattern> paths) implements IgnoreChanges {
      public Only {
        paths = Collections.unmodifiableList(new ArrayList<>(paths));
      }
    }

    record All() implements IgnoreChanges {}
  }

  /// Without any option.
  public static final Lifecycle PLAIN =
      new Lifecycle(
          false,
          false,
          false,
          true,
          PartialCreate.REPLACE,
          new IgnoreChanges.Only(List.of()),
          List.of(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Timeouts.NONE,
          List.of(),
          List.of());

  /// These options of a resource in a component's body, where the component is used.
  Lifecycle within(ComponentPath path) {
    return new Lifecycle(
        createBeforeDestroy,
        deleteBeforeReplace,
        preventDestroy,
        destroy,
        onPartialCreate,
        ignoreChanges,
        replaceOnChanges,
        sensitive,
        replaceTriggeredBy,
        replaceTrigger.map(each -> PlacedExpression.of(each, path)),
        deletedWith.map(each -> each.within(path)),
        timeouts,
        CheckRule.within(path, preconditions),
        CheckRule.within(path, postconditions));
  }

  /// The same with what is inherited.
  ///
  /// @param options of the components around, seen from the stack
  /// @param protection whether the resource leaves open if it may be destroyed
  /// @param end whether it leaves open what becomes of objects that go
  Lifecycle inheriting(InheritedOptions options, boolean protection, boolean end) {
    return ending(
        protection ? options.preventDestroy().orElse(preventDestroy) : preventDestroy,
        end ? options.destroy().orElse(destroy) : destroy,
        deletedWith.or(options::deletedWith));
  }

  /// The same where nothing else is said.
  ///
  /// @param options seen from the stack
  Lifecycle overruledBy(InheritedOptions options) {
    return ending(
        options.preventDestroy().orElse(preventDestroy),
        options.destroy().orElse(destroy),
        options.deletedWith().or(() -> deletedWith));
  }

  /// The same with another end of the objects.
  private Lifecycle ending(boolean protects, boolean destroys, Optional<Target> with) {
    return new Lifecycle(
        createBeforeDestroy,
        deleteBeforeReplace,
        protects,
        destroys,
        onPartialCreate,
        ignoreChanges,
        replaceOnChanges,
        sensitive,
        replaceTriggeredBy,
        replaceTrigger,
        with,
        timeouts,
        preconditions,
        postconditions);
  }

  /// The managed resources in the component that the objects go with; nothing where they go with a
  /// resource, which is among what the resource depends on.
  ///
  /// @param resources all that are declared
  /// @rule R-PUL-30
  public SortedSet<ResourceAddress> containing(
      SortedMap<ResourceAddress, ResourceConfig> resources) {
    if (deletedWith.isEmpty() || deletedWith.get().resource().isPresent())
      return Collections.emptySortedSet();
    var found = new TreeSet<>(deletedWith.get().resourcesIn(resources).keySet());
    found.removeIf(each -> each.mode() != ResourceAddress.Mode.MANAGED);
    return found;
  }

  /// What one object goes with: in the same instances of the components that are around both.
  ///
  /// @rule R-CMP-12
  public Optional<Target> deletedWith(InstanceAddress member) {
    return deletedWith.map(each -> each.beside(member));
  }

  public Lifecycle {
    replaceOnChanges = Collections.unmodifiableList(new ArrayList<>(replaceOnChanges));
    sensitive = Collections.unmodifiableList(new ArrayList<>(sensitive));
    preconditions = Collections.unmodifiableList(new ArrayList<>(preconditions));
    postconditions = Collections.unmodifiableList(new ArrayList<>(postconditions));
    replaceTriggeredBy = Collections.unmodifiableList(new ArrayList<>(replaceTriggeredBy));
  }
}
