package io.keelson.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.keelson.json.ManifestYaml;
import io.keelson.json.PrintableJson;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// The objects of a namespace, and those of no namespace, read and changed through one client as a
/// person would with kubectl, without a process for each word.
///
/// An object is named as for kubectl: `stack shop` or `stack/shop`.
record ApiObjects(KubernetesClient client, ApiKinds kinds, String namespace) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long PATIENCE_SECONDS = 180;
  private static final String MANAGER = "a-test";

  private record Name(String kind, String name) {
    static Name of(String object) {
      var words = object.split("[ /]", 2);
      if (words.length < 2) throw new IllegalArgumentException("not KIND NAME: " + object);
      return new Name(words[0], words[1]);
    }
  }

  /// The object as it is now; missing if it is not there.
  JsonNode get(String object) {
    return json(at(object).get());
  }

  /// All objects of some kinds, under `items`.
  ///
  /// @param kinds separated by commas
  JsonNode list(String kinds) {
    var list = JSON.createObjectNode();
    var items = list.putArray("items");
    for (String kind : kinds.split(",", -1))
      all(kind).list().getItems().forEach(object -> items.add(json(object)));
    return list;
  }

  /// Every object of the namespace, and of no namespace, with all of its metadata.
  List<JsonNode> everything() {
    return kinds.listed().stream()
        .flatMap(kind -> found(kind).stream())
        .map(JSON::<JsonNode>valueToTree)
        .toList();
  }

  private List<GenericKubernetesResource> found(ResourceDefinitionContext kind) {
    // Another test may have brought the kind and taken it away.
    return listed(kind).orElse(List.of());
  }

  /// Whether objects of a kind can be asked for now: its CRD may be there before, or after.
  boolean serves(String kind) {
    var found = kinds.find(kind);
    if (found.flatMap(this::listed).isPresent()) return true;
    // It may have been found in a version that ended since.
    found.ifPresent(kinds::forget);
    return false;
  }

  private Optional<List<GenericKubernetesResource>> listed(ResourceDefinitionContext kind) {
    try {
      return Optional.of(in(kind, namespace).list().getItems());
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) return Optional.empty();
      throw e;
    }
  }

  /// Applies each document on the server, as the owner of all that it says.
  ///
  /// @throws AssertionError if the API server refuses it
  void apply(String manifest) {
    var context =
        new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(MANAGER)
            .withFieldValidation("Strict")
            .withForce(true)
            .build();
    for (var object : read(manifest))
      orFail(() -> in(object).resource(object).patch(context, PrintableJson.text(json(object))));
  }

  /// Makes the object of each document.
  void create(String manifest) {
    for (var object : read(manifest)) orFail(() -> in(object).resource(object).create());
  }

  /// @throws AssertionError if it is not there
  void beginDelete(String object) {
    var deleted =
        orFail(() -> at(object).withPropagationPolicy(DeletionPropagation.BACKGROUND).delete());
    if (deleted.isEmpty()) throw new AssertionError("there is no " + object + " in " + namespace);
  }

  /// @param kinds separated by commas
  void beginDeleteAll(String kinds) {
    for (String kind : kinds.split(",", -1))
      all(kind).withPropagationPolicy(DeletionPropagation.BACKGROUND).delete();
  }

  /// @param subresource such as `status`; empty for the object itself
  void patch(String object, String subresource, PatchType type, String patch) {
    var context = PatchContext.of(type);
    var whole = at(object);
    orFail(() ->
        subresource.isEmpty()
            ? whole.patch(context, patch)
            : whole.subresource(subresource).patch(context, patch));
  }

  /// @param annotation `name=value`, or `name-` to take it away
  void annotate(String object, String annotation) {
    int equals = annotation.indexOf('=');
    var name = annotation.substring(0, equals < 0 ? annotation.length() - 1 : equals);
    var patch = JSON.createObjectNode();
    var annotations = patch.putObject("metadata").putObject("annotations");
    if (equals < 0) annotations.putNull(name);
    else annotations.put(name, annotation.substring(equals + 1));
    patch(object, "", PatchType.JSON_MERGE, patch.toString());
  }

  private static <T> T orFail(Supplier<T> request) {
    try {
      return request.get();
    } catch (KubernetesClientException e) {
      // Without a cause the server has answered, and its answer is the message.
      var answer = e.getCause() == null ? "" : ", because of " + e.getCause();
      throw new AssertionError(e.getMessage() + answer, e);
    }
  }

  /// Watches an object until it is as wanted; it is missing while it does not exist.
  ///
  /// @param wanted what is waited for, in the words of a failure
  /// @throws AssertionError after three minutes, with the object as it is then
  JsonNode await(String object, String wanted, Predicate<JsonNode> condition) {
    try {
      return json(
          at(object)
              .waitUntilCondition(
                  found -> condition.test(json(found)), PATIENCE_SECONDS, TimeUnit.SECONDS));
    } catch (KubernetesClientTimeoutException e) {
      throw failed(object, wanted, get(object), e);
    }
  }

  /// Watches all objects of a kind until they are as wanted.
  ///
  /// @throws AssertionError after three minutes, with the objects as they are then
  void awaitAll(String kind, String wanted, Predicate<List<JsonNode>> condition) {
    CompletableFuture<?> met =
        all(kind)
            .informOnCondition(
                found -> condition.test(found.stream().map(ApiObjects::json).toList()));
    try {
      met.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw failed(kind, wanted, list(kind).path("items"), e);
    } catch (ExecutionException e) {
      throw new AssertionError("%s of %s cannot be watched".formatted(kind, namespace), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + kind, e);
    } finally {
      met.cancel(true);
    }
  }

  private AssertionError failed(String what, String wanted, JsonNode last, Throwable cause) {
    return new AssertionError(
        "%s of %s: waited for %s, but it is%n%s%n%s"
            .formatted(what, namespace, wanted, last.toPrettyString(), events()),
        cause);
  }

  /// What the namespace's events say, for whoever looks into a failure.
  String events() {
    var text = new StringBuilder("events of " + namespace + ":\n");
    for (var event : list("events").path("items"))
      text.append(
          "  %s %s/%s %s: %s%n"
              .formatted(
                  event.path("type").asText(),
                  event.at("/involvedObject/kind").asText(),
                  event.at("/involvedObject/name").asText(),
                  event.path("reason").asText(),
                  event.path("message").asText()));
    return text.toString();
  }

  private Resource<GenericKubernetesResource> at(String object) {
    var name = Name.of(object);
    return all(name.kind()).withName(name.name());
  }

  private NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      all(String kind) {
    return in(kinds.named(kind), namespace);
  }

  private NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      in(GenericKubernetesResource object) {
    var own = object.getMetadata().getNamespace();
    return in(kinds.of(object.getApiVersion(), object.getKind()), own == null ? namespace : own);
  }

  private NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      in(ResourceDefinitionContext kind, String namespace) {
    MixedOperation<
            GenericKubernetesResource,
            GenericKubernetesResourceList,
            Resource<GenericKubernetesResource>>
        everywhere = client.genericKubernetesResources(kind);
    return kind.isNamespaceScoped() ? everywhere.inNamespace(namespace) : everywhere;
  }

  /// Read as kubectl reads it.
  private static List<GenericKubernetesResource> read(String manifest) {
    try {
      return ManifestYaml.read(manifest).stream()
          .flatMap(document -> objects(document.tree()))
          .map(object -> JSON.convertValue(object, GenericKubernetesResource.class))
          .toList();
    } catch (ManifestYaml.Malformed e) {
      throw new IllegalArgumentException(manifest, e);
    }
  }

  /// A `List` stands for its items.
  private static Stream<JsonNode> objects(JsonNode document) {
    return document.path("kind").asText().equals("List")
        ? StreamSupport.stream(document.path("items").spliterator(), false)
        : Stream.of(document);
  }

  private static JsonNode json(@Nullable Object object) {
    if (object == null) return MissingNode.getInstance();
    ObjectNode tree = JSON.valueToTree(object);
    // As kubectl prints it: who owns which field is only shown on demand.
    if (tree.path("metadata") instanceof ObjectNode metadata) metadata.remove("managedFields");
    return tree;
  }
}
