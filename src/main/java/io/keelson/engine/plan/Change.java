package io.keelson.engine.plan;

import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What is planned for one object. Kept for every object that was considered, also where nothing
/// happens.
///
/// @param before the prior state with its marks; empty if there is none
/// @param after the planned state with its marks; empty if the object goes away
/// @param privateData what the provider planned beside the value
/// @param deposeAs the key under which the object is set aside; only for a replace that creates
///   first
/// @param movedFrom the address that the instance is recorded under, if it gets a new one
/// @param imported what the object that is taken over with this change was found by
/// @param because the object that this one goes before, though it would be created first: that one
///   has to be destroyed first, and this one needs it
/// @param goesWith what the object goes with: it ends when that is destroyed, and no provider is
///   asked to destroy it
/// @param setBy the names of the policies that set attributes, by attribute
/// @param written what the provider is given and nobody stores, by place; empty if there is nothing
/// @rule R-PLAN-1
public record Change(
    ObjectRef object,
    Action action,
    Reason reason,
    Optional<Value> before,
    Optional<Value> after,
    Bytes privateData,
    Optional<DeposedKey> deposeAs,
    Optional<InstanceAddress> movedFrom,
    Optional<ImportKey> imported,
    Optional<InstanceAddress> because,
    Optional<InstanceAddress> goesWith,
    SortedMap<String, String> setBy,
    Optional<Value> written) {
  public Change {
    setBy = Collections.unmodifiableSortedMap(new TreeMap<>(setBy));
  }

  /// A change of an object that is recorded under its address.
  public Change(
      ObjectRef object,
      Action action,
      Reason reason,
      Optional<Value> before,
      Optional<Value> after,
      Bytes privateData,
      Optional<DeposedKey> deposeAs) {
    this(
        object,
        action,
        reason,
        before,
        after,
        privateData,
        deposeAs,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Collections.emptySortedMap(),
        Optional.empty());
  }

  /// Whether nothing is done to the object; it may have a new address all the same.
  public boolean isNoOp() {
    return action instanceof Action.NoOp;
  }

  /// Whether it stands for a data source that is read while the plan is applied.
  public boolean isRead() {
    return action instanceof Action.Read;
  }

  /// Whether there is anything to approve: something is done to the object, or to its record.
  /// Reading does nothing to anything: what is read counts where it flows into a change.
  ///
  /// @rule R-MOV-8
  /// @rule R-IMP-7
  public boolean isEffective() {
    return !(isNoOp() || isRead()) || movedFrom.isPresent() || imported.isPresent();
  }

  /// This change, of an instance that is recorded under another address.
  public Change movedFrom(InstanceAddress origin) {
    return new Change(
        object,
        action,
        reason,
        before,
        after,
        privateData,
        deposeAs,
        Optional.of(origin),
        imported,
        because,
        goesWith,
        setBy,
        written);
  }

  /// This change, of an object that is taken over.
  public Change imported(Optional<ImportKey> key) {
    return new Change(
        object,
        action,
        reason,
        before,
        after,
        privateData,
        deposeAs,
        movedFrom,
        key,
        because,
        goesWith,
        setBy,
        written);
  }

  /// This change, of an object whose declaration policies correct.
  ///
  /// @param policies by attribute
  /// @rule R-POL-3
  public Change setBy(SortedMap<String, String> policies) {
    return new Change(
        object,
        action,
        reason,
        before,
        after,
        privateData,
        deposeAs,
        movedFrom,
        imported,
        because,
        goesWith,
        policies,
        written);
  }

  /// This change, with what the provider is given and nobody stores.
  public Change writing(Optional<Value> values) {
    return new Change(
        object,
        action,
        reason,
        before,
        after,
        privateData,
        deposeAs,
        movedFrom,
        imported,
        because,
        goesWith,
        setBy,
        values);
  }

  /// This replacement, which destroys first because another one has to.
  ///
  /// @rule R-PUL-2
  public Change goingAlongWith(InstanceAddress other) {
    var forcedBy = action instanceof Action.Replace(_, var paths) ? paths : Leaf.NOWHERE;
    return new Change(
        object,
        new Action.Replace(ReplaceOrder.DESTROY_FIRST, forcedBy),
        reason,
        before,
        after,
        privateData,
        Optional.empty(),
        movedFrom,
        imported,
        Optional.of(other),
        goesWith,
        setBy,
        written);
  }

  /// This change, of an object that ends when another one is destroyed.
  ///
  /// @param container an instance, or a resource as a whole
  /// @rule R-PUL-30
  public Change goingWith(InstanceAddress container) {
    return new Change(
        object,
        action,
        reason,
        before,
        after,
        privateData,
        deposeAs,
        movedFrom,
        imported,
        because,
        Optional.of(container),
        setBy,
        written);
  }

  /// The object under which the old one is known when it goes: what is replaced by something that
  /// is made first has been set aside by then.
  public ObjectRef leaving() {
    return deposeAs.map(key -> ObjectRef.deposed(object.instance(), key)).orElse(object);
  }

  /// All that is approved with the planned state; empty if the object goes away.
  Optional<Value> approved() {
    if (written.isEmpty()) return after;
    return after.map(planned -> Value.object(Map.of("planned", planned, "written", written.get())));
  }
}
