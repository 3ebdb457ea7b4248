package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Installation;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/// Alice may edit Stacks, Resources, Runs, approvals and ConfigMaps, but read no Secret. There is
/// one that her Stacks may read, and an operator that logs all that it can.
final class AliceFixture implements AutoCloseable {
  static final String CANARY = "wq7Zk2Vx9Lm4Tb6Rp1Yd";

  /// Stacks may write Secrets, and nothing else where something could be seen.
  private static final String SECRET =
      """
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: db}
      stringData: {password: %s, user: a-name-of-the-shop}
      """
          .formatted(CANARY);

  private static final String EDITOR =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: editor}
      rules:
      - {apiGroups: [keelson.dev], resources: [stacks, resources, runs, planapprovals, plans, resourceinstances, providerconfigs], verbs: [get, list, watch]}
      - {apiGroups: [keelson.dev], resources: [stacks, resources, runs, planapprovals], verbs: [create, update, patch, delete]}
      - {apiGroups: [keelson.dev], resources: [stacks], verbs: [approve]}
      - {apiGroups: [""], resources: [configmaps], verbs: [get, list, watch, create, update, patch, delete]}
      - {apiGroups: [""], resources: [pods, services, serviceaccounts, events], verbs: [get, list, watch]}
      - {apiGroups: [events.k8s.io], resources: [events], verbs: [get, list, watch]}
      - {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [get, list, watch]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: editor}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: editor}
      subjects: [{kind: User, name: alice}]
      """;

  static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: STACK, namespace: NS}
      spec:
        settle: 0s
        interval: 1h
        approval: {mode: Automatic}
        variables: [{name: password, valueFrom: {secretKeyRef: {name: db, key: password}}}]
      """;

  /// Goes on with what it is, after its type.
  private static final String RESOURCE =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: STACK-NAME, namespace: NS}
      spec:
        stack: STACK
        name: NAME
        type: TYPE
      """;

  final TestNamespace namespace;
  final Kubectl kubectl;
  private final Path folder;
  private final OperatorProcess operator;

  /// @param folder for the log of the operator
  AliceFixture(TestNamespace own, Path folder) throws IOException {
    this.folder = folder;
    namespace = own;
    kubectl = new Kubectl(own);
    Installation.withAdmission(own);
    kubectl.apply(Rights.to("get, create, patch, delete", "secrets") + SECRET);
    kubectl.apply(EDITOR);
    operator =
        OperatorProcess.start(
            own,
            log(),
            Map.of("KEELSON_LOG_LEVEL", "DEBUG", "KEELSON_LOG_LEVEL_LIBRARIES", "DEBUG"),
            "--lease-namespace=" + own.name());
  }

  private Path log() {
    return folder.resolve("operator.log");
  }

  String stack(String name, String more) {
    return STACK.replace("STACK", name).replace("NS", namespace.name()) + more.indent(2);
  }

  String resource(String stack, String name, String more) {
    return RESOURCE
        .replace("STACK", stack)
        .replace("NAME", name)
        .replace("NS", namespace.name())
        .replace("TYPE", more.strip());
  }

  /// Alice applies it.
  void apply(String manifest) {
    namespace.applyAs("alice", manifest).orThrow();
  }

  /// Waits until the Stack or Resource is not ready, for this reason, and gives its message.
  String told(String object, String reason) {
    kubectl.awaitReason(object, reason);
    return kubectl.message(object);
  }

  /// Nothing that Alice may list, and neither the log nor the metrics of the operator, has it.
  void knowsNothing() throws Exception {
    var kinds =
        namespace
            .kubectlAs("alice", "auth", "can-i", "--list", "--no-headers")
            .orThrow()
            .out()
            .lines()
            .filter(line -> !line.startsWith(" ") && line.contains("list"))
            .map(line -> line.split(" ", 2)[0])
            .toList();
    assertThat(kinds).contains("configmaps", "stacks.keelson.dev").doesNotContain("secrets");
    var all =
        namespace
            .kubectlAs(
                "alice", "get", String.join(",", kinds), "--show-managed-fields", "-o", "json")
            .orThrow()
            .out();
    var canary = new Canary(CANARY, namespace);
    canary.isInNoneBut(Set.of(), all);
    var written = Files.readString(log());
    assertThat(written).contains(" DEBUG ");
    canary.isNotIn("the log", written);
    canary.isNotIn("the metrics", OperatorProcess.metrics(written));
  }

  @Override
  public void close() {
    operator.close();
  }
}
