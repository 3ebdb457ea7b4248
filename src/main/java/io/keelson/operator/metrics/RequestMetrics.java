package io.keelson.operator.metrics;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/// The requests to the API server, under the names that client-go has for them. Watches count as
/// one request each, however long they go on.
public final class RequestMetrics implements Interceptor {
  /// The name under which a client has it.
  public static final String NAME = "METRICS";

  private static final Set<String> VERBS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");
  private static final String OTHER = "other";
  private static final int TOO_MANY = 429;
  private static final int BROKEN = 500;

  private final Counter total;
  private final Counter retries;
  private final Histogram duration;

  /// When requests were sent, by the nanosecond. Not all of them are heard of again.
  private final Map<HttpRequest, Long> sent = Collections.synchronizedMap(new WeakHashMap<>());

  RequestMetrics(PrometheusRegistry registry) {
    total =
        Counter.builder()
            .withoutExemplars()
            .name("rest_client_requests_total")
            .help("Requests to the API server that were answered, or had no answer (<error>)")
            .labelNames("code", "method")
            .register(registry);
    duration =
        Buckets.histogram(
                "rest_client_request_duration_seconds",
                "How long the API server took until an answer began",
                Buckets.OF_CALLS)
            .labelNames("verb")
            .register(registry);
    retries =
        Counter.builder()
            .withoutExemplars()
            .name("rest_client_request_retries_total")
            .help("Requests that had to be sent again: no connection, 429, or a 5xx")
            .labelNames("verb")
            .register(registry);
    for (var verb : VERBS) {
      duration.initLabelValues(verb);
      retries.initLabelValues(verb);
    }
  }

  private static String verb(String method) {
    return VERBS.contains(method) ? method : OTHER;
  }

  /// The codes of HTTP and no others, whatever a proxy answers.
  private static String code(int code) {
    return code >= 100 && code < 600 ? Integer.toString(code) : OTHER;
  }

  /// Called when a request is about to be sent.
  @Override
  public AsyncBody.Consumer<List<ByteBuffer>> consumer(
      AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
    sent.put(request, System.nanoTime());
    return consumer;
  }

  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    var verb = verb(request.method());
    total.labelValues(code(response.code()), verb).inc();
    var begun = sent.remove(request);
    if (begun != null)
      duration.labelValues(verb).observe(Buckets.seconds(System.nanoTime() - begun));
    if (response.code() == TOO_MANY || response.code() >= BROKEN) retries.labelValues(verb).inc();
  }

  /// Called when the request is about to be sent again.
  @Override
  public void afterConnectionFailure(HttpRequest request, Throwable failure) {
    var verb = verb(request.method());
    total.labelValues("<error>", verb).inc();
    retries.labelValues(verb).inc();
  }
}
