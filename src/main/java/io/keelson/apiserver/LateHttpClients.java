package io.keelson.apiserver;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes HTTP clients that are opened by their first request: threads, TLS and certificates cost
/// nothing where nobody asks the API server.
public final class LateHttpClients implements HttpClient.Factory {
  @Override
  public HttpClient.Builder newBuilder() {
    return HttpClientUtils.getHttpClientFactory().newBuilder();
  }

  @Override
  public HttpClient.Builder newBuilder(Config config) {
    return new LateBuilder(this, config);
  }

  /// Of what it is told, only interceptors count; the rest is in the configuration.
  private static final class LateBuilder
      extends StandardHttpClientBuilder<HttpClient, LateHttpClients, LateBuilder> {
    private final Config config;

    private LateBuilder(LateHttpClients factory, Config config) {
      super(factory);
      this.config = config;
    }

    @Override
    public HttpClient build() {
      return new LateHttpClient(this::open);
    }

    private HttpClient open() {
      var builder = HttpClientUtils.getHttpClientFactory().newBuilder(config);
      interceptors.forEach(builder::addOrReplaceInterceptor);
      return builder.build();
    }

    @Override
    protected LateBuilder newInstance(LateHttpClients factory) {
      return new LateBuilder(factory, config);
    }
  }

  private static final class LateHttpClient implements HttpClient {
    private final Supplier<HttpClient> opening;
    private @Nullable HttpClient opened;
    private boolean closed;

    private LateHttpClient(Supplier<HttpClient> opening) {
      this.opening = opening;
    }

    private synchronized HttpClient opened() {
      if (closed) throw new IllegalStateException("The client of the API server is closed.");
      var known = opened;
      if (known == null) {
        known = opening.get();
        opened = known;
      }
      return known;
    }

    @Override
    public synchronized void close() {
      closed = true;
      if (opened != null) opened.close();
    }

    @Override
    public synchronized boolean isClosed() {
      return closed;
    }

    @Override
    public DerivedClientBuilder newBuilder() {
      return opened().newBuilder();
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, Class<T> type) {
      return opened().sendAsync(request, type);
    }

    @Override
    public CompletableFuture<HttpResponse<AsyncBody>> consumeBytes(
        HttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
      return opened().consumeBytes(request, consumer);
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
      return opened().newWebSocketBuilder();
    }

    @Override
    public HttpRequest.Builder newHttpRequestBuilder() {
      return opened().newHttpRequestBuilder();
    }
  }
}
