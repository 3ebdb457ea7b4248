package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.Fault;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A Stack whose import was cut off and is not wanted any more: its message says how the name gets
/// free, and that is what happens.
@ExtendWith(OnControlPlane.class)
final class GivenUpImportIT {
  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, approval: {mode: Automatic}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: one}
      spec: {stack: shop, type: terraform_data, config: {input: here}}
      """;

  /// The writes after which a record is whole: the Secret, the record, and what it says.
  private static final int FIRST_RECORD = 3;

  @TempDir private Path folder;
  private TestNamespace home;
  private Kubectl kubectl;
  private Records records;
  private OperatorUnderTest operator;
  private Path file;

  @BeforeEach
  void start(TestNamespace own) throws IOException {
    home = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    operator = OperatorUnderTest.in(own);
    file = folder.resolve("shop.json");
    Files.writeString(file, RefusedImportIT.STATE);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  @Test
  void importWithoutRecords_isGivenUpAsTheStackSays() throws IOException {
    cutOff(1);
    kubectl.apply(STACK);
    kubectl.awaitReason("stack shop", "ImportUnfinished");

    follow(kubectl.message("stack shop"), "patch secret");

    kubectl.awaitReady("shop");
    assertThat(records.ids()).containsOnlyKeys("terraform_data.one");
  }

  @Test
  void importWithRecords_isGivenUpAsTheStackSays() throws IOException {
    cutOff(FIRST_RECORD);
    kubectl.apply(STACK);
    kubectl.awaitReason("stack shop", "ImportUnfinished");
    var message = kubectl.message("stack shop");
    assertThat(message).contains("spec.deletion.policy of the Stack to Orphan and delete it");

    kubectl.merge("stack shop", "{\"spec\":{\"deletion\":{\"policy\":\"Orphan\"}}}");
    home.delete("stack shop");
    follow(message, "annotate resourceinstances");
    home.awaitAll("resourceinstances", "none", all -> all.isEmpty());
    follow(message, "patch secret");

    kubectl.apply(STACK);
    kubectl.awaitReady("shop");
    assertThat(records.ids().get("terraform_data.one")).isNotEqualTo("1");
  }

  @Test
  void deletedStack_goesWhereNothingIsRecorded() throws IOException {
    cutOff(1);
    kubectl.apply(STACK);
    kubectl.awaitReason("stack shop", "ImportUnfinished");

    home.delete("stack shop");
  }

  @Test
  void deletedStack_isDestroyedWhenItsImportHasEnded() throws IOException {
    cutOff(FIRST_RECORD);
    kubectl.apply(STACK);
    kubectl.awaitReason("stack shop", "ImportUnfinished");
    home.beginDelete("stack shop");
    kubectl.merge("stack shop", "{\"spec\":{\"suspend\":true}}");

    var again = Program.runIn(home, "state", "import", "shop", "--from", file);

    assertThat(again.errors()).isEmpty();
    kubectl.merge("stack shop", "{\"spec\":{\"suspend\":false}}");
    kubectl.awaitReason("stack shop", "AwaitingApproval");
  }

  /// An import that ends after so many writes, without another word to the API server.
  private void cutOff(int writes) throws IOException {
    try (var proxy = FaultyProxy.inFrontOf(home.controlPlane())) {
      var real = "^(?!.*dryRun)(?!.*selfsubject)";
      proxy.inject("POST|PATCH|PUT|DELETE", real, writes, new Fault.Delay(Duration.ZERO));
      proxy.inject("POST|PATCH|PUT|DELETE", real, FaultyProxy.ALWAYS, new Fault.Lost());
      var config = folder.resolve("proxy");
      Files.writeString(config, proxy.kubeconfig());
      var cut =
          Program.run(
              "state", "import", "shop", "--from", file, "-n", home.name(), "--kubeconfig", config);
      assertThat(cut.exitCode()).isEqualTo(1);
      assertThat(cut.errors()).contains("was cut off").doesNotContain("Exception");
    }
  }

  /// Runs the commands of a message from the one with these words on, as a person would.
  private void follow(String message, String words) {
    var lines = Pattern.compile("kubectl (-n \\S+ " + words + "[^;]*?)(;|\\.$|\\.? *$)");
    var found = lines.matcher(message);
    assertThat(found.find()).as(message).isTrue();
    for (var command : found.group(1).split(" && kubectl ", -1))
      home.kubectl(command.replace("'", "").split(" ")).orThrow();
  }
}
