package io.keelson.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which binaries `dev/control-plane` uses and builds. All are made up, and so is the compiler.
final class ControlPlaneScriptTest {
  private static final String SCRIPT = Path.of("dev", "control-plane").toAbsolutePath().toString();

  @TempDir private Path folder;
  private Path ours;

  @BeforeEach
  void build() throws IOException {
    ours = path("env", "-u", "KUBEBUILDER_ASSETS");
    for (String name : List.of("etcd", "kube-apiserver", "kube-controller-manager", "kubectl"))
      program(ours.resolve(name), "v0.0.0");
  }

  @Test
  void assetsThatFit_areUsed_andWhatTheyLackIsOurs() throws IOException {
    var assets = assets("v1.33.0", "etcd", "kube-apiserver", "kubectl");

    var built = with(assets, "build");

    assertThat(built.err())
        .isEqualTo("Using Kubernetes v1.33.0 of KUBEBUILDER_ASSETS (%s).\n".formatted(assets));
    var used = path("env", "KUBEBUILDER_ASSETS=" + assets);
    assertThat(used).isNotEqualTo(ours).startsWith(folder);
    for (String name : List.of("etcd", "kube-apiserver", "kubectl"))
      assertThat(used.resolve(name)).hasSameBinaryContentAs(assets.resolve(name)).isExecutable();
    assertThat(used.resolve("kube-controller-manager").toRealPath())
        .isEqualTo(ours.resolve("kube-controller-manager").toRealPath());
  }

  @Test
  void ofWhatTheAssetsHave_nothingIsBuilt() throws IOException {
    for (String name : List.of("etcd", "kube-apiserver", "kube-controller-manager", "kubectl"))
      Files.delete(ours.resolve(name));
    var assets = assets("v1.33.0", "etcd", "kube-apiserver", "kubectl");
    // It is given `-o` and a file.
    script(
        folder.resolve("bin/go"),
        "while [ \"$1\" != -o ]; do shift; done; echo '#!/bin/sh' >\"$2\"; chmod +x \"$2\"");

    var built =
        run(
            "build",
            "env",
            "KUBEBUILDER_ASSETS=" + assets,
            "PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH"));

    assertThat(built.err().lines().filter(line -> line.contains(" built in ")))
        .singleElement()
        .asString()
        .contains("kube-controller-manager");
    var used = path("env", "KUBEBUILDER_ASSETS=" + assets);
    assertThat(used.resolve("kube-controller-manager").toRealPath())
        .isEqualTo(ours.resolve("kube-controller-manager").toRealPath());
  }

  @Test
  void assetsThatMoved_areFoundWhereTheyAreNow() throws IOException {
    var first = assets("v1.33.0", "etcd", "kube-apiserver", "kubectl");
    with(first, "build");
    var second = Files.move(first, folder.resolve("moved"));

    with(second, "build");

    var used = path("env", "KUBEBUILDER_ASSETS=" + second);
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

    var built = with(assets, "build");

    assertThat(built.err())
        .matches("Using Kubernetes v1\\S+ of our own, not KUBEBUILDER_ASSETS .*\n")
        .contains("(%s): %s.".formatted(assets, reason));
    assertThat(path("env", "KUBEBUILDER_ASSETS=" + assets)).isEqualTo(ours);
  }

  @Test
  void withoutAssets_oursAreUsedWithoutAWord() {
    var built = run("build", "env", "-u", "KUBEBUILDER_ASSETS");

    assertThat(built.err()).isEmpty();
  }

  /// A folder as setup-envtest makes it.
  private Path assets(String version, String... names) throws IOException {
    var assets = folder.resolve("assets");
    for (String name : names) program(assets.resolve(name), version);
    return assets;
  }

  /// Says a version, as each of the real ones does in its way.
  private static void program(Path file, String version) throws IOException {
    script(file, "echo 'Kubernetes %s'".formatted(version));
  }

  private static void script(Path file, String commands) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n%s\n".formatted(commands));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Command.Result with(Path assets, String command) {
    return run(command, "env", "KUBEBUILDER_ASSETS=" + assets);
  }

  /// The folder of the binaries that are used.
  private Path path(String... environment) {
    return Path.of(run("path", environment).out().strip());
  }

  private Command.Result run(String command, String... environment) {
    return Command.of(environment)
        .with("XDG_CACHE_HOME=" + folder.resolve("cache"), SCRIPT, command)
        .run()
        .orThrow();
  }
}
