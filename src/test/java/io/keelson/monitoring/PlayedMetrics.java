package io.keelson.monitoring;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/// A server that says what it is told to, as an operator would at `/metrics`.
final class PlayedMetrics implements AutoCloseable {
  private static final Path FOLDER = Path.of("src/test/resources/prometheus");

  private final AtomicInteger scrapes = new AtomicInteger();
  private final HttpServer server;
  private volatile String text;

  /// @param name of a file beside the tests of the alerts
  PlayedMetrics(String name) throws IOException {
    text = read(name);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          var said = next().getBytes(UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, said.length);
          try (var out = exchange.getResponseBody()) {
            out.write(said);
          }
        });
    server.start();
  }

  /// Says something else from now on.
  void play(String name) throws IOException {
    text = read(name);
  }

  /// With the port.
  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  private static String read(String name) throws IOException {
    return Files.readString(FOLDER.resolve(name));
  }

  private String next() {
    return text.replace("$now", String.valueOf(Instant.now().getEpochSecond()))
        .replace("$n", String.valueOf(scrapes.incrementAndGet()));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
