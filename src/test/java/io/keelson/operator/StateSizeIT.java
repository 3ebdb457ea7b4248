package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.util.Base64;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Instances whose state is large.
@ExtendWith(OnControlPlane.class)
final class StateSizeIT {
  private static final String SHOP =
      Rights.to("get", "configmaps")
          + """
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Stack
          metadata: {name: shop}
          spec:
            settle: 1s
            variables: [{name: text, valueFrom: {configMapKeyRef: {name: texts, key: text}}}]
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Resource
          metadata: {name: a}
          spec: {stack: shop, type: terraform_data, config: {input: "${variable.text}"}}
          """;

  private Kubectl kubectl;

  @BeforeEach
  void prepare(TestNamespace namespace) {
    kubectl = new Kubectl(namespace);
  }

  @Test
  void largeState_isStoredCompressedAndComesBackWhole() {
    try (var _ = operator(provider -> provider)) {
      text(200);
      kubectl.apply(SHOP);
      kubectl.awaitReady("shop");
    }
    var id = kubectl.get("resourceinstances", ".items[0].status.id");
    assertThat(kubectl.get("resourceinstances", ".items[0].status.stateGz")).isNotEmpty();
    assertThat(kubectl.get("resourceinstances", ".items[0].status.state")).isEmpty();

    try (var _ = operator(provider -> provider)) {
      kubectl.merge("stack shop", "{\"spec\":{\"settle\":\"0s\"}}");

      kubectl.namespace().eventually(() -> assertThat(observed()).isEqualTo("2"));
      kubectl.awaitReady("shop");
    }
    assertThat(kubectl.get("resourceinstances", ".items[0].status.id")).isEqualTo(id);
    assertThat(kubectl.get("plans", ".items[*].status.phase")).isEqualTo("Applied");
  }

  @Test
  void stateThatWouldBeTooLarge_isRefusedBeforeAnythingIsMadeAndHeals() {
    try (var _ = operator(provider -> provider)) {
      text(600);
      kubectl.apply(SHOP);

      kubectl.awaitReason("stack shop", "StateTooLarge");
      assertThat(message()).contains("terraform_data.a", "KiB", "Split it").hasSizeLessThan(1024);
      assertThat(kubectl.get("resourceinstances", ".items[*].metadata.name")).isEmpty();

      text(10);

      kubectl.awaitReady("shop");
    }
  }

  @Test
  void resultThatTurnsOutTooLarge_isToldAndNothingIsMadeTwice() {
    try (var _ = operator(Growing::new)) {
      text(1);
      kubectl.apply(SHOP);

      kubectl.awaitReason("stack shop", "StateTooLarge");
      assertThat(message()).contains("terraform_data.a", "more than a record can hold");
      assertThat(kubectl.get("resourceinstances", ".items[*].status.phase")).isEmpty();
      assertThat(kubectl.get("resourceinstances", ".items[*].spec.intent.action"))
          .isEqualTo("Create");
    }
  }

  /// Answers with an attribute that nobody could foresee.
  private static final class Growing extends ProviderDecorator {
    Growing(Provider real) {
      super(real);
    }

    @Override
    public ApplyAnswer apply(ApplyRequest request) {
      var answer = super.apply(request);
      return answer instanceof ApplyAnswer.Returned(var value, var memory, _, _, var problems)
          ? new ApplyAnswer.Returned(value.map(Growing::grown), memory, problems)
          : answer;
    }

    private static Value grown(Value object) {
      return ((Mapping) object)
          .mapValues((name, each) -> name.equals("output") ? Value.text(random(2_000)) : each);
    }
  }

  private OperatorUnderTest operator(UnaryOperator<Provider> decorated) {
    return OperatorUnderTest.in(kubectl.namespace(), decorated);
  }

  private void text(int kib) {
    kubectl.apply(
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: texts}
        data: {text: "%s"}
        """
            .formatted(random(kib)));
  }

  /// Text that does not compress to less than three quarters.
  private static String random(int kib) {
    var bytes = new byte[kib * 768];
    new Random(kib).nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private String observed() {
    return kubectl.get("stack shop", ".status.observedGeneration");
  }

  private String message() {
    return kubectl.message("stack shop");
  }
}
