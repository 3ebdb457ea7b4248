package io.keelson.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.keelson.testing.secrecy.SecretWatch;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/// Receives spans as a collector of OpenTelemetry would, on a port of its own.
public final class SpanReceiver implements AutoCloseable {
  private static final int NO_ANSWER = 0;

  private final HttpServer server;
  private final int code;
  private final List<byte[]> bodies = new CopyOnWriteArrayList<>();

  /// @param code with which it answers
  private SpanReceiver(int code) {
    this.code = code;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  public static SpanReceiver taking() {
    return new SpanReceiver(200);
  }

  /// One that takes nothing.
  public static SpanReceiver refusing() {
    return new SpanReceiver(400);
  }

  /// One that takes what is sent, and never answers.
  public static SpanReceiver silent() {
    return new SpanReceiver(NO_ANSWER);
  }

  private void take(HttpExchange exchange) throws IOException {
    var body = exchange.getRequestBody().readAllBytes();
    SecretWatch.lookForAll("spans", new String(body, StandardCharsets.UTF_8));
    bodies.add(body);
    if (code == NO_ANSWER) return;
    exchange.sendResponseHeaders(code, -1);
    exchange.close();
  }

  /// The variables that have a program send its spans here, soon.
  public Map<String, String> environment() {
    return Map.of(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "http://localhost:" + server.getAddress().getPort(),
        "OTEL_BSP_SCHEDULE_DELAY",
        "50");
  }

  public int requests() {
    return bodies.size();
  }

  /// All that came, in the order of their ends.
  public List<Span> spans() {
    return bodies.stream()
        .flatMap(body -> parsed(body).getResourceSpansList().stream())
        .flatMap(each -> each.getScopeSpansList().stream())
        .flatMap(each -> each.getSpansList().stream())
        .toList();
  }

  public List<Span> spans(String name) {
    return spans().stream().filter(each -> each.getName().equals(name)).toList();
  }

  /// Everything that came, to look for a text in it.
  public String text() {
    return bodies.stream()
        .map(body -> new String(body, StandardCharsets.ISO_8859_1))
        .collect(Collectors.joining("\n"));
  }

  /// The attributes of a span, all of which are texts.
  public static Map<String, String> attributes(Span span) {
    return span.getAttributesList().stream()
        .collect(Collectors.toMap(each -> each.getKey(), each -> each.getValue().getStringValue()));
  }

  private static ExportTraceServiceRequest parsed(byte[] body) {
    try {
      return ExportTraceServiceRequest.parseFrom(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
