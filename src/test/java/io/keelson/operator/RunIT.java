package io.keelson.operator;

import static io.keelson.operator.ShopRuns.SHOP;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The life of a Run: when it has its turn, how it ends, and what it leaves of the Stack.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class RunIT {
  private Kubectl kubectl;
  private ShopRuns runs;
  private OperatorUnderTest operator;
  private volatile String refused = "";

  @BeforeEach
  void start(TestNamespace namespace) {
    runs = new ShopRuns(namespace);
    kubectl = runs.kubectl;
    operator = OperatorUnderTest.in(namespace, this::refusing);
    runs.declare();
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  @Test
  void runThatFails_endsAndIsNotTriedAgain() {
    refused = "garden";
    var before = runs.ids();
    runs.ask("half", "{replace: [terraform_data.garden, 'terraform_data.desk[0]']}");
    runs.awaitPhase("half", "AwaitingApproval");

    kubectl.approve(kubectl.get("run half", ".status.plan.name"));

    runs.awaitPhase("half", "Failed");
    assertThat(kubectl.reason("run half")).isEqualTo("ApplyFailed");
    assertThat(kubectl.message("run half")).contains("It is refused", "The Run has ended.");
    assertThat(kubectl.get("stack shop", ".status.runs[*].phase")).isEqualTo("Failed");
    refused = "";
    kubectl.awaitReady("shop");
    var after = runs.ids();
    assertThat(after.get("terraform_data.garden")).isEqualTo(before.get("terraform_data.garden"));
    assertThat(after.get("terraform_data.desk[0]"))
        .isNotEqualTo(before.get("terraform_data.desk[0]"));
  }

  /// Does nothing to one of the resources.
  private Provider refusing(Provider real) {
    return new ProviderDecorator(real) {
      @Override
      public ApplyAnswer apply(ApplyRequest request) {
        if (!request.at().resource().name().equals(refused)) return super.apply(request);
        var error =
            Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "It is refused", "Wait.");
        return new ApplyAnswer.Returned(Optional.empty(), Bytes.NONE, List.of(error));
      }
    };
  }

  @Test
  void declarationsWhileARunWaits_sayWhatTheyWaitFor() {
    runs.manual();
    runs.ask("wait", "{replace: [terraform_data.garden]}");
    runs.awaitPhase("wait", "AwaitingApproval");

    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: cellar}
        spec: {stack: shop, type: terraform_data, config: {input: deep}}
        """);

    kubectl.awaitReason("resource cellar", "Queued");
    assertThat(kubectl.message("resource cellar")).contains("Run wait", "delete run wait");
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.message("stack shop"))
                .contains("of Run wait", "What was declared since waits for that, too: cellar."));
    assertThat(kubectl.reason("stack shop")).isEqualTo("AwaitingApproval");

    kubectl.namespace().delete("run wait");

    kubectl.awaitReason("resource cellar", "AwaitingApproval");
    kubectl.approve(kubectl.awaitPlan("shop"));
    kubectl.awaitReady("shop");
    kubectl.awaitReason("resource cellar", "UpToDate");
  }

  @Test
  void sameRequestUnderTheSameName_isCarriedOutOnce() {
    runs.ask("once", "{mode: Plan, replace: [terraform_data.garden]}");
    runs.awaitPhase("once", "Succeeded");
    kubectl.namespace().delete("run once");

    runs.ask("once", "{mode: Plan, replace: [terraform_data.garden], ttl: 1h}");

    runs.awaitPhase("once", "Refused");
    assertThat(kubectl.reason("run once")).isEqualTo("AlreadyRan");
    runs.ask("another", "{mode: Plan, replace: [terraform_data.garden]}");
    runs.awaitPhase("another", "Succeeded");
  }

  @Test
  void endedRun_isDeletedAfterItsTime() {
    runs.ask("short", "{mode: Plan, ttl: 1s}");

    kubectl
        .namespace()
        .eventually(() -> {
          assertThat(kubectl.get("stack shop", ".status.runs[*].name")).isEqualTo("short");
          assertThat(kubectl.get("runs", ".items[*].metadata.name")).isEmpty();
        });
  }

  @Test
  void runThatIsDeletedWhileItWaits_leavesTheStackAsItWas() {
    var before = runs.ids();
    runs.ask("doubt", "{replace: [terraform_data.garden]}");
    runs.awaitPhase("doubt", "AwaitingApproval");
    runs.ask("next", "{mode: Plan}");
    kubectl.awaitReason("run next", "Queued");
    assertThat(kubectl.message("run next")).contains("Run doubt of the Stack goes first");

    kubectl.namespace().delete("run doubt");

    runs.awaitPhase("next", "Succeeded");
    kubectl.awaitReady("shop");
    assertThat(runs.ids()).isEqualTo(before);
    assertThat(kubectl.get("plans", ".items[*].status.phase")).contains("Superseded");
  }

  @Test
  void rejectedRun_endsAndNothingIsDone() {
    var before = runs.ids();
    runs.ask("doubtful", "{replace: [terraform_data.garden]}");
    runs.awaitPhase("doubtful", "AwaitingApproval");

    kubectl.reject(kubectl.get("run doubtful", ".status.plan.name"));

    runs.awaitPhase("doubtful", "Rejected");
    kubectl.awaitReady("shop");
    assertThat(runs.ids()).isEqualTo(before);
  }

  @Test
  void runOfASuspendedStack_waitsUntilItGoesOn() {
    kubectl.merge("stack shop", "{\"spec\":{\"suspend\":true}}");
    var before = runs.ids();

    runs.ask("early", "{replace: [terraform_data.garden]}");
    kubectl.awaitReason("run early", "Suspended");
    var plan = kubectl.get("run early", ".status.plan.name");
    kubectl.approve(plan);
    assertThat(runs.ids()).isEqualTo(before);
    kubectl.merge("stack shop", "{\"spec\":{\"suspend\":false}}");

    runs.awaitPhase("early", "Succeeded");
    kubectl.awaitReady("shop");
    assertThat(runs.ids().get("terraform_data.garden"))
        .isNotEqualTo(before.get("terraform_data.garden"));
  }

  @Test
  void declarationThatChangesMeanwhile_isPlannedWithTheSameOptions() {
    runs.ask("slow", "{replace: [terraform_data.garden]}");
    runs.awaitPhase("slow", "AwaitingApproval");
    var first = kubectl.get("run slow", ".status.plan.name");

    kubectl.apply(SHOP.replace("FLOOR", "second"));

    kubectl
        .namespace()
        .eventually(() -> {
          var plan = kubectl.get("run slow", ".status.plan.name");
          assertThat(plan).isNotEqualTo(first);
          assertThat(kubectl.get("plan " + plan, ".spec.changes[*].action"))
              .isEqualTo("update update destroy-then-create update");
          // The office and the garden: one of them alone may be planned before the other comes.
          assertThat(kubectl.get("plan " + plan, ".spec.text").split("\"first\" -> \"second\"", -1))
              .hasSize(3);
        });
    assertThat(kubectl.get("plan " + first, ".status.phase")).isEqualTo("Superseded");
    kubectl.approve(kubectl.get("run slow", ".status.plan.name"));
    runs.awaitPhase("slow", "Succeeded");
    kubectl.awaitReady("shop");
  }

  @Test
  void runOfADeletedStack_isRefused() {
    kubectl.namespace().beginDelete("stack shop");
    kubectl.awaitPlan("shop");

    runs.ask("late", "{replace: [terraform_data.garden]}");

    runs.awaitPhase("late", "Refused");
    assertThat(kubectl.reason("run late")).isEqualTo("Deleting");
  }

  @Test
  void operatorThatHolds_makesThePlanOfARunAndAppliesNothing() {
    var before = runs.ids();
    operator.close();
    operator = OperatorUnderTest.holding(kubectl.namespace());

    runs.ask("held", "{replace: [terraform_data.garden]}");
    runs.awaitPhase("held", "AwaitingApproval");
    kubectl.approve(kubectl.get("run held", ".status.plan.name"));

    kubectl.awaitReason("run held", "Held");
    assertThat(runs.ids()).isEqualTo(before);
  }
}
