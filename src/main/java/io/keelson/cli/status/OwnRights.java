package io.keelson.cli.status;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.jspecify.annotations.Nullable;

/// What the reader may do with the kinds of Keelson in a namespace.
public record OwnRights(KubernetesClient client, String namespace) {
  /// Whether the reader may do that with all objects of a kind.
  ///
  /// @param plural of the kind, such as plans
  public boolean allow(String verb, String plural) {
    return allow(verb, plural, null);
  }

  /// Whether the reader may do that with one object.
  public boolean allow(String verb, String plural, @Nullable String name) {
    var review =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withGroup("keelson.dev")
            .withResource(plural)
            .withName(name)
            .withVerb(verb)
            .withNamespace(namespace)
            .endResourceAttributes()
            .endSpec()
            .build();
    return client.resource(review).create().getStatus().getAllowed();
  }
}
