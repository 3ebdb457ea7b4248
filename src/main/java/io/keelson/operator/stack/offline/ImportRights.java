package io.keelson.operator.stack.offline;

import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.state.KeySecret;
import java.util.List;
import java.util.stream.Stream;

/// The rights that an import needs, asked for before it begins: one that is refused on its way
/// leaves a part of what it writes.
final class ImportRights {
  private static final String KEELSON = "keelson.dev";
  private static final String RECORDS = "resourceinstances";
  private static final String CORE = "";
  private static final String ANY = "";

  /// Its uid tells one cluster from another.
  private static final String CLUSTER = "kube-system";

  private final KubernetesClient client;
  private final StackKey stack;
  private final KeySecret secret;

  ImportRights(KubernetesClient client, StackKey stack, KeySecret secret) {
    this.client = client;
    this.stack = stack;
    this.secret = secret;
  }

  /// What whoever asks may not do, in the words of people.
  List<String> missing() {
    return needed().filter(right -> !isAllowed(right)).map(ImportRights::told).toList();
  }

  /// Who asks, as the API server knows them.
  String asker() {
    var review = client.resource(new SelfSubjectReview()).create();
    return review.getStatus().getUserInfo().getUsername();
  }

  private Stream<ResourceAttributes> needed() {
    return Stream.of(
        right("get", KEELSON, "stacks", stack.name()),
        right("list", KEELSON, RECORDS, ANY),
        right("create", KEELSON, RECORDS, ANY),
        new ResourceAttributesBuilder(right("update", KEELSON, RECORDS, ANY))
            .withSubresource("status")
            .build(),
        right("create", CORE, "secrets", ANY),
        right("get", CORE, "secrets", secret.name()),
        right("patch", CORE, "secrets", secret.name()),
        right("delete", CORE, "secrets", secret.name()),
        new ResourceAttributesBuilder(right("get", CORE, "namespaces", CLUSTER))
            .withNamespace(CLUSTER)
            .build());
  }

  private ResourceAttributes right(String verb, String group, String kind, String name) {
    return new ResourceAttributesBuilder()
        .withVerb(verb)
        .withGroup(group)
        .withResource(kind)
        .withName(name)
        .withNamespace(stack.namespace())
        .build();
  }

  private boolean isAllowed(ResourceAttributes right) {
    var review =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withResourceAttributes(right)
            .endSpec()
            .build();
    var status = client.resource(review).create().getStatus();
    return status != null && Boolean.TRUE.equals(status.getAllowed());
  }

  private static String told(ResourceAttributes right) {
    return right.getVerb()
        + " "
        + right.getResource()
        + (right.getGroup().isEmpty() ? "" : "." + right.getGroup())
        + (right.getSubresource() == null ? "" : "/" + right.getSubresource())
        + (right.getName().isEmpty() ? "" : " '" + right.getName() + "'")
        + (right.getResource().equals("namespaces")
            ? ""
            : " in namespace '" + right.getNamespace() + "'");
  }
}
