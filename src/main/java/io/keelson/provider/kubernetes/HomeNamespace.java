package io.keelson.provider.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.apiserver.ApiReply;
import io.keelson.apiserver.ApiResource;
import io.keelson.apiserver.ApiServer;
import io.keelson.apiserver.Stopping;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The stack's own namespace, which may be deleted under it. The rights of the stack's account go
/// with the namespace's RoleBindings, often before the objects do; but the namespace's status says
/// of which kinds anything is left.
///
/// @param operator reads the namespace with the operator's own rights
public record HomeNamespace(KubernetesClient operator, String name) {
  /// The stack's records stay to the last. A list without them was not made to its end: while there
  /// are pods, the namespace controller looks no further.
  private static final String RECORDS = "resourceinstances.keelson.dev";

  /// What the finalizers of the operator begin with.
  private static final String FINALIZERS = "keelson.dev/";

  /// How many objects are looked at at once.
  private static final int PAGE = 100;

  private static final List<String> FAILURES =
      List.of(
          "NamespaceDeletionDiscoveryFailure",
          "NamespaceDeletionGroupVersionParsingFailure",
          "NamespaceDeletionContentFailure");

  /// What is known of the objects of one kind in the namespace.
  enum Rest {
    /// The namespace is not being deleted, as far as that is known.
    UNKNOWN,
    /// The namespace is being deleted, and it is not known yet what is left.
    ENDING,
    SOME,
    /// None is left, and none can be made any more.
    NONE
  }

  Rest rest(ApiResource kind) {
    try {
      return Optional.ofNullable(operator.namespaces().withName(name).get())
          .filter(namespace -> namespace.getMetadata().getDeletionTimestamp() != null)
          .map(namespace -> namespace.getStatus().getConditions())
          .map(conditions -> rest(conditions, kind.plural() + "." + kind.group()))
          .map(rest -> rest == Rest.SOME && isAllKeelsons(kind) ? Rest.NONE : rest)
          .orElse(Rest.UNKNOWN);
    } catch (KubernetesClientException e) {
      return Rest.UNKNOWN;
    }
  }

  /// Whether Keelson alone holds whatever is left of a kind: the keys of stacks, for one. It lets
  /// go of that when the stacks have ended, so no stack may wait for it. What the operator may not
  /// list it does not hold.
  private boolean isAllKeelsons(ApiResource kind) {
    var server = new ApiServer(operator, new Stopping());
    var more = "";
    do {
      var query = "?limit=" + PAGE + "&continue=" + URLEncoder.encode(more, StandardCharsets.UTF_8);
      if (!(server.listMetadata(kind.all(name) + query) instanceof ApiReply.Done(var list, _)))
        return false;
      for (JsonNode each : list.path("items")) if (!isHeldByKeelson(each)) return false;
      more = list.at("/metadata/continue").asText();
    } while (!more.isEmpty());
    return true;
  }

  private static boolean isHeldByKeelson(JsonNode object) {
    var finalizers = object.at("/metadata/finalizers");
    for (JsonNode each : finalizers) if (!each.asText().startsWith(FINALIZERS)) return false;
    return !finalizers.isEmpty();
  }

  /// @param conditions of a namespace that is being deleted
  /// @param kind as the namespace controller writes it, such as `deployments.apps` or `configmaps.`
  static Rest rest(List<NamespaceCondition> conditions, String kind) {
    boolean sound =
        FAILURES.stream().allMatch(type -> message(conditions, type, "False").isPresent());
    var left = message(conditions, "NamespaceContentRemaining", "True").orElse("");
    if (!sound || !names(left, RECORDS)) return Rest.ENDING;
    return names(left, kind) ? Rest.SOME : Rest.NONE;
  }

  private static Optional<String> message(
      List<NamespaceCondition> conditions, String type, String status) {
    return conditions.stream()
        .filter(each -> type.equals(each.getType()) && status.equals(each.getStatus()))
        .map(each -> String.valueOf(each.getMessage()))
        .findFirst();
  }

  /// `Some resources are remaining: configmaps. has 1 resource instances, pods. has …`
  private static boolean names(String left, String kind) {
    return Arrays.stream(left.substring(left.indexOf(':') + 1).split(",", -1))
        .anyMatch(each -> each.strip().startsWith(kind + " has "));
  }
}
