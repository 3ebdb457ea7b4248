package io.keelson.operator.stack.report;

import io.keelson.engine.plan.Step;
import io.keelson.operator.stack.report.ApplyReports.Course;
import io.keelson.operator.status.ConditionReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// Chooses what is said of members while a plan is carried out: of each at most that it waits, and
/// then that it has begun. One whose part is over before anything was said of it is left out.
final class ApplyNews {
  static final int MOST_AT_ONCE = 20;

  private final Map<String, List<Step>> parts;
  private final Set<String> queued = new HashSet<>();

  /// @param parts the steps of each member, by its key; those that are told first come first
  ApplyNews(Map<String, List<Step>> parts) {
    this.parts = new LinkedHashMap<>(parts);
  }

  /// What is to be said now: Applying of those that were told Queued, then of others that have
  /// begun, then Queued.
  ///
  /// @param course gives how far a step is
  /// @return by key, [#MOST_AT_ONCE] at most
  Map<String, ConditionReason> next(Function<Step, Course> course) {
    parts.keySet().removeIf(key -> !queued.contains(key) && all(key, Course.OVER, course));
    var stale = new ArrayList<String>();
    var begun = new ArrayList<String>();
    var waiting = new ArrayList<String>();
    for (String key : parts.keySet())
      if (all(key, Course.AHEAD, course)) waiting.add(key);
      else (queued.contains(key) ? stale : begun).add(key);
    waiting.removeAll(queued);
    var next = new LinkedHashMap<String, ConditionReason>();
    Stream.concat(stale.stream(), begun.stream())
        .limit(MOST_AT_ONCE)
        .forEach(key -> next.put(key, ConditionReason.Applying));
    waiting.stream()
        .limit(MOST_AT_ONCE - next.size())
        .forEach(key -> next.put(key, ConditionReason.Queued));
    return next;
  }

  private boolean all(String key, Course course, Function<Step, Course> courses) {
    return parts.getOrDefault(key, List.of()).stream()
        .allMatch(each -> courses.apply(each) == course);
  }

  /// Notes that this need not be said again.
  void told(Collection<String> keys, ConditionReason reason) {
    if (reason == ConditionReason.Queued) queued.addAll(keys);
    else parts.keySet().removeAll(keys);
  }
}
