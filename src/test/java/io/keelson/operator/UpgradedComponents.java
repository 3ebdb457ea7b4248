package io.keelson.operator;

/// What is declared while the operator is killed during an upgrade: a definition of ConfigMaps, and
/// Stacks in Manual mode that use it once.
final class UpgradedComponents {
  /// What the version `1.1.0` changes: it updates one object, replaces one and adds one.
  static final int CHANGES = 3;

  private UpgradedComponents() {}

  static String definition(String version) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: ComponentDefinition
    metadata: {name: settings}
    spec:
      version: %1$s
      variables: [{name: name, type: string, nullable: false}]
      resources:
      - name: changing
        type: kubernetes_object
        config:
          manifest:
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "changing-${variable.name}"}
            data: {value: %1$s}
      - name: fixed
        type: kubernetes_object
        config:
          manifest:
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "fixed-${variable.name}"}
            immutable: true
            data: {value: %1$s}
    """
            .formatted(version)
        + (objects(version) == CHANGES ? ADDED : "");
  }

  private static final String ADDED =
      """
        - name: added
          type: kubernetes_object
          config:
            manifest:
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "added-${variable.name}"}
              data: {value: "${kubernetes_object.fixed.uid}"}
      """;

  /// How many objects a version of the definition has.
  static int objects(String version) {
    return version.equals("1.0.0") ? 2 : 3;
  }

  /// A Stack and the use of the definition, of the same name.
  static String stack(String name) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: %1$s}
    spec:
      settle: 0s
      serviceAccountName: deployer
      approval: {mode: Manual}
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Component
    metadata: {name: %1$s}
    spec:
      stack: %1$s
      definition: {name: settings}
      inputs: {name: %1$s}
    """
        .formatted(name);
  }
}
