package io.keelson.operator.requests;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What an informer remembers of the objects that it has seen: uid, version and labels of each, and
/// whose it is. That is what its handlers get of an object that went unseen; all else of it is
/// absent. The framework's own store of this kind turns each event into maps first, which takes
/// longer than to read it.
public final class SeenObjects<T extends HasMetadata> implements ItemStore<T> {
  private record Seen(
      String uid, String version, @Nullable Map<String, String> labels, @Nullable String owner) {}

  /// How objects of a kind say whose they are: their Stack, or their definition.
  private record Owned<T>(Function<T, String> get, BiConsumer<T, String> set) {}

  private final Map<String, Seen> all = new ConcurrentHashMap<>();
  private final Supplier<T> empty;
  private final @Nullable Owned<T> owned;

  /// For a kind whose objects belong to nobody.
  ///
  /// @param empty makes an object without a spec
  public SeenObjects(Supplier<T> empty) {
    this.empty = empty;
    this.owned = null;
  }

  private SeenObjects(Supplier<T> empty, Owned<T> owned) {
    this.empty = empty;
    this.owned = owned;
  }

  /// For a kind whose objects say in their spec whose they are; their labels are not remembered.
  ///
  /// @param empty makes an object without a spec
  public static <S, T extends CustomResource<S, ?>> SeenObjects<T> owned(
      Supplier<T> empty, Supplier<S> spec, Function<S, String> get, BiConsumer<S, String> set) {
    return new SeenObjects<>(
        empty,
        new Owned<>(
            object -> get.apply(object.getSpec()),
            (object, owner) -> {
              object.setSpec(spec.get());
              set.accept(object.getSpec(), owner);
            }));
  }

  @Override
  public String getKey(T object) {
    return Cache.metaNamespaceKeyFunc(object);
  }

  @Override
  public @Nullable T put(String key, T object) {
    return restored(key, all.put(key, seen(object)));
  }

  private Seen seen(T object) {
    var meta = object.getMetadata();
    return owned == null
        ? new Seen(meta.getUid(), meta.getResourceVersion(), meta.getLabels(), null)
        : new Seen(meta.getUid(), meta.getResourceVersion(), null, owned.get().apply(object));
  }

  private @Nullable T restored(String key, @Nullable Seen seen) {
    if (seen == null) return null;
    int slash = key.indexOf('/');
    var object = empty.get();
    object.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(slash < 0 ? null : key.substring(0, slash))
            .withName(key.substring(slash + 1))
            .withUid(seen.uid())
            .withResourceVersion(seen.version())
            .withLabels(seen.labels())
            .build());
    if (owned != null && seen.owner() != null) owned.set().accept(object, seen.owner());
    return object;
  }

  @Override
  public @Nullable T get(String key) {
    return restored(key, all.get(key));
  }

  @Override
  public @Nullable T remove(String key) {
    return restored(key, all.remove(key));
  }

  @Override
  public Stream<String> keySet() {
    return all.keySet().stream();
  }

  @Override
  public Stream<T> values() {
    return all.keySet().stream().flatMap(key -> Stream.ofNullable(get(key)));
  }

  @Override
  public int size() {
    return all.size();
  }

  @Override
  public boolean isFullState() {
    return false;
  }
}
