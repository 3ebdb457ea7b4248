package io.keelson.engine.plan;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Drift;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Tells which changes of a plan take back what somebody did to the real objects, and do nothing
/// besides: what they change of an object is what differs from what was applied.
///
/// What only the provider gives, and what is not known yet, follows from a change and is none of
/// its own.
public final class Corrections {
  private final Providers providers;
  private final Plan plan;

  private Corrections(Providers providers, Plan plan) {
    this.providers = providers;
    this.plan = plan;
  }

  /// @return instances all of whose changes are corrections
  public static SortedSet<InstanceAddress> in(Plan plan, Providers providers) {
    return new Corrections(providers, plan).find();
  }

  /// @return instances at which the plan takes back, or destroys, what differs from what was
  ///   applied
  public static SortedSet<InstanceAddress> touchedBy(Plan plan, Providers providers) {
    var corrections = new Corrections(providers, plan);
    var touched = new TreeSet<InstanceAddress>();
    for (Change change : plan.effective())
      if (!change.isNoOp() && change.object().deposed().isEmpty() && corrections.touches(change))
        touched.add(change.object().instance());
    return touched;
  }

  private boolean touches(Change change) {
    return switch (plan.refreshed().instance(change.object().instance()).drift()) {
      case Drift.None _ -> false;
      case Drift.Missing _ -> true;
      case Drift.Changed(var drifted, _, _) -> touches(change, drifted);
    };
  }

  /// What only the provider gives was changed by nobody, and what is ignored may be changed.
  private boolean touches(Change change, SortedSet<AttributePath> drifted) {
    var schema = schema(change.object().instance());
    return drifted.stream()
        .filter(path -> isConfigurable(path, schema) && !change.isIgnored(path))
        .anyMatch(path -> isLost(path, change));
  }

  /// Whether the value that is there now is not there afterwards.
  private static boolean isLost(AttributePath path, Change change) {
    var now = change.before().flatMap(value -> value.at(path));
    var then = change.after().flatMap(value -> value.at(path));
    return now.isPresent() != then.isPresent()
        || now.isPresent() && !now.get().matches(then.orElseThrow());
  }

  private SortedSet<InstanceAddress> find() {
    var found = new TreeMap<InstanceAddress, Boolean>();
    for (Change change : plan.effective())
      found.merge(change.object().instance(), corrects(change), Boolean::logicalAnd);
    found.values().removeIf(corrects -> !corrects);
    return new TreeSet<>(found.keySet());
  }

  private boolean corrects(Change change) {
    if (change.object().deposed().isPresent()
        || change.movedFrom().isPresent()
        || change.imported().isPresent()) return false;
    return switch (change.action()) {
      case Action.Recreate _ -> differing(change).isEmpty();
      case Action.Update _ -> isWithinDrift(change);
      case Action.Replace(_, var forcedBy) -> !forcedBy.isEmpty() && isWithinDrift(change);
      case Action.NoOp _, Action.Read _, Action.Create _, Action.Delete _, Action.Forget _ -> false;
    };
  }

  private boolean isWithinDrift(Change change) {
    if (!(plan.refreshed().instance(change.object().instance()).drift()
        instanceof Drift.Changed(var drifted, _, _))) return false;
    var differing = differing(change);
    return !differing.isEmpty()
        && differing.stream().allMatch(path -> drifted.stream().anyMatch(path::startsWith));
  }

  /// The attributes that people can set and that the change gives another value, as far as that is
  /// known.
  private SortedSet<AttributePath> differing(Change change) {
    var at = change.object().instance();
    var schema = schema(at);
    var before = change.before().orElseThrow().unmark().value();
    var after = change.after().orElseThrow().unmark().value();
    var secret =
        plan.refreshed()
            .instance(at)
            .current()
            .map(object -> object.sensitive().all())
            .orElseGet(Collections::emptySortedSet);
    var differing = new TreeSet<AttributePath>();
    for (AttributePath path : DriftedPaths.between(before, after, secret))
      if (isConfigurable(path, schema) && after.at(path).filter(Corrections::isUnknown).isEmpty())
        differing.add(path);
    return differing;
  }

  private static boolean isUnknown(Value value) {
    return value instanceof Value.Unknown;
  }

  /// Empty where the provider cannot be asked for it any more.
  private Optional<Schema> schema(InstanceAddress at) {
    var resource = at.resource();
    return providers
        .schema(resource)
        .or(() ->
            plan.refreshed()
                .instance(at)
                .current()
                .flatMap(object -> object.provider().configuration())
                .flatMap(configuration -> providers.schema(resource, configuration)));
  }

  private static boolean isConfigurable(AttributePath path, Optional<Schema> schema) {
    if (path.isRoot()
        || !(path.steps().getFirst() instanceof AttributePath.Step.Attribute(var name)))
      return true;
    return schema
        .map(known -> known.root().attributes().get(name))
        .filter(attribute -> attribute.presence() == Presence.COMPUTED)
        .isEmpty();
  }
}
