package io.keelson.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which binaries `dev/control-plane` uses and builds. All are made up, and so is the compiler.
final class ControlPlaneScriptTest {
  @TempDir private Path folder;
  private ControlPlaneScript script;
  private Path ours;

  @BeforeEach
  void build() throws IOException {
    script = ControlPlaneScript.in(folder);
    ours = script.path();
    for (String name : ControlPlaneScript.BINARIES)
      ControlPlaneScript.program(ours.resolve(name), "v0.0.0");
  }

  @Test
  void assetsThatFit_areUsed_andWhatTheyLackIsOurs() throws IOException {
    var assets = assets("v1.33.0", "etcd", "kube-apiserver", "kubectl");

    var built = with(assets).build();

    assertThat(built.err())
        .isEqualTo("Using Kubernetes v1.33.0 of KUBEBUILDER_ASSETS (%s).\n".formatted(assets));
    var used = with(assets).path();
    assertThat(used).isNotEqualTo(ours).startsWith(folder);
    for (String name : List.of("etcd", "kube-apiserver", "kubectl"))
      assertThat(used.resolve(name)).hasSameBinaryContentAs(assets.resolve(name)).isExecutable();
    assertThat(used.resolve("kube-controller-manager").toRealPath())
        .isEqualTo(ours.resolve("kube-controller-manager").toRealPath());
  }

  @Test
  void ofWhatTheAssetsHave_nothingIsBuilt() throws IOException {
    for (String name : ControlPlaneScript.BINARIES) Files.delete(ours.resolve(name));
    var assets = assets("v1.33.0", "etcd", "kube-apiserver", "kubectl");

    var built = with(assets).build();

    assertThat(ControlPlaneScript.compiled(built)).containsExactly("kube-controller-manager");
    var used = with(assets).path();
    assertThat(used.resolve("kube-controller-manager").toRealPath())
        .isEqualTo(ours.resolve("kube-controller-manager").toRealPath());
  }

  @Test
  void assetsThatMoved_areFoundWhereTheyAreNow() throws IOException {
    var first = assets("v1.33.0", "etcd", "kube-apiserver", "kubectl");
    with(first).build();
    var second = Files.move(first, folder.resolve("moved"));

    with(second).build();

    var used = with(second).path();
    assertThat(used.resolve("etcd").toRealPath()).isEqualTo(second.resolve("etcd").toRealPath());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v1.30.4 | etcd kube-apiserver kubectl | its kube-apiserver is v1.30.4, older than v1.31",
        "v1.33.0 | kube-apiserver kubectl      | it has no program etcd",
        "v1.33.0 | etcd kubectl                | it has no program kube-apiserver",
        "unknown | etcd kube-apiserver kubectl | its kube-apiserver does not run, or tells no"
            + " version",
      })
  void assetsThatDoNotFit_areLeftAlone_andTheReasonIsTold(
      String version, String names, String reason) throws IOException {
    var assets = assets(version, names.split(" ", -1));

    var built = with(assets).build();

    assertThat(built.err())
        .isEqualTo("Not using KUBEBUILDER_ASSETS (%s): %s.\n".formatted(assets, reason));
    assertThat(with(assets).path()).isEqualTo(ours);
  }

  @Test
  void withoutAssets_oursAreUsedWithoutAWord() {
    var built = script.build();

    assertThat(built.err()).isEmpty();
  }

  /// A folder as setup-envtest makes it.
  private Path assets(String version, String... names) throws IOException {
    var assets = folder.resolve("assets");
    for (String name : names) ControlPlaneScript.program(assets.resolve(name), version);
    return assets;
  }

  private ControlPlaneScript with(Path assets) {
    return script.with("KUBEBUILDER_ASSETS", assets);
  }
}
