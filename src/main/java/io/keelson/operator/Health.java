package io.keelson.operator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.keelson.operator.metrics.OperatorMetrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/// Serves `/healthz`, `/readyz` and `/metrics`.
final class Health implements AutoCloseable {
  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;

  private static final int THREADS = 4;

  /// Platform threads: virtual threads would wait for busy ones, and probes must be answered
  /// however busy the operator is.
  private static final ThreadFactory OWN_THREADS =
      Thread.ofPlatform().name("health-", 0).daemon().factory();

  private final HttpServer server;

  /// @param port 0 for a free one
  /// @param unready why the operator is not ready; empty if it is
  /// @param warning what is to be said although it is ready; empty if nothing is
  Health(
      int port,
      Supplier<Optional<String>> unready,
      Supplier<Optional<String>> warning,
      OperatorMetrics metrics)
      throws IOException {
    server = HttpServer.create(new InetSocketAddress(port), 0);
    server.setExecutor(Executors.newFixedThreadPool(THREADS, OWN_THREADS));
    server.createContext("/healthz", exchange -> answer(exchange, OK, "ok\n"));
    server.createContext(
        "/readyz",
        exchange -> {
          var why = unready.get();
          answer(
              exchange,
              why.isEmpty() ? OK : UNAVAILABLE,
              why.map(each -> "not ready: " + each + "\n")
                  .or(() -> warning.get().map(each -> "ok, but " + each + "\n"))
                  .orElse("ok\n"));
        });
    server.createContext("/metrics", exchange -> answer(exchange, OK, metrics.text()));
    server.start();
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
