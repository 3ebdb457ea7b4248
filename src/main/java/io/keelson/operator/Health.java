package io.keelson.operator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/// Serves `/healthz` and `/readyz`.
final class Health implements AutoCloseable {
  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;

  private final HttpServer server;

  /// @param port 0 for a free one
  Health(int port, BooleanSupplier ready) throws IOException {
    server = HttpServer.create(new InetSocketAddress(port), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/healthz", exchange -> answer(exchange, true));
    server.createContext("/readyz", exchange -> answer(exchange, ready.getAsBoolean()));
    server.start();
  }

  private static void answer(HttpExchange exchange, boolean well) throws IOException {
    var text = (well ? "ok\n" : "not ready\n").getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(well ? OK : UNAVAILABLE, text.length);
      exchange.getResponseBody().write(text);
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
