package io.keelson.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.awaitility.Awaitility;

/// A real Prometheus that looks at one operator every second, with our alerts. What they look at
/// and how long they wait is cut to seconds; how long that really is, `AlertRulesIT` holds.
public final class Prometheus implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final URI api;
  private final Instant begun = Instant.now();

  private Prometheus(Process process, URI api) {
    this.process = process;
    this.api = api;
  }

  /// Returns when it answers.
  ///
  /// @param folder for its files
  /// @param target host and port that has `/metrics`
  public static Prometheus over(String target, Path folder) throws IOException {
    var rules =
        Files.readString(Alert.RULES)
            .replaceAll("for: \\d+[mh]", "for: 1s")
            .replaceAll("\\[\\d+[mh]]", "[5s]")
            .replaceAll("> \\d+ \\* 3600", "> 0");
    Files.writeString(folder.resolve("rules.yaml"), rules);
    Files.writeString(
        folder.resolve("prometheus.yaml"),
        """
        global: {scrape_interval: 1s, evaluation_interval: 1s}
        rule_files: [rules.yaml]
        scrape_configs:
          - job_name: keelson
            honor_labels: true
            static_configs: [{targets: ["%s"]}]
        """
            .formatted(target));
    var address = "127.0.0.1:" + freePort();
    var process =
        new ProcessBuilder(
                Promtool.program("prometheus"),
                "--config.file=" + folder.resolve("prometheus.yaml"),
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=" + address)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    var server = new Prometheus(process, URI.create("http://" + address + "/api/v1/"));
    Awaitility.await()
        .ignoreExceptions()
        .untilAsserted(() ->
            assertThat(server.query("up == 1").path("data").path("result"))
                .as("%s", folder.resolve("log"))
                .isNotEmpty());
    return server;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// The names of the alerts that fire now.
  public SortedSet<String> firing() {
    var names = new TreeSet<String>();
    for (JsonNode alert : get("alerts").at("/data/alerts"))
      if (alert.path("state").asText().equals("firing"))
        names.add(alert.at("/labels/alertname").asText());
    return names;
  }

  /// What it answers to a query over what it knows now.
  public JsonNode query(String expression) {
    return get("query?query=" + encoded(expression));
  }

  /// What it answers to a query for each second since it was started.
  public JsonNode queryRange(String expression) {
    return get(
        "query_range?step=1s&start=%d&end=%d&query=%s"
            .formatted(
                begun.getEpochSecond(), Instant.now().getEpochSecond(), encoded(expression)));
  }

  /// The values of a label that the series of a metric have.
  public List<String> labelValues(String metric, String label) {
    var values = get("label/" + label + "/values?match%5B%5D=" + encoded(metric)).path("data");
    return values.valueStream().map(JsonNode::asText).toList();
  }

  /// How an expression is written well; an error if it is none.
  JsonNode format(String expression) {
    return get("format_query?query=" + encoded(expression));
  }

  private static String encoded(String words) {
    return URLEncoder.encode(words, StandardCharsets.UTF_8);
  }

  private JsonNode get(String path) {
    try {
      var request = HttpRequest.newBuilder(api.resolve(path)).build();
      return JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    http.close();
    process.destroyForcibly().onExit().join();
  }
}
