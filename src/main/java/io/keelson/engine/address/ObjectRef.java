package io.keelson.engine.address;

import java.util.Comparator;
import java.util.Optional;

/// Names one object: the current one of an instance, or one of its deposed ones.
public record ObjectRef(InstanceAddress instance, Optional<DeposedKey> deposed)
    implements Comparable<ObjectRef> {
  private static final Comparator<ObjectRef> ORDER =
      Comparator.comparing(ObjectRef::instance)
          .thenComparing(ref -> ref.deposed().map(DeposedKey::value).orElse(""));

  /// The current object of `instance`.
  public static ObjectRef current(InstanceAddress instance) {
    return new ObjectRef(instance, Optional.empty());
  }

  /// The deposed object of `instance` under `key`.
  public static ObjectRef deposed(InstanceAddress instance, DeposedKey key) {
    return new ObjectRef(instance, Optional.of(key));
  }

  /// By instance; the current object before the deposed ones.
  @Override
  public int compareTo(ObjectRef other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return instance + deposed.map(key -> " (deposed " + key + ")").orElse("");
  }
}
