package io.keelson.operator.stack.declaration;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.operator.stack.context.DeclaredSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The members of one kind that a Stack has, each in the newest version that was seen.
final class Members<T extends HasMetadata> {
  private final DeclaredSizes sizes;
  private final Consumer<T> fit;
  private final SortedMap<String, T> held = new TreeMap<>();

  /// @param fit leaves out the parts of a member for which there is no room
  Members(DeclaredSizes sizes, Consumer<T> fit) {
    this.sizes = sizes;
    this.fit = fit;
  }

  /// Replaces all members by those of a quorum list.
  void take(List<T> all) {
    var gone = new TreeMap<>(held);
    held.clear();
    all.forEach(this::hold);
    gone.values().stream().filter(each -> !isHeld(each)).forEach(sizes::gone);
  }

  /// Merges an event.
  ///
  /// @return whether what is declared has changed
  boolean observe(T event, boolean gone) {
    if (gone) return remove(event);
    var known = held.get(event.getMetadata().getName());
    return (known == null || isNewer(event, known)) && put(event);
  }

  /// Merges the answer to a request of this process. It may come late, so it does not bring back a
  /// member that has vanished since.
  ///
  /// @return whether what is declared has changed
  boolean answered(T answer) {
    var known = held.get(answer.getMetadata().getName());
    return known != null && sameObject(answer, known) && isNewer(answer, known) && put(answer);
  }

  private boolean remove(T event) {
    if (!isHeld(event)) return false;
    held.remove(event.getMetadata().getName());
    sizes.gone(event);
    return true;
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  /// All members, by name.
  List<T> all() {
    return new ArrayList<>(held.values());
  }

  private boolean put(T newer) {
    var known = hold(newer);
    if (known != null && !sameObject(known, newer)) sizes.gone(known);
    return known == null
        || !StackMemory.fingerprint(newer).equals(StackMemory.fingerprint(known))
        // The Stack may be waiting for it.
        || !ConfigRevision.of(newer).equals(ConfigRevision.of(known));
  }

  /// Holds a member without the parts for which there is no room.
  private @Nullable T hold(T newer) {
    fit.accept(newer);
    return held.put(newer.getMetadata().getName(), newer);
  }

  private boolean isHeld(T member) {
    var known = held.get(member.getMetadata().getName());
    return known != null && sameObject(known, member);
  }

  static boolean isNewer(HasMetadata one, HasMetadata other) {
    return version(one) > version(other);
  }

  private static long version(HasMetadata object) {
    return Long.parseLong(object.getMetadata().getResourceVersion());
  }

  static boolean sameObject(HasMetadata one, HasMetadata other) {
    return one.getMetadata().getUid().equals(other.getMetadata().getUid());
  }
}
