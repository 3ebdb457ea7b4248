package io.keelson.operator.requests;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Listable;
import java.util.function.Consumer;

/// Reads lists page by page.
public final class Pages {
  /// So many objects may be in memory at once, of which each may have a quarter of a megabyte.
  private static final long FEW = 50;

  private Pages() {}

  /// Hands on each object of a list, of which never more than one small page is in memory.
  ///
  /// @throws KubernetesClientException if a page cannot be read; those before it are handed on
  public static <T extends HasMetadata> void forEach(
      Listable<KubernetesResourceList<T>> all, Consumer<T> each) {
    forEach(FEW, all, each);
  }

  /// Hands on each object of a list.
  ///
  /// @param size how many are read at once
  /// @throws KubernetesClientException if a page cannot be read; those before it are handed on
  public static <T extends HasMetadata> void forEach(
      long size, Listable<KubernetesResourceList<T>> all, Consumer<T> each) {
    String more = null;
    do {
      var page = all.list(new ListOptionsBuilder().withLimit(size).withContinue(more).build());
      page.getItems().forEach(each);
      more = page.getMetadata().getContinue();
    } while (more != null && !more.isEmpty());
  }
}
