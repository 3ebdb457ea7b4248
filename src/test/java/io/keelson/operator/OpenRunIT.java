package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Bytes;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A run that fails in the middle: what was approved is carried out in the end, and nothing else.
@ExtendWith(OnControlPlane.class)
final class OpenRunIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 1s}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: rollout}
      spec: {stack: shop, type: terraform_data, config: {input: ROLLOUT}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: gate}
      spec: {stack: shop, type: terraform_data, config: {input: "${terraform_data.rollout.output}"}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: web}
      spec:
        stack: shop
        type: terraform_data
        config: {input: same}
        dependsOn: [terraform_data.gate]
        lifecycle: {createBeforeDestroy: true, replaceTriggeredBy: [terraform_data.rollout]}
      """;

  private static final String OFFICE =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: office}
      spec:
        settle: 0s
        variables:
        - name: word
          value: WORD
          validations: [{condition: "${variable.word != 'none'}", errorMessage: Say a word.}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: desk}
      spec: {stack: office, type: terraform_data, config: {input: oak}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: safe}
      spec: {stack: office, type: terraform_data, config: {input: "${variable.word}"}}
      """;

  private final AtomicBoolean closed = new AtomicBoolean();

  @Test
  @Tag("R-RTB-3")
  void approvedReplacement_isMadeAlthoughItsTriggerHasChangedBefore(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace, this::gated)) {
      kubectl.apply(SHOP.replace("ROLLOUT", "one"));
      kubectl.awaitReady("shop");
      var before = id(kubectl);

      closed.set(true);
      kubectl.apply(SHOP.replace("ROLLOUT", "two"));
      kubectl.approve(kubectl.awaitPlan("shop"));
      namespace.eventually(() -> {
        assertThat(kubectl.reason("stack shop")).isEqualTo("ApplyFailed");
        assertThat(record(kubectl, "rollout", ".status.state.output.value")).isEqualTo("two");
      });
      assertThat(id(kubectl)).isEqualTo(before);

      closed.set(false);
      kubectl.awaitReady("shop");

      assertThat(id(kubectl)).isNotEqualTo(before);
      assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied Applied");
      assertThat(kubectl.get("planapprovals", ".items[*].metadata.name").split(" ")).hasSize(1);
    }
  }

  @Test
  @Tag("R-COND-11")
  void planThatWasCarriedOut_isAppliedAlthoughSomethingElseWaitsForAVariable(
      TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.apply(OFFICE.replace("WORD", "none"));
      namespace.eventually(
          () -> assertThat(record(kubectl, "desk", ".status.state.output.value")).isEqualTo("oak"));

      namespace.eventually(() -> {
        assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied");
        assertThat(kubectl.get("stack office", ".status.plan")).isEmpty();
        assertThat(kubectl.message("stack office")).contains("variable.word");
      });

      kubectl.apply(OFFICE.replace("WORD", "sesame"));
      kubectl.awaitReady("office");
      assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied Applied");
      assertThat(record(kubectl, "safe", ".status.state.output.value")).isEqualTo("sesame");
    }
  }

  private static String id(Kubectl kubectl) {
    return record(kubectl, "web", ".status.id");
  }

  private static String record(Kubectl kubectl, String resource, String path) {
    return kubectl.get(
        "resourceinstances",
        ".items[?(@.spec.address==\"terraform_data.%s\")]%s".formatted(resource, path));
  }

  private Provider gated(Provider real) {
    return new ProviderDecorator(real) {
      @Override
      public ApplyAnswer apply(ApplyRequest request) {
        if (!closed.get() || !request.at().resource().name().equals("gate"))
          return super.apply(request);
        var error =
            Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "The gate is closed", "Wait.");
        return new ApplyAnswer.Returned(Optional.empty(), Bytes.NONE, List.of(error));
      }
    };
  }
}
