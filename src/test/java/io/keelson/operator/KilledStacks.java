package io.keelson.operator;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// What is declared while the operator is killed: the Stack `big`, in Manual mode.
final class KilledStacks {
  private static final int LAYERS = 10;
  private static final int DATA = 17;
  private static final int MAPS = 3;

  /// Instances of [#layers].
  static final int IN_LAYERS = LAYERS * (DATA + MAPS);

  /// Instances of [#mixed] in the version `first`.
  static final int IN_MIXED = 100;

  /// Resources of [#mixed] that the version `second` does not have.
  static final List<String> LEAVING = List.of("leaving-data", "leaving-map");

  static final int LEAVING_INSTANCES = 10;

  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: big}
      spec:
        settle: 0s
        removalGrace: 1s
        parallelism: 5
        serviceAccountName: deployer
        approval: {mode: Manual}
      """;

  private KilledStacks() {}

  /// The account that makes ConfigMaps for the Stack.
  static String account(String namespace) {
    return """
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
        .formatted(namespace);
  }

  /// Every layer is made from what the one before it turns out to be.
  static String layers() {
    return STACK + IntStream.range(0, LAYERS).mapToObj(KilledStacks::layer).collect(joining());
  }

  private static String layer(int n) {
    var data = n == 0 ? "first" : "${kubernetes_object.map_%d[count.index %% %d].uid}";
    var map = n == 0 ? "first" : "${terraform_data.data_%d[count.index].output}";
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
        .formatted(n, DATA, MAPS, data.formatted(n - 1, MAPS), map.formatted(n - 1));
  }

  /// Of a new version, what is `rolling` is replaced create-first, what is `fixed` destroy-first,
  /// what is `changing` is updated by what those turn out to be, and what is `leaving` goes.
  static String mixed(String version) {
    var staying =
        """
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: rolling-data}
        spec:
          stack: big
          type: terraform_data
          count: 20
          config: {input: VERSION, triggers_replace: VERSION}
          lifecycle: {createBeforeDestroy: true}
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: rolling-map}
        spec:
          stack: big
          type: kubernetes_object
          count: 15
          lifecycle: {createBeforeDestroy: true}
          config:
            manifest:
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "rolling-VERSION-${count.index}"}
              immutable: true
              data: {value: "${terraform_data.rolling_data[count.index].id}"}
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: fixed-data}
        spec:
          stack: big
          type: terraform_data
          count: 20
          config: {input: "${terraform_data.rolling_data[count.index].id}", triggers_replace: VERSION}
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: fixed-map}
        spec:
          stack: big
          type: kubernetes_object
          count: 15
          dependsOn: [terraform_data.fixed_data]
          config:
            manifest:
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "fixed-${count.index}"}
              immutable: true
              data: {value: VERSION}
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: changing-data}
        spec:
          stack: big
          type: terraform_data
          count: 10
          config: {input: "${kubernetes_object.fixed_map[count.index].uid}"}
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: changing-map}
        spec:
          stack: big
          type: kubernetes_object
          count: 10
          config:
            manifest:
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "changing-${count.index}"}
              data: {value: "${kubernetes_object.rolling_map[count.index].uid}"}
        """
            .replace("VERSION", version);
    return STACK + staying + (version.equals("first") ? leaving() : "");
  }

  private static String leaving() {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: leaving-data}
    spec:
      stack: big
      type: terraform_data
      count: 5
      config: {input: "${terraform_data.rolling_data[count.index].id}"}
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: leaving-map}
    spec:
      stack: big
      type: kubernetes_object
      count: 5
      config:
        manifest:
          apiVersion: v1
          kind: ConfigMap
          metadata: {name: "leaving-${count.index}"}
          data: {value: "${terraform_data.leaving_data[count.index].id}"}
    """;
  }

  /// Whether the version `second` has another object at this address.
  static boolean isReplaced(String address) {
    return address.contains(".rolling_") || address.contains(".fixed_");
  }

  /// How often each ConfigMap of [#mixed] is made by going from `first` to `second`, by name.
  static Map<String, Integer> timesMade() {
    var times = new TreeMap<String, Integer>();
    for (int i = 0; i < 15; i++) {
      times.put("rolling-first-" + i, 1);
      times.put("rolling-second-" + i, 1);
      times.put("fixed-" + i, 2);
    }
    for (int i = 0; i < 10; i++) times.put("changing-" + i, 1);
    for (int i = 0; i < 5; i++) times.put("leaving-" + i, 1);
    return times;
  }
}
