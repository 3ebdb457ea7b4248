package io.keelson.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.keelson.testing.Fault.Answer;
import io.keelson.testing.Fault.AnswerCut;
import io.keelson.testing.Fault.AnswerHeld;
import io.keelson.testing.Fault.AnswerLost;
import io.keelson.testing.Fault.AnswerReplaced;
import io.keelson.testing.Fault.Delay;
import io.keelson.testing.Fault.Hold;
import io.keelson.testing.Fault.Lost;
import io.keelson.testing.FaultyProxy.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(OnControlPlane.class)
final class FaultyProxyIT {
  private TestNamespace namespace;
  private FaultyProxy proxy;
  private KubernetesClient client;

  @BeforeEach
  void connect(TestNamespace namespace) {
    this.namespace = namespace;
    proxy = FaultyProxy.inFrontOf(namespace.controlPlane());
    var config = proxy.config();
    // What is looked at is the single request.
    config.setRequestRetryBackoffLimit(0);
    client = new KubernetesClientBuilder().withConfig(config).build();
  }

  @AfterEach
  void disconnect() {
    client.close();
    proxy.close();
  }

  @Test
  void requestWithoutARule_passes() {
    through().resource(configMap("a")).create();

    assertThat(direct().withName("a").get()).isNotNull();
    assertThat(proxy.requests())
        .contains(new Seen("POST", "/api/v1/namespaces/%s/configmaps".formatted(namespace.name())));
  }

  @Test
  void kubectl_passesWithTheAdministratorsCredentials(@TempDir Path folder) throws IOException {
    var kubeconfig = Files.writeString(folder.resolve("kubeconfig"), proxy.kubeconfig());

    var got = namespace.kubectl("--kubeconfig", kubeconfig.toString(), "auth", "whoami");

    assertThat(got.orThrow().out()).contains("system:masters");
  }

  @ParameterizedTest
  @ValueSource(ints = {409, 410, 429, 500, 503})
  void answer_isGivenAsOftenAsAskedAndKeepsTheRequestFromTheServer(int status) {
    proxy.inject("POST", "/configmaps", 1, new Answer(status));

    assertThatThrownBy(() -> through().resource(configMap("a")).create())
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(status));
    assertThat(direct().withName("a").get()).isNull();

    through().resource(configMap("a")).create();
    assertThat(direct().withName("a").get()).isNotNull();
  }

  @Test
  void lostRequest_neverReachesTheServer() {
    proxy.inject("POST", "/configmaps", 1, new Lost());

    assertThatThrownBy(() -> through().resource(configMap("a")).create())
        .isInstanceOf(KubernetesClientException.class);
    assertThat(direct().withName("a").get()).isNull();
  }

  @Test
  void lostAnswer_leavesTheWorkDone() {
    proxy.inject("POST", "/configmaps", 1, new AnswerLost());

    assertThatThrownBy(() -> through().resource(configMap("a")).create())
        .isInstanceOf(KubernetesClientException.class);
    assertThat(direct().withName("a").get()).isNotNull();
  }

  @Test
  void replacedAnswer_leavesTheWorkDone() {
    proxy.inject("POST", "/configmaps", 1, new AnswerReplaced(500));

    assertThatThrownBy(() -> through().resource(configMap("a")).create())
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(500));
    assertThat(direct().withName("a").get()).isNotNull();
  }

  @Test
  void answerCutShort_isNoAnswer() {
    direct().resource(configMap("a")).create();
    proxy.inject("GET", "/configmaps/a", 1, new AnswerCut(400));

    assertThatThrownBy(() -> through().withName("a").get())
        .isInstanceOf(KubernetesClientException.class);
    assertThat(through().withName("a").get()).isNotNull();
  }

  @Test
  void heldAnswer_comesAfterTheWorkIsDone() throws Exception {
    var gate = new Fault.Gate();
    proxy.inject("POST", "/configmaps", 1, new AnswerHeld(gate));

    var created = CompletableFuture.runAsync(() -> through().resource(configMap("a")).create());
    gate.awaitRequest();
    namespace.eventually(() -> assertThat(direct().withName("a").get()).isNotNull());
    assertThat(created).isNotDone();
    gate.open();

    created.join();
  }

  @Test
  void faultOnEachRequest_isCountedForEachPath() {
    proxy.injectOnEach("GET", "/configmaps/", 1, new Answer(500));

    for (String name : new String[] {"a", "b"}) {
      assertThatThrownBy(() -> through().withName(name).get())
          .isInstanceOf(KubernetesClientException.class);
      assertThat(through().withName(name).get()).isNull();
    }
  }

  @Test
  void faultByBody_leavesOtherBodiesAlone() {
    proxy.inject("POST", "/configmaps", "\"name\":\"a\"", 1, new Answer(500));

    through().resource(configMap("b")).create();
    assertThatThrownBy(() -> through().resource(configMap("a")).create())
        .isInstanceOf(KubernetesClientException.class);
  }

  @Test
  void heldRequest_passesWhenTheGateOpens() throws Exception {
    var gate = new Fault.Gate();
    proxy.inject("POST", "/configmaps", 1, new Hold(gate));

    var created = CompletableFuture.runAsync(() -> through().resource(configMap("a")).create());
    gate.awaitRequest();
    assertThat(direct().withName("a").get()).isNull();
    gate.open();

    created.join();
    assertThat(direct().withName("a").get()).isNotNull();
  }

  @Test
  void delayedRequest_passesLater() {
    var delay = Duration.ofMillis(300);
    proxy.inject("POST", "/configmaps", 1, new Delay(delay));
    var started = System.nanoTime();

    through().resource(configMap("a")).create();

    assertThat(Duration.ofNanos(System.nanoTime() - started)).isGreaterThanOrEqualTo(delay);
    assertThat(direct().withName("a").get()).isNotNull();
  }

  @Test
  void informer_followsThroughADroppedWatch() {
    try (var informer = through().inform()) {
      direct().resource(configMap("a")).create();
      namespace.eventually(() -> assertThat(names(informer)).contains("a"));

      var watches = watchRequests();
      proxy.dropWatches();
      direct().resource(configMap("b")).create();

      namespace.eventually(() -> assertThat(names(informer)).contains("a", "b"));
      assertThat(watchRequests()).isGreaterThan(watches);
    }
  }

  @Test
  void heldWatches_tellLater() {
    try (var informer = through().inform()) {
      proxy.holdWatches();
      direct().resource(configMap("a")).create();
      direct().resource(configMap("b")).create();
      assertThat(through().withName("b").get()).isNotNull();
      assertThat(names(informer)).doesNotContain("a", "b");

      proxy.heal();

      namespace.eventually(() -> assertThat(names(informer)).contains("a", "b"));
    }
  }

  @Test
  void expiredWatch_makesTheInformerListAnew() {
    direct().resource(configMap("a")).create();
    try (var informer = through().inform()) {
      namespace.eventually(() -> assertThat(names(informer)).contains("a"));
      var lists = listRequests();

      proxy.expireWatches();
      direct().withName("a").delete();

      namespace.eventually(() -> assertThat(names(informer)).doesNotContain("a"));
      assertThat(listRequests()).isGreaterThan(lists);
    }
  }

  @Test
  void serverThatIsDown_answersNobodyUntilItIsBack() {
    through().resource(configMap("a")).create();

    proxy.stopServing();
    assertThatThrownBy(() -> through().withName("a").get())
        .isInstanceOf(KubernetesClientException.class);

    proxy.heal();
    // The client may have to find out first that a connection of its pool is dead.
    namespace.eventually(() ->
        assertThatCode(() -> assertThat(through().withName("a").get()).isNotNull())
            .doesNotThrowAnyException());
  }

  private NonNamespaceOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> through() {
    return client.configMaps().inNamespace(namespace.name());
  }

  private NonNamespaceOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> direct() {
    return namespace.client().configMaps().inNamespace(namespace.name());
  }

  private long watchRequests() {
    return proxy.requests().stream().filter(seen -> seen.path().contains("watch=true")).count();
  }

  private long listRequests() {
    return proxy.requests().stream()
        .filter(seen -> seen.path().matches(".*/configmaps(\\?(?!.*watch=).*)?"))
        .count();
  }

  private static List<String> names(SharedIndexInformer<ConfigMap> informer) {
    return informer.getStore().list().stream().map(map -> map.getMetadata().getName()).toList();
  }

  private static ConfigMap configMap(String name) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
  }
}
