package io.keelson.operator.metrics;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.apply.StepResult;
import io.keelson.engine.plan.Step;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;
import java.util.function.Predicate;

/// Plans and applies: how long they take, how they end, and what they change.
public final class PlanMetrics {
  private static final String RESULT = "result";
  private static final String SUCCESS = "success";
  private static final String FAILED = "failed";
  private static final String STOPPED = "stopped";

  private final Histogram plans;
  private final Histogram applies;
  private final Histogram ready;
  private final Counter changes;

  PlanMetrics(PrometheusRegistry registry) {
    plans =
        Buckets.histogram(
                "keelson_plan_duration_seconds",
                "How long a plan took to make, with what providers were asked for it",
                Buckets.OF_WORK)
            .labelNames(RESULT)
            .register(registry);
    applies =
        Buckets.histogram(
                "keelson_apply_duration_seconds",
                "How long a plan took to be carried out",
                Buckets.OF_WORK)
            .labelNames(RESULT)
            .register(registry);
    ready =
        Buckets.histogram(
                "keelson_change_to_ready_seconds",
                "From a change of what is declared until the Stack was ready, or could not go on",
                Buckets.OF_WAITING)
            .labelNames(RESULT)
            .register(registry);
    changes =
        Counter.builder()
            .withoutExemplars()
            .name("keelson_changes_total")
            .help("What applies did to objects, by how it ended")
            .labelNames("action", RESULT)
            .register(registry);
    for (var result : new String[] {SUCCESS, FAILED}) plans.initLabelValues(result);
    for (var result : new String[] {SUCCESS, FAILED, STOPPED}) applies.initLabelValues(result);
    for (var result : Readiness.values()) ready.initLabelValues(result.label());
    for (var action : Change.values())
      for (var result : StepResult.Outcome.values())
        changes.initLabelValues(action.label(), label(result));
  }

  /// What a step of a plan does to its object.
  private enum Change {
    CREATE,
    UPDATE,
    DESTROY,
    FORGET;

    private String label() {
      return lower(this);
    }
  }

  /// How it went on after a change of what is declared.
  public enum Readiness {
    /// The Stack was ready, and nobody was asked.
    SUCCESS,
    /// The Stack was ready, and a person had to approve it.
    APPROVED,
    /// Somebody has to mend something.
    FAILED;

    private String label() {
      return lower(this);
    }
  }

  private static String lower(Enum<?> each) {
    return each.name().toLowerCase(Locale.ROOT);
  }

  private static String label(StepResult.Outcome outcome) {
    return lower(outcome);
  }

  /// A plan was made.
  ///
  /// @param failed whether part of what is declared could not be planned
  public void planned(boolean failed, long nanos) {
    plans.labelValues(failed ? FAILED : SUCCESS).observe(Buckets.seconds(nanos));
  }

  /// A plan was carried out, as far as that went.
  ///
  /// @param updates whether the plan changes the object at an address in place
  public void applied(ApplyOutcome outcome, long nanos, Predicate<InstanceAddress> updates) {
    applies.labelValues(result(outcome)).observe(Buckets.seconds(nanos));
    for (var step : outcome.steps()) count(step, updates);
  }

  /// How a plan that was carried out ended: `success`, `failed` or `stopped`.
  public static String result(ApplyOutcome outcome) {
    if (outcome.complete()) return SUCCESS;
    return outcome.stopped() || outcome.fenced() ? STOPPED : FAILED;
  }

  private void count(StepResult step, Predicate<InstanceAddress> updates) {
    var change =
        switch (step.step()) {
          case Step.Converge(var at) -> updates.test(at) ? Change.UPDATE : Change.CREATE;
          case Step.Destroy _ -> Change.DESTROY;
          case Step.Forget _ -> Change.FORGET;
          case Step.Check _, Step.Read _, Step.Barrier _ -> null;
        };
    if (change != null) changes.labelValues(change.label(), label(step.outcome())).inc();
  }

  /// A Stack got ready, or cannot go on, so long after what is declared for it had changed.
  public void ready(Readiness how, long nanos) {
    ready.labelValues(how.label()).observe(Buckets.seconds(nanos));
  }
}
