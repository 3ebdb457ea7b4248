package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which API server a command asks, and as whom.
final class ClusterConnectionTest {
  private static final byte[] FORBIDDEN =
      """
      {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 403,
       "reason": "Forbidden", "message": "not you", "details": {}}
      """
          .getBytes(StandardCharsets.UTF_8);

  private static final String NONE = "cannot be read as a kubeconfig.\n";

  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop, namespace: %s}
      spec: {}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: web, namespace: %s}
      spec: {stack: shop, type: terraform_data}
      """;

  private final HttpServer apiServer;
  private final List<Headers> asked = new CopyOnWriteArrayList<>();
  private final Path folder;
  private final Path kubeconfig;

  ClusterConnectionTest(@TempDir Path folder) throws IOException {
    apiServer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    apiServer.createContext(
        "/",
        exchange -> {
          try (exchange) {
            asked.add(exchange.getRequestHeaders());
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(403, FORBIDDEN.length);
            exchange.getResponseBody().write(FORBIDDEN);
          }
        });
    apiServer.start();
    this.folder = folder;
    kubeconfig = folder.resolve("config");
    user("token: t");
  }

  @AfterEach
  void stop() {
    apiServer.stop(0);
  }

  private void user(String fields) throws IOException {
    Files.writeString(
        kubeconfig,
        """
        apiVersion: v1
        kind: Config
        current-context: here
        clusters: [{name: here, cluster: {server: "http://127.0.0.1:%d"}}]
        contexts: [{name: here, context: {cluster: here, user: me, namespace: shop}}]
        users: [{name: other, user: {as: nobody}}, {name: me, user: {%s}}]
        """
            .formatted(apiServer.getAddress().getPort(), fields));
  }

  private Program status(String... options) {
    var command = Stream.of("status", "--kubeconfig", kubeconfig.toString());
    return Program.run(Stream.concat(command, Stream.of(options)).toArray());
  }

  private Program check(Object... options) {
    var command = Stream.of("check", "--kubeconfig", kubeconfig);
    return Program.run(Stream.concat(command, Stream.of(options)).toArray());
  }

  private void assertAskedAs(List<String> users, List<String> groups) {
    assertThat(asked)
        .isNotEmpty()
        .allSatisfy(headers -> {
          assertThat(headers.getOrDefault("Impersonate-user", List.of())).isEqualTo(users);
          assertThat(headers.getOrDefault("Impersonate-group", List.of())).isEqualTo(groups);
        });
  }

  @Test
  void withoutOptions_theUserAsks() {
    assertThat(status().errors()).contains("The API server refused: not you");
    assertAskedAs(List.of(), List.of());
  }

  @Test
  void userAndGroupsOfTheOptions_reachTheApiServer() {
    status("--as", "jane", "--as-group", "devs", "--as-group", "ops");
    assertAskedAs(List.of("jane"), List.of("devs", "ops"));
  }

  @Test
  void userOfTheKubeconfig_mayActAsSomebody() throws IOException {
    user("token: t, as: jane, as-groups: [devs], as-user-extra: {reason: [night]}");

    status();
    assertAskedAs(List.of("jane"), List.of("devs"));
    assertThat(asked.getFirst()).containsEntry("Impersonate-extra-reason", List.of("night"));

    asked.clear();
    status("--as", "bob");
    assertAskedAs(List.of("bob"), List.of("devs"));
  }

  @Test
  void groupsOfTheOptions_needTheUserOfTheKubeconfigOnly() throws IOException {
    user("token: t, as: jane");
    status("--as-group", "ops");
    assertAskedAs(List.of("jane"), List.of("ops"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "token: t | --as-group devs | no user to act as: add --as USER",
        "token: t | --as= --as-group devs | no user to act as: add --as USER",
        "'token: t, as-groups: [devs]' | -n shop | no user to act as: add --as USER",
        "'token: t, as-user-extra: {a: [b]}' | -n shop | no user to act as: add --as USER",
        "'token: t, as: jane, as-uid: x' | -n shop | has as-uid, and that cannot be sent",
        "token: t | --context there | There is no context 'there' in the kubeconfig, which has:"
            + " here."
      })
  void whatKubectlRefuses_isRefused(String user, String options, String message)
      throws IOException {
    user(user);

    var refused = status(options.split(" "));

    assertThat(refused.errors()).contains(message);
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(asked).isEmpty();
  }

  @Test
  void checkOfFiles_opensNoConnection() throws IOException {
    user("client-certificate: /not/there.crt, client-key: /not/there.key");

    assertThat(check("-f", "examples/terraform-data"))
        .isEqualTo(new Program(0, "Nothing is wrong with 1 Stack and 3 Resources.\n", ""));
    assertThat(status().exitCode()).isEqualTo(1);
    assertThat(asked).isEmpty();
  }

  @Test
  void checkOfObjectsThatNameTheirNamespace_needsNoKubeconfig() throws IOException {
    Files.writeString(kubeconfig, "users: [secret: {");
    var manifests = folder.resolve("shop.yaml");
    Files.writeString(manifests, SHOP.formatted("shop", "shop"));
    var checked = new Program(0, "Nothing is wrong with 1 Stack and 1 Resource.\n", "");

    assertThat(check("-f", manifests)).isEqualTo(checked);

    Files.writeString(manifests, SHOP.formatted("shop", "~"));
    assertThat(check("-f", manifests))
        .isEqualTo(new Program(1, "", "Error: The file '" + kubeconfig + "' " + NONE));
    assertThat(check("-f", manifests, "-n", "shop")).isEqualTo(checked);
  }

  /// What may be in the cluster is looked up there.
  @Test
  void checkThatLooksIntoTheCluster_needsTheKubeconfig() throws IOException {
    Files.writeString(kubeconfig, "users: [secret: {");
    var manifests = folder.resolve("shop.yaml");
    Files.writeString(
        manifests, SHOP.formatted("shop", "shop").replace("terraform_data", "time_static"));

    var check = check("-f", manifests, "--cluster");

    assertThat(check.errors()).isEqualTo("Error: The file '" + kubeconfig + "' " + NONE);
    assertThat(check.exitCode()).isOne();
  }

  @Test
  void kubeconfigThatIsMissing_isNamed() throws IOException {
    Files.delete(kubeconfig);
    assertThat(status().errors())
        .isEqualTo("Error: There is no file '" + kubeconfig + "' with a kubeconfig.\n");
  }

  @Test
  void kubeconfigThatIsNone_isNamedAndNotQuoted() throws IOException {
    Files.writeString(kubeconfig, "users: [secret: {");
    assertThat(status().errors()).isEqualTo("Error: The file '" + kubeconfig + "' " + NONE);
  }

  @Test
  void everyCommandThatAsksAnApiServer_hasAllOptionsOfTheConnection() {
    var without = List.of("operator", "ready", "completion");
    assertThat(Commands.thatDoSomething())
        .filteredOn(each -> !without.contains(Commands.path(each)))
        .isNotEmpty()
        .allSatisfy(each ->
            assertThat(each.optionsMap())
                .as(each.qualifiedName())
                .containsKeys("--kubeconfig", "--context", "--as", "--as-group"));
  }
}
