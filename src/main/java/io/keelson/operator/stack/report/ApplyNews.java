package io.keelson.operator.stack.report;

import io.keelson.engine.plan.Step;
import io.keelson.operator.stack.report.ApplyReports.Course;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Chooses what is said of members while a plan is carried out: of each at most that it waits, then
/// that it has begun, and that its part is done or over.
final class ApplyNews {
  /// Of those that wait, run or failed: the report at the end of the turn says something else.
  static final int MOST_AT_ONCE = 20;

  /// Of those that are done, of which nothing else will have to be said.
  static final int MOST_DONE_AT_ONCE = 200;

  /// How far the part of a member is.
  enum News {
    QUEUED,
    BEGUN,
    /// All steps have ended, not all of them well.
    OVER,
    /// All steps have ended well.
    DONE
  }

  /// What is said first comes first.
  private enum Urgency {
    TOLD_OTHERWISE,
    BEGUN,
    OVER,
    QUEUED
  }

  private final Map<String, List<Step>> parts;
  private final Set<String> queued = new HashSet<>();
  private final Set<String> begun = new HashSet<>();

  /// @param parts the steps of each member, by its key; those that are told first come first. Of
  ///   one that is only checked, nothing is said.
  ApplyNews(Map<String, List<Step>> parts) {
    this.parts = new LinkedHashMap<>(parts);
    this.parts.values().removeIf(part -> part.stream().allMatch(Step.Check.class::isInstance));
  }

  /// What is to be said now of those that are not done: how far those are that were told to wait,
  /// then which others have begun, which are over, and which wait. What is said of those that are
  /// over holds until the end, so it comes before what soon holds no longer.
  ///
  /// @param course gives how far a step is
  /// @return by key, [#MOST_AT_ONCE] at most
  Map<String, News> next(Function<Step, Course> course) {
    // There may be many members, and this is asked each second: only few are kept.
    var found = new TreeMap<Urgency, Map<String, News>>();
    parts.forEach((key, steps) -> {
      var news = news(steps, course);
      if (news == News.DONE || isTold(key, news)) return;
      var alike = found.computeIfAbsent(urgency(key, news), _ -> new LinkedHashMap<>());
      if (alike.size() < MOST_AT_ONCE) alike.put(key, news);
    });
    var next = new LinkedHashMap<String, News>();
    for (var alike : found.values())
      alike.forEach((key, news) -> {
        if (next.size() < MOST_AT_ONCE) next.put(key, news);
      });
    return next;
  }

  /// Those that are done, and of which that was not said.
  ///
  /// @param course gives how far a step is
  /// @return their keys, [#MOST_DONE_AT_ONCE] at most
  Set<String> done(Function<Step, Course> course) {
    return parts.entrySet().stream()
        .filter(each -> news(each.getValue(), course) == News.DONE)
        .limit(MOST_DONE_AT_ONCE)
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  private boolean isTold(String key, News news) {
    return switch (news) {
      case QUEUED -> queued.contains(key);
      case BEGUN -> begun.contains(key);
      case OVER, DONE -> false;
    };
  }

  private Urgency urgency(String key, News news) {
    if (queued.contains(key) && !begun.contains(key)) return Urgency.TOLD_OTHERWISE;
    return switch (news) {
      case BEGUN -> Urgency.BEGUN;
      case OVER, DONE -> Urgency.OVER;
      case QUEUED -> Urgency.QUEUED;
    };
  }

  private static News news(List<Step> steps, Function<Step, Course> course) {
    var courses = EnumSet.noneOf(Course.class);
    for (Step each : steps) courses.add(course.apply(each));
    if (courses.equals(EnumSet.of(Course.AHEAD))) return News.QUEUED;
    if (courses.contains(Course.AHEAD) || courses.contains(Course.RUNNING)) return News.BEGUN;
    return courses.contains(Course.FAILED) ? News.OVER : News.DONE;
  }

  /// Notes that this need not be said again.
  void told(Collection<String> keys, News news) {
    switch (news) {
      case QUEUED -> queued.addAll(keys);
      case BEGUN -> begun.addAll(keys);
      case OVER, DONE -> parts.keySet().removeAll(keys);
    }
  }
}
