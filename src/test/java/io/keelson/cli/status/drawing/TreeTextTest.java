package io.keelson.cli.status.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.keelson.cli.status.PlanDetails;
import io.keelson.cli.status.RecordedObjects;
import io.keelson.cli.status.StackTree;
import io.keelson.cli.status.TreeJson;
import io.keelson.cli.status.Unread;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.api.record.ResourceInstanceSpec;
import io.keelson.operator.api.record.ResourceInstanceStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What people read of a Stack in each of its states, byte for byte. `-Dgolden=update` writes the
/// files.
final class TreeTextTest {
  private static final Instant NOW = Instant.parse("2026-11-01T10:00:00Z");

  static List<String> states() throws IOException {
    return RecordedObjects.states();
  }

  private static StackTree tree(String state) throws Exception {
    return RecordedObjects.read(state).tree().orElseThrow();
  }

  private static void assertGolden(String name, String actual) throws IOException {
    var golden = RecordedObjects.FOLDER.resolve(name);
    if ("update".equals(System.getProperty("golden"))) Files.writeString(golden, actual);
    assertThat(actual).isEqualTo(Files.readString(golden));
  }

  @ParameterizedTest
  @MethodSource("states")
  void state_isToldAsPeopleReadIt(String state) throws Exception {
    var text = new TreeText(tree(state), NOW, Look.PLAIN).text();

    assertGolden(state + ".txt", text);
    assertThat(text).doesNotContain("word-of-nobody", "\u001b");
  }

  @ParameterizedTest
  @MethodSource("states")
  void narrowTerminal_getsNoLineThatIsTooLong(String state) throws Exception {
    var text = new TreeText(tree(state), NOW, new Look(40, false)).text();

    assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(40));
    assertGolden(state + ".narrow.txt", text);
  }

  @ParameterizedTest
  @MethodSource("states")
  void program_readsTheSame(String state) throws Exception {
    var json = TreeJson.of(tree(state)).toPrettyString() + "\n";

    assertGolden(state + ".json", json);
    assertThat(json).doesNotContain("word-of-nobody");
  }

  @Test
  void colours_standBesideWordsThatSayTheSame() throws Exception {
    var coloured = new TreeText(tree("failed"), NOW, new Look(100, true)).text();

    assertThat(coloured).contains("\u001b[31mfailed\u001b[0m", "\u001b[32mready\u001b[0m");
    assertThat(coloured.replaceAll("\u001b\\[[0-9]+m", ""))
        .isEqualTo(new TreeText(tree("failed"), NOW, new Look(100, false)).text());
  }

  @Test
  void stackOf10000Instances_isSummedUp_andWhatFailedComesFirst() throws Exception {
    var objects = RecordedObjects.read("up-to-date");
    for (int i = 0; i < 10_000; i++) objects.put(record(i, i % 1000 == 7));

    var tree = objects.tree().orElseThrow();
    var text = new TreeText(tree, NOW, new Look(100, false)).text();
    var fitting = new TreeText(tree, NOW, new Look(100, false)).fitting(24);

    assertThat(text.lines().count()).isLessThan(50);
    assertThat(text).contains("… and 9970 more, ready", "terraform_data.many[7]");
    assertThat(fitting.lines().count()).isLessThanOrEqualTo(24);
    assertThat(fitting).contains("terraform_data.many[7]", "stack/shop", "more, ready");
    assertThat(new TreeText(tree, NOW, new Look(40, false)).fitting(2).lines())
        .hasSize(2)
        .last()
        .asString()
        .contains("more lines");
  }

  private static ResourceInstance record(int index, boolean failed) {
    var record = new ResourceInstance();
    record.getMetadata().setName("many-" + index);
    record.setSpec(new ResourceInstanceSpec());
    record.getSpec().address = "terraform_data.many[" + index + "]";
    record.setStatus(new ResourceInstanceStatus());
    record.getStatus().serial = 1L;
    record.getStatus().phase = failed ? "Tainted" : "Ready";
    record.getStatus().conditions =
        List.of(
            new ConditionBuilder()
                .withType("Ready")
                .withStatus(failed ? "False" : "True")
                .withReason(failed ? "Tainted" : "UpToDate")
                .build());
    return record;
  }

  @Test
  void rightThatIsMissing_isNamed() throws Exception {
    var objects = RecordedObjects.read("awaiting-approval");
    objects.put(PlanDetails.NONE);
    objects.put(new Unread("plans", "get", "quickstart"));

    assertThat(new TreeText(objects.tree().orElseThrow(), NOW, Look.PLAIN).text())
        .contains(
            "plan/shop-1-7c21d0",
            "Not shown: plans. You have no right to get them in namespace 'quickstart': ask for"
                + " 'get' on plans.keelson.dev.");
  }
}
