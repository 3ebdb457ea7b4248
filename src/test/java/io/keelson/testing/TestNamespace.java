package io.keelson.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.ThrowingRunnable;
import org.awaitility.pollinterval.IterativePollInterval;

/// A namespace of its own for one test, on the shared control plane.
public record TestNamespace(ControlPlane controlPlane, String name) {
  static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final List<String> SHARED = List.of("default", "kube-system", "keelson-system");
  private static final Duration FIRST_POLL = Duration.ofMillis(25);
  private static final Duration LAST_POLL = Duration.ofMillis(400);

  /// Acts as the administrator in all namespaces.
  public KubernetesClient client() {
    return controlPlane.client();
  }

  /// Runs kubectl as the administrator in this namespace.
  public Command.Result kubectl(String... arguments) {
    return kubectl().with(arguments).run();
  }

  /// Runs kubectl in this namespace as the user of a context of the kubeconfig, such as `alice`.
  public Command.Result kubectlAs(String context, String... arguments) {
    return kubectl().with("--context", context).with(arguments).run();
  }

  /// Applies a manifest, as the owner of all that it says.
  ///
  /// @throws AssertionError if the API server refuses it
  public void apply(String manifest) {
    objects().apply(manifest);
  }

  /// Makes what a manifest holds.
  ///
  /// @throws AssertionError if the API server refuses it
  public void create(String manifest) {
    objects().create(manifest);
  }

  /// An object, such as `stack shop`, as it is now; missing if it is not there.
  public JsonNode get(String object) {
    return objects().get(object);
  }

  public boolean exists(String object) {
    return !get(object).isMissingNode();
  }

  /// All objects of some kinds, such as `stacks,plans`, under `items`.
  public JsonNode list(String kinds) {
    return objects().list(kinds);
  }

  /// Every object of this namespace, of those that belong to no test, and of none, with all of its
  /// metadata.
  public List<JsonNode> everything() {
    return Stream.concat(
            objects().everything().stream(),
            SHARED.stream()
                .filter(shared -> client().namespaces().withName(shared).get() != null)
                .flatMap(shared -> controlPlane.objects(shared).everything().stream()))
        .toList();
  }

  /// Deletes an object, and returns when it is gone. Another of its name may be there by then.
  ///
  /// @throws AssertionError if it is not there
  public void delete(String object) {
    var uid = objects().get(object).at("/metadata/uid");
    objects().beginDelete(object);
    await(object, "the end of " + uid, found -> !found.at("/metadata/uid").equals(uid));
  }

  /// Deletes an object, which may take time to go.
  ///
  /// @throws AssertionError if it is not there
  public void beginDelete(String object) {
    objects().beginDelete(object);
  }

  /// Deletes what there is of some kinds, such as `stack,resource`; it may take time to go.
  public void beginDeleteAll(String kinds) {
    objects().beginDeleteAll(kinds);
  }

  /// Changes an object by a JSON merge patch.
  public void merge(String object, String patch) {
    objects().patch(object, "", PatchType.JSON_MERGE, patch);
  }

  /// Changes the status of an object by a JSON merge patch.
  public void mergeStatus(String object, String patch) {
    objects().patch(object, "status", PatchType.JSON_MERGE, patch);
  }

  /// Sets an annotation (`name=value`) or takes it away (`name-`).
  public void annotate(String object, String annotation) {
    objects().annotate(object, annotation);
  }

  /// Waits until an object is as wanted; it is missing while it does not exist.
  ///
  /// @param wanted what is waited for, in the words of a failure
  /// @throws AssertionError after three minutes, with the object as it is then
  public JsonNode await(String object, String wanted, Predicate<JsonNode> condition) {
    return objects().await(object, wanted, condition);
  }

  /// Waits until all objects of a kind are as wanted.
  ///
  /// @throws AssertionError after three minutes, with the objects as they are then
  public void awaitAll(String kind, String wanted, Predicate<List<JsonNode>> condition) {
    objects().awaitAll(kind, wanted, condition);
  }

  /// Waits until objects of kinds can be asked for, which takes a moment after their CRDs are made.
  ///
  /// @param kinds such as `stacks`
  public void awaitServed(String... kinds) {
    for (String kind : kinds)
      eventually(() -> assertThat(objects().serves(kind)).as(kind).isTrue());
  }

  public void awaitGone(String object) {
    await(object, "its end", JsonNode::isMissingNode);
  }

  /// Waits until a condition of the object, as it is declared now, is true.
  public JsonNode awaitCondition(String object, String type) {
    return await(object, "condition " + type, found -> isTrue(found, type));
  }

  private static boolean isTrue(JsonNode object, String type) {
    long declared = object.at("/metadata/generation").asLong();
    return StreamSupport.stream(object.at("/status/conditions").spliterator(), false)
        .filter(condition -> condition.path("type").asText().equals(type))
        .filter(condition -> condition.path("observedGeneration").asLong(declared) == declared)
        .anyMatch(condition -> condition.path("status").asText().equals("True"));
  }

  /// Deletes what there is of a manifest with `kubectl delete -f -`, and does not wait for its end.
  ///
  /// @throws AssertionError if kubectl cannot
  public void deleteAll(String manifest) {
    kubectl()
        .with("delete", "--wait=false", "--ignore-not-found", "-f", "-")
        .reading(manifest)
        .run()
        .orThrow();
  }

  /// Offers a manifest to `kubectl apply -f -` as the user of a context; it may be refused.
  public Command.Result applyAs(String context, String manifest, String... options) {
    return kubectl()
        .with("--context", context, "apply", "-f", "-")
        .with(options)
        .reading(manifest)
        .run();
  }

  /// Waits until the assertion holds, at most three minutes; then fails with what it last said, and
  /// with the events of this namespace.
  public void eventually(ThrowingRunnable assertion) {
    try {
      Awaitility.await()
          .atMost(PATIENCE)
          .pollDelay(Duration.ZERO)
          .pollInterval(IterativePollInterval.iterative(TestNamespace::next, FIRST_POLL))
          .untilAsserted(assertion);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(e.getMessage() + "\n" + objects().events(), e);
    }
  }

  // What has not come soon is asked for less often: each time is a request to the API server.
  private static Duration next(Duration before) {
    var longer = before.multipliedBy(5).dividedBy(4);
    return longer.compareTo(LAST_POLL) < 0 ? longer : LAST_POLL;
  }

  private ApiObjects objects() {
    return controlPlane.objects(name);
  }

  private Command kubectl() {
    return controlPlane.kubectl().with("--namespace", name);
  }
}
