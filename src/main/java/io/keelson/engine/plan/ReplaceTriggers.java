package io.keelson.engine.plan;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides whether something named in `replaceTriggeredBy` changes.
///
/// @rule R-RTB-3
final class ReplaceTriggers {
  /// What a trigger says.
  enum Verdict {
    QUIET,
    FIRES,
    /// Fires because the trigger is created, which Terraform does not count.
    FIRES_ON_CREATE
  }

  private final Map<io.keelson.engine.address.ResourceAddress, ? extends Map<InstanceKey, Change>>
      changes;

  /// @param changes of the instances planned so far, by resource and key
  ReplaceTriggers(
      Map<io.keelson.engine.address.ResourceAddress, ? extends Map<InstanceKey, Change>> changes) {
    this.changes = changes;
  }

  /// The first entry that fires decides.
  ///
  /// @rule R-RTB-6
  Verdict verdict(List<Reference> triggers, InstanceKey self) {
    for (Reference trigger : triggers) {
      var verdict = verdict(trigger, self);
      if (verdict != Verdict.QUIET) return verdict;
    }
    return Verdict.QUIET;
  }

  private Verdict verdict(Reference trigger, InstanceKey self) {
    if (!(trigger.root() instanceof Root.Resource(var resource))) return Verdict.QUIET;
    Map<InstanceKey, Change> instances = changes.get(resource);
    if (instances == null) return Verdict.QUIET;
    var key =
        trigger.steps().isEmpty()
            ? Optional.<InstanceKey>empty()
            : key(trigger.steps().getFirst(), self);
    Collection<Change> selected =
        key.isPresent()
            ? Optional.ofNullable(instances.get(key.get())).stream().toList()
            : instances.values();
    var path = path(trigger.steps().subList(key.isPresent() ? 1 : 0, trigger.steps().size()));
    return selected.stream()
        .map(change -> verdict(change, path))
        .filter(verdict -> verdict != Verdict.QUIET)
        .findFirst()
        .orElse(Verdict.QUIET);
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
  private static Verdict verdict(Change change, AttributePath path) {
    return switch (change.action()) {
      case Action.NoOp _, Action.Delete _, Action.Forget _ -> Verdict.QUIET;
      case Action.Create _, Action.Recreate _ ->
          path.isRoot() || differs(change, path) ? Verdict.FIRES_ON_CREATE : Verdict.QUIET;
      case Action.Update _, Action.Replace _ ->
          path.isRoot() || differs(change, path) ? Verdict.FIRES : Verdict.QUIET;
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
