package io.keelson.operator.stack.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.plan.Plan;
import io.keelson.operator.api.plan.PlanStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Which Plan objects are kept.
class PlanRecordsTest {
  private static final Instant NOW = Instant.parse("2026-01-31T00:00:00Z");

  /// @param age of the first; each is a minute older than the one before
  private static List<Plan> plans(int count, PlanPhase phase, Duration age) {
    var plans = new ArrayList<Plan>();
    for (int i = 0; i < count; i++) {
      var plan = new Plan();
      plan.setMetadata(
          new ObjectMetaBuilder()
              .withName("plan-" + i)
              .withCreationTimestamp(NOW.minus(age).minus(Duration.ofMinutes(i)).toString())
              .build());
      plan.setStatus(new PlanStatus());
      plan.getStatus().phase = phase;
      plans.add(plan);
    }
    return plans;
  }

  private static List<String> outdated(List<Plan> plans, String current) {
    return PlanRecords.outdated(plans, Optional.of(current), NOW).stream()
        .map(plan -> plan.getMetadata().getName())
        .toList();
  }

  @Test
  void plansThatWereNeverApplied_areKeptToTheTenth() {
    assertThat(outdated(plans(12, PlanPhase.Superseded, Duration.ZERO), "plan-0"))
        .containsExactly("plan-10", "plan-11");
  }

  @Test
  void appliedPlans_areKeptForAMonthButNeverMoreThanAHundred() {
    assertThat(outdated(plans(102, PlanPhase.Applied, Duration.ZERO), "plan-0"))
        .containsExactly("plan-100", "plan-101");
    assertThat(outdated(plans(12, PlanPhase.Applied, Duration.ofDays(31)), "plan-0"))
        .containsExactly("plan-10", "plan-11");
  }

  @Test
  void planThatWaitsOrRuns_isKeptHoweverOldItIs() {
    var plans = plans(120, PlanPhase.Superseded, Duration.ofDays(90));
    plans.get(119).getStatus().phase = PlanPhase.Applying;

    assertThat(outdated(plans, "plan-118")).hasSize(108).doesNotContain("plan-118", "plan-119");
  }
}
