package io.keelson.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.status.ConditionReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What Prometheus does not look at: the pages of the alerts, and the reasons that they name.
final class AlertTest {
  private static final Path RUNBOOKS = Path.of("docs/runbooks");
  private static final Pattern REASONS = Pattern.compile("reason(=~|!~|=)\"([^\"]+)\"");

  static List<Alert> alerts() {
    return Alert.all();
  }

  @ParameterizedTest
  @MethodSource("alerts")
  void alert_saysWhatIsWrongHowBadItIsAndWhatToDo(Alert alert) throws IOException {
    assertThat(alert.labels().path("severity").asText()).isIn("critical", "warning");
    assertThat(alert.annotations().path("summary").asText()).isNotBlank().endsWith(".");
    assertThat(alert.annotations().path("description").asText()).isNotBlank().endsWith(".");
    assertThat(alert.runbook()).isEqualTo(RUNBOOKS.resolve(alert.name() + ".md"));
    assertThat(Files.readString(alert.runbook()).lines().filter(line -> line.startsWith("#")))
        .containsExactly("# " + alert.name(), "## What it means", "## Look here", "## Do this");
  }

  @Test
  void everyRunbook_isOfAnAlert_andInTheListOfOperations() throws IOException {
    var names = alerts().stream().map(alert -> alert.name() + ".md").toList();
    try (var pages = Files.list(RUNBOOKS)) {
      assertThat(pages.map(page -> String.valueOf(page.getFileName())))
          .containsExactlyInAnyOrderElementsOf(names);
    }
    var operations = Files.readString(Path.of("docs/operations.md"));
    assertThat(names).allMatch(name -> operations.contains("](runbooks/" + name + ")"));
  }

  /// A reason that is a warning, and one of a newer version, is told by one alert, and no reason by
  /// two.
  @Test
  void everyWarning_isToldByOneAlert() {
    var inDoubt = reasons("KeelsonStateInDoubt", "=~");
    var notFailed = reasons("KeelsonStackFailed", "!~");
    var warnings =
        Stream.of(ConditionReason.values())
            .filter(ConditionReason::isWarning)
            .map(Enum::name)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(warnings).containsAll(inDoubt);
    var silent = names();
    silent.removeAll(warnings);
    silent.addAll(inDoubt);
    assertThat(notFailed).isEqualTo(silent);
  }

  @Test
  void everyReasonThatAnAlertNames_isOne() {
    for (Alert alert : alerts())
      assertThat(names()).as(alert.name()).containsAll(reasons(alert.name(), ""));
  }

  private static SortedSet<String> names() {
    return Stream.of(ConditionReason.values())
        .map(Enum::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /// The reasons of `keelson_stacks` that the alert selects.
  ///
  /// @param operator how they are compared; any if empty
  private static Set<String> reasons(String alert, String operator) {
    return alerts().stream()
        .filter(each -> each.name().equals(alert))
        .flatMap(each -> selectorsOfStacks(each.expression()))
        .filter(each -> operator.isEmpty() || each.group(1).equals(operator))
        .flatMap(each -> Stream.of(each.group(2).split("\\|", -1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<MatchResult> selectorsOfStacks(String expression) {
    return expression.contains("keelson_stacks")
        ? REASONS.matcher(expression).results()
        : Stream.empty();
  }
}
