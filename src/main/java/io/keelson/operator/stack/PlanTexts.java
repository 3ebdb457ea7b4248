package io.keelson.operator.stack;

import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import java.util.stream.Collectors;

/// Plans as people read them in a Plan object.
final class PlanTexts {
  private PlanTexts() {}

  static String of(Plan plan) {
    return plan.effective().stream()
        .map(PlanTexts::line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String line(Change change) {
    return change.action().symbol() + " " + change.object();
  }
}
