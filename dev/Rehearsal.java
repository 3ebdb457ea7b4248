import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Lets an operator carry out a small Stack while nothing but this program answers it: what its JVM
/// learns on the way goes into the image, where no API server is at hand when that is built. The
/// program speaks as an API server does: HTTP/2 and WebSocket over TLS.
///
/// The first argument says what is rehearsed, the others are what starts it: `operator` ends with 0
/// when the Stack was Ready, `commands` when the process has ended with 0. Commands find a
/// `stack.yaml` in their folder, and a Plan that waits.
final class Rehearsal {
  private static final int PATIENCE_SECONDS = 300;
  private static final int RESOURCES = 300;
  private static final int FEW = 60;
  private static final String PASSWORD = "rehearsal";
  private static final String GROUP = "/apis/keelson.dev/v1alpha1/namespaces/rehearsal/";

  /// With every default, which nobody sets here.
  private static final String STACK =
      """
      {"suspend": false, "settle": "1s", "removalGrace": "2m", "interval": "1h", "parallelism": 10,
       "approval": {"mode": "Automatic", "autoApproveWhen": "plan.destructive == 0", "expiresAfter": "72h"},
       "driftPolicy": {"mode": "Report"}, "deletion": {"policy": "Destroy", "approval": "Required"},
       "deletes": "Graph", "onFailure": "Continue", "maxRemovals": "10%", "serviceAccountName": "default"}
      """;

  private static final String KUBECONFIG =
      """
      apiVersion: v1
      kind: Config
      current-context: rehearsal
      contexts: [{name: rehearsal, context: {cluster: rehearsal, user: rehearsal}}]
      clusters:
      - name: rehearsal
        cluster: {server: "https://127.0.0.1:%d", certificate-authority: "%s"}
      users: [{name: rehearsal, user: {token: rehearsal}}]
      """;

  private static final String MANIFEST =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: %s
      metadata: {name: %s, namespace: rehearsal}
      spec: %s
      """;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, ObjectNode> objects = new ConcurrentSkipListMap<>();
  private final CountDownLatch ready = new CountDownLatch(1);
  private final Map<String, List<ServerWebSocket>> watches = new ConcurrentSkipListMap<>();
  private long version;

  public static void main(String[] arguments) throws Exception {
    var command = List.of(arguments).subList(1, arguments.length);
    System.exit(new Rehearsal().run(arguments[0].equals("operator"), command) ? 0 : 1);
  }

  private boolean run(boolean isOperator, List<String> command) throws Exception {
    declare();
    if (!isOperator) declarePlan();
    var folder = Files.createTempDirectory("rehearsal");
    var store = folder.resolve("server.p12");
    var certificate = folder.resolve("server.pem");
    keytool(
        store,
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=rehearsal",
        "-ext",
        "SAN=ip:127.0.0.1");
    keytool(store, "-exportcert", "-rfc", "-file", certificate.toString());
    var vertx = Vertx.vertx();
    var server =
        vertx
            .createHttpServer(
                new HttpServerOptions()
                    .setSsl(true)
                    .setUseAlpn(true)
                    .setKeyCertOptions(
                        new PfxOptions().setPath(store.toString()).setPassword(PASSWORD)))
            .requestHandler(this::answer)
            .webSocketHandler(this::watch)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get();
    var kubeconfig = folder.resolve("kubeconfig");
    Files.writeString(kubeconfig, KUBECONFIG.formatted(server.actualPort(), certificate));
    Files.writeString(folder.resolve("stack.yaml"), manifests());
    var rehearsed = new ProcessBuilder(command).directory(folder.toFile()).inheritIO();
    rehearsed.environment().put("KUBECONFIG", kubeconfig.toString());
    var process = rehearsed.start();
    if (!isOperator)
      return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    // An operator that has ended is not waited for.
    process.onExit().thenRun(ready::countDown);
    boolean done = ready.await(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.isAlive();
    process.destroy();
    process.waitFor();
    return done;
  }

  /// What a person would write.
  private static String manifests() {
    var text = new StringBuilder(MANIFEST.formatted("Stack", "shop", "{settle: 1s}"));
    for (int i = 0; i < FEW; i++)
      text.append("---\n")
          .append(
              MANIFEST.formatted(
                  "Resource",
                  "r" + i,
                  "{stack: shop, type: terraform_data, config: {input: '%s'}}"
                      .formatted(input(i))));
    return text.toString();
  }

  /// A Plan that can be approved.
  private void declarePlan() throws IOException {
    put(GROUP + "plans/shop-1", "Plan", "{\"stack\": \"shop\", \"digest\": \"rehearsal\"}");
    objects.get(GROUP + "plans/shop-1").putObject("status").put("phase", "AwaitingApproval");
  }

  private static String input(int i) {
    return i == 0 ? "first" : "${terraform_data.r" + (i - 1) + ".output}";
  }

  private static void keytool(Path store, String... arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0)
      throw new IOException("keytool failed: " + command);
  }

  private void declare() throws IOException {
    cluster();
    put(GROUP + "stacks/shop", "Stack", STACK);
    for (int i = 0; i < RESOURCES; i++)
      put(
          GROUP + "resources/r" + i,
          "Resource",
          "{\"stack\": \"shop\", \"mode\": \"Managed\", \"type\": \"terraform_data\", \"config\": {\"input\": \"%s\"}}"
              .formatted(input(i)));
  }

  /// Its uid is that of the cluster, which an operator waits for.
  private void cluster() {
    var namespace = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Namespace");
    namespace.putObject("metadata").put("name", "kube-system");
    store("/api/v1/namespaces/kube-system", namespace);
  }

  private void put(String path, String kind, String spec) throws IOException {
    var object =
        JSON.createObjectNode().put("apiVersion", "keelson.dev/v1alpha1").put("kind", kind);
    object
        .putObject("metadata")
        .put("namespace", "rehearsal")
        .put("name", name(path))
        .put("generation", 1);
    object.set("spec", JSON.readTree(spec));
    store(path, object);
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private synchronized ObjectNode store(String path, ObjectNode object) {
    var meta = object.withObject("/metadata");
    if (!meta.has("uid")) meta.put("uid", UUID.randomUUID().toString());
    if (!meta.has("creationTimestamp")) meta.put("creationTimestamp", "2026-01-01T00:00:00Z");
    meta.put("resourceVersion", Long.toString(++version));
    objects.put(path, object);
    watches
        .getOrDefault(resource(path).getFirst(), List.of())
        .forEach(socket -> socket.writeTextMessage(event(object)));
    if (path.equals(GROUP + "stacks/shop")) object.at("/status/conditions").forEach(this::look);
    return object;
  }

  private static String event(ObjectNode object) {
    return JSON.createObjectNode().put("type", "MODIFIED").set("object", object).toString();
  }

  /// Nothing happens that the operator did not do itself.
  private void watch(ServerWebSocket socket) {
    var watched = resource(socket.path()).getFirst();
    watches.computeIfAbsent(watched, _ -> new CopyOnWriteArrayList<>()).add(socket);
  }

  private void answer(HttpServerRequest request) {
    request.body().onSuccess(body -> answer(request, body)).onFailure(Throwable::printStackTrace);
  }

  private void answer(HttpServerRequest request, Buffer body) {
    try {
      var answer = answer(request.method().name(), request.path(), body);
      request
          .response()
          .setStatusCode(answer == null ? 404 : 200)
          .putHeader("Content-Type", "application/json")
          .end(Buffer.buffer(JSON.writeValueAsBytes(answer == null ? missing() : answer)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode answer(String method, String path, Buffer body) throws IOException {
    return switch (method) {
      case "GET" -> get(path);
      case "POST" -> post(path, (ObjectNode) JSON.readTree(body.getBytes()));
      case "PUT", "PATCH" -> change(path, method, JSON.readTree(body.getBytes()));
      default -> JSON.createObjectNode();
    };
  }

  private void look(JsonNode condition) {
    if (condition.path("type").asText().equals("Ready")
        && condition.path("status").asText().equals("True")) ready.countDown();
  }

  /// The path without group and namespace: `[stacks]`, `[stacks, shop]`, `[stacks, shop, status]`.
  private static List<String> resource(String path) {
    var words = List.of(path.substring(1).split("/"));
    var rest = words.subList(words.getFirst().equals("api") ? 2 : 3, words.size());
    return rest.size() > 2 && rest.getFirst().equals("namespaces")
        ? rest.subList(2, rest.size())
        : rest;
  }

  private synchronized JsonNode get(String path) {
    var resource = resource(path);
    if (resource.size() > 1) return objects.get(path);
    var list = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "List");
    list.putObject("metadata").put("resourceVersion", Long.toString(version));
    var items = list.putArray("items");
    objects.forEach((at, object) -> {
      if (resource(at).getFirst().equals(resource.getFirst())) items.add(object);
    });
    return list;
  }

  private ObjectNode post(String path, ObjectNode object) {
    var meta = object.withObject("/metadata").put("generation", 1);
    if (!meta.has("name")) meta.put("name", meta.path("generateName").asText() + (version + 1));
    if (path.endsWith("/selfsubjectreviews"))
      object.withObject("/status/userInfo").put("username", "rehearsal");
    return store(path + "/" + meta.get("name").asText(), object);
  }

  private synchronized ObjectNode change(String path, String verb, JsonNode change) {
    boolean status = resource(path).size() > 2;
    var at = status ? path.substring(0, path.lastIndexOf('/')) : path;
    var before = objects.getOrDefault(at, JSON.createObjectNode()).deepCopy();
    if (!(change instanceof ObjectNode changed)) return before;
    if (verb.equals("PATCH")) return store(at, merged(before, changed));
    if (status) return store(at, before.set("status", changed.path("status")));
    return store(at, before.has("status") ? changed.set("status", before.get("status")) : changed);
  }

  private static ObjectNode merged(ObjectNode object, ObjectNode change) {
    change
        .properties()
        .forEach(each -> {
          var before = object.get(each.getKey());
          object.set(
              each.getKey(),
              before instanceof ObjectNode old && each.getValue() instanceof ObjectNode now
                  ? merged(old, now)
                  : each.getValue());
        });
    return object;
  }

  private static ObjectNode missing() {
    return JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Status").put("code", 404);
  }
}
