package io.keelson.operator.stack.report;

import io.keelson.engine.plan.Step;
import io.keelson.operator.stack.report.ApplyReports.Course;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

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

  /// What is said first comes first.
  private enum Urgency {
    TOLD_OTHERWISE,
    BEGUN,
    OVER,
    QUEUED
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
    // There may be many members, and this is asked each second: only few are kept.
    var found = new TreeMap<Urgency, Map<String, News>>();
    parts.forEach((key, steps) -> {
      var news = news(steps, course);
      if (news == News.QUEUED && queued.contains(key)) return;
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

  private Urgency urgency(String key, News news) {
    if (queued.contains(key)) return Urgency.TOLD_OTHERWISE;
    return switch (news) {
      case BEGUN -> Urgency.BEGUN;
      case OVER -> Urgency.OVER;
      case QUEUED -> Urgency.QUEUED;
    };
  }

  private static News news(List<Step> steps, Function<Step, Course> courses) {
    var first = courses.apply(steps.getFirst());
    if (first == Course.RUNNING) return News.BEGUN;
    if (steps.stream().skip(1).anyMatch(each -> courses.apply(each) != first)) return News.BEGUN;
    return first == Course.OVER ? News.OVER : News.QUEUED;
  }

  /// Notes that this need not be said again.
  void told(Collection<String> keys, News news) {
    if (news == News.QUEUED) queued.addAll(keys);
    else parts.keySet().removeAll(keys);
  }
}
