package io.keelson.operator.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.api.record.ResourceInstanceSpec;
import io.keelson.operator.api.record.ResourceInstanceStatus;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnableKubernetesMockClient(https = false)
@SuppressWarnings("NullAway.Init")
final class ObjectWritesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PATH = "/apis/keelson.dev/v1alpha1/namespaces/shop/resourceinstances";
  private static final String STORED =
      """
      {"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": {
        "name": "web", "namespace": "shop", "uid": "uid-1", "resourceVersion": "7", "generation": 1,
        "labels": {"a": "b"}, "finalizers": ["keelson.dev/state"], "novelty": {"of": "tomorrow"},
        "managedFields": [{"manager": "keelson", "fieldsV1": {"f:spec": {}}}]}}
      """;

  private KubernetesMockServer server;
  private KubernetesClient client;

  private static ResourceInstance record() {
    var record = new ResourceInstance();
    record.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("shop")
            .withName("web")
            .withLabels(Map.of("a", "b"))
            .withFinalizers("keelson.dev/state")
            .build());
    var spec = new ResourceInstanceSpec();
    spec.stack = "shop";
    spec.address = "server.web[\"ü\"]";
    spec.type = "server";
    spec.intent = new JournalEntry();
    spec.intent.operationId = "op-1";
    spec.intent.action = "Create";
    spec.intent.dependencyDepths = Map.of("network.main", 1);
    record.setSpec(spec);
    return record;
  }

  private static ResourceInstance recordWithStatus() {
    var record = record();
    record.getMetadata().setUid("uid-1");
    record.getMetadata().setResourceVersion("7");
    var status = new ResourceInstanceStatus();
    status.serial = Long.MAX_VALUE;
    status.state =
        JSON.createObjectNode()
            .put("size", new BigDecimal("1e400"))
            .put("price", new BigDecimal("1.50"))
            .putNull("nothing");
    status.conditions =
        List.of(new ConditionBuilder().withType("Ready").withStatus("True").build());
    record.setStatus(status);
    return record;
  }

  private void answers(int code, String body) {
    server.expect().post().withPath(PATH).andReturn(code, body).once();
    server.expect().put().withPath(PATH + "/web/status").andReturn(code, body).once();
  }

  @Test
  void object_isSentAsTheClientWouldSendIt_andItsMetadataIsReadBack() throws Exception {
    answers(201, STORED);

    var stored = new ObjectWrites(client).create(record());

    var sent = server.takeRequest();
    assertThat(sent.getMethod() + " " + sent.getPath()).isEqualTo("POST " + PATH);
    assertThat(sent.getHeader("Accept")).contains("PartialObjectMetadata").endsWith("/json");
    assertThat(sent.getHeader("Content-Type")).startsWith("application/json");
    assertThat(body(sent)).isEqualTo(asTheClientDoes(record()));
    assertThat(stored.getUid()).isEqualTo("uid-1");
    assertThat(stored.getResourceVersion()).isEqualTo("7");
    assertThat(stored.getLabels()).isEqualTo(Map.of("a", "b"));
    assertThat(stored.getFinalizers()).containsExactly("keelson.dev/state");
    assertThat(stored.getManagedFields()).isNullOrEmpty();
  }

  @Test
  void status_isSentWithTheVersionThatItIsBasedOn() throws Exception {
    answers(200, STORED.replace("\"7\"", "\"8\""));

    var stored = new ObjectWrites(client).replaceStatus(recordWithStatus());

    var sent = server.takeRequest();
    assertThat(sent.getMethod() + " " + sent.getPath()).isEqualTo("PUT " + PATH + "/web/status");
    var body = body(sent);
    assertThat(body).isEqualTo(asTheClientDoes(recordWithStatus()));
    assertThat(body.at("/metadata/resourceVersion").asText()).isEqualTo("7");
    assertThat(body.at("/status/state").has("nothing")).isTrue();
    assertThat(stored.getResourceVersion()).isEqualTo("8");
  }

  @Test
  void answerWithTheWholeObject_isGoodEnough() {
    answers(
        201,
        "{\"apiVersion\":\"keelson.dev/v1alpha1\",\"spec\":{\"metadata\":{\"uid\":\"no\"}},"
            + "\"metadata\":{\"uid\":\"uid-1\",\"resourceVersion\":\"7\"}}");

    assertThat(new ObjectWrites(client).create(record()).getUid()).isEqualTo("uid-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html>hidden",
        "[\"hidden\"]",
        "null",
        "{",
        "{}",
        "{\"metadata\": null}",
        "{\"metadata\": \"hidden\"}",
        "{\"metadata\": {\"uid\": \"hidden\"}}",
        "{\"metadata\": {\"resourceVersion\": \"7\"}}",
        "{\"metadata\": {\"uid\": \"u\", \"resourceVers",
        "{\"metadata\": {\"uid\": {\"hidden\": 1}, \"resourceVersion\": \"7\"}}"
      })
  void answerThatSaysNothing_isNoAnswer_andIsNotQuoted(String body) {
    answers(200, body);

    assertThatThrownBy(() -> new ObjectWrites(client).create(record()))
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(Attempts.mayPass(e)).isTrue())
        .hasMessageStartingWith("POST ")
        .hasMessageContaining("the answer")
        .hasMessageNotContaining("hidden")
        .hasNoCause();
  }

  @Test
  void answerAboutAnotherObject_isNoAnswer() {
    answers(200, STORED.replace("uid-1", "uid-2"));

    assertThatThrownBy(() -> new ObjectWrites(client).replaceStatus(recordWithStatus()))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageEndingWith("the answer is about another object, of uid uid-2");
  }

  @Test
  void refusal_saysWhatTheApiServerSays() {
    answers(
        409,
        "{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":409,\"reason\":\"Conflict\","
            + "\"message\":\"the object has been modified\"}");

    var refused =
        catchThrowableOfType(
            KubernetesClientException.class,
            () -> new ObjectWrites(client).replaceStatus(recordWithStatus()));

    assertThat(refused.getCode()).isEqualTo(409);
    assertThat(refused.getStatus().getReason()).isEqualTo("Conflict");
    assertThat(refused.getMessage()).contains("the object has been modified");
  }

  private static JsonNode body(RecordedRequest sent) throws JsonProcessingException {
    return JSON.readTree(sent.getBody().readUtf8());
  }

  private ObjectNode asTheClientDoes(ResourceInstance record) throws JsonProcessingException {
    return (ObjectNode) JSON.readTree(client.getKubernetesSerialization().asJson(record));
  }
}
