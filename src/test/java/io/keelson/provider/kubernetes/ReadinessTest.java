package io.keelson.provider.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.json.JsonValues.NotAValue;
import io.keelson.json.LiteralYaml;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReadinessTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "ready",
      value = {
        "v1          | ConfigMap  | {}                                                             "
            + "         | ready",
        "apps/v1     | Deployment | {spec: {replicas: 2}}                                          "
            + "         | its controller has not seen it yet",
        "apps/v1     | Deployment | {metadata: {generation: 3}, status: {observedGeneration: 2}}   "
            + "         | its controller has not seen the latest change",
        "apps/v1     | Deployment | {spec: {replicas: 2}, status: {observedGeneration: 0,"
            + " updatedReplicas: 1}} | 1 of 2 pods are updated",
        "apps/v1     | Deployment | {spec: {replicas: 1}, status: {observedGeneration: 0,"
            + " updatedReplicas: 1, replicas: 2}} | 1 old pods still run",
        "apps/v1     | Deployment | {status: {observedGeneration: 0, updatedReplicas: 1, replicas:"
            + " 1, availableReplicas: 0}} | 0 of 1 pods are available",
        "apps/v1     | Deployment | {status: {observedGeneration: 0, updatedReplicas: 1, replicas:"
            + " 1, availableReplicas: 1}} | ready",
        "apps/v1     | Deployment | {status: {conditions: [{type: Progressing, status: 'False',"
            + " message: late}]}} | its rollout has failed: late",
        "apps/v1     | StatefulSet | {status: {observedGeneration: 0, readyReplicas: 1,"
            + " currentRevision: a, updateRevision: b}} | its rollout goes on",
        "apps/v1     | StatefulSet | {status: {observedGeneration: 0, readyReplicas: 1,"
            + " currentRevision: a, updateRevision: a}} | ready",
        "apps/v1     | DaemonSet  | {status: {observedGeneration: 0, desiredNumberScheduled: 2,"
            + " updatedNumberScheduled: 2, numberAvailable: 1}} | 1 of 2 pods are available",
        "apps/v1     | DaemonSet  | {status: {observedGeneration: 0, desiredNumberScheduled: 2,"
            + " updatedNumberScheduled: 1, numberAvailable: 2}} | 1 of 2 pods are updated",
        "apps/v1     | DaemonSet  | {spec: {updateStrategy: {type: OnDelete}}, status:"
            + " {observedGeneration: 0, desiredNumberScheduled: 2, updatedNumberScheduled: 0,"
            + " numberAvailable: 2}} | ready",
        "batch/v1    | Job        | {status: {conditions: [{type: Complete, status: 'True'}]}}     "
            + "         | ready",
        "batch/v1    | Job        | {status: {conditions: [{type: Failed, status: 'True', message:"
            + " boom}]}} | it failed: boom",
        "v1          | Pod        | {status: {phase: Succeeded}}                                   "
            + "         | ready",
        "v1          | Pod        | {status: {phase: Running}}                                     "
            + "         | its condition Ready is not set",
        "v1          | PersistentVolumeClaim | {status: {phase: Pending}}                          "
            + "         | its phase is Pending",
        "v1          | Service    | {spec: {type: LoadBalancer}}                                   "
            + "         | its load balancer has no address yet",
        "v1          | Service    | {spec: {type: ClusterIP}}                                      "
            + "         | ready",
        "apiextensions.k8s.io/v1 | CustomResourceDefinition | {}                                   "
            + "         | its condition Established is not set",
        "example.com/v1 | Widget  | {status: {conditions: [{type: Ready, status: 'False'}]}}       "
            + "         | its condition Ready is False",
        "example.com/v1 | Widget  | {status: {conditions: [{type: Reconciling, status: 'True',"
            + " message: busy}]}} | it is Reconciling: busy",
        "example.com/v1 | Widget  | {status: {conditions: [{type: Other, status: 'False'}]}}       "
            + "         | ready",
        "example.com/v1 | Widget  | {metadata: {generation: 2}, status: {conditions: [{type: Ready,"
            + " status: 'True', observedGeneration: 1}]}} | its controller has not seen the latest"
            + " change",
        "example.com/v1 | Widget  | {metadata: {generation: 2}, status: {conditions: [{type: Ready,"
            + " status: 'True', observedGeneration: 2}]}} | ready",
        "example.com/v1 | Widget  | {metadata: {generation: 2}, status: {conditions: [{type:"
            + " Stalled, status: 'True', observedGeneration: 1}]}} | its controller has not seen"
            + " the latest change",
      })
  void object_isReadyOrSaysWhatIsMissing(
      String apiVersion, String kind, String rest, String missing) throws NotAValue {
    var object = (com.fasterxml.jackson.databind.node.ObjectNode) LiteralYaml.tree(rest);
    object.put("apiVersion", apiVersion).put("kind", kind);

    assertThat(Readiness.of(object).reason().orElse(null)).isEqualTo(missing);
  }
}
