package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.Command;
import io.keelson.testing.RehearsedJar;
import io.keelson.testing.SlowOperator;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.secrecy.SecretWatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// The operator as a process of its own, for one namespace, which can be killed and stopped.
final class OperatorProcess implements AutoCloseable {
  private final Process process;
  private final Path log;

  private OperatorProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /// @param slowedBy how long each change of a provider takes at least
  /// @param log where its output goes, after what is there
  static OperatorProcess start(TestNamespace namespace, Duration slowedBy, Path log)
      throws IOException {
    return start(namespace, log, Map.of(), slowedBy, "--lease-namespace=" + namespace.name());
  }

  /// @param slowedBy how long each change of a provider takes at least
  /// @param environment instead of or besides that of this JVM
  static OperatorProcess start(
      TestNamespace namespace,
      Path log,
      Map<String, String> environment,
      Duration slowedBy,
      String... options)
      throws IOException {
    var words = new ArrayList<>(RehearsedJar.command(SlowOperator.class));
    words.add(slowedBy.toString());
    return start(namespace, log, environment, words, options);
  }

  /// @param environment instead of or besides that of this JVM
  static OperatorProcess start(
      TestNamespace namespace, Path log, Map<String, String> environment, String... options)
      throws IOException {
    var words = new ArrayList<>(RehearsedJar.command());
    words.add("operator");
    return start(namespace, log, environment, words, options);
  }

  /// One that is told no namespace but those among its options.
  ///
  /// @param slowedBy how long each change of a provider takes at least
  /// @param environment instead of or besides that of this JVM
  static OperatorProcess start(
      Path log, Map<String, String> environment, Duration slowedBy, List<String> options)
      throws IOException {
    var words = new ArrayList<>(RehearsedJar.command(SlowOperator.class));
    words.add(slowedBy.toString());
    words.addAll(options);
    return start(words, environment, log);
  }

  private static OperatorProcess start(
      TestNamespace namespace,
      Path log,
      Map<String, String> environment,
      List<String> program,
      String... options)
      throws IOException {
    var words = new ArrayList<>(program);
    words.add("--namespaces=" + namespace.name());
    words.addAll(List.of(options));
    var all = new HashMap<>(environment);
    all.putIfAbsent("KUBECONFIG", namespace.controlPlane().kubeconfig().toString());
    return start(words, all, log);
  }

  private static OperatorProcess start(
      List<String> program, Map<String, String> environment, Path log) throws IOException {
    var words = new ArrayList<>(program);
    words.add("--health-port=0");
    var builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    return new OperatorProcess(builder.start(), log);
  }

  long pid() {
    return process.pid();
  }

  /// How much memory it had at most, in all, in bytes.
  long mostResident() throws IOException {
    return Files.readAllLines(Path.of("/proc", String.valueOf(pid()), "status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .sum();
  }

  /// The processor time that it has used.
  Duration processorTime() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /// Host and port of the health and metrics of the operator that wrote this log last.
  static String address(String log) {
    var port = Pattern.compile(".*health on port (\\d+)", Pattern.DOTALL).matcher(log);
    assertThat(port.find()).isTrue();
    return "localhost:" + port.group(1);
  }

  /// The metrics as they are now, of the operator that wrote this log last.
  static String metrics(String log) throws IOException, InterruptedException {
    var address = URI.create("http://" + address(log) + "/metrics");
    try (var http = HttpClient.newHttpClient()) {
      var answer =
          http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.body()).contains("leader_election_master_status");
      return answer.body();
    }
  }

  /// SIGSTOP: it does nothing until it is told to go on.
  void freeze() {
    signal("-STOP");
  }

  /// SIGCONT.
  void thaw() {
    signal("-CONT");
  }

  private void signal(String name) {
    Command.of("kill", name, Long.toString(process.pid())).run().orThrow();
  }

  /// Lets it run on for so long, unless it ends by itself.
  ///
  /// @return whether it ran all the time
  boolean runsFor(Duration time) throws InterruptedException {
    return !process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// SIGTERM: returns when the process has come to its end.
  void end() {
    process.destroy();
    process.onExit().join();
  }

  /// SIGKILL: returns when the process is gone.
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
    try {
      SecretWatch.lookForAll("log", Files.readString(log));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
