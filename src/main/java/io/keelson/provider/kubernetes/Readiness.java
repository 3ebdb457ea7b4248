package io.keelson.provider.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.apiserver.ObjectKey;
import java.util.Optional;

/// Whether an object is ready, by the rules that kubectl and Helm follow for well-known kinds and
/// by the condition `Ready` for all others.
///
/// @param reason what is still missing; empty if ready
/// @param failed whether it will not become ready any more, unless somebody changes it
record Readiness(Optional<String> reason, boolean failed) {
  /// The kind of definitions of other kinds.
  static final String DEFINITION = "CustomResourceDefinition.apiextensions.k8s.io";

  static final Readiness READY = new Readiness(Optional.empty(), false);

  boolean ready() {
    return reason.isEmpty();
  }

  static Readiness not(String reason) {
    return new Readiness(Optional.of(reason), false);
  }

  private static Readiness failed(String reason) {
    return new Readiness(Optional.of(reason), true);
  }

  private static Readiness when(boolean ready, String otherwise) {
    return ready ? READY : not(otherwise);
  }

  static Readiness of(JsonNode object) {
    if (isLate(object.path("status"), object)) return late();
    return switch (kind(object)) {
      case "Deployment.apps" -> deployment(object);
      case "StatefulSet.apps" -> statefulSet(object);
      case "DaemonSet.apps" -> daemonSet(object);
      case "ReplicaSet.apps", "ReplicationController" ->
          replicas(object, "availableReplicas", "available");
      case "Job.batch" -> job(object);
      case "Pod" -> pod(object);
      case "PersistentVolumeClaim" -> phase(object, "Bound");
      case "Namespace" -> phase(object, "Active");
      case "Service" -> service(object);
      case DEFINITION -> of(object, "Established", "True");
      case "APIService.apiregistration.k8s.io" -> of(object, "Available", "True");
      default -> other(object);
    };
  }

  /// Whether a part of an object's status, itself or one of its conditions, says that it is about
  /// an earlier generation than the object has.
  static boolean isLate(JsonNode part, JsonNode object) {
    var observed = part.path("observedGeneration");
    return observed.isNumber()
        && observed.asLong() < object.path("metadata").path("generation").asLong();
  }

  private static Readiness late() {
    return not("its controller has not seen the latest change");
  }

  /// Whether a condition is as wanted, and is about the object as it is now.
  static Readiness of(JsonNode object, String type, String wanted) {
    if (isLate(object.path("status"), object)) return late();
    var condition = condition(object, type);
    if (condition.isEmpty()) return not("its condition " + type + " is not set");
    if (isLate(condition.get(), object)) return late();
    var status = condition.get().path("status").asText();
    return when(status.equals(wanted), "its condition " + type + " is " + status);
  }

  /// Whether a path leads to the value, and what it leads through is about the object as it is now.
  static Readiness of(JsonNode object, JsonPath path, String wanted) {
    if (path.nodes(object).stream().anyMatch(node -> isLate(node, object))) return late();
    return when(
        path.in(object).filter(wanted::equals).isPresent(), path.text() + " is not " + wanted);
  }

  static String kind(JsonNode object) {
    var key =
        new ObjectKey(object.path("apiVersion").asText(), object.path("kind").asText(), "", "");
    return key.kindName();
  }

  private static Readiness deployment(JsonNode object) {
    if (of(object, "Progressing", "False").ready())
      return not("its rollout has failed: " + message(object, "Progressing"));
    if (!object.path("status").has("observedGeneration")) return notSeen();
    var updated = replicas(object, "updatedReplicas", "updated");
    if (!updated.ready()) return updated;
    long total = object.path("status").path("replicas").asLong();
    if (total > wanted(object)) return not((total - wanted(object)) + " old pods still run");
    return replicas(object, "availableReplicas", "available");
  }

  private static Readiness statefulSet(JsonNode object) {
    var status = object.path("status");
    if (!status.has("observedGeneration")) return notSeen();
    var ready = replicas(object, "readyReplicas", "ready");
    if (!ready.ready() || !rolls(object)) return ready;
    long partition =
        object.path("spec").path("updateStrategy").path("rollingUpdate").path("partition").asLong();
    if (partition > 0) {
      long updated = status.path("updatedReplicas").asLong();
      long needed = Math.max(0, wanted(object) - partition);
      return when(updated >= needed, updated + " of " + needed + " pods are updated");
    }
    return when(
        status.path("currentRevision").asText().equals(status.path("updateRevision").asText()),
        "its rollout goes on");
  }

  /// Whether its controller replaces old pods; otherwise they stay until somebody deletes them.
  private static boolean rolls(JsonNode object) {
    var type = object.path("spec").path("updateStrategy").path("type");
    return type.asText("RollingUpdate").equals("RollingUpdate");
  }

  private static Readiness daemonSet(JsonNode object) {
    var status = object.path("status");
    if (!status.has("observedGeneration")) return notSeen();
    long wanted = status.path("desiredNumberScheduled").asLong();
    long updated = status.path("updatedNumberScheduled").asLong();
    if (rolls(object) && updated < wanted)
      return not(updated + " of " + wanted + " pods are updated");
    long available = status.path("numberAvailable").asLong();
    return when(available >= wanted, available + " of " + wanted + " pods are available");
  }

  private static Readiness notSeen() {
    return not("its controller has not seen it yet");
  }

  private static long wanted(JsonNode object) {
    return object.path("spec").path("replicas").asLong(1);
  }

  private static Readiness replicas(JsonNode object, String field, String word) {
    long count = object.path("status").path(field).asLong();
    return when(count >= wanted(object), count + " of " + wanted(object) + " pods are " + word);
  }

  private static Readiness job(JsonNode object) {
    if (isTrue(object, "Failed")) return failed("it failed: " + message(object, "Failed"));
    return of(object, "Complete", "True");
  }

  private static Readiness pod(JsonNode object) {
    return switch (object.path("status").path("phase").asText()) {
      case "Succeeded" -> READY;
      case "Failed" -> failed("its phase is Failed");
      default -> of(object, "Ready", "True");
    };
  }

  private static Readiness phase(JsonNode object, String wanted) {
    var phase = object.path("status").path("phase").asText();
    return when(phase.equals(wanted), "its phase is " + (phase.isEmpty() ? "not set" : phase));
  }

  private static Readiness service(JsonNode object) {
    boolean balanced = object.path("spec").path("type").asText().equals("LoadBalancer");
    boolean served = !object.path("status").path("loadBalancer").path("ingress").isEmpty();
    return when(!balanced || served, "its load balancer has no address yet");
  }

  /// Objects whose status has conditions are ready by the condition `Ready` or `Available`; the
  /// others are ready by being there.
  private static Readiness other(JsonNode object) {
    for (var type : new String[] {"Stalled", "Reconciling"}) {
      if (condition(object, type).filter(found -> isLate(found, object)).isPresent()) return late();
      if (isTrue(object, type)) return not("it is " + type + ": " + message(object, type));
    }
    for (var type : new String[] {"Ready", "Available"})
      if (condition(object, type).isPresent()) return of(object, type, "True");
    return READY;
  }

  private static boolean isTrue(JsonNode object, String type) {
    return of(object, type, "True").ready();
  }

  private static Optional<JsonNode> condition(JsonNode object, String type) {
    for (var condition : object.path("status").path("conditions"))
      if (condition.path("type").asText().equals(type)) return Optional.of(condition);
    return Optional.empty();
  }

  private static String message(JsonNode object, String type) {
    return condition(object, type).map(found -> found.path("message").asText()).orElse("");
  }
}
