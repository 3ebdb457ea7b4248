package io.keelson.operator;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.Fault;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.Installation;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/// The operator as the Deployment of a release says, with its account, but outside of a Pod. What
/// its own providers change takes a second, so that it can be killed meanwhile. The first status of
/// each object meets a conflict, as when somebody else changes the object at that moment.
final class InstalledOperator implements AutoCloseable {
  // Records are left out: who else writes them is another operator.
  private static final String STATUS =
      "/keelson.dev/.*/(runs|resources|plans|planapprovals|component.*|provider.*|policies)/[^/]+/status";

  private final FaultyProxy proxy;
  private final Path log;
  private final Path kubeconfig;
  private final List<String> words;
  private int pods;
  private OperatorProcess process;

  InstalledOperator(ControlPlane controlPlane, Path folder) throws IOException {
    log = folder.resolve("operator.log");
    proxy = FaultyProxy.inFrontOf(controlPlane);
    proxy.injectOnEach("PUT", STATUS, 1, new Fault.Answer(HttpURLConnection.HTTP_CONFLICT));
    kubeconfig =
        Files.writeString(
            folder.resolve("operator.kubeconfig"),
            proxy.kubeconfig(Installation.tokenOfTheOperator(controlPlane)));
    var deployment =
        new TestNamespace(controlPlane, Installation.NAMESPACE).get("deployment keelson");
    var container = deployment.at("/spec/template/spec/containers/0");
    // The program that slows it down is told no command.
    words =
        StreamSupport.stream(container.path("args").spliterator(), false)
            .map(JsonNode::asText)
            .skip(1)
            .toList();
    process = start();
  }

  /// Another Pod takes over from one that is killed.
  void replace() throws IOException {
    process.close();
    process = start();
  }

  private OperatorProcess start() throws IOException {
    var pod = "keelson-" + ++pods;
    var environment =
        Map.of(
            "KUBECONFIG",
            kubeconfig.toString(),
            "POD_NAMESPACE",
            Installation.NAMESPACE,
            "POD_NAME",
            pod,
            "POD_UID",
            pod);
    return OperatorProcess.start(log, environment, Duration.ofSeconds(1), words);
  }

  Path kubeconfig() {
    return kubeconfig;
  }

  @Override
  public void close() {
    process.close();
    proxy.close();
  }
}
