package io.keelson.operator.requests;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What there is of a kind when the operator starts. Nothing is planned before that is known: a
/// Stack that is planned without its policies would pass them by.
///
/// @param ending whether the operator ends, and nothing is waited for any more
public record FirstListing(KubernetesClient client, BooleanSupplier ending) {
  private static final Logger LOG = LoggerFactory.getLogger(FirstListing.class);

  /// Hands on each object of the kind in the cluster; asks until the API server has told all of
  /// them. After a problem in the middle it begins anew, so an object may be handed on twice. A
  /// cluster that does not know the kind has none.
  ///
  /// @return false if the operator ends before they are known
  public <T extends CustomResource<?, ?>> boolean of(Class<T> kind, Consumer<T> each) {
    var attempts = new Attempts();
    while (!ending.getAsBoolean()) {
      try {
        Pages.forEach(client.resources(kind).inAnyNamespace(), each);
        return true;
      } catch (KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
          LOG.warn(
              "The cluster does not know the kind {}; install the CRDs of this version",
              HasMetadata.getKind(kind));
          return true;
        }
        // An API server that is starting refuses whom it does not know yet.
        LOG.warn(
            "The objects of kind {} cannot be listed yet, for which the operator needs the verb"
                + " list on {}. Nothing is planned before they are known; trying again: {}",
            HasMetadata.getKind(kind),
            HasMetadata.getFullResourceName(kind),
            e.getMessage());
        attempts.pause();
      }
    }
    return false;
  }
}
