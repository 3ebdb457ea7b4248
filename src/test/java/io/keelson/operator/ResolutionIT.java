package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.Provider;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A create whose end nobody saw, of an object that cannot be found by itself: a person says what
/// became of it.
@ExtendWith(OnControlPlane.class)
final class ResolutionIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 1s, approval: {mode: Automatic}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: a}
      spec: {stack: shop, type: terraform_data, config: {input: hello}}
      """;

  private static final String OTHER =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: b}
      spec: {stack: shop, type: terraform_data, config: {input: hello}}
      """;

  private static final String MAP =
      Rights.to("get, create, patch, delete", "configmaps")
          + """
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Stack
          metadata: {name: shop}
          spec: {settle: 1s, approval: {mode: Automatic}}
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Resource
          metadata: {name: settings}
          spec:
            stack: shop
            type: kubernetes_object
            config:
              manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {word: hello}}
          """;

  private final AtomicInteger creates = new AtomicInteger();
  private final Set<Integer> unanswered = new ConcurrentSkipListSet<>(Set.of(1));
  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    kubectl = new Kubectl(namespace);
    operator = OperatorUnderTest.in(namespace, Silent::new);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  @Test
  void objectThatDoesNotExist_isMadeAgainWhenAPersonSaysSo() {
    kubectl.apply(SHOP);
    kubectl.awaitReason("stack shop", "StateUncertain");
    var record = kubectl.get("resourceinstances", ".items[0].metadata.name");
    assertThat(message()).contains("terraform_data.a", record + " --overwrite keelson.dev/resolve");
    assertThat(creates).hasValue(1);

    resolve(record, "absent");

    kubectl.awaitReady("shop");
    assertThat(creates).hasValue(2);
    assertThat(kubectl.get("resourceinstances", ".items[*].status.phase")).isEqualTo("Ready");
  }

  @Test
  void answerThatCannotBeUsed_isToldAndNothingIsDone() {
    kubectl.apply(SHOP);
    kubectl.awaitReason("stack shop", "StateUncertain");
    var record = kubectl.get("resourceinstances", ".items[0].metadata.name");

    resolve(record, "exits=id-7");

    kubectl
        .namespace()
        .eventually(() ->
            assertThat(message())
                .contains("The answer 'exits=id-7' cannot be used", "exists=<id>", "absent"));
    assertThat(kubectl.reason("stack shop")).isEqualTo("StateUncertain");
    assertThat(creates).hasValue(1);
  }

  @Test
  void objectThatExists_isTakenOverAndNotMadeAgain() {
    kubectl.apply(SHOP);
    kubectl.awaitReason("stack shop", "StateUncertain");
    var record = kubectl.get("resourceinstances", ".items[0].metadata.name");

    resolve(record, "exists=id-7");

    kubectl.awaitReady("shop");
    assertThat(creates).hasValue(1);
    assertThat(kubectl.get("resourceinstances", ".items[*].status.id")).isEqualTo("id-7");
    assertThat(kubectl.get("resourceinstances", ".items[*].status.state.input.value"))
        .isEqualTo("hello");
    assertThat(kubectl.get("resourceinstances", ".items[*].status.operation")).isEmpty();
    awaitAnswerTakenOff(record);
  }

  @Test
  void idThatIsNone_isToldAndTheQuestionStays() {
    kubectl.apply(MAP);
    kubectl.awaitReason("stack shop", "StateUncertain");
    var record = kubectl.get("resourceinstances", ".items[0].metadata.name");
    var uid = kubectl.get("configmap settings", ".metadata.uid");
    var asked = kubectl.get("resourceinstances", ".items[0].spec");

    resolve(record, "exists=ConfigMap/setings");
    awaitMessage("answer exists=ConfigMap/setings cannot be used", "does not exist", record);
    resolve(record, "exists=Secret/settings");
    awaitMessage("answer exists=Secret/settings cannot be used", "names no ConfigMap");

    assertThat(kubectl.reason("stack shop")).isEqualTo("StateUncertain");
    assertThat(kubectl.get("resourceinstances", ".items[0].spec")).isEqualTo(asked);
    assertThat(kubectl.get("resourceinstances", ".items[0].status.operation.action"))
        .isEqualTo("Create");

    resolve(record, "exists=ConfigMap/settings");

    kubectl.awaitReady("shop");
    assertThat(creates).hasValue(1);
    assertThat(kubectl.get("resourceinstances", ".items[*].status.state.uid")).isEqualTo(uid);
    awaitAnswerTakenOff(record);
  }

  @Test
  void objectOfAnotherInstance_isLeftToIt() {
    unanswered.clear();
    kubectl.apply(SHOP);
    kubectl.awaitReady("shop");
    var id = kubectl.get("resourceinstances", ".items[0].status.id");
    unanswered.add(2);
    kubectl.apply(OTHER);
    kubectl.awaitReason("stack shop", "StateUncertain");
    var record =
        kubectl.get(
            "resourceinstances", ".items[?(@.spec.address==\"terraform_data.b\")].metadata.name");

    resolve(record, "exists=" + id);

    awaitMessage("The object " + id + " is that of terraform_data.a, too", record);
    assertThat(kubectl.reason("stack shop")).isEqualTo("StateUncertain");
    assertThat(kubectl.get("resourceinstance " + record, ".status.operation.action"))
        .isEqualTo("Create");

    resolve(record, "absent");

    kubectl.awaitReady("shop");
    assertThat(creates).hasValue(3);
  }

  private void awaitAnswerTakenOff(String record) {
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.get("resourceinstance " + record, ".metadata.annotations"))
                .isEmpty());
  }

  private void awaitMessage(String... parts) {
    kubectl.namespace().eventually(() -> assertThat(message()).contains(parts));
  }

  @Test
  void answer_bringsBackWhatWasSetAsideAndCountsOnce() {
    unanswered.clear();
    kubectl.apply(SHOP);
    kubectl.awaitReady("shop");
    var record = kubectl.get("resourceinstances", ".items[0].metadata.name");
    var id = kubectl.get("resourceinstances", ".items[0].status.id");
    unanswered.addAll(Set.of(2, 3));
    kubectl.apply(
        SHOP.replace(
            "config: {input: hello}",
            "lifecycle: {createBeforeDestroy: true}, config: {input: hello, triggers_replace: 1}"));
    kubectl.awaitReason("stack shop", "StateUncertain");

    resolve(record, "absent");

    kubectl.namespace().eventually(() -> assertThat(creates).hasValue(3));
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.get("resourceinstance " + record, ".metadata.annotations"))
                .isEmpty());
    kubectl.awaitReason("stack shop", "StateUncertain");
    assertThat(creates).hasValue(3);

    resolve(record, "absent");

    kubectl.awaitReady("shop");
    assertThat(creates).hasValue(4);
    assertThat(kubectl.get("resourceinstances", ".items[*].status.id")).isNotEqualTo(id);
    assertThat(kubectl.get("resourceinstances", ".items[*].status.deposedCount")).isEqualTo("0");
  }

  /// Makes some objects without an answer, and cannot find them.
  private final class Silent extends ProviderDecorator {
    Silent(Provider real) {
      super(real);
    }

    @Override
    public CreateRecovery recovery(String type) {
      return CreateRecovery.UNCERTAIN;
    }

    @Override
    public ApplyAnswer apply(ApplyRequest request) {
      var answer = super.apply(request);
      if (!request.isCreate() || !unanswered.contains(creates.incrementAndGet())) return answer;
      return new ApplyAnswer.OutcomeUnknown(
          Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "No answer", "It timed out."));
    }
  }

  private void resolve(String record, String answer) {
    kubectl.namespace().annotate("resourceinstance " + record, "keelson.dev/resolve=" + answer);
  }

  private String message() {
    return kubectl.message("stack shop");
  }
}
