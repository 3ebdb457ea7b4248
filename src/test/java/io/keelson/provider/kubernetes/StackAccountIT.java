package io.keelson.provider.kubernetes;

import static io.keelson.provider.kubernetes.ManagedInstance.config;
import static io.keelson.provider.kubernetes.ManagedInstance.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.keelson.engine.provider.Answer;
import io.keelson.operator.stack.context.Impersonation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A stack can do what its service account can do, and nothing more.
@ExtendWith(OnControlPlane.class)
final class StackAccountIT {
  private static final String CONFIG_MAP =
      """
      manifest:
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings}
        data: {color: green}
      """;

  private static ManagedInstance instance(TestNamespace namespace, String account) {
    var client = Impersonation.of(namespace.client(), namespace.name(), account);
    return new ManagedInstance(client, namespace.name(), "kubernetes_object.a");
  }

  private static void grant(TestNamespace namespace, String verbs) {
    namespace.apply(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: deployer}
        rules:
        - {apiGroups: [""], resources: [configmaps], verbs: [%s]}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: deployer}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deployer}
        subjects: [{kind: ServiceAccount, name: deployer}]
        """
            .formatted(verbs));
  }

  @Test
  void accountWithoutRights_isRefusedWithItsNameAndTheVerb(TestNamespace namespace) {
    var answer = instance(namespace, "deployer").plan(config(CONFIG_MAP));

    var problem = ManagedInstance.failure(answer).getFirst();
    assertThat(problem.summary()).isEqualTo("The account may not do this");
    assertThat(problem.detail())
        .contains("system:serviceaccount:" + namespace.name() + ":deployer")
        .contains("cannot patch resource \"configmaps\"")
        .contains("asked as the service account 'deployer' of namespace '" + namespace.name())
        .contains(
            "Grant it the verb patch, and whichever it lacks of get, create, patch and delete, on"
                + " configmaps")
        .contains("RoleBinding");
  }

  /// As of `keelson plan`, which acts as the person who runs it.
  @Test
  void personWithoutRights_isNotTakenForTheAccountOfTheStack(TestNamespace namespace) {
    var config = namespace.client().getConfiguration();
    var alice = new ConfigBuilder(config).withImpersonateUsername("alice").build();
    try (var client = new KubernetesClientBuilder().withConfig(alice).build()) {
      var answer =
          new ManagedInstance(client, namespace.name(), "kubernetes_object.map")
              .plan(config(CONFIG_MAP));

      assertThat(ManagedInstance.failure(answer).getFirst().detail())
          .contains("asked as user 'alice', who runs this command, and not as the Stack's")
          .contains(
              "Grant it the verb patch, and whichever it lacks of get, create, patch and delete, on"
                  + " configmaps");
    }
  }

  @Test
  void accountWithTheDocumentedRights_canDoEverything(TestNamespace namespace) {
    grant(namespace, "get, create, patch, delete");
    var instance = instance(namespace, "deployer");

    namespace.eventually(
        () -> assertThat(instance.plan(config(CONFIG_MAP))).isInstanceOf(Answer.Given.class));
    instance.applied(CONFIG_MAP);
    instance.refreshed();
    instance.applied(CONFIG_MAP.replace("green", "red"));

    assertThat(problems(instance.destroy())).isEmpty();
  }

  @Test
  void accountThatMayNotRead_learnsNothingAboutAbsence(TestNamespace namespace) {
    grant(namespace, "get, create, patch, delete");
    var instance = instance(namespace, "deployer");
    namespace.eventually(
        () -> assertThat(instance.plan(config(CONFIG_MAP))).isInstanceOf(Answer.Given.class));
    instance.applied(CONFIG_MAP);
    namespace.delete("rolebinding deployer");

    namespace.eventually(() -> assertThat(instance.read()).isInstanceOf(Answer.Failed.class));
  }
}
