package io.keelson.operator;

import static io.keelson.operator.ShopRuns.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What a Run can ask for: replacements, targets, modes.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class RunOptionsIT {
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
  private ShopRuns runs;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace namespace) {
    runs = new ShopRuns(namespace);
    kubectl = runs.kubectl;
    records = runs.records;
    operator = OperatorUnderTest.in(namespace);
    runs.declare();
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  @Test
  @Tag("R-REPL-1")
  void replace_isGatedAndMakesExactlyThatInstanceAnew() {
    var before = runs.ids();

    runs.ask("again", "{replace: ['terraform_data.desk[1]']}");
    runs.awaitPhase("again", "AwaitingApproval");
    // The Stack tells of it after the Run does.
    kubectl.awaitReason("stack shop", "AwaitingApproval");
    var plan = kubectl.get("run again", ".status.plan.name");
    assertThat(kubectl.message("stack shop")).contains("Plan " + plan + " of Run again");
    assertThat(kubectl.get("plan " + plan, ".spec.text"))
        .contains("terraform_data.desk[1] must be replaced", "its replacement was asked for");
    assertThat(runs.ids()).isEqualTo(before);
    kubectl.approve(plan);

    runs.awaitPhase("again", "Succeeded");
    assertThat(kubectl.reason("run again")).isEqualTo("Completed");
    assertThat(kubectl.get("run again", ".status.changes")).isEqualTo("+0 ~0 -/+1 -0");
    var table = kubectl.namespace().kubectl("get", "krun").orThrow().out();
    assertThat(table.lines().findFirst().orElseThrow().split(" +", -1))
        .startsWith("NAME", "STACK", "MODE", "READY", "REASON", "CHANGES", "AGE");
    assertThat(table.lines()).allMatch(line -> line.length() <= 100);
    kubectl.awaitReady("shop");
    var after = runs.ids();
    assertThat(after.remove("terraform_data.desk[1]"))
        .isNotEqualTo(before.remove("terraform_data.desk[1]"));
    assertThat(after).isEqualTo(before);
    assertThat(kubectl.get("stack shop", ".status.runs[*].phase")).isEqualTo("Succeeded");
    assertThat(kubectl.get("plan " + plan, ".status.phase")).isEqualTo("Applied");
  }

  @Test
  @Tag("R-TGT-1")
  void target_isCarriedOutFirstAndTheStackPlansTheRest() {
    runs.manual();
    kubectl.apply(
        SHOP.replace("FLOOR", "second").replace("maxRemovals: 100", "approval: {mode: Manual}"));
    var whole = kubectl.awaitPlan("shop");
    assertThat(kubectl.get("plan " + whole, ".spec.counts.change")).isEqualTo("4");

    runs.ask("one", "{targets: [terraform_data.garden]}");
    runs.awaitPhase("one", "AwaitingApproval");
    var plan = kubectl.get("run one", ".status.plan.name");
    assertThat(kubectl.get("plan " + plan, ".spec.changes[*].address"))
        .isEqualTo("terraform_data.garden");
    assertThat(kubectl.get("run one", ".status.diagnostics[*].code")).isEqualTo("OPTIONS");
    kubectl.approve(plan);

    runs.awaitPhase("one", "Succeeded");
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
  @Tag("R-TGT-2")
  void exclude_leavesOutWhatItNamesAndWhatNeedsThat() {
    runs.manual();
    kubectl.apply(
        SHOP.replace("FLOOR", "second").replace("maxRemovals: 100", "approval: {mode: Manual}"));
    kubectl.awaitPlan("shop");

    runs.ask("most", "{exclude: [terraform_data.office]}");
    runs.awaitPhase("most", "AwaitingApproval");

    assertThat(
            kubectl.get(
                "plan " + kubectl.get("run most", ".status.plan.name"), ".spec.changes[*].address"))
        .isEqualTo("terraform_data.garden");
  }

  @Test
  @Tag("R-MODE-3")
  void destroyOfOneTarget_passesTheGateAndTakesItsUsersAlong() {
    runs.manual();
    var before = runs.ids();

    runs.ask("down", "{mode: Destroy, targets: [terraform_data.office]}");
    runs.awaitPhase("down", "AwaitingApproval");
    var plan = kubectl.get("run down", ".status.plan.name");
    assertThat(kubectl.get("plan " + plan, ".spec.changes[*].address"))
        .isEqualTo("terraform_data.desk[0] terraform_data.desk[1] terraform_data.office");
    assertThat(runs.ids()).isEqualTo(before);
    kubectl.approve(plan);

    runs.awaitPhase("down", "Succeeded");
    assertThat(runs.ids()).containsOnlyKeys("terraform_data.garden");
    // It is declared still, so the Stack would make it again.
    kubectl
        .namespace()
        .eventually(
            () -> assertThat(kubectl.get("stack shop", ".status.plan.counts.add")).isEqualTo("3"));
  }

  @Test
  @Tag("R-PUL-55")
  void destroyOfExactlyOneTarget_isRefusedAndNamesItsUsers() {
    var before = runs.ids();

    runs.ask("down", "{mode: Destroy, targets: [terraform_data.office], scope: Exact}");
    runs.awaitPhase("down", "Failed");
    assertThat(kubectl.message("run down"))
        .contains("terraform_data.desk[0]", "which needs it", "Nothing");
    assertThat(kubectl.get("run down", ".status.diagnostics[*].subject"))
        .isEqualTo("terraform_data.desk[0] terraform_data.desk[1]");
    assertThat(runs.ids()).isEqualTo(before);
  }

  @Test
  void modePlan_leavesAPlanAndAppliesNothing() {
    var before = runs.ids();

    runs.ask("look", "{mode: Plan, replace: [terraform_data.garden]}");
    runs.awaitPhase("look", "Succeeded");

    var plan = kubectl.get("run look", ".status.plan.name");
    assertThat(kubectl.get("plan " + plan, ".spec.text")).contains("1 to replace");
    assertThat(kubectl.get("plan " + plan, ".status.phase")).isEqualTo("Shown");
    kubectl.awaitReady("shop");
    assertThat(runs.ids()).isEqualTo(before);
    assertThat(kubectl.get("plan " + plan, ".status.phase")).isEqualTo("Shown");
  }

  @Test
  @Tag("R-TGT-8")
  void targetThatMatchesNothing_doesNothingAndSaysSo() {
    runs.ask("typo", "{targets: [terraform_data.gardne]}");

    runs.awaitPhase("typo", "Succeeded");
    assertThat(kubectl.message("run typo"))
        .contains("There is nothing to do.", "spec.targets names terraform_data.gardne");
    assertThat(kubectl.get("run typo", ".status.plan.name")).isEmpty();
  }

  @Test
  @Tag("R-REPL-2")
  void replaceOfWhatDoesNotExist_doesNothingAndSaysSo() {
    runs.ask("typo", "{replace: ['terraform_data.desk[7]']}");

    runs.awaitPhase("typo", "Succeeded");
    assertThat(kubectl.message("run typo"))
        .contains("There is nothing to do.", "spec.replace names terraform_data.desk[7]");
  }

  @Test
  @Tag("R-MODE-1")
  void refreshOnly_takesTheWorldIntoTheOutputsAndCorrectsNothing() {
    kubectl.apply(MAP);
    kubectl.awaitReady("maps");
    assertThat(kubectl.get("stack maps", ".status.outputs.word")).isEqualTo("hello");
    kubectl.merge("configmap map", "{\"data\":{\"word\":\"oops\"}}");

    runs.ask("read", "maps", "{mode: RefreshOnly}");

    runs.awaitPhase("read", "Succeeded");
    assertThat(kubectl.get("stack maps", ".status.outputs.word")).isEqualTo("oops");
    assertThat(kubectl.get("configmap map", ".data.word")).isEqualTo("oops");
    kubectl.awaitReason("stack maps", "AwaitingApproval");
    assertThat(kubectl.message("stack maps"))
        .contains("it corrects drift of kubernetes_object.map");
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
    var before = runs.ids();

    kubectl.apply(example.replace("stack: offices", "stack: shop"));
    runs.awaitPhase("new-desk", "AwaitingApproval");
    kubectl.approve(kubectl.get("run new-desk", ".status.plan.name"));

    runs.awaitPhase("new-desk", "Succeeded");
    assertThat(runs.ids().get("terraform_data.desk[1]"))
        .isNotEqualTo(before.get("terraform_data.desk[1]"));
  }

  @Test
  void replanOnTheCommandLine_createsARun() {
    var asked =
        keelson("replan", "shop", "--plan-only", "--replace=terraform_data.garden", "--ttl=1h");

    var run = asked.replaceAll("(?s).*run/(shop-\\S+) created.*", "$1");
    runs.awaitPhase(run, "Succeeded");
    assertThat(kubectl.get("plan " + kubectl.get("run " + run, ".status.plan.name"), ".spec.text"))
        .contains("1 to replace");
    assertThat(keelson("replan", "shpo")).contains("There is no Stack 'shpo'");
  }

  /// What the program says.
  private String keelson(String... arguments) {
    var said = Program.runIn(kubectl.namespace(), (Object[]) arguments);
    return said.out() + said.errors();
  }
}
