package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.Fault;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What an import leaves that was refused, or cut off between any two writes: nothing, or something
/// that the next import takes over and that a person can give up.
@ExtendWith(OnControlPlane.class)
final class RefusedImportIT {
  static final String STATE =
      """
      {"kind": "State", "formatVersion": "1.3",
       "instances": [
        {"address": "terraform_data.one", "serial": 3, "current": {"schemaVersion": 0,
         "attributes": {"id": "1", "input": "wherever-it-goes"}, "sensitive": ["input"],
         "provider": "terraform.io/builtin/terraform"}},
        {"address": "terraform_data.two", "serial": 1, "current": {"schemaVersion": 0,
         "attributes": {"id": "2"}, "provider": "terraform.io/builtin/terraform"}}],
       "outputs": {"id": {"sensitive": false, "type": "string", "value": "1"}}}
      """;

  /// What `keelson state import` is refused as: somebody who may do all in this namespace, and read
  /// which cluster it is, but whom the chart does not name as a writer.
  private static final String MOVER =
      """
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: mover}
      """;

  private static final String ALL_RIGHTS =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: mover}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
      subjects: [{kind: ServiceAccount, name: mover}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: mover-of-NS, namespace: kube-system}
      rules: [{apiGroups: [""], resources: [namespaces], verbs: [get]}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: mover-of-NS, namespace: kube-system}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: mover-of-NS}
      subjects: [{kind: ServiceAccount, name: mover, namespace: NS}]
      """;

  @TempDir private Path folder;
  private TestNamespace home;
  private Kubectl kubectl;
  private Records records;
  private Path file;

  @BeforeEach
  void start(TestNamespace own) throws IOException {
    home = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    file = folder.resolve("shop.json");
    Files.writeString(file, STATE);
    Installation.withAdmission(own);
  }

  @Test
  void personWhoMayNotWriteRecords_isToldBeforeAnythingIsWritten() throws IOException {
    var mover = mover();
    kubectl.apply(ALL_RIGHTS.replace("NS", home.name()));
    home.eventually(() -> assertThat(mayAsMover("create", "secrets")).isEqualTo("yes"));
    home.eventually(() ->
        assertThat(mayAsMover("get", "namespaces/kube-system", "-n", "kube-system"))
            .isEqualTo("yes"));

    var refused = imported("shop", mover);

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.errors())
        .contains("Nothing was written", "is written by the operator only", "admission.writers")
        .doesNotContain("Exception", "wherever-it-goes");
    assertNothingIsThere("shop");
  }

  @Test
  void missingRights_areToldAllAtOnce() throws IOException {
    var refused = imported("shop", mover());

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.errors())
        .contains(
            "Nothing was written",
            "list resourceinstances.keelson.dev in namespace '" + home.name() + "'",
            "create resourceinstances.keelson.dev",
            "update resourceinstances.keelson.dev/status",
            "get stacks.keelson.dev 'shop'",
            "get secrets 'keelson-shop'",
            "create secrets",
            "patch secrets 'keelson-shop'",
            "delete secrets 'keelson-shop'",
            "get namespaces 'kube-system'")
        .doesNotContain("Exception");
    assertNothingIsThere("shop");
  }

  @Test
  void importThatWasCutOffAnywhere_isTakenOverByTheNext() throws IOException {
    int cut = 0;
    while (!isWholeAfter(cut)) {
      var stack = "shop-" + cut;

      var again = imported(stack);

      assertThat(again.exitCode()).as(cut + " writes, " + again.errors()).isZero();
      assertThat(kubectl.get("secret keelson-" + stack, ".metadata.annotations"))
          .as("after %d writes", cut)
          .doesNotContain("importing");
      var exported = Program.runIn(home, "state", "export", stack);
      assertThat(exported.errors()).as("after %d writes", cut).isEmpty();
      assertThat(exported.out()).contains("wherever-it-goes", "terraform_data.two");
      cut++;
    }
    assertThat(cut).isGreaterThanOrEqualTo(6);
  }

  /// Whether an import comes to its end that can write so many times.
  private boolean isWholeAfter(int writes) throws IOException {
    try (var proxy = FaultyProxy.inFrontOf(home.controlPlane())) {
      var real = "^(?!.*dryRun)(?!.*selfsubject)";
      if (writes > 0)
        proxy.inject("POST|PATCH|PUT|DELETE", real, writes, new Fault.Delay(Duration.ZERO));
      proxy.inject("POST|PATCH|PUT|DELETE", real, FaultyProxy.ALWAYS, new Fault.Lost());
      var config = folder.resolve("proxy-" + writes);
      Files.writeString(config, proxy.kubeconfig());
      return imported("shop-" + writes, config).exitCode() == 0;
    }
  }

  /// Somebody who may create Secrets must not be able to choose the key by which an import seals.
  @Test
  void keyThatNothingProves_isReplaced() {
    leave("shop");
    var chosen = kubectl.get("secret keelson-shop", ".data.key");

    var imported = imported("shop");

    assertThat(imported.exitCode()).as(imported.errors()).isZero();
    assertThat(kubectl.get("secret keelson-shop", ".data.key")).isNotEqualTo(chosen);
    assertThat(kubectl.get("secret keelson-shop", ".data.foreign")).isEmpty();
  }

  @Test
  void secretThatIsBeingDeleted_isMadeAnew() {
    leave("shop");
    home.beginDelete("secret keelson-shop");

    var imported = imported("shop");

    assertThat(imported.exitCode()).as(imported.errors()).isZero();
    assertThat(kubectl.get("secret keelson-shop", ".metadata.deletionTimestamp")).isEmpty();
  }

  /// What an import leaves that has made its Secret and no record.
  private void leave(String stack) {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Secret
        type: keelson.dev/state
        metadata:
          name: keelson-STACK
          labels: {app.kubernetes.io/managed-by: keelson, keelson.dev/stack: STACK}
          annotations: {keelson.dev/importing: "true"}
          finalizers: [keelson.dev/state]
        data: {key: a2V5LW9mLW5vYm9keS13aXRoLTMyLWNoYXJhY3RlcnM=, foreign: eA==}
        """
            .replace("STACK", stack));
  }

  private void assertNothingIsThere(String stack) {
    assertThat(home.exists("secret keelson-" + stack)).isFalse();
    assertThat(records.all()).isEmpty();
  }

  private Program imported(String stack) {
    return imported(stack, home.controlPlane().kubeconfig());
  }

  private Program imported(String stack, Path kubeconfig) {
    return Program.run(
        "state", "import", stack, "--from", file, "-n", home.name(), "--kubeconfig", kubeconfig);
  }

  private String mayAsMover(String... question) {
    var mover = "system:serviceaccount:" + home.name() + ":mover";
    var asked = Stream.of("auth", "can-i", "--as", mover);
    return home.kubectl(Stream.concat(asked, Stream.of(question)).toArray(String[]::new))
        .out()
        .strip();
  }

  /// A kubeconfig of the service account `mover`.
  private Path mover() throws IOException {
    kubectl.apply(MOVER);
    var token = home.kubectl("create", "token", "mover").orThrow().out().strip();
    var config = folder.resolve("mover");
    Files.copy(home.controlPlane().kubeconfig(), config);
    config(config, "set-credentials", "mover", "--token=" + token);
    config(config, "set-context", "--current", "--user=mover");
    return config;
  }

  private void config(Path file, String... words) {
    var first = Stream.of("--kubeconfig", file.toString(), "config");
    home.kubectl(Stream.concat(first, Stream.of(words)).toArray(String[]::new)).orThrow();
  }
}
