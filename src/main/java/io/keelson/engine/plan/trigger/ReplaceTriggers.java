package io.keelson.engine.plan.trigger;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Decides whether something named in `replaceTriggeredBy` changes.
///
/// @rule R-RTB-3
public final class ReplaceTriggers {
  /// The result of all triggers of an instance.
  ///
  /// @param nothingNamed whether an entry that was looked at names no instance at all, which is an
  ///   error in Terraform (DEV-5)
  public record Verdict(Firing firing, boolean nothingNamed) {}

  /// Whether a trigger fires.
  public enum Firing {
    QUIET,
    FIRES,
    /// Fires because what it names is created, which Terraform does not count.
    FIRES_ON_CREATE
  }

  private final Map<ResourceAddress, ? extends Map<InstanceKey, Change>> changes;

  /// @param changes of the instances planned so far, by resource and key
  public ReplaceTriggers(Map<ResourceAddress, ? extends Map<InstanceKey, Change>> changes) {
    this.changes = changes;
  }

  /// The first entry that fires decides; a creation counts only where nothing else fires.
  ///
  /// @param followed changes that trigger nothing any more
  /// @rule R-RTB-6
  public Verdict verdict(
      List<Reference> triggers, InstanceAddress self, Predicate<Change> followed) {
    boolean nothingNamed = false;
    var found = Firing.QUIET;
    for (Reference trigger : triggers) {
      var entry = entry(trigger, self);
      nothingNamed |= entry.selected.isEmpty();
      for (Change change : entry.selected) {
        var firing = followed.test(change) ? Firing.QUIET : firing(change, entry.path);
        if (firing == Firing.FIRES) return new Verdict(firing, nothingNamed);
        if (firing == Firing.FIRES_ON_CREATE) found = firing;
      }
    }
    return new Verdict(found, nothingNamed);
  }

  /// The instances whose changes fire.
  ///
  /// @param followed changes that trigger nothing any more
  SortedSet<InstanceAddress> firing(
      List<Reference> triggers, InstanceAddress self, Predicate<Change> followed) {
    var firing = new TreeSet<InstanceAddress>();
    for (Reference trigger : triggers) {
      var entry = entry(trigger, self);
      for (Change change : entry.selected)
        if (!followed.test(change) && firing(change, entry.path) != Firing.QUIET)
          firing.add(change.object().instance());
    }
    return firing;
  }

  /// What an entry names.
  ///
  /// @param path of what has to differ, in each of the changes
  private record Entry(Collection<Change> selected, AttributePath path) {}

  private Entry entry(Reference trigger, InstanceAddress self) {
    var steps = trigger.steps();
    var key =
        steps.isEmpty() ? Optional.<InstanceKey>empty() : key(steps.getFirst(), self.key().own());
    var path = path(steps.subList(key.isPresent() ? 1 : 0, steps.size()));
    return new Entry(selected(trigger.root(), key, self), path);
  }

  /// The changes of the named instances, which are in the same instances of the components that are
  /// around both.
  private Collection<Change> selected(Root root, Optional<InstanceKey> key, InstanceAddress self) {
    var named = named(root, self.resource().in());
    var instances = named.isEmpty() ? null : changes.get(named.get());
    if (instances == null) return List.of();
    int shared = named.get().in().shared(self.resource().in());
    var around = self.key().components(shared);
    if (key.isPresent())
      return Optional.ofNullable(instances.get(key.get().within(around))).stream().toList();
    return around.isEmpty()
        ? instances.values()
        : instances.values().stream()
            .filter(each -> each.object().instance().key().components(shared).equals(around))
            .toList();
  }

  private static Optional<ResourceAddress> named(Root root, ComponentPath from) {
    return switch (root) {
      case Root.Resource(var resource) -> Optional.of(resource.within(from));
      case Root.Outer(int depth, Root.Resource(var resource)) ->
          Optional.of(resource.within(from.first(depth)));
      default -> Optional.empty();
    };
  }

  private static Optional<InstanceKey> key(Reference.Step step, InstanceKey self) {
    return switch (step) {
      case Reference.Step.Index(int index) -> Optional.of(new InstanceKey.Index(index));
      case Reference.Step.Key(String key) -> Optional.of(new InstanceKey.Key(key));
      case Reference.Step.EachKey _, Reference.Step.CountIndex _ -> Optional.of(self);
      case Reference.Step.Attribute _, Reference.Step.Any _ -> Optional.empty();
    };
  }

  private static AttributePath path(List<Reference.Step> steps) {
    var path = AttributePath.ROOT;
    for (Reference.Step step : steps)
      path =
          switch (step) {
            case Reference.Step.Attribute(String name) -> path.attribute(name);
            case Reference.Step.Key(String key) -> path.key(key);
            case Reference.Step.Index(int index) -> path.index(index);
            case Reference.Step.EachKey _, Reference.Step.CountIndex _, Reference.Step.Any _ ->
                path;
          };
    return path;
  }

  /// @rule R-RTB-4
  /// @rule R-RTB-5
  private static Firing firing(Change change, AttributePath path) {
    return switch (change.action()) {
      case Action.NoOp _, Action.Read _, Action.Delete _, Action.Forget _ -> Firing.QUIET;
      case Action.Create _, Action.Recreate _ ->
          path.isRoot() || differs(change, path) ? Firing.FIRES_ON_CREATE : Firing.QUIET;
      case Action.Update _, Action.Replace _ ->
          path.isRoot() || differs(change, path) ? Firing.FIRES : Firing.QUIET;
    };
  }

  private static boolean differs(Change change, AttributePath path) {
    var before = change.before().flatMap(value -> value.at(path)).filter(value -> !value.isNull());
    var after = change.after().flatMap(value -> value.at(path)).filter(value -> !value.isNull());
    if (before.isEmpty() || after.isEmpty()) return before.isPresent() != after.isPresent();
    Value old = before.get();
    return !old.matches(after.get());
  }
}
