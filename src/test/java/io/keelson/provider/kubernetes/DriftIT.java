package io.keelson.provider.kubernetes;

import static io.keelson.provider.kubernetes.ManagedInstance.config;
import static io.keelson.provider.kubernetes.ManagedInstance.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What the API server makes of a manifest is no drift; what others make of it is.
@ExtendWith(OnControlPlane.class)
final class DriftIT {
  private static final String DEPLOYMENT =
      """
      manifest:
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, labels: {app: web}, annotations: {}}
        spec:
          replicas: 2
          selector: {matchLabels: {app: web}}
          strategy: {rollingUpdate: {maxSurge: "25%", maxUnavailable: 0}}
          template:
            metadata: {labels: {app: web}, creationTimestamp: null}
            spec:
              containers:
              - name: main
                image: nginx
                env: [{name: A, value: "1"}, {name: B}]
                ports: [{containerPort: 53}, {containerPort: 53, protocol: UDP}]
                resources: {limits: {cpu: 1000m, memory: 0.5Gi}, requests: {}}
                args: [--flag, ""]
              - {name: side, image: busybox, securityContext: {}}
              volumes:
              - {name: scratch, emptyDir: {}}
              - name: token
                projected: {sources: [{serviceAccountToken: {path: token}}]}
              tolerations: [{key: a, operator: Exists}]
              nodeSelector: {}
              affinity: null
      """;

  private static final String SERVICE =
      """
      manifest:
        apiVersion: v1
        kind: Service
        metadata: {name: web}
        spec:
          selector: {app: web}
          ports: [{port: 80, targetPort: http}, {name: tls, port: 443, targetPort: 8443}]
      """
          .replace("{port: 80, targetPort: http}", "{name: plain, port: 80, targetPort: http}");

  private static final String SECRET =
      """
      manifest:
        apiVersion: v1
        kind: Secret
        metadata: {name: login}
        stringData: {user: shop, password: "s3cr3t-value"}
        data: {raw: aGVsbG8=}
      """;

  private static final String NETWORK_POLICY =
      """
      manifest:
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: {name: closed}
        spec: {podSelector: {}, policyTypes: [Ingress], ingress: []}
      """;

  private static final String CLAIM =
      """
      manifest:
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: disk}
        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1024Mi}}}
      """;

  private static final String ACCOUNT =
      """
      manifest:
        apiVersion: v1
        kind: ServiceAccount
        metadata: {name: runner, finalizers: [example.com/a]}
        imagePullSecrets: [{name: one}, {name: two}]
        automountServiceAccountToken: false
      """
          .replace(", finalizers: [example.com/a]", "");

  private static final String JOB =
      """
      manifest:
        apiVersion: batch/v1
        kind: Job
        metadata: {name: once}
        spec:
          backoffLimit: 0
          template:
            spec: {restartPolicy: Never, containers: [{name: a, image: busybox, command: [sh]}]}
      """;

  static Stream<Arguments> manifests() {
    return Stream.of(
        Arguments.of("Deployment", DEPLOYMENT),
        Arguments.of("Service", SERVICE),
        Arguments.of("Secret", SECRET),
        Arguments.of("NetworkPolicy", NETWORK_POLICY),
        Arguments.of("PersistentVolumeClaim", CLAIM),
        Arguments.of("ServiceAccount", ACCOUNT),
        Arguments.of("Job", JOB));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("manifests")
  void justApplied_isNoDrift(String kind, String yaml, TestNamespace namespace) {
    var instance = instance(namespace.client(), namespace, "kubernetes_object.a");
    instance.applied(yaml);

    var manifest = instance.manifest();
    instance.refreshed();

    assertThat(instance.manifest()).isEqualTo(manifest);
    assertThat(instance.isNoOp(yaml)).isTrue();
    instance.refreshed();
    assertThat(instance.isNoOp(yaml)).isTrue();
  }

  @Test
  void customResource_hasNoDriftWithDefaultsAndPrunedFields(TestNamespace namespace) {
    var kind = new Widgets(namespace);
    var definition = instance(namespace.client(), namespace, "kubernetes_object.crd");
    definition.applied(kind.definition("wait: {for: Ready}"));
    definition.refreshed();
    assertThat(definition.isNoOp(kind.definition("wait: {for: Ready}"))).isTrue();

    var widget = instance(namespace.client(), namespace, "kubernetes_object.widget");
    widget.applied(kind.widget("size: 3, ratio: 1.50, tags: [], notes: {}, nothing: null"));
    widget.refreshed();

    assertThat(
            widget.isNoOp(kind.widget("size: 3, ratio: 1.50, tags: [], notes: {}, nothing: null")))
        .isTrue();
    assertThat(problems(widget.destroy())).isEmpty();
    assertThat(problems(definition.destroy())).isEmpty();
  }

  @Test
  void statusInAManifest_isNoDrift(TestNamespace namespace) {
    var yaml = DEPLOYMENT + "  status: {conditions: []}\n";
    var instance = instance(namespace.client(), namespace, "kubernetes_object.web");
    instance.applied(yaml);
    namespace.mergeStatus("deployment.apps web", "{\"status\":{\"replicas\":2}}");

    instance.refreshed();

    assertThat(instance.isNoOp(yaml)).isTrue();
    instance.applied(yaml.replace("replicas: 2", "replicas: 3"));
    instance.applied(DEPLOYMENT);
    instance.refreshed();
    assertThat(instance.isNoOp(DEPLOYMENT)).isTrue();
  }

  @Test
  void definitionWithTheStatusThatGeneratorsWrite_hasNoDrift(TestNamespace namespace) {
    var status =
        "status: {acceptedNames: {kind: '', plural: ''}, conditions: [], storedVersions: []}";
    var yaml = new Widgets(namespace).definition("  " + status + "\nwait: {for: Ready}");
    var definition = instance(namespace.client(), namespace, "kubernetes_object.crd");
    definition.applied(yaml);

    definition.refreshed();

    assertThat(definition.isNoOp(yaml)).isTrue();
    assertThat(problems(definition.destroy())).isEmpty();
  }

  @Test
  void namespace_hasNoDrift(TestNamespace namespace) {
    var yaml =
        """
        manifest:
          apiVersion: v1
          kind: Namespace
          metadata: {name: %s-inner}
        wait: {for: Ready, timeout: 30s}
        """
            .formatted(namespace.name());
    var instance = instance(namespace.client(), namespace, "kubernetes_object.ns");
    instance.applied(yaml);

    instance.refreshed();

    assertThat(instance.isNoOp(yaml)).isTrue();
    assertThat(problems(instance.destroy())).isEmpty();
    assertThat(namespace.kubectl("get", "namespace", namespace.name() + "-inner").exitCode())
        .isEqualTo(1);
  }

  @Test
  void changeByOthers_isDriftAndCanBeUndone(TestNamespace namespace) {
    var instance = instance(namespace.client(), namespace, "kubernetes_object.web");
    instance.applied(DEPLOYMENT);
    namespace.kubectl("scale", "deployment", "web", "--replicas=5").orThrow();
    namespace.kubectl("set", "image", "deployment/web", "side=busybox:2").orThrow();

    instance.refreshed();

    assertThat(instance.manifest()).contains("\"replicas\":5").contains("busybox:2");
    assertThat(instance.isNoOp(DEPLOYMENT)).isFalse();
    instance.applied(DEPLOYMENT);
    var spec = deployment(namespace).getSpec();
    assertThat(spec.getReplicas()).isEqualTo(2);
    assertThat(spec.getTemplate().getSpec().getContainers().get(1).getImage()).isEqualTo("busybox");
    instance.refreshed();
    assertThat(instance.isNoOp(DEPLOYMENT)).isTrue();
  }

  @Test
  void changeThatNoPlanShowed_isNotOverwritten(TestNamespace namespace) {
    var instance = instance(namespace.client(), namespace, "kubernetes_object.web");
    instance.applied(DEPLOYMENT);
    namespace.kubectl("scale", "deployment", "web", "--replicas=5").orThrow();

    var changed = DEPLOYMENT.replace("image: busybox", "image: busybox:3");
    var answer = instance.plan(config(changed));

    var failure = ManagedInstance.failure(answer);
    assertThat(failure)
        .extracting(Diagnostic::summary)
        .containsExactly("Fields of the object belong to somebody else");
    assertThat(failure.getFirst().detail()).contains(".spec.replicas").contains("kubectl");
    assertThat(deployment(namespace).getSpec().getReplicas()).isEqualTo(5);
  }

  @Test
  void fieldsOfOthers_areNoDrift(TestNamespace namespace) {
    var instance = instance(namespace.client(), namespace, "kubernetes_object.web");
    instance.applied(DEPLOYMENT);
    namespace.kubectl("label", "deployment", "web", "team=blue").orThrow();
    namespace.annotate("deployment web", "note=x");
    namespace
        .kubectl(
            "patch",
            "deployment",
            "web",
            "-p",
            "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"injected\",\"image\":\"proxy\"}]}}}}")
        .orThrow();

    instance.refreshed();

    assertThat(instance.isNoOp(DEPLOYMENT)).isTrue();
    instance.applied(DEPLOYMENT.replace("replicas: 2", "replicas: 3"));
    var live = deployment(namespace);
    assertThat(live.getMetadata().getLabels()).containsEntry("team", "blue");
    assertThat(live.getSpec().getTemplate().getSpec().getContainers()).hasSize(3);
  }

  /// Lists with keys and maps can be set entry by entry: an empty one declares none, and an apply
  /// takes away nothing of what others put into it.
  @Test
  void entriesThatOthersAddToEmptyListsAndMaps_areNoDrift(TestNamespace namespace) {
    var yaml =
        """
        manifest:
          apiVersion: apps/v1
          kind: Deployment
          metadata: {name: web, labels: {}, annotations: {}, finalizers: []}
          spec:
            selector: {matchLabels: {app: web}}
            template:
              metadata: {labels: {app: web}, annotations: {}}
              spec:
                initContainers: []
                volumes: []
                containers: [{name: main, image: nginx, env: [], ports: [], volumeMounts: []}]
        """;
    var instance = instance(namespace.client(), namespace, "kubernetes_object.web");
    instance.applied(yaml);
    var injected =
        """
        {"metadata": {"labels": {"l": "x"}, "annotations": {"a": "x"}, "finalizers": ["e.org/f"]},
         "spec": {"template": {"metadata": {"annotations": {"b": "x"}}, "spec": {
           "initContainers": [{"name": "i", "image": "x"}],
           "volumes": [{"name": "v", "emptyDir": {}}],
           "containers": [{"name": "main", "env": [{"name": "K", "value": "x"}],
             "ports": [{"containerPort": 80}],
             "volumeMounts": [{"name": "v", "mountPath": "/v"}]}]}}}}
        """;
    namespace.kubectl("patch", "deployment", "web", "-p", injected).orThrow();

    instance.refreshed();

    assertThat(instance.isNoOp(yaml)).isTrue();
    var changed = yaml.replace("image: nginx", "image: nginx:2");
    instance.applied(changed);
    instance.refreshed();
    assertThat(instance.isNoOp(changed)).isTrue();
    assertThat(deployment(namespace).getSpec().getTemplate().getSpec().getVolumes()).hasSize(1);
  }

  @Test
  void listThatBecomesEmpty_losesOnlyWhatWasDeclared(TestNamespace namespace) {
    var instance = instance(namespace.client(), namespace, "kubernetes_object.web");
    instance.applied(DEPLOYMENT);
    namespace.kubectl("set", "env", "deployment/web", "-c", "main", "K=x").orThrow();
    instance.refreshed();
    assertThat(instance.isNoOp(DEPLOYMENT)).isTrue();

    var emptied = DEPLOYMENT.replace("env: [{name: A, value: \"1\"}, {name: B}]", "env: []");
    instance.applied(emptied);

    var main = deployment(namespace).getSpec().getTemplate().getSpec().getContainers().getFirst();
    assertThat(main.getEnv()).singleElement().extracting("name").isEqualTo("K");
    instance.refreshed();
    assertThat(instance.manifest()).contains("\"env\":[]");
    assertThat(instance.isNoOp(emptied)).isTrue();
  }

  @Test
  void removedItemOfAList_isDrift(TestNamespace namespace) {
    var instance = instance(namespace.client(), namespace, "kubernetes_object.web");
    instance.applied(DEPLOYMENT);
    namespace
        .kubectl(
            "patch",
            "deployment",
            "web",
            "--type=json",
            "-p",
            "[{\"op\":\"remove\",\"path\":\"/spec/template/spec/containers/1\"}]")
        .orThrow();

    instance.refreshed();

    assertThat(instance.isNoOp(DEPLOYMENT)).isFalse();
    instance.applied(DEPLOYMENT);
    assertThat(deployment(namespace).getSpec().getTemplate().getSpec().getContainers()).hasSize(2);
  }

  @Test
  void changedSecret_isDriftAndNeverShown(TestNamespace namespace) {
    var instance = instance(namespace.client(), namespace, "kubernetes_object.login");
    instance.applied(SECRET);
    var text = instance.state().attribute("object").toString();
    assertThat(text).doesNotContain("s3cr3t").doesNotContain("aGVsbG8").contains("login");
    namespace
        .kubectl("patch", "secret", "login", "-p", "{\"stringData\":{\"password\":\"other\"}}")
        .orThrow();

    instance.refreshed();

    assertThat(instance.isNoOp(SECRET)).isFalse();
    instance.applied(SECRET.replace("user: shop, ", ""));
    var live = namespace.client().secrets().inNamespace(namespace.name()).withName("login").get();
    assertThat(live.getData()).containsOnlyKeys("password", "raw");
    assertThat(live.getData()).containsEntry("password", "czNjcjN0LXZhbHVl");
  }

  @Test
  void openedNetworkPolicy_isDrift(TestNamespace namespace) {
    var instance = instance(namespace.client(), namespace, "kubernetes_object.policy");
    instance.applied(NETWORK_POLICY);
    namespace
        .kubectl(
            "patch",
            "networkpolicy",
            "closed",
            "-p",
            "{\"spec\":{\"podSelector\":{\"matchLabels\":{\"none\":\"x\"}}}}")
        .orThrow();

    instance.refreshed();

    assertThat(instance.isNoOp(NETWORK_POLICY)).isFalse();
  }

  /// A selector can only be set as a whole, so that it is theirs who add a key to it.
  @Test
  void keyThatOthersAddToASelector_isDriftAndNotTakenAwayUnshown(TestNamespace namespace) {
    var instance = instance(namespace.client(), namespace, "kubernetes_object.web");
    instance.applied(SERVICE);
    namespace
        .kubectl("patch", "service", "web", "-p", "{\"spec\":{\"selector\":{\"version\":\"v2\"}}}")
        .orThrow();

    var unseen = instance.plan(config(SERVICE.replace("port: 443", "port: 444")));
    assertThat(ManagedInstance.failure(unseen))
        .extracting(Diagnostic::summary)
        .containsExactly("Fields of the object belong to somebody else");

    instance.refreshed();

    assertThat(instance.isNoOp(SERVICE)).isFalse();
    instance.applied(SERVICE);
    assertThat(namespace.get("service web").at("/spec/selector").toString())
        .isEqualTo("{\"app\":\"web\"}");
  }

  private static ManagedInstance instance(
      KubernetesClient client, TestNamespace namespace, String address) {
    return new ManagedInstance(client, namespace.name(), address);
  }

  private static io.fabric8.kubernetes.api.model.apps.Deployment deployment(
      TestNamespace namespace) {
    return namespace
        .client()
        .apps()
        .deployments()
        .inNamespace(namespace.name())
        .withName("web")
        .get();
  }
}
