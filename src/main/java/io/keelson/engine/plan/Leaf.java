package io.keelson.engine.plan;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.Target;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import io.keelson.engine.value.ValueText;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// What was approved for one object, without the values themselves: enough to tell later whether a
/// change is the same one.
///
/// @param prior a keyed hash of the prior state; empty if there was none
/// @param planned a keyed hash of the planned state, and of what the provider is given beside it
///   and nobody stores, in which everything unknown counts as unknown; empty if the object goes
///   away
/// @param unknown where the planned state was unknown
/// @param deposeAs see [Change#deposeAs]
/// @param movedFrom see [Change#movedFrom]
/// @param forced what outside of the object forces its replacement, see [Reason#isOutside];
///   [Reason#NONE] if nothing does
/// @param imported see [Change#imported], as text
/// @param goesWith see [Change#goesWith]
public record Leaf(
    ObjectRef object,
    Action.Kind action,
    String prior,
    String planned,
    SortedSet<AttributePath> unknown,
    Optional<DeposedKey> deposeAs,
    Optional<InstanceAddress> movedFrom,
    Reason forced,
    Optional<String> imported,
    Optional<Target> goesWith) {
  static final SortedSet<AttributePath> NOWHERE = Collections.emptySortedSet();

  public Leaf {
    unknown =
        unknown.isEmpty() ? NOWHERE : Collections.unmodifiableSortedSet(new TreeSet<>(unknown));
  }

  /// What the change is about: the object, and the key that it is set aside under while its
  /// successor is made.
  List<ObjectRef> objects() {
    return deposeAs
        .map(key -> List.of(object, ObjectRef.deposed(object.instance(), key)))
        .orElseGet(() -> List.of(object));
  }

  static Leaf of(Change change, ContentHash hash) {
    return new Leaf(
        change.object(),
        change.action().kind(),
        change.approvedBefore().map(before -> hash.value(before, NOWHERE).hex()).orElse(""),
        change.approved().map(after -> hash.value(after, NOWHERE).hex()).orElse(""),
        change.approved().map(Leaf::unknown).orElse(NOWHERE),
        change.deposeAs(),
        change.movedFrom(),
        change.action() instanceof Action.Replace ? forced(change.reason()) : Reason.NONE,
        imported(change),
        change.goesWith());
  }

  /// What an object that is taken over was found by.
  static Optional<String> imported(Change change) {
    return change
        .imported()
        .map(key ->
            switch (key) {
              case ImportKey.Id(var id) -> id;
              case ImportKey.Identity(var attributes) -> "identity " + ValueText.inline(attributes);
            });
  }

  private static Reason forced(Reason reason) {
    return reason.isOutside() ? reason : Reason.NONE;
  }

  /// Whether the planned state is what was approved: what was known is the same, what was unknown
  /// may be anything.
  boolean completes(Change change, Bytes key) {
    return planned.equals(change.approved().map(after -> hash(after, unknown, key)).orElse(""));
  }

  boolean hasPrior(Change change, Bytes key) {
    return prior.equals(
        change.approvedBefore().map(before -> hash(before, NOWHERE, key)).orElse(""));
  }

  public static String hash(Value value, SortedSet<AttributePath> masked, Bytes key) {
    return new ContentHash(key).value(value, masked).hex();
  }

  /// The leaf as one line, for the digest.
  String line() {
    return told()
        + imported.map(id -> "|import|" + id).orElse("")
        + goesWith.map(container -> "|with|" + container).orElse("");
  }

  private String told() {
    return String.join(
        "|",
        object.toString(),
        action.toString(),
        prior,
        planned,
        unknown.toString(),
        deposeAs.map(DeposedKey::value).orElse(""),
        movedFrom.map(InstanceAddress::toString).orElse(""),
        switch (forced) {
          case BY_TRIGGERS -> "triggered";
          case BY_TRIGGER_VALUE -> "trigger-value";
          case BY_CONTAINER -> "container";
          case BY_REQUEST -> "requested";
          default -> "";
        });
  }

  /// Where a value is unknown. Inside of something sensitive all of it counts as unknown: its keys
  /// must not be recorded.
  public static SortedSet<AttributePath> unknown(Value value) {
    if (value.whollyKnown()) return NOWHERE;
    var found = new TreeSet<AttributePath>();
    collectUnknown(value, AttributePath.ROOT, found);
    return found;
  }

  private static void collectUnknown(
      Value value, AttributePath path, SortedSet<AttributePath> found) {
    if (value.whollyKnown()) return;
    switch (value) {
      case Value hidden when Marks.sensitive(hidden.marks()) -> found.add(path);
      case Sequence set when set.isSet() -> found.add(path);
      case Sequence sequence -> {
        for (int i = 0; i < sequence.size(); i++)
          if (!sequence.get(i).whollyKnown()) collectUnknown(sequence.get(i), path.index(i), found);
      }
      case Mapping mapping -> {
        for (int i = 0; i < mapping.size(); i++)
          if (!mapping.value(i).whollyKnown())
            collectUnknown(mapping.value(i), path.attribute(mapping.key(i)), found);
      }
      default -> found.add(path);
    }
  }
}
