package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.ControlPlane;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The example is applied as the documentation says, in one go.
@ExtendWith(OnControlPlane.class)
final class ComponentExampleIT {
  private static final Path EXAMPLE = Path.of("examples/components");

  @TempDir private Path folder;

  /// In namespaces of the test.
  private void copy(TestNamespace shop, TestNamespace platform) throws IOException {
    try (var files = Files.list(EXAMPLE)) {
      for (Path file : files.toList())
        Files.writeString(
            folder.resolve(file.getFileName()),
            Files.readString(file)
                .replace("components-shop", shop.name())
                .replace("components-platform", platform.name()));
    }
  }

  @Test
  void example_isAppliedInOneGo_andEndsReady(TestNamespace shop, ControlPlane controlPlane)
      throws IOException {
    var platform = controlPlane.newNamespace("platform");
    copy(shop, platform);

    try (var _ = OperatorUnderTest.in(shop);
        var _ = OperatorUnderTest.in(platform)) {
      controlPlane.kubectl("apply", "-k", folder.toString()).orThrow();

      var kubectl = new Kubectl(shop);
      kubectl.awaitReady("shop");
      kubectl.awaitReason("component web", "UpToDate");
      kubectl.awaitReason("component admin", "UpToDate");
      assertThat(kubectl.get("component web", ".status['instances','parts']"))
          .contains("8/8")
          .contains("component.db");
      assertThat(kubectl.get("configmap web-eu", ".data['DATABASE','REPLICAS']"))
          .contains("web-eu.db:10Gi")
          .contains("3");
      assertThat(kubectl.get("configmap admin-for-gifts", ".data.REPLICAS")).isEqualTo("2");
    }
  }
}
