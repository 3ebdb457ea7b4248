package io.keelson.operator;

import io.keelson.Main;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// The operator as a process of its own, for one namespace, which can be killed.
final class OperatorProcess implements AutoCloseable {
  private final Process process;

  private OperatorProcess(Process process) {
    this.process = process;
  }

  /// @param slowedBy how long each change of a provider takes at least
  /// @param log where its output goes, after what is there
  static OperatorProcess start(TestNamespace namespace, Duration slowedBy, Path log)
      throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    // A life is too short for a compiler that pays off later.
    var builder =
        new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "operator",
                "--namespaces=" + namespace.name(),
                "--lease-namespace=" + namespace.name(),
                "--health-port=0",
                "--slow-provider-calls=" + slowedBy)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().put("KUBECONFIG", namespace.controlPlane().kubeconfig().toString());
    return new OperatorProcess(builder.start());
  }

  /// Lets it run on for so long, unless it ends by itself.
  ///
  /// @return whether it ran all the time
  boolean runsFor(Duration time) throws InterruptedException {
    return !process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// SIGKILL: returns when the process is gone.
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
