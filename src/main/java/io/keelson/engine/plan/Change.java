package io.keelson.engine.plan;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.Target;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

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
/// @param transformedBy the transforms that set values in place of what is declared, by path, such
///   as `transforms[0] of component.web`
/// @param written what the provider is given and nobody stores, by place; empty if there is nothing
/// @param compared what an approval is about in the place of `before` and `after`, where these hold
///   values that change without anybody's decision; empty if they hold none
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
    Optional<Target> goesWith,
    SortedMap<String, String> setBy,
    SortedMap<AttributePath, String> transformedBy,
    Optional<Value> written,
    Optional<Compared> compared) {
  /// A prior and a planned state as an approval compares them with later ones.
  ///
  /// @param ignored where others may change the object
  public record Compared(Optional<Value> before, Optional<Value> after, List<PathPattern> ignored) {
    public Compared {
      ignored = Collections.unmodifiableList(new ArrayList<>(ignored));
    }
  }

  public Change {
    setBy =
        setBy.isEmpty()
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(setBy));
    transformedBy =
        transformedBy.isEmpty()
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(transformedBy));
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
        Collections.emptySortedMap(),
        Optional.empty(),
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
    return edited(draft -> draft.movedFrom = Optional.of(origin));
  }

  /// This change, of an object that is taken over.
  public Change imported(Optional<ImportKey> key) {
    return edited(draft -> draft.imported = key);
  }

  /// This change, of an object whose declaration policies correct.
  ///
  /// @param policies by attribute
  /// @rule R-POL-3
  public Change setBy(SortedMap<String, String> policies) {
    return edited(draft -> draft.setBy = policies);
  }

  /// This change, of an object whose declaration transforms change.
  ///
  /// @param transforms by path
  /// @rule R-TRF-2
  public Change transformedBy(SortedMap<AttributePath, String> transforms) {
    return edited(draft -> draft.transformedBy = transforms);
  }

  /// This change, with what the provider is given and nobody stores.
  public Change writing(Optional<Value> values) {
    return edited(draft -> draft.written = values);
  }

  /// This change, as an approval compares it with a later one.
  public Change comparedAs(Compared compared) {
    return edited(draft -> draft.compared = Optional.of(compared));
  }

  /// This replacement, which destroys first because another one has to.
  ///
  /// @rule R-PUL-2
  public Change goingAlongWith(InstanceAddress other) {
    var forcedBy = action instanceof Action.Replace(_, var paths) ? paths : Leaf.NOWHERE;
    return edited(draft -> {
      draft.action = new Action.Replace(ReplaceOrder.DESTROY_FIRST, forcedBy);
      draft.deposeAs = Optional.empty();
      draft.because = Optional.of(other);
    });
  }

  /// This change, of an object that ends when another one is destroyed.
  ///
  /// @param container an instance, or a resource as a whole
  /// @rule R-PUL-30
  public Change goingWith(Target container) {
    return edited(draft -> draft.goesWith = Optional.of(container));
  }

  private Change edited(Consumer<Draft> edit) {
    var draft = new Draft(this);
    edit.accept(draft);
    return new Change(
        object,
        draft.action,
        reason,
        before,
        after,
        privateData,
        draft.deposeAs,
        draft.movedFrom,
        draft.imported,
        draft.because,
        draft.goesWith,
        draft.setBy,
        draft.transformedBy,
        draft.written,
        draft.compared);
  }

  /// What is found out about a change after the action was chosen.
  private static final class Draft {
    private Action action;
    private Optional<DeposedKey> deposeAs;
    private Optional<InstanceAddress> movedFrom;
    private Optional<ImportKey> imported;
    private Optional<InstanceAddress> because;
    private Optional<Target> goesWith;
    private SortedMap<String, String> setBy;
    private SortedMap<AttributePath, String> transformedBy;
    private Optional<Value> written;
    private Optional<Compared> compared;

    Draft(Change change) {
      action = change.action;
      deposeAs = change.deposeAs;
      movedFrom = change.movedFrom;
      imported = change.imported;
      because = change.because;
      goesWith = change.goesWith;
      setBy = change.setBy;
      transformedBy = change.transformedBy;
      written = change.written;
      compared = change.compared;
    }
  }

  /// The object under which the old one is known when it goes: what is replaced by something that
  /// is made first has been set aside by then.
  public ObjectRef leaving() {
    return deposeAs.map(key -> ObjectRef.deposed(object.instance(), key)).orElse(object);
  }

  /// Whether others may change the object there.
  boolean isIgnored(AttributePath path) {
    return compared
        .filter(each -> each.ignored().stream().anyMatch(pattern -> pattern.covers(path)))
        .isPresent();
  }

  /// What each attribute is, and is planned to be, as short keyed hashes: enough to tell by
  /// attribute how two plans differ, and nothing about the values.
  ///
  /// @return by place; of a large object only its own attributes
  public SortedMap<AttributePath, String> attributeHashes(DigestKey key) {
    return AttributeHashes.of(this, key);
  }

  /// The prior state that is approved.
  Optional<Value> approvedBefore() {
    return compared.map(Compared::before).orElse(before);
  }

  /// The planned state that is approved; empty if the object goes away.
  Optional<Value> approvedAfter() {
    return compared.map(Compared::after).orElse(after);
  }

  /// All that is approved with the planned state; empty if the object goes away.
  Optional<Value> approved() {
    if (written.isEmpty()) return approvedAfter();
    return approvedAfter()
        .map(planned -> Value.object(Map.of("planned", planned, "written", written.get())));
  }
}
