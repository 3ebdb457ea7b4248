import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.ClusterConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// A control plane of its own, with everything installed but the operator's Deployment.
final class Cluster implements AutoCloseable {
  private static final Pattern REQUESTS =
      Pattern.compile("^apiserver_request_total\\{(.*)} ([0-9.e+]+)$", Pattern.MULTILINE);
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
  private static final List<String> WRITES =
      List.of("POST", "PUT", "PATCH", "APPLY", "DELETE", "DELETECOLLECTION");

  private final Path folder;
  private final KubernetesClient client;
  private final Config config;

  private Cluster(Path folder, Config config) {
    this.folder = folder;
    this.config = config;
    this.client = ClusterConnection.open(config);
  }

  static Cluster start(Path logs) throws IOException, InterruptedException {
    Files.createDirectories(logs);
    var parent = Long.toString(ProcessHandle.current().pid());
    var script = Path.of("dev/control-plane").toAbsolutePath().toString();
    var started =
        Program.run(
            logs, "control-plane", List.of(0), List.of(script, "start", "--with-parent", parent));
    var kubeconfig = Path.of(started.output().strip());
    var cluster =
        new Cluster(kubeconfig.getParent(), Config.fromKubeconfig(Files.readString(kubeconfig)));
    cluster.install();
    return cluster;
  }

  KubernetesClient client() {
    return client;
  }

  private void install() throws IOException {
    List<HasMetadata> objects;
    try (var manifest = Files.newInputStream(Path.of("deploy/keelson.yaml"))) {
      objects = client.load(manifest).items();
    }
    for (HasMetadata object : objects)
      if (!object.getKind().equals("Deployment")) client.resource(object).serverSideApply();
    for (HasMetadata object : objects)
      if (object instanceof CustomResourceDefinition definition)
        client.resource(definition).waitUntilCondition(Cluster::isServed, 60, TimeUnit.SECONDS);
  }

  private static boolean isServed(CustomResourceDefinition definition) {
    return definition != null
        && definition.getStatus() != null
        && definition.getStatus().getConditions().stream()
            .anyMatch(
                each -> each.getType().equals("Established") && each.getStatus().equals("True"));
  }

  /// A kubeconfig for the operator, with the account that it has in a cluster.
  Path operatorKubeconfig(Path file) throws IOException {
    var token =
        client
            .serviceAccounts()
            .inNamespace("keelson-system")
            .withName("keelson")
            .tokenRequest(new TokenRequest());
    // In JSON, which is YAML as well: the native client reads it, too.
    return Files.writeString(
        file,
        """
        {"apiVersion": "v1", "kind": "Config", "current-context": "operator",
         "clusters": [
          {"name": "bench", "cluster": {"server": "%s", "certificate-authority-data": "%s"}}],
         "users": [{"name": "operator", "user": {"token": "%s"}}],
         "contexts": [{"name": "operator", "context": {"cluster": "bench", "user": "operator"}}]}
        """
            .formatted(
                config.getMasterUrl(), config.getCaCertData(), token.getStatus().getToken()));
  }

  /// How many writes the API server has answered so far, by verb and resource. Without those of
  /// leases, which are due to time and not to work.
  Map<String, Long> writes() {
    var counts = new TreeMap<String, Long>();
    REQUESTS
        .matcher(client.raw("/metrics"))
        .results()
        .forEach(
            line -> {
              var labels = new TreeMap<String, String>();
              LABEL
                  .matcher(line.group(1))
                  .results()
                  .forEach(each -> labels.put(each.group(1), each.group(2)));
              var resource = labels.getOrDefault("resource", "");
              if (!WRITES.contains(labels.get("verb")) || resource.equals("leases")) return;
              var part = labels.getOrDefault("subresource", "");
              counts.merge(
                  labels.get("verb") + " " + resource + (part.isEmpty() ? "" : "/" + part),
                  (long) Double.parseDouble(line.group(2)),
                  Long::sum);
            });
    return counts;
  }

  /// The writes that came since `before`.
  Map<String, Long> writesSince(Map<String, Long> before) {
    var since = new TreeMap<String, Long>();
    writes()
        .forEach(
            (what, count) -> {
              long more = count - before.getOrDefault(what, 0L);
              if (more > 0) since.put(what, more);
            });
    return since;
  }

  /// Does all of `work`, so many at a time, and returns the seconds it took.
  static double inParallel(int parallelism, List<Callable<Void>> work)
      throws InterruptedException, ExecutionException {
    long start = System.nanoTime();
    try (var threads = Executors.newFixedThreadPool(parallelism)) {
      for (Future<Void> done : new ArrayList<>(threads.invokeAll(work))) done.get();
    }
    return Program.secondsSince(start);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    client.close();
    var script = Path.of("dev/control-plane").toAbsolutePath().toString();
    new ProcessBuilder(script, "stop", "--dir", folder.toString()).inheritIO().start().waitFor();
  }
}
