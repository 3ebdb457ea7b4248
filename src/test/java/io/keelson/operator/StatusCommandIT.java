package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.Main;
import io.keelson.cli.Program;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What people see of the quick start at each of its steps.
@ExtendWith(OnControlPlane.class)
final class StatusCommandIT {
  private static final String READER =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: reader}
      rules: [{apiGroups: [keelson.dev], resources: [stacks, resources], verbs: [get, list, watch]}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: reader}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
      subjects: [{kind: User, name: alice}]
      """;

  private static final String OTHER_GREETING =
      """
      {"spec": {"variables": [{"name": "greeting", "value": "Good morning"}],
                "outputs": [{"name": "greeting", "value": "${variable.greeting}"}]}}\
      """;

  /// It is being made until somebody says that it is done.
  private static final String SLOW =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: slow}
      spec:
        stack: shop
        type: kubernetes_object
        config:
          manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: slow}}
          wait: {for: {jsonPath: {path: .data.done, value: "yes"}}}
      """;

  private TestNamespace namespace;
  private Kubectl kubectl;

  @BeforeEach
  void declare(TestNamespace own) throws IOException {
    namespace = own;
    kubectl = new Kubectl(own);
    Installation.withAdmission(own);
    for (String file : new String[] {"access.yaml", "shop.yaml"})
      kubectl.apply(
          Files.readString(Path.of("examples/quickstart", file))
              .replace("namespace: quickstart", "namespace: " + own.name())
              .replace("name: quickstart", "name: " + own.name()));
  }

  private Program status(Object... arguments) {
    var words = new Object[arguments.length + 1];
    words[0] = "status";
    System.arraycopy(arguments, 0, words, 1, arguments.length);
    return Program.runIn(namespace, words);
  }

  /// A command that goes on while the test does something else.
  private record Running(StringWriter out, CompletableFuture<Integer> exitCode) {
    int end() throws Exception {
      return exitCode.get(3, TimeUnit.MINUTES);
    }
  }

  private Running begin(String... arguments) {
    var out = new StringWriter();
    var words = new String[arguments.length + 4];
    System.arraycopy(arguments, 0, words, 0, arguments.length);
    words[arguments.length] = "-n";
    words[arguments.length + 1] = namespace.name();
    words[arguments.length + 2] = "--kubeconfig";
    words[arguments.length + 3] = namespace.controlPlane().kubeconfig().toString();
    return new Running(
        out,
        CompletableFuture.supplyAsync(
            () -> Main.commandLine().setOut(new PrintWriter(out)).execute(words)));
  }

  @Test
  void quickStart_isToldAtEachStep_andFollowedWhenApproved() throws Exception {
    var before = status("shop");
    assertThat(before.exitCode()).as(before.errors()).isEqualTo(2);
    assertThat(before.out()).contains("working  stack/shop", "The operator has not looked at it");

    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.awaitReady("shop");
      namespace.eventually(this::isReady);

      kubectl.merge("stack shop", OTHER_GREETING);
      var plan = kubectl.awaitPlan("shop");
      namespace.eventually(() -> waitsForAPerson(plan));
      var list = status();
      assertThat(list.exitCode()).isEqualTo(2);
      assertThat(list.out()).startsWith("waiting  stack/shop").hasLineCount(1);
      readAsJson(plan);

      var approved = Program.runIn(namespace, "approve", plan, "--watch");
      assertThat(approved.exitCode()).as(approved::toString).isZero();
      assertThat(approved.out())
          .contains("ready    stack/shop  UpToDate")
          .endsWith(
              "Plan '%s' was carried out.\nOutputs:\n  greeting = \"Good morning\"\n"
                  .formatted(plan));
      assertThat(stillSaid(approved.out())).isNotEmpty().allMatch(line -> line.contains("  ready"));
      assertThat(status("shop").exitCode()).isZero();
    }
  }

  /// The line that was printed last for each member of the Stack.
  private static Collection<String> stillSaid(String lines) {
    var last = new TreeMap<String, String>();
    var name = Pattern.compile(" (kubernetes_object\\.\\w+) ");
    lines
        .lines()
        .forEach(line -> {
          var found = name.matcher(line);
          if (found.find()) last.put(found.group(1), line);
        });
    return last.values();
  }

  private void isReady() {
    var ready = status("shop");
    assertThat(ready.exitCode()).as(ready::out).isZero();
    assertThat(ready.out())
        .startsWith("ready    stack/shop")
        .contains("UpToDate, 2/2 ready", "ready      kubernetes_object.web\n");
  }

  private void waitsForAPerson(String plan) {
    var waiting = status("shop");
    assertThat(waiting.exitCode()).isEqualTo(2);
    assertThat(waiting.out())
        .contains(
            "waiting  stack/shop",
            "plan/" + plan,
            "1 to change, 1 to replace",
            "keelson approve " + plan,
            "you may",
            "mode Policy: without a person if plan.destructive == 0",
            "nobody yet")
        .containsPattern("waiting +kubernetes_object.settings +AwaitingApproval, to be replaced")
        .containsPattern("waiting +kubernetes_object.web +AwaitingApproval, to be updated");
  }

  private void readAsJson(String plan) throws IOException {
    var json = new ObjectMapper().readTree(status("shop", "-o", "json").out());
    assertThat(json.at("/health").asText()).isEqualTo("waiting");
    assertThat(json.at("/plan/name").asText()).isEqualTo(plan);
    assertThat(json.at("/plan/youMayDecide").asBoolean()).isTrue();
    assertThat(json.at("/members/0/members/0/kind").asText()).isEqualTo("Instance");
  }

  @Test
  void operationThatRuns_isToldWithItsTime() {
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.awaitReady("shop");
      kubectl.apply(SLOW);
      namespace.eventually(() -> assertThat(namespace.exists("configmap slow")).isTrue());

      namespace.eventually(() -> {
        var working = status("shop");
        assertThat(working.exitCode()).as(working.out()).isEqualTo(2);
        assertThat(working.out())
            .contains("working  stack/shop", "Applying", "1 to add", "decided: Approve by the rule")
            .containsPattern("working +kubernetes_object.slow +Creating, for [0-9]+s")
            .containsPattern("ready +kubernetes_object.web");
      });

      kubectl.merge("configmap slow", "{\"data\":{\"done\":\"yes\"}}");
      kubectl.awaitReady("shop");
    }
  }

  @Test
  void readerWithoutRightsOnPlans_getsTheTree_andIsToldWhatIsMissing() {
    kubectl.apply(READER);
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.awaitReady("shop");
      kubectl.merge("stack shop", OTHER_GREETING);
      var plan = kubectl.awaitPlan("shop");

      var told = status("shop", "--context", "alice");

      assertThat(told.exitCode()).as(told::toString).isEqualTo(2);
      assertThat(told.out())
          .contains(
              "plan/" + plan,
              "you may not",
              "kubernetes_object.web",
              "Not shown: plans. You have no right to get them in namespace '" + namespace.name(),
              "ask for 'list' on resourceinstances.keelson.dev.",
              "ask for 'list' on components.keelson.dev.");
    }
  }

  @Test
  void stackThatIsDeletedWhileItIsWatched_isSaidToBeGone() throws Exception {
    kubectl.apply(READER);
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.awaitReady("shop");
      kubectl.merge("stack shop", "{\"spec\":{\"deletion\":{\"approval\":\"Automatic\"}}}");
      kubectl.awaitReady("shop");
      var watched = begin("status", "shop", "--watch");
      var byReader = begin("status", "shop", "--watch", "--context", "alice");
      for (var each : new Running[] {watched, byReader})
        namespace.eventually(() -> assertThat(each.out().toString()).contains("stack/shop"));

      namespace.beginDelete("stack shop");

      assertThat(watched.end()).as(watched.out()::toString).isZero();
      assertThat(watched.out().toString())
          .contains("Stack 'shop' is gone from namespace '" + namespace.name() + "'.");
      assertThat(byReader.end()).isZero();
      assertThat(byReader.out().toString())
          .contains("ask for 'watch' on resourceinstances.keelson.dev.", "is gone");
    }
  }

  @Test
  void planThatFails_endsTheApprovalThatIsFollowed_andIsToldWhereItFailed() {
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.awaitReady("shop");
      kubectl.merge("stack shop", OTHER_GREETING);
      var plan = kubectl.awaitPlan("shop");
      namespace.delete("rolebinding shop");

      var approved = Program.runIn(namespace, "approve", plan, "--watch");

      assertThat(approved.exitCode()).as(approved::toString).isOne();
      assertThat(approved.out())
          .containsPattern(
              "lan '" + plan + "' (has failed|was carried out in part|does not count any more)");
      namespace.eventually(() -> {
        var failed = status("shop");
        assertThat(failed.exitCode()).as(failed::out).isOne();
        assertThat(failed.out()).contains("failed   stack/shop");
      });
    }
  }

  @Test
  void whatIsWrong_orNotThere_endsWithOne() {
    assertThat(status("shopp"))
        .isEqualTo(
            new Program(
                1,
                "",
                "Error: There is no Stack 'shopp' in namespace '%s'.%n"
                    .formatted(namespace.name())));
    assertThat(status("shopp", "--watch").exitCode()).isOne();
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Resource
        metadata: {name: wrong}
        spec: {stack: shop, type: terraform_data, config: {no_such_argument: 1}}
        """);
    try (var _ = OperatorUnderTest.in(namespace)) {
      kubectl.awaitReason("resource wrong", "InvalidConfiguration");
      namespace.eventually(() -> {
        var failed = status("shop");
        assertThat(failed.exitCode()).as(failed::out).isOne();
        assertThat(failed.out()).containsPattern("failed +terraform_data.wrong +Invalid");
      });
    }
  }
}
