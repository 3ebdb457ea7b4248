package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.ResourcePart;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.DeferralCause;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a plan leaves exactly as it is.
///
/// @param resources the resources of which nothing is planned
/// @param parts the parts of resources in components of which nothing is planned
/// @param instances those that are left alone although others of their resource are planned
/// @param deposed former objects that stay although their instances are planned
/// @param touched resources whose values to come are not known, because something of them is held:
///   what needs one of them waits
/// @param deferred what is left to a later plan although nothing is wrong with it
public record Held(
    SortedSet<ResourceAddress> resources,
    SortedSet<ResourcePart> parts,
    SortedSet<InstanceAddress> instances,
    SortedSet<ObjectRef> deposed,
    SortedSet<ResourceAddress> touched,
    SortedMap<Subject, DeferralCause> deferred) {
  public Held {
    resources = Collections.unmodifiableSortedSet(new TreeSet<>(resources));
    parts = Collections.unmodifiableSortedSet(new TreeSet<>(parts));
    instances = Collections.unmodifiableSortedSet(new TreeSet<>(instances));
    deposed = Collections.unmodifiableSortedSet(new TreeSet<>(deposed));
    touched = Collections.unmodifiableSortedSet(new TreeSet<>(touched));
    deferred = Collections.unmodifiableSortedMap(new TreeMap<>(deferred));
  }

  public boolean includes(InstanceAddress at) {
    return resources.contains(at.resource())
        || instances.contains(at)
        || (!parts.isEmpty() && parts.contains(ResourcePart.of(at)));
  }

  /// Whether an instance is left alone because something is wrong, with it or with what it needs.
  public boolean hasProblem(InstanceAddress at) {
    return includes(at)
        && !deferred.containsKey(Subject.of(at))
        && !deferred.containsKey(Subject.of(at.resource()));
  }

  public boolean includes(ObjectRef object) {
    return includes(object.instance()) || deposed.contains(object);
  }

  public boolean touches(ResourceAddress resource) {
    return touched.contains(resource);
  }

  public boolean isEmpty() {
    return resources.isEmpty() && parts.isEmpty() && instances.isEmpty() && deposed.isEmpty();
  }
}
