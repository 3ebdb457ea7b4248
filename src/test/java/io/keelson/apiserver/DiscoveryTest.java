package io.keelson.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// In which version a kind is found, and when it is certain that there is none.
final class DiscoveryTest {
  private static final String GROUPS =
      """
      {"groups": [{"name": "x.io", "versions": [{"groupVersion": "x.io/v2"}, {"groupVersion": "x.io/v1"}]}]}
      """;
  private static final String NONE = "{\"resources\": []}";
  private static final String GIZMOS =
      "{\"resources\": [{\"name\": \"gizmos\", \"kind\": \"Gizmo\", \"namespaced\": true}]}";
  private static final ObjectKey GIZMO = new ObjectKey("x.io/v1beta1", "Gizmo", "", "g");
  private static final ObjectKey POD = new ObjectKey("v1", "Podlet", "", "p");

  private final Map<String, String> answers = new TreeMap<>();
  private HttpServer apiServer;
  private KubernetesClient client;
  private Discovery discovery;

  @BeforeEach
  void start() throws IOException {
    apiServer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    apiServer.createContext(
        "/",
        exchange -> {
          try (exchange) {
            var text = answers.get(exchange.getRequestURI().getPath());
            var body = (text == null ? "{}" : text).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(text == null ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    apiServer.start();
    var address = "http://localhost:" + apiServer.getAddress().getPort();
    client =
        new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder().withMasterUrl(address).build())
            .build();
    discovery = new Discovery(new ApiServer(client, new Stopping()));
    answers.put("/apis", GROUPS);
    answers.put("/apis/x.io/v1", NONE);
    answers.put("/apis/x.io/v2", NONE);
  }

  @AfterEach
  void stop() {
    client.close();
    apiServer.stop(0);
  }

  @ParameterizedTest
  @CsvSource({"/apis/x.io/v1, x.io/v1", "/apis/x.io/v2, x.io/v2"})
  void kindInAnotherVersion_isFoundThere(String path, String version) {
    answers.put(path, GIZMOS);

    assertThat(discovery.findInAnyVersion(GIZMO))
        .isEqualTo(
            new Discovery.Lookup.Found(new ApiResource(version, "Gizmo", "gizmos", true, false)));
  }

  /// The other version has it, so it does not matter.
  @Test
  void versionThatCannotBeListed_isNotNeededWhereAnotherHasTheKind() {
    answers.remove("/apis/x.io/v2");
    answers.put("/apis/x.io/v1", GIZMOS);

    assertThat(discovery.findInAnyVersion(GIZMO)).isInstanceOf(Discovery.Lookup.Found.class);
  }

  @Test
  void kindThatNoVersionHas_isMissing() {
    assertThat(discovery.findInAnyVersion(GIZMO)).isInstanceOf(Discovery.Lookup.Missing.class);
  }

  @Test
  void kindOfAGroupThatIsNotThere_isMissing() {
    answers.put("/apis", "{\"groups\": []}");

    assertThat(discovery.findInAnyVersion(GIZMO)).isInstanceOf(Discovery.Lookup.Missing.class);
  }

  @Test
  void kindOfTheCoreGroup_isMissingIfItsVersionsCouldBeListed() {
    answers.put("/api", "{\"versions\": [\"v1\"]}");
    answers.put("/api/v1", NONE);

    assertThat(discovery.findInAnyVersion(POD)).isInstanceOf(Discovery.Lookup.Missing.class);

    answers.remove("/api");
    assertThat(discovery.findInAnyVersion(POD)).isInstanceOf(Discovery.Lookup.Unavailable.class);
  }

  /// Withdrawn in this moment, or answered by something that is no API server.
  @ParameterizedTest
  @CsvSource({"/apis,", "/apis, {}", "/apis/x.io/v1,", "/apis/x.io/v2,", "/apis/x.io/v2, {}"})
  void whatCannotBeListed_isNoProof(String path, String answer) {
    if (answer == null) answers.remove(path);
    else answers.put(path, answer);

    assertThat(discovery.findInAnyVersion(GIZMO)).isInstanceOf(Discovery.Lookup.Unavailable.class);
  }
}
