package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Bytes;
import io.keelson.testing.LoggedFields;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// The lines that an operator logs about a Stack.
@ExtendWith(OnControlPlane.class)
@Execution(ExecutionMode.CONCURRENT)
final class StackLogIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, approval: {mode: Manual}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: desk}
      spec: {stack: shop, type: terraform_data, config: {input: canary}}
      """;

  @Test
  void planDecisionAndApply_areALineEach(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var logged = new LoggedFields(namespace.name());
        var _ = OperatorUnderTest.in(namespace)) {
      kubectl.apply(SHOP);
      var plan = kubectl.awaitPlan("shop");
      var digest = kubectl.get("plan " + plan, ".spec.digest");
      kubectl.approve(plan);
      kubectl.awaitReady("shop");

      assertThat(logged.lines())
          .extracting(line -> line.get("action"))
          .containsExactly("plan", "decision", "apply");
      assertThat(logged.lines())
          .allSatisfy(line ->
              assertThat(line)
                  .containsEntry("level", "INFO")
                  .containsEntry("stack", "shop")
                  .containsEntry("plan", plan)
                  .containsEntry("digest", digest))
          .allSatisfy(line -> assertThat(line.toString()).doesNotContain("canary"));
      assertThat(logged.lines("plan").getFirst())
          .containsEntry("add", "1")
          .containsEntry("destroy", "0")
          .containsKey("durationMs");
      assertThat(logged.lines("decision").getFirst())
          .containsEntry("verdict", "Approve")
          .containsKey("by");
      assertThat(logged.lines("apply").getFirst())
          .containsEntry("result", "success")
          .containsEntry("done", "1")
          .containsEntry("steps", "1")
          .containsKey("durationMs");
    }
  }

  @Test
  void applyThatFails_isToldByCodeAndAddress(TestNamespace namespace) {
    var kubectl = new Kubectl(namespace);
    try (var logged = new LoggedFields(namespace.name());
        var _ = OperatorUnderTest.in(namespace, StackLogIT::refusing)) {
      kubectl.apply(SHOP.replace("Manual", "Automatic"));
      kubectl.awaitReason("stack shop", "ApplyFailed");

      namespace.eventually(() -> assertThat(logged.lines("failure")).isNotEmpty());
      assertThat(logged.lines("apply").getFirst())
          .containsEntry("level", "WARN")
          .containsEntry("result", "failed")
          .containsEntry("code", "PROVIDER_ERROR")
          .containsEntry("address", "terraform_data.desk");
      assertThat(logged.lines("failure").getFirst())
          .containsEntry("reason", "ApplyFailed")
          .containsEntry("code", "PROVIDER_ERROR");
      assertThat(logged.lines())
          .allSatisfy(line -> assertThat(line.toString()).doesNotContain("canary"));
    }
  }

  private static Provider refusing(Provider real) {
    return new ProviderDecorator(real) {
      @Override
      public ApplyAnswer apply(ApplyRequest request) {
        var error =
            Diagnostic.error(
                Code.PROVIDER_ERROR, Subject.stack(), "Refused", "canary is no good input.");
        return new ApplyAnswer.Returned(Optional.empty(), Bytes.NONE, List.of(error));
      }
    };
  }
}
