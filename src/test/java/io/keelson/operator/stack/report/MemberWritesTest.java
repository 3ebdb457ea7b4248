package io.keelson.operator.stack.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.queue.FairPlaces;
import io.keelson.operator.requests.ObjectWrites;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is written of a member while a plan is carried out, and what is not.
@EnableKubernetesMockClient(https = false)
@SuppressWarnings("NullAway.Init")
final class MemberWritesTest {
  private static final String PATH = "/apis/keelson.dev/v1alpha1/namespaces/test/resources/one";

  private final List<Resource> answered = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private KubernetesMockServer server;
  private KubernetesClient client;

  private static Resource member() {
    var resource = new Resource();
    resource.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("test")
            .withName("one")
            .withUid("uid")
            .withGeneration(1L)
            .withResourceVersion("1")
            .build());
    resource.setSpec(new ResourceSpec());
    return resource;
  }

  private MemberWrites<Resource> writes(Fence fence) {
    return new MemberWrites<>(
        client,
        new ObjectWrites(client),
        new FairPlaces(1),
        fence,
        Resource.class,
        answered::add,
        (member, why) -> refused.add(member.getMetadata().getName() + " " + why.getCode()));
  }

  private boolean write(Fence fence, boolean over) {
    return writes(fence).writeUnlessChanged(member(), () -> over);
  }

  private void answer(int code, Object body) {
    server.expect().put().withPath(PATH + "/status").andReturn(code, body).once();
  }

  @Test
  void memberThatNobodyHasTouched_isWrittenAtTheVersionThatWasRead() throws InterruptedException {
    answer(200, member());

    assertThat(write(Fence.open(), false)).isTrue();

    assertThat(answered).hasSize(1);
    assertThat(server.takeRequest().getBody().readUtf8()).contains("\"resourceVersion\":\"1\"");
  }

  /// Of a member that is too large for its namespace, they are left out.
  @Test
  void annotationsThatAreNotHeld_areNotTakenFromTheAnswer() {
    var stored = member();
    stored.getMetadata().setAnnotations(Map.of("note", "long"));
    stored.getMetadata().setResourceVersion("2");
    answer(200, stored);

    assertThat(write(Fence.open(), false)).isTrue();

    assertThat(answered)
        .singleElement()
        .extracting(Resource::getMetadata)
        .satisfies(meta -> {
          assertThat(meta.getResourceVersion()).isEqualTo("2");
          assertThat(meta.getAnnotations()).isNullOrEmpty();
        });
  }

  @Test
  void memberThatSomebodyHasTouched_isLeftAsItIs() {
    answer(409, "{}");

    assertThat(write(Fence.open(), false)).isFalse();

    assertThat(server.getRequestCount()).isEqualTo(1);
    assertThat(answered).isEmpty();
  }

  @Test
  void memberThatIsGone_needsNoOtherAttempt() {
    answer(404, "{}");

    assertThat(write(Fence.open(), false)).isTrue();
    assertThat(answered).isEmpty();
  }

  @Test
  void whenTheApplyHasEnded_nothingIsWritten() {
    assertThat(write(Fence.open(), true)).isFalse();
    assertThat(server.getRequestCount()).isZero();
  }

  @Test
  void processThatDoesNotLead_writesNothing() {
    assertThatThrownBy(() -> write(new Fence(() -> 0), false)).isInstanceOf(StoreFenced.class);
    assertThat(server.getRequestCount()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 403, 413, 422})
  void statusThatIsRefused_isTold_andNeedsNoOtherAttempt(int code) {
    answer(code, "{}");

    assertThat(write(Fence.open(), false)).isTrue();

    assertThat(refused).containsExactly("one " + code);
    assertThat(answered).isEmpty();
  }

  @Test
  void writeThatFails_isAnError_andThePlaceIsFreeAgain() {
    answer(405, "{}");
    answer(200, member());
    var writes = writes(Fence.open());

    assertThatThrownBy(() -> writes.writeUnlessChanged(member(), () -> false))
        .isInstanceOf(KubernetesClientException.class);
    assertThat(writes.writeUnlessChanged(member(), () -> false)).isTrue();
  }
}
