import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// An operator in a JVM of its own, started as in the image.
final class OperatorProcess implements AutoCloseable {
  private final Process process;
  private final Path log;

  private OperatorProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /// @param name of its logs in `folder`
  static OperatorProcess start(Path folder, String name, Path kubeconfig) throws IOException {
    // A short path: there are sockets in it.
    var providers = Files.createTempDirectory("keelson").toString();
    var command =
        Program.jar(List.of("operator", "--health-port", "0", "--provider-folder", providers));
    var log = folder.resolve(name + ".err");
    var builder =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve(name + ".out").toFile())
            .redirectError(log.toFile());
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    var process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    return new OperatorProcess(process, log);
  }

  /// Waits as [Progress#await] does.
  void await(Progress progress) throws IOException, InterruptedException {
    progress.await(process, log);
  }

  double processorSeconds() {
    return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }

  double residentMiB() throws IOException {
    return Program.residentMiB(process.pid());
  }

  double peakMiB() throws IOException {
    return Program.peakWithChildrenMiB(process.toHandle());
  }

  /// Ends it, and waits until it has given up its lease.
  @Override
  public void close() throws InterruptedException {
    process.destroy();
    process.waitFor();
  }
}
