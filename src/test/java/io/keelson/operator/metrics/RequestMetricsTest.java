package io.keelson.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.keelson.operator.trace.Traces;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RequestMetricsTest {
  private final OperatorMetrics metrics = new OperatorMetrics(Traces.NONE);

  static HttpRequest request(String method) {
    return new StandardHttpRequest(
        Map.of(), URI.create("https://api/apis/keelson.dev/stacks/shop"), method, null);
  }

  private static HttpResponse<?> response(int code) {
    return (HttpResponse<?>)
        Proxy.newProxyInstance(
            HttpResponse.class.getClassLoader(),
            new Class<?>[] {HttpResponse.class},
            (_, _, _) -> code);
  }

  private void exchange(String method, int code) {
    var request = request(method);
    var _ = metrics.requests().consumer((_, _) -> {}, request);
    metrics.requests().after(request, response(code), (_, _) -> {});
  }

  @Test
  void answers_areCountedByCodeAndTimedByVerb() {
    exchange("GET", 200);
    exchange("PATCH", 409);

    assertThat(metrics.text())
        .contains("rest_client_requests_total{code=\"200\",method=\"GET\"} 1.0")
        .contains("rest_client_requests_total{code=\"409\",method=\"PATCH\"} 1.0")
        .contains("rest_client_request_duration_seconds_count{verb=\"GET\"} 1")
        .contains("rest_client_request_retries_total{verb=\"PATCH\"} 0.0")
        .doesNotContain("shop");
  }

  @Test
  void whatIsSentAgain_isCounted() {
    exchange("GET", 429);
    exchange("GET", 503);
    metrics.requests().afterConnectionFailure(request("GET"), new IOException("reset"));

    assertThat(metrics.text())
        .contains("rest_client_requests_total{code=\"<error>\",method=\"GET\"} 1.0")
        .contains("rest_client_request_retries_total{verb=\"GET\"} 3.0");
  }

  /// Whatever a proxy answers, there are few series.
  @Test
  void oddCodesAndMethods_areOther() {
    exchange("BREW", 9001);

    assertThat(metrics.text())
        .contains("rest_client_requests_total{code=\"other\",method=\"other\"} 1.0");
  }
}
