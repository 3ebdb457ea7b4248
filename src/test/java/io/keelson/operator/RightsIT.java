package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.HelmProgram;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// What the chart allows the operator is what it needs: the API server writes down what is asked of
/// it while the operator does all it can do, with the account that Helm has made for it.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane(audited = true)
@Order(OnControlPlane.EARLY)
final class RightsIT {
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private WholeWork.Places places;
  private HelmProgram helm;

  @BeforeEach
  void begin(ControlPlane controlPlane) {
    places = WholeWork.Places.on(controlPlane);
    helm = HelmProgram.of(4, controlPlane);
  }

  @AfterEach
  void uninstall(ControlPlane controlPlane) {
    helm.succeed("uninstall", "keelson");
    // What an operator has made stays; the next one is to be the first again.
    controlPlane.kubectl("delete", "lease", "--all", "-n", Installation.NAMESPACE).orThrow();
  }

  @Test
  void ofTheCluster(ControlPlane controlPlane) throws IOException {
    assertAllAreUsedAndNoneIsMissing(controlPlane, "scope=cluster");
  }

  @Test
  void ofSomeNamespaces(ControlPlane controlPlane) throws IOException {
    var names = String.join(",", places.names());
    assertAllAreUsedAndNoneIsMissing(controlPlane, "scope=namespaced,namespaces={" + names + "}");
  }

  private void assertAllAreUsedAndNoneIsMissing(ControlPlane controlPlane, String values)
      throws IOException {
    helm.succeed("install", "keelson", "helm/keelson", "--create-namespace", "--set", values);
    var rights = new AuditedRights(controlPlane, Installation.NAMESPACE, "keelson");
    try (var operator = new InstalledOperator(controlPlane, folder)) {
      new WholeWork(operator, places, folder).run();
    }
    System.out.printf(
        "The operator with %s has %d rights; unused: %s; missing: %s%n",
        values, rights.size(), shown(rights.unused()), shown(rights.missing()));
    assertThat(rights.unused()).as("unused").isEmpty();
    assertThat(rights.missing()).as("missing").isEmpty();
  }

  private static String shown(Set<String> rights) {
    return rights.isEmpty() ? "none" : "\n  " + String.join("\n  ", rights);
  }
}
