package io.keelson.operator.stack.report;

import io.keelson.engine.plan.Step;
import io.keelson.operator.stack.report.ApplyReports.Course;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Chooses what is said of members while a plan is carried out: of each at most that it waits, and
/// then that it has begun, or that its part is over.
final class ApplyNews {
  static final int MOST_AT_ONCE = 20;

  /// How far the part of a member is.
  enum News {
    QUEUED,
    BEGUN,
    OVER
  }

  private final Map<String, List<Step>> parts;
  private final Set<String> queued = new HashSet<>();

  /// @param parts the steps of each member, by its key; those that are told first come first
  ApplyNews(Map<String, List<Step>> parts) {
    this.parts = new LinkedHashMap<>(parts);
  }

  /// What is to be said now: how far those are that were told to wait, then which others have
  /// begun, which are over, and which wait. What is said of those that are over holds until the
  /// end, so it comes before what soon holds no longer.
  ///
  /// @param course gives how far a step is
  /// @return by key, [#MOST_AT_ONCE] at most
  Map<String, News> next(Function<Step, Course> course) {
    var now = new LinkedHashMap<String, News>();
    parts.forEach((key, steps) -> now.put(key, news(steps, course)));
    var next = new LinkedHashMap<String, News>();
    Stream.of(
            keys(now, key -> queued.contains(key) && now.get(key) != News.QUEUED),
            keys(now, key -> now.get(key) == News.BEGUN),
            keys(now, key -> now.get(key) == News.OVER),
            keys(now, key -> !queued.contains(key)))
        .flatMap(keys -> keys)
        .distinct()
        .limit(MOST_AT_ONCE)
        .forEach(key -> next.put(key, now.get(key)));
    return next;
  }

  private static Stream<String> keys(Map<String, News> now, Predicate<String> which) {
    return now.keySet().stream().filter(which);
  }

  private static News news(List<Step> steps, Function<Step, Course> courses) {
    var found = steps.stream().map(courses).collect(Collectors.toSet());
    if (found.equals(Set.of(Course.AHEAD))) return News.QUEUED;
    return found.equals(Set.of(Course.OVER)) ? News.OVER : News.BEGUN;
  }

  /// Notes that this need not be said again.
  void told(Collection<String> keys, News news) {
    if (news == News.QUEUED) queued.addAll(keys);
    else parts.keySet().removeAll(keys);
  }
}
