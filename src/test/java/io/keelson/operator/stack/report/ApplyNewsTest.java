package io.keelson.operator.stack.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Step;
import io.keelson.operator.stack.report.ApplyReports.Course;
import io.keelson.operator.status.ConditionReason;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ApplyNewsTest {
  private final Map<Step, Course> courses = new HashMap<>();

  private static Step step(String member, int index) {
    return new Step.Converge(
        new InstanceAddress(
            ResourceAddress.managed("terraform_data", member), new InstanceKey.Index(index)));
  }

  /// News of members with two steps each.
  private static ApplyNews news(String... members) {
    var parts = new LinkedHashMap<String, List<Step>>();
    for (String each : members) parts.put(each, List.of(step(each, 0), step(each, 1)));
    return new ApplyNews(parts);
  }

  private void set(String member, Course first, Course second) {
    courses.put(step(member, 0), first);
    courses.put(step(member, 1), second);
  }

  private Map<String, ConditionReason> next(ApplyNews news) {
    return news.next(step -> courses.getOrDefault(step, Course.AHEAD));
  }

  /// What is said next, and is written.
  private Map<String, ConditionReason> told(ApplyNews news) {
    var next = next(news);
    next.forEach((key, reason) -> news.told(List.of(key), reason));
    return next;
  }

  @Test
  void memberThatWaits_isToldOnce_andOnceMoreWhenItHasBegun() {
    var news = news("a");

    assertThat(told(news)).isEqualTo(Map.of("a", ConditionReason.Queued));
    assertThat(told(news)).isEmpty();
    set("a", Course.RUNNING, Course.AHEAD);
    assertThat(told(news)).isEqualTo(Map.of("a", ConditionReason.Applying));
    set("a", Course.OVER, Course.AHEAD);
    assertThat(told(news)).isEmpty();
    set("a", Course.OVER, Course.OVER);
    assertThat(told(news)).isEmpty();
  }

  @Test
  void memberThatWasToldToWait_isToldThatItHasBegun_evenIfItIsOverByThen() {
    var news = news("a");
    told(news);
    set("a", Course.OVER, Course.OVER);

    assertThat(told(news)).isEqualTo(Map.of("a", ConditionReason.Applying));
  }

  @Test
  void memberThatIsOverBeforeAnythingWasSaid_isToldNothing() {
    var news = news("a");
    set("a", Course.OVER, Course.OVER);

    assertThat(next(news)).isEmpty();
  }

  @Test
  void memberOfWhichAPartIsOver_hasBegun() {
    var news = news("a");
    set("a", Course.OVER, Course.AHEAD);

    assertThat(next(news)).isEqualTo(Map.of("a", ConditionReason.Applying));
  }

  @Test
  void whatCouldNotBeWritten_isSaidAgain() {
    var news = news("a");

    next(news);

    assertThat(next(news)).isEqualTo(Map.of("a", ConditionReason.Queued));
  }

  @Test
  void ofMany_fewAreToldAtOnce_thoseFirstOfWhichSomethingElseWasSaid() {
    var names = IntStream.range(0, 50).mapToObj(i -> "m" + i).toArray(String[]::new);
    var news = news(names);

    assertThat(told(news)).hasSize(ApplyNews.MOST_AT_ONCE).containsOnlyKeys(between(names, 0, 20));
    for (String each : between(names, 10, 45)) set(each, Course.RUNNING, Course.AHEAD);
    assertThat(told(news))
        .hasSize(ApplyNews.MOST_AT_ONCE)
        .containsOnlyKeys(between(names, 10, 30))
        .containsValues(ConditionReason.Applying)
        .doesNotContainValue(ConditionReason.Queued);
    assertThat(told(news))
        .hasSize(ApplyNews.MOST_AT_ONCE)
        .containsEntry("m44", ConditionReason.Applying)
        .containsEntry("m45", ConditionReason.Queued)
        .containsEntry("m49", ConditionReason.Queued);
  }

  private static String[] between(String[] names, int from, int to) {
    return Arrays.copyOfRange(names, from, to);
  }
}
