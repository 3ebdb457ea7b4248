package io.keelson.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ConditionReasonTest {
  private static final String CELL = " [^|\\s][^|]* \\|";
  private static final Pattern ENTRY =
      Pattern.compile("^\\| `(\\w+)` \\|" + CELL + CELL + CELL + "$", Pattern.MULTILINE);

  @Test
  void everyReason_isDocumentedWithMeaningCauseAndRemedy() throws IOException {
    var documented =
        ENTRY
            .matcher(Files.readString(Path.of("docs/conditions.md")))
            .results()
            .map((MatchResult entry) -> entry.group(1));
    var reasons = Stream.of(ConditionReason.values()).map(Enum::name);
    assertThat(documented)
        .as("the rows of docs/conditions.md, in the order of ConditionReason")
        .containsExactlyElementsOf(reasons.toList());
  }

  /// What goes on by itself, or waits for a person as it should. An event with any other reason is
  /// a warning.
  @Test
  void everyReason_isAWarningUnlessAllIsAsItShouldBe() {
    assertThat(Stream.of(ConditionReason.values()).filter(each -> !each.isWarning()))
        .as("reasons that are NORMAL")
        .containsExactlyInAnyOrder(
            ConditionReason.UpToDate,
            ConditionReason.Completed,
            ConditionReason.Installed,
            ConditionReason.SchemasMissing,
            ConditionReason.MembersChanged,
            ConditionReason.WaitingForReferences,
            ConditionReason.RemovalGrace,
            ConditionReason.Planning,
            ConditionReason.Applying,
            ConditionReason.Deleting,
            ConditionReason.Queued,
            ConditionReason.Installing,
            ConditionReason.Deferred,
            ConditionReason.AwaitingApproval,
            ConditionReason.Rejected,
            ConditionReason.Suspended,
            ConditionReason.Held,
            ConditionReason.InUse,
            ConditionReason.Released,
            ConditionReason.Orphaned,
            ConditionReason.NothingToDo,
            ConditionReason.ChangesPending,
            ConditionReason.ChangedSinceApply);
  }
}
