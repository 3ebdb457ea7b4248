package io.keelson.operator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/// A namespace made up by chance, with Stacks that manage objects in it and need nobody to end.
final class DrawnNamespace {
  /// Rights to all that Stacks manage here, which go with the namespace. `HOME` is its name.
  static final String RIGHTS =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: deployer}
      rules:
      - {apiGroups: [""], resources: [configmaps, secrets, serviceaccounts], verbs: [get, create, patch, delete]}
      - {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [get, create, patch, delete]}
      - {apiGroups: [keelson.dev], resources: [stacks], verbs: [get, create, patch, delete]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: deployer}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
      subjects: [{kind: ServiceAccount, name: default, namespace: HOME}]
      """;

  /// What Stacks manage: also kinds of which Keelson keeps objects itself.
  enum Managed {
    CONFIG_MAP("v1", "ConfigMap"),
    SECRET("v1", "Secret"),
    SERVICE_ACCOUNT("v1", "ServiceAccount"),
    LEASE("coordination.k8s.io/v1", "Lease"),
    STACK("keelson.dev/v1alpha1", "Stack");

    private final String apiVersion;
    private final String kind;

    Managed(String apiVersion, String kind) {
      this.apiVersion = apiVersion;
      this.kind = kind;
    }

    private String manifest(String name) {
      var spec = this == STACK ? ", spec: {settle: 0s, deletion: {approval: Automatic}}" : "";
      return "{apiVersion: %s, kind: %s, metadata: {name: %s}%s}"
          .formatted(apiVersion, kind, name, spec);
    }
  }

  private final String name;
  private final List<String> manifests = new ArrayList<>();
  private final List<String> stacks = new ArrayList<>();
  private final List<String> deletable = new ArrayList<>(List.of("rolebinding deployer"));
  private final Random random;

  DrawnNamespace(String name, long seed) {
    this.name = name;
    this.random = new Random(seed);
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) addStack("stack-" + i);
  }

  private void addStack(String stack) {
    stacks.add(stack);
    deletable.add("stack " + stack);
    manifests.add(stack(stack));
    int objects = 1 + random.nextInt(3);
    for (int i = 0; i < objects; i++) {
      var kind = Managed.values()[random.nextInt(Managed.values().length)];
      var object = stack + "-" + kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + i;
      manifests.add(resource(stack, kind, object));
    }
  }

  static String stack(String name) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: %s}
    spec: {settle: 1s, deletion: {approval: Automatic}}
    """
        .formatted(name);
  }

  static String resource(String stack, Managed kind, String object) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %s}
    spec:
      stack: %s
      type: kubernetes_object
      config: {manifest: %s}
    """
        .formatted(object, stack, kind.manifest(object));
  }

  String manifests() {
    return RIGHTS.replace("HOME", name) + String.join("", manifests);
  }

  List<String> stacks() {
    return List.copyOf(stacks);
  }

  /// What is deleted before the namespace is, one after the other; perhaps nothing.
  List<String> deletedFirst() {
    var all = new ArrayList<>(deletable);
    Collections.shuffle(all, random);
    return all.subList(0, random.nextInt(all.size() + 1));
  }
}
