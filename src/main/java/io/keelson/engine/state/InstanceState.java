package io.keelson.engine.state;

import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// What exists of one instance: its current object, the deposed ones, and the open operation.
///
/// @param writtenBy the digest of the plan whose run last wrote an object of this instance; empty
///   if none did
/// @param madeBy the digest of the plan whose run made the current object; empty if that is not
///   known, or there is none
/// @param previousAddresses where the instance was before it moved, the latest last
/// @param lastFailed whether the last operation failed and the current object was not read since:
///   it may be another one than is stored. Never of an object that is tainted or unfinished:
///   something is to be done to it anyway, so it is read.
/// @rule R-STATE-5
public record InstanceState(
    Optional<ObjectState> current,
    SortedMap<DeposedKey, ObjectState> deposed,
    Drift drift,
    Optional<Operation> open,
    String writtenBy,
    String madeBy,
    List<InstanceAddress> previousAddresses,
    boolean lastFailed) {

  /// Nothing exists.
  public static final InstanceState NONE =
      new InstanceState(
          Optional.empty(),
          Collections.emptySortedMap(),
          new Drift.None(),
          Optional.empty(),
          "",
          "",
          List.of(),
          false);

  public InstanceState {
    deposed =
        deposed.isEmpty()
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(deposed));
    previousAddresses =
        previousAddresses.isEmpty()
            ? List.of()
            : Collections.unmodifiableList(new ArrayList<>(previousAddresses));
    lastFailed &= current.filter(each -> each.status() == ObjectState.Status.READY).isPresent();
  }

  /// An instance with a current object and nothing else.
  public static InstanceState of(ObjectState current) {
    return NONE.withCurrent(current);
  }

  /// All its objects: the current one, then the deposed ones.
  public Stream<ObjectState> objects() {
    return Stream.concat(current.stream(), deposed.values().stream());
  }

  /// The providers that wrote its objects, and the one that may have made another.
  public Stream<ProviderKey> writers() {
    var begun = open.flatMap(operation -> operation.declared().provider());
    return Stream.concat(objects().map(ObjectState::provider), begun.stream());
  }

  /// Whether there is nothing to remember.
  public boolean isEmpty() {
    return current.isEmpty() && deposed.isEmpty() && open.isEmpty();
  }

  public InstanceState withCurrent(ObjectState object) {
    return having(Optional.of(object), deposed, drift, madeBy);
  }

  /// Without a current object, and so without drift of one.
  public InstanceState withoutCurrent() {
    return having(Optional.empty(), deposed, new Drift.None(), "");
  }

  /// Sets the current object aside so that its replacement can be created first.
  ///
  /// @throws IllegalStateException if there is no current object, or `key` is taken
  /// @rule R-APPLY-10
  public InstanceState depose(DeposedKey key) {
    var object = current.orElseThrow(() -> new IllegalStateException("nothing to depose"));
    var moved = new TreeMap<>(deposed);
    if (moved.putIfAbsent(key, object) != null)
      throw new IllegalStateException("deposed key in use: " + key);
    return having(Optional.empty(), moved, new Drift.None(), "");
  }

  /// Makes a deposed object the current one again.
  ///
  /// @throws IllegalStateException if there is a current object, or none under `key`
  /// @rule R-APPLY-31
  public InstanceState restore(DeposedKey key) {
    if (current.isPresent()) throw new IllegalStateException("there is a current object");
    var left = new TreeMap<>(deposed);
    var object = left.remove(key);
    if (object == null) throw new IllegalStateException("no deposed object " + key);
    return having(Optional.of(object), left, new Drift.None(), "");
  }

  /// The open create did not happen: an object that was set aside for it is the current one again.
  ///
  /// @rule R-APPLY-31
  public InstanceState notCreated() {
    var aside = open.flatMap(Operation::deposed).filter(deposed::containsKey);
    return current.isEmpty() && aside.isPresent() ? closed().restore(aside.get()) : closed();
  }

  public InstanceState withDeposed(DeposedKey key, ObjectState object) {
    var changed = new TreeMap<>(deposed);
    changed.put(key, object);
    return having(current, changed, drift, madeBy);
  }

  public InstanceState withoutDeposed(DeposedKey key) {
    var left = new TreeMap<>(deposed);
    left.remove(key);
    return having(current, left, drift, madeBy);
  }

  /// With every object, current and deposed, changed alike.
  public InstanceState withObjects(UnaryOperator<ObjectState> change) {
    var changed = new TreeMap<>(deposed);
    changed.replaceAll((_, object) -> change.apply(object));
    return having(current.map(change), changed, drift, madeBy);
  }

  public InstanceState withDrift(Drift observed) {
    return having(current, deposed, observed, madeBy);
  }

  public InstanceState opened(Operation operation) {
    return with(Optional.of(operation));
  }

  public InstanceState closed() {
    return with(Optional.empty());
  }

  private InstanceState with(Optional<Operation> operation) {
    return new InstanceState(
        current, deposed, drift, operation, writtenBy, madeBy, previousAddresses, lastFailed);
  }

  /// With a note that the instance was at `address` until now; it is not noted twice in a row.
  public InstanceState movedFrom(InstanceAddress address) {
    if (!previousAddresses.isEmpty() && previousAddresses.getLast().equals(address)) return this;
    var all = new ArrayList<>(previousAddresses);
    all.add(address);
    return new InstanceState(current, deposed, drift, open, writtenBy, madeBy, all, lastFailed);
  }

  public InstanceState writtenBy(String plan) {
    return new InstanceState(
        current, deposed, drift, open, plan, madeBy, previousAddresses, lastFailed);
  }

  /// With a current object that the run of `plan` made.
  public InstanceState madeBy(String plan) {
    return having(current, deposed, drift, plan);
  }

  /// With other objects, and all else as it is.
  private InstanceState having(
      Optional<ObjectState> object,
      SortedMap<DeposedKey, ObjectState> others,
      Drift observed,
      String plan) {
    return new InstanceState(
        object, others, observed, open, writtenBy, plan, previousAddresses, lastFailed);
  }

  public InstanceState withLastFailed(boolean failed) {
    return new InstanceState(
        current, deposed, drift, open, writtenBy, madeBy, previousAddresses, failed);
  }
}
