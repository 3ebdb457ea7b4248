package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What a person asks of a Stack once, and what becomes of it.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class RunIT {
  private static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, removalGrace: 1s, maxRemovals: 100}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: office}
      spec: {stack: shop, type: terraform_data, config: {input: FLOOR}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: desk}
      spec: {stack: shop, type: terraform_data, count: 2, config: {input: "FLOOR ${terraform_data.office.id}"}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: garden}
      spec: {stack: shop, type: terraform_data, config: {input: FLOOR}}
      """;

  private static final String MAP =
      Rights.to("get, create, patch, delete", "configmaps")
          + """
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Stack
          metadata: {name: maps}
          spec:
            settle: 0s
            outputs: [{name: word, value: "${kubernetes_object.map.manifest.data.word}"}]
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Resource
          metadata: {name: map}
          spec:
            stack: maps
            type: kubernetes_object
            config: {manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: map}, data: {word: hello}}}
          """;

  private Kubectl kubectl;
  private Records records;
  private OperatorUnderTest operator;
  private volatile String refused = "";

  @BeforeEach
  void start(TestNamespace namespace) {
    kubectl = new Kubectl(namespace);
    records = new Records(namespace);
    operator = OperatorUnderTest.in(namespace, this::refusing);
    kubectl.apply(SHOP.replace("FLOOR", "first"));
    kubectl.awaitReady("shop");
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  @Test
  @Tag("R-REPL-1")
  void replace_isGatedAndMakesExactlyThatInstanceAnew() {
    var before = ids();

    ask("again", "{replace: ['terraform_data.desk[1]']}");
    awaitPhase("again", "AwaitingApproval");
    // The Stack tells of it after the Run does.
    kubectl.awaitReason("stack shop", "AwaitingApproval");
    var plan = kubectl.get("run again", ".status.plan.name");
    assertThat(kubectl.message("stack shop")).contains("Plan " + plan + " of Run again");
    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .contains("terraform_data.desk[1] must be replaced", "its replacement was asked for");
    assertThat(ids()).isEqualTo(before);
    kubectl.approve(plan);

    awaitPhase("again", "Succeeded");
    assertThat(kubectl.reason("run again")).isEqualTo("Completed");
    assertThat(kubectl.get("run again", ".status.changes")).isEqualTo("+0 ~0 -/+1 -0");
    var table = kubectl.namespace().kubectl("get", "krun").orThrow().out();
    assertThat(table.lines().findFirst().orElseThrow().split(" +", -1))
        .startsWith("NAME", "STACK", "MODE", "READY", "REASON", "CHANGES", "AGE");
    assertThat(table.lines()).allMatch(line -> line.length() <= 100);
    kubectl.awaitReady("shop");
    var after = ids();
    assertThat(after.remove("terraform_data.desk[1]"))
        .isNotEqualTo(before.remove("terraform_data.desk[1]"));
    assertThat(after).isEqualTo(before);
    assertThat(kubectl.get("stack shop", ".status.runs[*].phase")).isEqualTo("Succeeded");
    assertThat(kubectl.get("plan " + plan, ".status.phase")).isEqualTo("Applied");
  }

  @Test
  void runThatFails_endsAndIsNotTriedAgain() {
    refused = "garden";
    var before = ids();
    ask("half", "{replace: [terraform_data.garden, 'terraform_data.desk[0]']}");
    awaitPhase("half", "AwaitingApproval");

    kubectl.approve(kubectl.get("run half", ".status.plan.name"));

    awaitPhase("half", "Failed");
    assertThat(kubectl.reason("run half")).isEqualTo("ApplyFailed");
    assertThat(kubectl.message("run half")).contains("It is refused", "The Run has ended.");
    assertThat(kubectl.get("stack shop", ".status.runs[*].phase")).isEqualTo("Failed");
    refused = "";
    kubectl.awaitReady("shop");
    var after = ids();
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
  @Tag("R-TGT-1")
  void target_isCarriedOutFirstAndTheStackPlansTheRest() {
    manual();
    kubectl.apply(
        SHOP.replace("FLOOR", "second").replace("maxRemovals: 100", "approval: {mode: Manual}"));
    var whole = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + whole, ".spec.counts.change")).isEqualTo("4");

    ask("one", "{targets: [terraform_data.garden]}");
    awaitPhase("one", "AwaitingApproval");
    var plan = kubectl.get("run one", ".status.plan.name");
    assertThat(kubectl.get("plan " + plan, ".spec.changes[*].address"))
        .isEqualTo("terraform_data.garden");
    assertThat(kubectl.get("run one", ".status.diagnostics[*].code")).isEqualTo("OPTIONS");
    kubectl.approve(plan);

    awaitPhase("one", "Succeeded");
    assertThat(records.state("terraform_data.garden", "output")).contains("second");
    assertThat(records.state("terraform_data.office", "output")).contains("first");
    kubectl
        .namespace()
        .eventually(() -> {
          assertThat(kubectl.reason("stack shop")).isEqualTo("AwaitingApproval");
          assertThat(kubectl.get("stack shop", ".status.plan.counts.change")).isEqualTo("3");
        });
  }

  @Test
  void declarationsWhileARunWaits_sayWhatTheyWaitFor() {
    manual();
    ask("wait", "{replace: [terraform_data.garden]}");
    awaitPhase("wait", "AwaitingApproval");

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
  @Tag("R-TGT-2")
  void exclude_leavesOutWhatItNamesAndWhatNeedsThat() {
    manual();
    kubectl.apply(
        SHOP.replace("FLOOR", "second").replace("maxRemovals: 100", "approval: {mode: Manual}"));
    kubectl.awaitPlan("shop");

    ask("most", "{exclude: [terraform_data.office]}");
    awaitPhase("most", "AwaitingApproval");

    assertThat(
            kubectl.get(
                "plan " + kubectl.get("run most", ".status.plan.name"), ".spec.changes[*].address"))
        .isEqualTo("terraform_data.garden");
  }

  @Test
  @Tag("R-MODE-3")
  void destroyOfOneTarget_passesTheGateAndTakesItsUsersAlong() {
    manual();
    var before = ids();

    ask("down", "{mode: Destroy, targets: [terraform_data.office]}");
    awaitPhase("down", "AwaitingApproval");
    var plan = kubectl.get("run down", ".status.plan.name");
    assertThat(kubectl.get("plan " + plan, ".spec.changes[*].address"))
        .isEqualTo("terraform_data.desk[0] terraform_data.desk[1] terraform_data.office");
    assertThat(ids()).isEqualTo(before);
    kubectl.approve(plan);

    awaitPhase("down", "Succeeded");
    assertThat(ids()).containsOnlyKeys("terraform_data.garden");
    // It is declared still, so the Stack would make it again.
    kubectl
        .namespace()
        .eventually(
            () -> assertThat(kubectl.get("stack shop", ".status.plan.counts.add")).isEqualTo("3"));
  }

  @Test
  @Tag("R-PUL-55")
  void destroyOfExactlyOneTarget_isRefusedAndNamesItsUsers() {
    var before = ids();

    ask("down", "{mode: Destroy, targets: [terraform_data.office], scope: Exact}");
    awaitPhase("down", "Failed");
    assertThat(kubectl.message("run down"))
        .contains("terraform_data.desk[0]", "which needs it", "Nothing");
    assertThat(kubectl.get("run down", ".status.diagnostics[*].subject"))
        .isEqualTo("terraform_data.desk[0] terraform_data.desk[1]");
    assertThat(ids()).isEqualTo(before);
  }

  @Test
  void modePlan_leavesAPlanAndAppliesNothing() {
    var before = ids();

    ask("look", "{mode: Plan, replace: [terraform_data.garden]}");
    awaitPhase("look", "Succeeded");

    var plan = kubectl.get("run look", ".status.plan.name");
    assertThat(kubectl.get("plan " + plan, ".spec.text")).contains("1 to replace");
    assertThat(kubectl.get("plan " + plan, ".status.phase")).isEqualTo("Shown");
    kubectl.awaitReady("shop");
    assertThat(ids()).isEqualTo(before);
    assertThat(kubectl.get("plan " + plan, ".status.phase")).isEqualTo("Shown");
  }

  @Test
  @Tag("R-TGT-8")
  void targetThatMatchesNothing_doesNothingAndSaysSo() {
    ask("typo", "{targets: [terraform_data.gardne]}");

    awaitPhase("typo", "Succeeded");
    assertThat(kubectl.message("run typo"))
        .contains("There is nothing to do.", "spec.targets names terraform_data.gardne");
    assertThat(kubectl.get("run typo", ".status.plan.name")).isEmpty();
  }

  @Test
  @Tag("R-REPL-2")
  void replaceOfWhatDoesNotExist_doesNothingAndSaysSo() {
    ask("typo", "{replace: ['terraform_data.desk[7]']}");

    awaitPhase("typo", "Succeeded");
    assertThat(kubectl.message("run typo"))
        .contains("There is nothing to do.", "spec.replace names terraform_data.desk[7]");
  }

  @Test
  void sameRequestUnderTheSameName_isCarriedOutOnce() {
    ask("once", "{mode: Plan, replace: [terraform_data.garden]}");
    awaitPhase("once", "Succeeded");
    kubectl.namespace().delete("run once");

    ask("once", "{mode: Plan, replace: [terraform_data.garden], ttl: 1h}");

    awaitPhase("once", "Refused");
    assertThat(kubectl.reason("run once")).isEqualTo("AlreadyRan");
    ask("another", "{mode: Plan, replace: [terraform_data.garden]}");
    awaitPhase("another", "Succeeded");
  }

  @Test
  void endedRun_isDeletedAfterItsTime() {
    ask("short", "{mode: Plan, ttl: 1s}");

    kubectl
        .namespace()
        .eventually(() -> {
          assertThat(kubectl.get("stack shop", ".status.runs[*].name")).isEqualTo("short");
          assertThat(kubectl.get("runs", ".items[*].metadata.name")).isEmpty();
        });
  }

  @Test
  void runThatIsDeletedWhileItWaits_leavesTheStackAsItWas() {
    var before = ids();
    ask("doubt", "{replace: [terraform_data.garden]}");
    awaitPhase("doubt", "AwaitingApproval");
    ask("next", "{mode: Plan}");
    kubectl.awaitReason("run next", "Queued");
    assertThat(kubectl.message("run next")).contains("Run doubt of the Stack goes first");

    kubectl.namespace().delete("run doubt");

    awaitPhase("next", "Succeeded");
    kubectl.awaitReady("shop");
    assertThat(ids()).isEqualTo(before);
    assertThat(kubectl.get("plans", ".items[*].status.phase")).contains("Superseded");
  }

  @Test
  void rejectedRun_endsAndNothingIsDone() {
    var before = ids();
    ask("doubtful", "{replace: [terraform_data.garden]}");
    awaitPhase("doubtful", "AwaitingApproval");

    kubectl.reject(kubectl.get("run doubtful", ".status.plan.name"));

    awaitPhase("doubtful", "Rejected");
    kubectl.awaitReady("shop");
    assertThat(ids()).isEqualTo(before);
  }

  @Test
  @Tag("R-MODE-1")
  void refreshOnly_takesTheWorldIntoTheOutputsAndCorrectsNothing() {
    kubectl.apply(MAP);
    kubectl.awaitReady("maps");
    assertThat(kubectl.get("stack maps", ".status.outputs.word")).isEqualTo("hello");
    kubectl.merge("configmap map", "{\"data\":{\"word\":\"oops\"}}");

    ask("read", "maps", "{mode: RefreshOnly}");

    awaitPhase("read", "Succeeded");
    assertThat(kubectl.get("stack maps", ".status.outputs.word")).isEqualTo("oops");
    assertThat(kubectl.get("configmap map", ".data.word")).isEqualTo("oops");
    kubectl.awaitReason("stack maps", "AwaitingApproval");
    assertThat(kubectl.message("stack maps"))
        .contains("it corrects drift of kubernetes_object.map");
  }

  @Test
  void runOfASuspendedStack_waitsUntilItGoesOn() {
    kubectl.merge("stack shop", "{\"spec\":{\"suspend\":true}}");
    var before = ids();

    ask("early", "{replace: [terraform_data.garden]}");
    kubectl.awaitReason("run early", "Suspended");
    var plan = kubectl.get("run early", ".status.plan.name");
    kubectl.approve(plan);
    assertThat(ids()).isEqualTo(before);
    kubectl.merge("stack shop", "{\"spec\":{\"suspend\":false}}");

    awaitPhase("early", "Succeeded");
    kubectl.awaitReady("shop");
    assertThat(ids().get("terraform_data.garden"))
        .isNotEqualTo(before.get("terraform_data.garden"));
  }

  @Test
  void declarationThatChangesMeanwhile_isPlannedWithTheSameOptions() {
    ask("slow", "{replace: [terraform_data.garden]}");
    awaitPhase("slow", "AwaitingApproval");
    var first = kubectl.get("run slow", ".status.plan.name");

    kubectl.apply(SHOP.replace("FLOOR", "second"));

    kubectl
        .namespace()
        .eventually(() -> {
          var plan = kubectl.get("run slow", ".status.plan.name");
          assertThat(plan).isNotEqualTo(first);
          assertThat(kubectl.get("plan " + plan, ".spec.changes[*].action"))
              .isEqualTo("update update destroy-then-create update");
        });
    assertThat(kubectl.get("plan " + first, ".status.phase")).isEqualTo("Superseded");
    kubectl.approve(kubectl.get("run slow", ".status.plan.name"));
    awaitPhase("slow", "Succeeded");
    kubectl.awaitReady("shop");
  }

  @Test
  void runOfADeletedStack_isRefused() {
    kubectl.namespace().beginDelete("stack shop");
    kubectl.awaitPlan("shop");

    ask("late", "{replace: [terraform_data.garden]}");

    awaitPhase("late", "Refused");
    assertThat(kubectl.reason("run late")).isEqualTo("Deleting");
  }

  @Test
  void operatorThatHolds_makesThePlanOfARunAndAppliesNothing() {
    var before = ids();
    operator.close();
    operator = OperatorUnderTest.holding(kubectl.namespace());

    ask("held", "{replace: [terraform_data.garden]}");
    awaitPhase("held", "AwaitingApproval");
    kubectl.approve(kubectl.get("run held", ".status.plan.name"));

    kubectl.awaitReason("run held", "Held");
    assertThat(ids()).isEqualTo(before);
  }

  @Test
  void exampleOfTheDocumentation_isCarriedOut() throws IOException {
    var page = Files.readString(Path.of("docs/resources.md"));
    var example =
        Stream.of(page.split("```yaml\n"))
            .filter(each -> each.contains("\nkind: Run\n"))
            .map(each -> each.substring(0, each.indexOf("```")))
            .findFirst()
            .orElseThrow();
    var before = ids();

    kubectl.apply(example.replace("stack: offices", "stack: shop"));
    awaitPhase("new-desk", "AwaitingApproval");
    kubectl.approve(kubectl.get("run new-desk", ".status.plan.name"));

    awaitPhase("new-desk", "Succeeded");
    assertThat(ids().get("terraform_data.desk[1]"))
        .isNotEqualTo(before.get("terraform_data.desk[1]"));
  }

  @Test
  void replanOnTheCommandLine_createsARun() {
    var asked =
        keelson("replan", "shop", "--plan-only", "--replace=terraform_data.garden", "--ttl=1h");

    var run = asked.replaceAll("(?s).*run/(shop-\\S+) created.*", "$1");
    awaitPhase(run, "Succeeded");
    assertThat(kubectl.get("plan " + kubectl.get("run " + run, ".status.plan.name"), ".spec.text"))
        .contains("1 to replace");
    assertThat(keelson("replan", "shpo")).contains("There is no Stack 'shpo'");
  }

  /// What the program says.
  private String keelson(String... arguments) {
    var said = Program.runIn(kubectl.namespace(), (Object[]) arguments);
    return said.out() + said.errors();
  }

  private void manual() {
    kubectl.merge("stack shop", "{\"spec\":{\"approval\":{\"mode\":\"Manual\"}}}");
  }

  private void ask(String name, String spec) {
    ask(name, "shop", spec);
  }

  private void ask(String name, String stack, String spec) {
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Run
        metadata: {name: %s}
        spec: %s
        """
            .formatted(name, spec.replaceFirst("\\{", "{stack: " + stack + ", ")));
  }

  private void awaitPhase(String run, String phase) {
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.get("run " + run, ".status.phase"))
                .as(() -> kubectl.get("run " + run, ".status"))
                .isEqualTo(phase));
  }

  private Map<String, String> ids() {
    return new TreeMap<>(records.ids());
  }
}
