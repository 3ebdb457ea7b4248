package io.keelson.operator.stack.plan;

import io.keelson.engine.plan.Counts;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.text.PlanText;
import java.util.ArrayList;
import java.util.List;

/// A plan as text short enough for a status: a line for each object, the parts that it leaves to a
/// later plan, and the counts.
public final class PlanSummary {
  private static final int MOST_CHANGES = 50;
  private static final int MOST_DEFERRED = 5;

  private PlanSummary() {}

  public static String of(Plan plan) {
    var lines =
        first(
            plan.effective().stream()
                .map(change -> change.action().symbol() + " " + change.object())
                .toList(),
            MOST_CHANGES);
    lines.addAll(
        first(
            plan.deferred().entrySet().stream()
                .map(each ->
                    "left to a later plan: %s: %s"
                        .formatted(each.getKey(), each.getValue().sentence()))
                .toList(),
            MOST_DEFERRED));
    return ended(lines, plan.counts());
  }

  public static String of(List<String> changes, Counts counts) {
    return ended(first(changes, MOST_CHANGES), counts);
  }

  private static List<String> first(List<String> all, int most) {
    var lines = new ArrayList<>(all.subList(0, Math.min(most, all.size())));
    if (all.size() > most) lines.add("and " + (all.size() - most) + " more");
    return lines;
  }

  private static String ended(List<String> lines, Counts counts) {
    return String.join("\n", lines) + "\n" + PlanText.summary(counts) + "\n";
  }
}
