package io.keelson.deploy;

import io.keelson.testing.Command;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.Installation;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/// A real helm that acts as the administrator of a control plane in the namespace `keelson-system`.
public final class HelmProgram {
  private static final Path SCRIPT = Path.of("dev", "helm").toAbsolutePath();

  private final Command helm;

  private HelmProgram(Command helm) {
    this.helm = helm;
  }

  /// The first time on a machine this fetches it.
  ///
  /// @param major 4 or 3
  public static HelmProgram of(int major, ControlPlane controlPlane) {
    Command.of(SCRIPT.toString(), "build").showingProgress().run().orThrow();
    var path = Command.of(SCRIPT.toString(), "path", String.valueOf(major)).run().orThrow();
    return new HelmProgram(
        Command.of(
            path.out().strip(),
            "--kubeconfig",
            controlPlane.kubeconfig().toString(),
            "--namespace",
            Installation.NAMESPACE));
  }

  /// The same with further arguments.
  HelmProgram with(String... more) {
    return new HelmProgram(helm.with(more));
  }

  Command.Result run(String... arguments) {
    return helm.with(arguments).run();
  }

  public String succeed(String... arguments) {
    return run(arguments).orThrow().out();
  }

  /// For what waits until somebody else has done something.
  CompletableFuture<Command.Result> begin(String... arguments) {
    return CompletableFuture.supplyAsync(() -> run(arguments), Thread::startVirtualThread);
  }
}
