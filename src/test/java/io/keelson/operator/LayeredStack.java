package io.keelson.operator;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.testing.TestNamespace;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A Stack whose instances come in layers, each made from what the one before turned out to be, and
/// what the API server witnesses of them.
///
/// @param data how many instances of terraform_data a layer has
/// @param maps how many ConfigMaps a layer has
record LayeredStack(TestNamespace namespace, int layers, int data, int maps) {
  int size() {
    return layers * (data + maps);
  }

  /// Everything that is to be applied. The Stack comes last, so that its first plan is of
  /// everything, however long that takes.
  ///
  /// @param seed what the first layer is made from
  String manifest(String seed) {
    return IntStream.range(0, layers).mapToObj(n -> layer(n, seed)).collect(joining())
        + stackAndAccount();
  }

  private String stackAndAccount() {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: big}
    spec:
      settle: 1s
      removalGrace: 1s
      parallelism: 5
      serviceAccountName: deployer
      approval: {mode: Manual}
      outputs: [{name: last, value: "${terraform_data.data_%d[0].output}"}]
    ---
    apiVersion: v1
    kind: ServiceAccount
    metadata: {name: deployer}
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: Role
    metadata: {name: deployer}
    rules: [{apiGroups: [""], resources: [configmaps], verbs: [get, list, create, patch, delete]}]
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata: {name: deployer}
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
    subjects: [{kind: ServiceAccount, namespace: %s, name: deployer}]
    """
        .formatted(layers - 1, namespace.name());
  }

  private String layer(int n, String seed) {
    var fromMap = n == 0 ? seed : "${kubernetes_object.map_%d[count.index %% %d].uid}";
    var fromData = n == 0 ? seed : "${terraform_data.data_%d[count.index].output}";
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: data-%1$d}
    spec: {stack: big, type: terraform_data, count: %2$d, config: {input: "%4$s"}}
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: map-%1$d}
    spec:
      stack: big
      type: kubernetes_object
      count: %3$d
      config:
        manifest:
          apiVersion: v1
          kind: ConfigMap
          metadata: {name: "map-%1$d-${count.index}"}
          data: {value: "%5$s"}
    """
        .formatted(n, data, maps, fromMap.formatted(n - 1, maps), fromData.formatted(n - 1));
  }

  /// Every instance has one complete record, and every ConfigMap is the recorded one.
  void everythingExistsOnce() {
    var all = instances();
    assertThat(all).hasSize(size());
    assertThat(all).extracting(each -> each.getSpec().address).doesNotHaveDuplicates();
    assertThat(all)
        .extracting(each -> each.getStatus().id)
        .doesNotContainNull()
        .doesNotHaveDuplicates();
    assertThat(all)
        .allSatisfy(each -> {
          assertThat(each.getStatus().serial).isNotNull();
          assertThat(each.getStatus().phase).isEqualTo("Ready");
          assertThat(each.getStatus().lateResults).isNullOrEmpty();
        });
    assertThat(open()).isEmpty();
    everyConfigMapIsTheRecordedOne();
  }

  private void everyConfigMapIsTheRecordedOne() {
    Map<String, String> made =
        configMaps().stream()
            .collect(toMap(map -> String.valueOf(owner(map)), map -> map.getMetadata().getUid()));
    var uid = stack().getMetadata().getUid();
    Map<String, String> recorded =
        instances().stream()
            .filter(each -> each.getSpec().type.equals("kubernetes_object"))
            .collect(
                toMap(
                    each -> uid + "/" + each.getSpec().address,
                    each -> Objects.requireNonNull(each.getStatus().state).path("uid").asText()));
    assertThat(made).hasSize(layers * maps).isEqualTo(recorded);
  }

  /// The object of each instance, by address.
  Map<String, String> ids() {
    return instances().stream()
        .collect(
            toMap(each -> each.getSpec().address, each -> String.valueOf(each.getStatus().id)));
  }

  /// The ConfigMaps that were made for an instance.
  List<ConfigMap> configMaps() {
    return namespace.client().configMaps().inNamespace(namespace.name()).list().getItems().stream()
        .filter(map -> owner(map) != null)
        .toList();
  }

  private static @Nullable String owner(HasMetadata object) {
    var annotations = object.getMetadata().getAnnotations();
    return annotations == null ? null : annotations.get("keelson.dev/owner");
  }

  Stack stack() {
    return namespace
        .client()
        .resources(Stack.class)
        .inNamespace(namespace.name())
        .withName("big")
        .get();
  }

  List<ResourceInstance> instances() {
    return namespace
        .client()
        .resources(ResourceInstance.class)
        .inNamespace(namespace.name())
        .list()
        .getItems();
  }

  /// How many instances are more than an intent to create.
  int made() {
    return (int) instances().stream().filter(LayeredStack::isMade).count();
  }

  private static boolean isMade(ResourceInstance record) {
    return record.getStatus() != null && record.getStatus().serial != null;
  }

  /// The addresses whose last operation has no result yet.
  List<String> open() {
    return instances().stream()
        .filter(each -> !isMade(each) || each.getStatus().operation != null)
        .map(each -> each.getSpec().address)
        .toList();
  }
}
