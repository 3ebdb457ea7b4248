package io.keelson.provider.kubernetes;

import static io.keelson.provider.kubernetes.ManagedInstance.config;
import static io.keelson.provider.kubernetes.ManagedInstance.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.Fault;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Waiting for what an object has to become, and for its end.
@ExtendWith(OnControlPlane.class)
final class WaitingIT {
  private static final String CLAIM =
      """
      manifest:
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: disk}
        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
      wait: {for: %s, timeout: %s}
      """;

  private static ManagedInstance instance(TestNamespace namespace) {
    return new ManagedInstance(namespace.client(), namespace.name(), "kubernetes_object.disk");
  }

  private static CompletableFuture<ApplyAnswer> applying(ManagedInstance instance, String yaml) {
    return CompletableFuture.supplyAsync(
        () -> instance.apply(config(yaml)), Executors.newVirtualThreadPerTaskExecutor());
  }

  private static void patchStatus(TestNamespace namespace, String status) {
    namespace.await("pvc disk", "it", claim -> !claim.isMissingNode());
    namespace.mergeStatus("pvc disk", "{\"status\":" + status + "}");
  }

  @Test
  void readyObject_endsTheWait(TestNamespace namespace) throws Exception {
    var instance = instance(namespace);
    var answer = applying(instance, CLAIM.formatted("Ready", "1m"));

    patchStatus(namespace, "{\"phase\":\"Bound\"}");

    assertThat(problems(answer.get())).isEmpty();
    assertThat(instance.state().attribute("object").toString()).contains("Bound");
  }

  @Test
  void condition_endsTheWait(TestNamespace namespace) throws Exception {
    var wait = "{condition: {type: Resizing, status: \"False\"}}";
    var answer = applying(instance(namespace), CLAIM.formatted(wait, "1m"));

    patchStatus(namespace, "{\"conditions\":[{\"type\":\"Resizing\",\"status\":\"False\"}]}");

    assertThat(problems(answer.get())).isEmpty();
  }

  @Test
  void jsonPath_endsTheWait(TestNamespace namespace) throws Exception {
    var wait = "{jsonPath: {path: .status.capacity.storage, value: 2Gi}}";
    var answer = applying(instance(namespace), CLAIM.formatted(wait, "1m"));

    patchStatus(namespace, "{\"capacity\":{\"storage\":\"2Gi\"}}");

    assertThat(problems(answer.get())).isEmpty();
  }

  /// The controller is slow: what it says of the object before the change is no answer.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Ready                                                                  | condition",
        "Ready                                                                  | status",
        "{condition: {type: Ready}}                                             | condition",
        "{condition: {type: Ready}}                                             | status",
        "{jsonPath: {path: .status.phase, value: Fine}}                         | status",
        "{jsonPath: {path: '.status.conditions[?(@.type==\"Ready\")].status', value: \"True\"}} |"
            + " condition",
      })
  void statusOfAnEarlierChange_doesNotEndTheWait(
      String wait, String observer, TestNamespace namespace) throws Exception {
    var widgets = new Widgets(namespace);
    var definition =
        new ManagedInstance(namespace.client(), namespace.name(), "kubernetes_object.kind");
    definition.applied(widgets.definition("wait: {for: Ready}"));
    var instance = instance(namespace);
    var yaml = widgets.widget("size: SIZE") + "\nwait: {for: " + wait + ", timeout: 1m}\n";
    instance.applied(yaml.replace("SIZE", "1").replaceAll("wait:.*", ""));
    var widget = "widgets." + widgets.group() + " one";
    namespace.mergeStatus(widget, status(observer, 1, "old"));

    var answer = applying(instance, yaml.replace("SIZE", "2"));
    namespace.await(widget, "size 2", found -> found.at("/spec/size").asInt() == 2);
    assertThat(answer).isNotDone();
    namespace.mergeStatus(widget, status(observer, 2, "new"));

    assertThat(problems(answer.get())).isEmpty();
    assertThat(instance.state().attribute("object").toString())
        .contains("http://new")
        .doesNotContain("http://old");
  }

  /// @param observer which part of the status says what it is about: `status` or `condition`
  private static String status(String observer, int generation, String url) {
    var observed = "\"observedGeneration\":" + generation + ",";
    return "{\"status\":{%s\"url\":\"http://%s\",\"phase\":\"Fine\",\"conditions\":[{%s\"type\":\"Ready\",\"status\":\"True\"}]}}"
        .formatted(
            observer.equals("status") ? observed : "",
            url,
            observer.equals("condition") ? observed : "");
  }

  @Test
  void objectThatDoesNotBecomeReadyInTime_isKeptWithAnError(TestNamespace namespace) {
    var instance = instance(namespace);

    var answer = instance.apply(config(CLAIM.formatted("Ready", "1s")));

    assertThat(problems(answer))
        .extracting(Diagnostic::summary)
        .containsExactly("The object did not become ready in time");
    assertThat(problems(answer).getFirst().detail()).contains("its phase is Pending");
    assertThat(instance.uid()).isNotEmpty();
  }

  @Test
  void objectThatFails_isNotWaitedForAnyLonger(TestNamespace namespace) throws Exception {
    var pod =
        """
        manifest:
          apiVersion: v1
          kind: Pod
          metadata: {name: once}
          spec: {restartPolicy: Never, containers: [{name: main, image: main}]}
        wait: {for: Ready, timeout: 10m}
        """;
    var instance = instance(namespace);
    var answer = applying(instance, pod);
    namespace.await("pod once", "it", found -> !found.isMissingNode());

    namespace.mergeStatus("pod once", "{\"status\":{\"phase\":\"Failed\"}}");

    assertThat(problems(answer.get()))
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.isError()).isTrue();
          assertThat(problem.summary()).isEqualTo("The object failed");
          assertThat(problem.detail()).contains("its phase is Failed");
        });
  }

  /// It may be over between two looks.
  @Test
  void jobThatDeletesItself_isDoneWhenItIsGone(TestNamespace namespace) throws Exception {
    var job =
        """
        manifest:
          apiVersion: batch/v1
          kind: Job
          metadata: {name: once}
          spec:
            ttlSecondsAfterFinished: 0
            template: {spec: {restartPolicy: Never, containers: [{name: main, image: main}]}}
        wait: {for: Ready, timeout: 10m}
        """;
    var answer = applying(instance(namespace), job);
    namespace.await("job once", "it", found -> !found.isMissingNode());

    namespace.delete("job once");

    assertThat(problems(answer.get())).isEmpty();
  }

  /// Of the whole provider when Keelson ends, or of one apply when its Stack has changed.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void stop_endsTheWaitWithoutHarm(boolean ofTheProvider, TestNamespace namespace)
      throws Exception {
    var instance = instance(namespace);
    var yaml = CLAIM.formatted("Ready", "10m");
    var answer = applying(instance, yaml);
    namespace.await("pvc disk", "it", claim -> !claim.isMissingNode());

    if (ofTheProvider) instance.provider().stop();
    else instance.stop();

    assertThat(problems(answer.get()))
        .extracting(Diagnostic::code)
        .containsExactly(Code.INTERRUPTED);
    assertThat(problems(answer.get()))
        .extracting(Diagnostic::severity)
        .containsExactly(Severity.WARNING);
    assertThat(instance.isNoOp(yaml)).as("the next plan goes on waiting").isFalse();
  }

  @Test
  void deletion_waitsForFinalizers(TestNamespace namespace) throws Exception {
    var yaml =
        CLAIM
            .formatted("Exists", "1m")
            .replace("{name: disk}", "{name: disk, finalizers: [example.com/hold]}");
    var instance = instance(namespace);
    instance.applied(yaml);
    var destroyed =
        CompletableFuture.supplyAsync(
            instance::destroy, Executors.newVirtualThreadPerTaskExecutor());
    namespace.await(
        "pvc disk", "deletion", claim -> claim.at("/metadata").has("deletionTimestamp"));
    assertThat(destroyed).isNotDone();

    namespace.merge("pvc disk", "{\"metadata\":{\"finalizers\":null}}");

    assertThat(problems(destroyed.get())).isEmpty();
  }

  @Test
  void deletionThatIsHeldUp_failsWithTheFinalizers(TestNamespace namespace) {
    var yaml =
        CLAIM
            .formatted("Exists", "1s")
            .replace("{name: disk}", "{name: disk, finalizers: [example.com/hold]}");
    var instance = instance(namespace);
    instance.applied(yaml);

    var answer = instance.destroy();

    assertThat(problems(answer).getFirst().detail()).contains("example.com/hold");
    assertThat(instance.uid()).isNotEmpty();
  }

  /// The API server establishes a definition a moment before it has the kind.
  @Test
  void readyDefinition_isOneWhoseKindIsThere(ControlPlane controlPlane, TestNamespace namespace) {
    var kind = new Widgets(namespace);
    try (var proxy = FaultyProxy.inFrontOf(controlPlane);
        var client = new KubernetesClientBuilder().withConfig(proxy.config()).build()) {
      proxy.inject("GET", "/apis/" + kind.group() + "/v1$", 2, new Fault.Answer(404));

      new ManagedInstance(client, namespace.name(), "kubernetes_object.definition")
          .applied(kind.definition("wait: {for: Ready}"));

      new ManagedInstance(client, namespace.name(), "kubernetes_object.widget")
          .applied(kind.widget("colour: green"));
    }
  }
}
