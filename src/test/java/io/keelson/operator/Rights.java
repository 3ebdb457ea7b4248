package io.keelson.operator;

/// Manifests that allow something to the account that Stacks of a namespace have unless they name
/// another.
final class Rights {
  private Rights() {}

  /// @param verbs with commas between them
  /// @param resources of the core group, with commas between them
  static String to(String verbs, String resources) {
    return """
    apiVersion: rbac.authorization.k8s.io/v1
    kind: Role
    metadata: {name: deployer}
    rules: [{apiGroups: [""], resources: [%s], verbs: [%s]}]
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata: {name: deployer}
    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
    subjects: [{kind: ServiceAccount, name: default}]
    """
        .formatted(resources, verbs);
  }
}
