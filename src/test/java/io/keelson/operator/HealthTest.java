package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.metrics.OperatorMetrics;
import io.keelson.operator.trace.Traces;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HealthTest {
  @Test
  void processThatIsNotReady_isAliveAllTheSame() throws Exception {
    try (var metrics = new OperatorMetrics(Traces.NONE);
        var health =
            new Health(0, () -> Optional.of("no watch of Stack"), Optional::empty, metrics)) {
      assertThat(get(health, "/healthz").statusCode()).isEqualTo(200);
      var ready = get(health, "/readyz");
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).isEqualTo("not ready: no watch of Stack\n");
    }
  }

  @Test
  void warning_isSaid_andTheOperatorIsReady() throws Exception {
    try (var metrics = new OperatorMetrics(Traces.NONE);
        var health =
            new Health(0, Optional::empty, () -> Optional.of("shop is missing"), metrics)) {
      var ready = get(health, "/readyz");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(ready.body()).isEqualTo("ok, but shop is missing\n");
    }
  }

  @Test
  void metrics_areServed() throws Exception {
    try (var metrics = new OperatorMetrics(Traces.NONE);
        var health = new Health(0, Optional::empty, Optional::empty, metrics)) {
      assertThat(get(health, "/readyz").body()).isEqualTo("ok\n");
      assertThat(get(health, "/metrics").body())
          .contains("keelson_lease_transitions_total 0.0")
          .contains("jvm_memory_used_bytes");
    }
  }

  private static HttpResponse<String> get(Health health, String path)
      throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + health.port() + path)).build();
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
  }
}
