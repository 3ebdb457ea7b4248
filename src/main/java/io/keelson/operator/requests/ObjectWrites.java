package io.keelson.operator.requests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.internal.OperationSupport;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.keelson.operator.api.ApiJson;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Writes of objects that are many: each is made into text once, and of its answer the metadata is
/// all that is asked for, and all that is read, by the thread that waits for it. What else an
/// answer would say is what was sent.
///
/// The client's own writes read the whole object again, on the one thread that all connections
/// share.
public final class ObjectWrites {
  private static final String JSON = "application/json";

  /// An API server that does not give metadata alone may answer with the object.
  private static final String METADATA =
      JSON + ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1," + JSON;

  private static final ObjectMapper BEANS =
      ApiJson.withoutManagedFields(
          ApiJson.beans().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build());

  private static final ObjectWriter WRITER = BEANS.writer();
  private static final ObjectReader READER = BEANS.readerFor(ObjectMeta.class);

  private final KubernetesClient client;
  private final String server;

  public ObjectWrites(KubernetesClient client) {
    this.client = client;
    this.server = client.getMasterUrl().toString().replaceFirst("/+$", "");
  }

  /// Creates an object in its namespace.
  ///
  /// @return its metadata as stored
  /// @throws KubernetesClientException if it is refused, and if no usable answer comes back: then
  ///   it may have been created
  public ObjectMeta create(HasMetadata object) {
    return send("POST", path(object), object);
  }

  /// Replaces the status of an object, if it still has the resourceVersion of the given one.
  ///
  /// @return its metadata as stored
  /// @throws KubernetesClientException if it is refused, and if no usable answer comes back: then
  ///   it may have been written
  public ObjectMeta replaceStatus(HasMetadata object) {
    return send("PUT", path(object) + "/" + object.getMetadata().getName() + "/status", object);
  }

  private String path(HasMetadata object) {
    return server
        + "/apis/"
        + object.getApiVersion()
        + "/namespaces/"
        + object.getMetadata().getNamespace()
        + "/"
        + object.getPlural();
  }

  private ObjectMeta send(String method, String address, HasMetadata object) {
    var http = client.getHttpClient();
    var request =
        http.newHttpRequestBuilder()
            .uri(address)
            .header("Accept", METADATA)
            .method(method, JSON, text(object))
            .timeout(client.getConfiguration().getRequestTimeout(), TimeUnit.MILLISECONDS)
            .build();
    var answer = answer(request, http.sendAsync(request, byte[].class));
    if (!answer.isSuccessful())
      throw OperationSupport.requestFailure(
          request, OperationSupport.createStatus(answer, client.getKubernetesSerialization()));
    return stored(request, object, answer.body());
  }

  private static String text(HasMetadata object) {
    try {
      return WRITER.writeValueAsString(object);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an object of ours can always be written", e);
    }
  }

  private static HttpResponse<byte[]> answer(
      HttpRequest request, CompletableFuture<HttpResponse<byte[]>> coming) {
    try {
      return coming.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(request, "the thread was interrupted", e);
    } catch (ExecutionException e) {
      var cause = e.getCause() == null ? e : e.getCause();
      throw failed(request, String.valueOf(cause.getMessage()), cause);
    }
  }

  private static KubernetesClientException failed(
      HttpRequest request, String why, @Nullable Throwable cause) {
    return new KubernetesClientException(
        request.method() + " " + request.uri() + ": " + why, cause);
  }

  private static ObjectMeta stored(HttpRequest request, HasMetadata object, byte[] body) {
    ObjectMeta stored;
    try {
      stored = metadata(body);
    } catch (IOException e) {
      // Without its message: that may quote the answer, which says what the object holds.
      throw failed(request, "the answer is no JSON", null);
    }
    if (stored == null || stored.getUid() == null || stored.getResourceVersion() == null)
      throw failed(request, "the answer names no uid or no resourceVersion", null);
    var meant = object.getMetadata().getUid();
    if (meant != null && !meant.equals(stored.getUid()))
      throw failed(request, "the answer is about another object, of uid " + stored.getUid(), null);
    return stored;
  }

  private static @Nullable ObjectMeta metadata(byte[] body) throws IOException {
    try (var parser = READER.createParser(body)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) return null;
      for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        var value = parser.nextToken();
        if (name.equals("metadata"))
          return value == JsonToken.START_OBJECT ? READER.readValue(parser) : null;
        parser.skipChildren();
      }
      return null;
    }
  }
}
