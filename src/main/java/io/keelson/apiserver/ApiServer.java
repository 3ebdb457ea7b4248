package io.keelson.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.keelson.json.PrintableJson;
import io.keelson.retry.Backoff;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/// Sends requests to the API server and says exactly what became of them.
///
/// A request without a usable answer is repeated a few times. That is safe because each one here is
/// idempotent: a read; an apply that carries its operation's id and demands the object's uid or its
/// absence, or that sets the same texts again; a merge that demands the version; a delete that
/// demands the uid or the version.
public final class ApiServer {
  private static final int ATTEMPTS = 4;
  private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(1));
  // Longer than the API server's own limit of a minute, so that its answer is the one we hear.
  private static final Duration TIMEOUT = Duration.ofSeconds(65);
  private static final String METADATA =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
  // `299 - "text"`
  private static final Pattern WARNING = Pattern.compile("299 \\S+ \"((?:[^\"\\\\]++|\\\\.)*+)\"");

  private final KubernetesClient client;
  private final Stopping stopping;
  private @Nullable HttpClient http;

  public ApiServer(KubernetesClient client, Stopping stopping) {
    this.client = client;
    this.stopping = stopping;
  }

  private String root() {
    return client.getConfiguration().getMasterUrl().replaceAll("/+$", "");
  }

  /// Made by the first request: whoever sends none needs no connection.
  private synchronized HttpClient http() {
    var known = http;
    if (known == null) {
      // The client's own retries would hide that an earlier attempt may have had its effect.
      var once = new RequestConfigBuilder(settings(client)).withRequestRetryBackoffLimit(0).build();
      known = client.getHttpClient().newBuilder().tag(once).build();
      http = known;
    }
    return known;
  }

  /// A derived client keeps whom it impersonates with its connections, not in its configuration.
  private static RequestConfig settings(KubernetesClient client) {
    var own =
        client.getHttpClient() instanceof Interceptor.RequestTags tags
            ? tags.getTag(RequestConfig.class)
            : null;
    return Optional.ofNullable(own).orElseGet(() -> client.getConfiguration().getRequestConfig());
  }

  public ApiReply get(String path) {
    return send(path, request -> request);
  }

  /// A page of a list of objects, of which only the metadata are sent.
  public ApiReply listMetadata(String path) {
    return send(path, request -> request.setHeader("Accept", METADATA));
  }

  /// Server-side apply.
  ///
  /// @param options further query parameters, such as `&force=true`
  public ApiReply apply(String path, JsonNode object, String fieldManager, String options) {
    var query =
        "?fieldValidation=Strict&fieldManager="
            + URLEncoder.encode(fieldManager, StandardCharsets.UTF_8)
            + options;
    return send(
        path + query,
        request ->
            request.method("PATCH", "application/apply-patch+yaml", PrintableJson.text(object)));
  }

  /// Merges fields into an object.
  ///
  /// @param part names the `resourceVersion` that it must have
  public ApiReply merge(String path, JsonNode part, String fieldManager) {
    var query = "?fieldManager=" + URLEncoder.encode(fieldManager, StandardCharsets.UTF_8);
    return send(
        path + query,
        request ->
            request.method("PATCH", "application/merge-patch+json", PrintableJson.text(part)));
  }

  /// Deletes an object if it is still the one that is meant.
  ///
  /// @param precondition `uid` or `resourceVersion`
  /// @param value that it must have
  public ApiReply delete(String path, String precondition, String value) {
    var options = Json.object();
    options.put("kind", "DeleteOptions").put("apiVersion", "v1");
    options.put("propagationPolicy", "Background");
    options.putObject("preconditions").put(precondition, value);
    return send(path, request -> request.method("DELETE", "application/json", Json.text(options)));
  }

  private ApiReply send(String path, UnaryOperator<HttpRequest.Builder> request) {
    var reply = once(path, request);
    boolean lost = reply instanceof ApiReply.Lost;
    for (int attempt = 1; attempt < ATTEMPTS && unanswered(reply); attempt++) {
      stopping.pause(BACKOFF.after(attempt));
      if (stopping.asked()) break;
      reply = once(path, request);
      lost |= reply instanceof ApiReply.Lost;
    }
    // An earlier attempt may still have had its effect.
    return lost && reply instanceof ApiReply.NotSent(var why) ? new ApiReply.Lost(why) : reply;
  }

  private static boolean unanswered(ApiReply reply) {
    return reply instanceof ApiReply.NotSent || reply instanceof ApiReply.Lost;
  }

  private ApiReply once(String path, UnaryOperator<HttpRequest.Builder> request) {
    var sender = http();
    var builder =
        sender
            .newHttpRequestBuilder()
            .uri(root() + path)
            .header("Accept", "application/json")
            .timeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    var answer = sender.sendAsync(request.apply(builder).build(), byte[].class);
    try {
      return reply(answer.get(TIMEOUT.toSeconds() + 5, TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      return unreachable(e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      answer.cancel(true);
      return new ApiReply.Lost("no answer within " + TIMEOUT.toSeconds() + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new ApiReply.Lost("interrupted");
    }
  }

  private static ApiReply unreachable(Throwable cause) {
    var why = cause.getClass().getSimpleName() + ": " + cause.getMessage();
    boolean neverConnected =
        cause instanceof ConnectException
            || cause instanceof UnknownHostException
            || cause instanceof NoRouteToHostException
            || cause instanceof SSLHandshakeException;
    return neverConnected ? new ApiReply.NotSent(why) : new ApiReply.Lost(why);
  }

  private static ApiReply reply(HttpResponse<byte[]> response) {
    var text = response.body() == null ? "" : new String(response.body(), StandardCharsets.UTF_8);
    JsonNode body;
    try {
      body = Json.parse(text);
    } catch (JsonProcessingException e) {
      if (response.isSuccessful()) return new ApiReply.Lost("the answer is not JSON");
      body = Json.object();
    }
    int code = response.code();
    if (response.isSuccessful()) return new ApiReply.Done(body, warnings(response));
    // 429 is answered before a request is looked at.
    if (code == 429) return new ApiReply.NotSent("the API server is busy (429)");
    var refused = new ApiReply.Refused(code, body);
    return refused.isClear()
        ? refused
        : new ApiReply.Lost("HTTP " + code + ", " + refused.message());
  }

  private static List<String> warnings(HttpResponse<?> response) {
    return response.headers("Warning").stream()
        .flatMap(header -> WARNING.matcher(header).results())
        .map(match -> match.group(1).replaceAll("\\\\(.)", "$1"))
        .toList();
  }
}
