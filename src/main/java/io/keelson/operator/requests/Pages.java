package io.keelson.operator.requests;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Listable;
import java.util.function.Consumer;

/// Lists that never hold more than one page in memory.
public final class Pages {
  /// So many objects are read at once, of which each may have a quarter of a megabyte.
  private static final long PAGE = 50;

  private Pages() {}

  /// Hands on each object of a list.
  ///
  /// @throws KubernetesClientException if a page cannot be read; those before it are handed on
  public static <T extends HasMetadata> void forEach(
      Listable<KubernetesResourceList<T>> all, Consumer<T> each) {
    String more = null;
    do {
      var page = all.list(new ListOptionsBuilder().withLimit(PAGE).withContinue(more).build());
      page.getItems().forEach(each);
      more = page.getMetadata().getContinue();
    } while (more != null && !more.isEmpty());
  }
}
