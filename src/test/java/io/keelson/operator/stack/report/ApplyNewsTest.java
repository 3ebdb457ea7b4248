package io.keelson.operator.stack.report;

import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Step;
import io.keelson.operator.stack.report.ApplyNews.News;
import io.keelson.operator.stack.report.ApplyReports.Course;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

  private Map<String, News> next(ApplyNews news) {
    return news.next(step -> courses.getOrDefault(step, Course.AHEAD));
  }

  private Set<String> done(ApplyNews news) {
    return news.done(step -> courses.getOrDefault(step, Course.AHEAD));
  }

  /// What is said next, and is written.
  private Map<String, News> told(ApplyNews news) {
    var next = next(news);
    next.forEach((key, reason) -> news.told(List.of(key), reason));
    return next;
  }

  @Test
  void memberThatWaits_isToldOnce_thenThatItHasBegun_thenThatItIsDone() {
    var news = news("a");

    assertThat(told(news)).isEqualTo(Map.of("a", News.QUEUED));
    assertThat(told(news)).isEmpty();
    set("a", Course.RUNNING, Course.AHEAD);
    assertThat(told(news)).isEqualTo(Map.of("a", News.BEGUN));
    set("a", Course.DONE, Course.AHEAD);
    assertThat(told(news)).isEmpty();
    assertThat(done(news)).isEmpty();
    set("a", Course.DONE, Course.DONE);
    assertThat(told(news)).isEmpty();
    assertThat(done(news)).containsExactly("a");
    news.told(List.of("a"), News.DONE);
    assertThat(done(news)).isEmpty();
  }

  @Test
  void memberThatWasToldToWait_isToldThatItIsOver_ifAPartFailed() {
    var news = news("a");
    told(news);
    set("a", Course.FAILED, Course.DONE);

    assertThat(done(news)).isEmpty();
    assertThat(told(news)).isEqualTo(Map.of("a", News.OVER));
    assertThat(told(news)).isEmpty();
  }

  @Test
  void memberThatFailedBeforeAnythingWasSaid_isToldSoOnce() {
    var news = news("a");
    set("a", Course.DONE, Course.FAILED);

    assertThat(told(news)).isEqualTo(Map.of("a", News.OVER));
    assertThat(told(news)).isEmpty();
  }

  @Test
  void thoseThatAreDone_takeNoPlaceOfOthers_andManyAreToldAtOnce() {
    var names = IntStream.range(0, 300).mapToObj(i -> "m" + i).toArray(String[]::new);
    var news = news(names);
    for (String each : between(names, 0, 250)) set(each, Course.DONE, Course.DONE);

    assertThat(told(news)).containsOnlyKeys(between(names, 250, 270));
    assertThat(done(news)).containsExactlyInAnyOrder(between(names, 0, 200));
    news.told(done(news), News.DONE);
    assertThat(done(news)).containsExactlyInAnyOrder(between(names, 200, 250));
  }

  @Test
  void ofMany_thoseThatHaveBegunAreToldFirst_thenThoseThatHaveFailed_thenThoseThatWait() {
    var names = IntStream.range(0, 50).mapToObj(i -> "m" + i).toArray(String[]::new);
    var news = news(names);
    for (String each : between(names, 0, 10)) set(each, Course.FAILED, Course.DONE);
    for (String each : between(names, 40, 45)) set(each, Course.RUNNING, Course.AHEAD);

    assertThat(List.copyOf(told(news).values()))
        .isEqualTo(
            Stream.of(nCopies(5, News.BEGUN), nCopies(10, News.OVER), nCopies(5, News.QUEUED))
                .flatMap(List::stream)
                .toList());
  }

  @Test
  void memberOfWhichAPartIsOver_hasBegun() {
    var news = news("a");
    set("a", Course.FAILED, Course.AHEAD);

    assertThat(next(news)).isEqualTo(Map.of("a", News.BEGUN));
  }

  @Test
  void memberThatIsOnlyChecked_keepsItsReport_andOthersAreDoneWhenTheirChecksAre() {
    var check = new Step.Check(step("a", 1).changes().orElseThrow().instance());
    var news =
        new ApplyNews(
            new LinkedHashMap<>(Map.of("a", List.of(step("a", 0), check), "b", List.of(check))));

    courses.put(step("a", 0), Course.DONE);
    courses.put(check, Course.RUNNING);
    assertThat(next(news)).isEqualTo(Map.of("a", News.BEGUN));
    assertThat(done(news)).isEmpty();

    courses.put(check, Course.FAILED);
    assertThat(next(news)).isEqualTo(Map.of("a", News.OVER));

    courses.put(check, Course.DONE);
    assertThat(done(news)).containsExactly("a");
  }

  @Test
  void whatCouldNotBeWritten_isSaidAgain() {
    var news = news("a");

    next(news);

    assertThat(next(news)).isEqualTo(Map.of("a", News.QUEUED));
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
        .containsValues(News.BEGUN)
        .doesNotContainValue(News.QUEUED);
    assertThat(told(news))
        .hasSize(ApplyNews.MOST_AT_ONCE)
        .containsEntry("m44", News.BEGUN)
        .containsEntry("m45", News.QUEUED)
        .containsEntry("m49", News.QUEUED);
  }

  private static String[] between(String[] names, int from, int to) {
    return Arrays.copyOfRange(names, from, to);
  }
}
