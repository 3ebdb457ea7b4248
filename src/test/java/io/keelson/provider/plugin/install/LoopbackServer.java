package io.keelson.provider.plugin.install;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.keelson.provider.plugin.install.source.Credentials;
import io.keelson.provider.plugin.install.source.Http;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A web server on this machine that answers what a test tells it to.
public final class LoopbackServer implements AutoCloseable {
  /// Short enough that a test need not wait for what never comes.
  public static final Http.Limits HASTY =
      new Http.Limits(
          Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(5), 3, Duration.ZERO);

  /// What is done with a request.
  public interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  private final HttpServer server;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<Headers> headers = new CopyOnWriteArrayList<>();

  /// Without encryption.
  public LoopbackServer() {
    this(null);
  }

  /// With encryption, if there is a certificate.
  public LoopbackServer(@Nullable LoopbackCertificate certificate) {
    var place = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try {
      if (certificate == null) {
        server = HttpServer.create(place, 0);
      } else {
        var encrypted = HttpsServer.create(place, 0);
        encrypted.setHttpsConfigurator(new HttpsConfigurator(certificate.server()));
        server = encrypted;
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestURI().toString());
    headers.add(exchange.getRequestHeaders());
    try (exchange) {
      answers.getOrDefault(exchange.getRequestURI().getPath(), status(404)).to(exchange);
    }
  }

  /// @param path relative to the root, without a slash before it
  public URI at(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + path);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /// As a key of credentials.
  public String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  public LoopbackServer on(String path, Answer answer) {
    answers.put("/" + path, answer);
    return this;
  }

  public LoopbackServer json(String path, String content) {
    return on(path, body("application/json", content.getBytes(StandardCharsets.UTF_8)));
  }

  public LoopbackServer bytes(String path, byte[] content) {
    return on(path, body("application/octet-stream", content));
  }

  public static Answer body(String type, byte[] content) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(200, content.length == 0 ? -1 : content.length);
      if (content.length > 0) exchange.getResponseBody().write(content);
    };
  }

  public static Answer status(int status) {
    return exchange -> exchange.sendResponseHeaders(status, -1);
  }

  public static Answer redirect(URI to) {
    return exchange -> {
      exchange.getResponseHeaders().set("Location", to.toString());
      exchange.sendResponseHeaders(302, -1);
    };
  }

  /// Promises more than it sends.
  public static Answer truncated(byte[] content) {
    return exchange -> {
      exchange.sendResponseHeaders(200, content.length);
      exchange.getResponseBody().write(content, 0, content.length / 2);
      exchange.getResponseBody().flush();
    };
  }

  /// Another answer to each request; the last one to all that follow.
  public static Answer oneAfterTheOther(Answer... answers) {
    var left = new AtomicInteger();
    return exchange -> answers[Math.min(left.getAndIncrement(), answers.length - 1)].to(exchange);
  }

  /// The paths and queries that were asked for.
  public List<String> requests() {
    return requests;
  }

  public Headers lastHeaders() {
    return headers.getLast();
  }

  /// A client for it.
  public Http client() {
    return new Http(HASTY, Credentials.NONE);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
