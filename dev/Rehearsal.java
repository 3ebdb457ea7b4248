import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// Lets an operator carry out a small Stack while nothing but this program answers it: what its JVM
/// learns on the way goes into the image, where no API server is at hand when that is built.
///
/// The arguments are the command that starts the operator. Ends with 0 when the Stack was Ready.
final class Rehearsal {
  private static final int PATIENCE_SECONDS = 300;
  private static final String GROUP = "/apis/keelson.dev/v1alpha1/namespaces/rehearsal/";

  /// With every default, which nobody sets here.
  private static final String STACK =
      """
      {"suspend": false, "settle": "1s", "removalGrace": "2m", "interval": "1h", "parallelism": 10,
       "approval": {"mode": "Automatic", "autoApproveWhen": "plan.destructive == 0", "expiresAfter": "72h"},
       "driftPolicy": {"mode": "Report"}, "deletion": {"policy": "Destroy", "approval": "Required"},
       "maxRemovals": "10%", "serviceAccountName": "default"}
      """;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, ObjectNode> objects = new ConcurrentSkipListMap<>();
  private final CountDownLatch ready = new CountDownLatch(1);
  private long version;

  public static void main(String[] command) throws Exception {
    System.exit(new Rehearsal().run(List.of(command)) ? 0 : 1);
  }

  private boolean run(List<String> command) throws IOException, InterruptedException {
    declare();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
    var operator = new ProcessBuilder(command).inheritIO();
    operator
        .environment()
        .put("KUBERNETES_MASTER", "http://127.0.0.1:" + server.getAddress().getPort());
    var process = operator.start();
    boolean done = ready.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    process.destroy();
    process.waitFor();
    return done;
  }

  private void declare() throws IOException {
    put(GROUP + "stacks/shop", "Stack", STACK);
    for (int i = 0; i < 50; i++)
      put(
          GROUP + "resources/r" + i,
          "Resource",
          "{\"stack\": \"shop\", \"mode\": \"Managed\", \"type\": \"terraform_data\", \"config\": {\"input\": \"%s\"}}"
              .formatted(i == 0 ? "first" : "${terraform_data.r" + (i - 1) + ".output}"));
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
    if (path.equals(GROUP + "stacks/shop")) object.at("/status/conditions").forEach(this::look);
    return object;
  }

  private void answer(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    var query = String.valueOf(exchange.getRequestURI().getQuery());
    if (query.contains("watch=true")) {
      // By WebSocket it is asked for first. Nothing happens that the operator did not do itself.
      boolean refused = exchange.getRequestHeaders().containsKey("Upgrade");
      exchange.sendResponseHeaders(200, refused ? -1 : 0);
      if (!refused) exchange.getResponseBody().flush();
      return;
    }
    var body = exchange.getRequestBody().readAllBytes();
    var answer =
        switch (exchange.getRequestMethod()) {
          case "GET" -> get(path);
          case "POST" -> post(path, (ObjectNode) JSON.readTree(body));
          case "PUT", "PATCH" -> change(path, exchange.getRequestMethod(), JSON.readTree(body));
          default -> JSON.createObjectNode();
        };
    var bytes = JSON.writeValueAsBytes(answer == null ? missing() : answer);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(answer == null ? 404 : 200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
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
    object.withObject("/metadata").put("generation", 1);
    return store(path + "/" + object.at("/metadata/name").asText(), object);
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
