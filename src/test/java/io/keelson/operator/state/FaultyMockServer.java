package io.keelson.operator.state;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.keelson.operator.api.record.ResourceInstance;
import java.io.ByteArrayInputStream;
import java.net.HttpURLConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// An API server that stores what it is told, and does not always say so: what comes next can be
/// refused, or get no answer although it was done.
final class FaultyMockServer implements AutoCloseable {
  /// It tells of every request.
  private static final Logger TALK = Logger.getLogger(MockWebServer.class.getName());

  private final Faults faults = new Faults();
  private final KubernetesMockServer server =
      new KubernetesMockServer(new Context(), new MockWebServer(), new HashMap<>(), faults, false);
  private final KubernetesClient client;

  FaultyMockServer() {
    TALK.setLevel(Level.WARNING);
    server.init();
    client = server.createClient();
  }

  KubernetesClient client() {
    return client;
  }

  /// What happens to one request.
  private sealed interface Fault {
    record Refused(int status, String answer) implements Fault {}

    record AnswerLost() implements Fault {}
  }

  /// The next request of this method is refused, and nothing is done.
  FaultyMockServer refuses(String method, int status) {
    return next(method, new Fault.Refused(status, ""));
  }

  /// The same with the words of an API server.
  FaultyMockServer refuses(String method, int status, String message) {
    var answer =
        new StatusBuilder().withCode(status).withStatus("Failure").withMessage(message).build();
    return next(method, new Fault.Refused(status, Serialization.asJson(answer)));
  }

  /// The next request of this method is done, and nobody is told.
  FaultyMockServer losesAnswer(String method) {
    return next(method, new Fault.AnswerLost());
  }

  private FaultyMockServer next(String method, Fault fault) {
    faults.next.add(new Expected(method, fault));
    return this;
  }

  /// How many requests of this method have come.
  int requests(String method) {
    return faults.counts.getOrDefault(method, 0);
  }

  @Override
  public void close() {
    client.close();
    server.destroy();
  }

  private record Expected(String method, Fault fault) {}

  private static final class Faults extends Dispatcher {
    private final KubernetesCrudDispatcher store = new KubernetesCrudDispatcher();
    private final Deque<Expected> next = new ArrayDeque<>();
    private final HashMap<String, Integer> counts = new HashMap<>();

    @Override
    public MockResponse dispatch(RecordedRequest request) {
      var fault = fault(request.getMethod());
      return switch (fault) {
        case null ->
            isOutdated(request)
                ? new MockResponse().setResponseCode(HttpURLConnection.HTTP_CONFLICT)
                : store.dispatch(request);
        case Fault.Refused(int status, String answer) ->
            new MockResponse().setResponseCode(status).setBody(answer);
        case Fault.AnswerLost _ -> {
          store.dispatch(request);
          yield new MockResponse().setResponseCode(503);
        }
      };
    }

    /// The mock server takes any version, the real one only what stands on the last one.
    private boolean isOutdated(RecordedRequest request) {
      if (!request.getMethod().equals("PUT")) return false;
      var stored = store.handleGet(request.getPath().replaceFirst("/status$", ""));
      return stored.code() == HttpURLConnection.HTTP_OK
          && !version(stored.getBody().getBytes()).equals(version(request.getBody().getBytes()));
    }

    private static String version(byte[] object) {
      return Serialization.unmarshal(new ByteArrayInputStream(object), ResourceInstance.class)
          .getMetadata()
          .getResourceVersion();
    }

    private synchronized @Nullable Fault fault(String method) {
      counts.merge(method, 1, Integer::sum);
      if (next.isEmpty() || !next.peek().method().equals(method)) return null;
      return next.remove().fault();
    }
  }
}
