package io.keelson.operator.stack;

import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanText;
import java.util.ArrayList;
import java.util.List;

/// What a plan does, short enough for a status: a line for each object, and the counts.
final class PlanSummary {
  private static final int MOST_LINES = 50;

  private PlanSummary() {}

  static String of(Plan plan) {
    return of(
        plan.effective().stream()
            .map(change -> change.action().symbol() + " " + change.object())
            .toList(),
        PlanText.summary(plan.counts()));
  }

  /// The first lines, how many more there are, and the last line.
  static String of(List<String> changes, String last) {
    var lines = new ArrayList<>(changes.subList(0, Math.min(MOST_LINES, changes.size())));
    if (changes.size() > MOST_LINES) lines.add("and " + (changes.size() - MOST_LINES) + " more");
    lines.add(last);
    return String.join("\n", lines) + "\n";
  }
}
