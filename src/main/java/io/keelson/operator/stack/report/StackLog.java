package io.keelson.operator.stack.report;

import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.PolicyConfig.PlanNumber;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.Decision;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.metrics.PlanMetrics;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.plan.PlanObjects;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.status.Report;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/// What the log says of one Stack: a line for each plan with something to do, decision, apply and
/// failure. The fields of a line are for machines, its message says the same for people.
///
/// No line has a value, or a message of a provider, which may hold one: of a problem it has the
/// code and the address. What a turn finds again as the one before did is not told again.
public final class StackLog {
  private static final Logger LOG = LoggerFactory.getLogger(StackLog.class);
  private static final String NOTHING = "";

  private final StackKey key;
  private String plan = NOTHING;
  private String decision = NOTHING;
  private String failure = NOTHING;

  public StackLog(StackKey key) {
    this.key = key;
  }

  /// A plan is shown that was made in this turn.
  public void planned(CurrentPlan shown, Planned planned) {
    var digest = String.valueOf(shown.digest);
    if (digest.equals(plan)) return;
    plan = digest;
    var counts = planned.plan().counts();
    var millis = planned.took().toMillis();
    about(LOG.atInfo(), "plan", shown)
        .addKeyValue("durationMs", millis)
        .addKeyValue("add", counts.of(PlanNumber.ADD))
        .addKeyValue("change", counts.of(PlanNumber.CHANGE))
        .addKeyValue("replace", counts.of(PlanNumber.REPLACE))
        .addKeyValue("destroy", counts.of(PlanNumber.DESTROY))
        .addKeyValue("forget", counts.of(PlanNumber.FORGET))
        .log(
            "{}: {} was made in {} ms: {}",
            key,
            title(shown),
            millis,
            PlanObjects.pending(planned.plan()));
  }

  /// A person or a rule has decided about a plan.
  public void decided(CurrentPlan about, Decision decided) {
    var told = about.digest + " " + decided.verdict;
    if (told.equals(decision)) return;
    decision = told;
    var by = decided.by == null ? "a rule" : decided.by;
    about(LOG.atInfo(), "decision", about)
        .addKeyValue("verdict", decided.verdict)
        .addKeyValue("by", by)
        .log("{}: {}: {} by {}", key, title(about), decided.verdict, by);
  }

  /// A plan was carried out, as far as that went.
  public void applied(CurrentPlan applied, ApplyOutcome outcome, Duration took) {
    var result = PlanMetrics.result(outcome);
    long done = outcome.steps().stream().filter(each -> each.outcome().isDone()).count();
    var line = about(outcome.complete() ? LOG.atInfo() : LOG.atWarn(), "apply", applied);
    problem(line, outcome.diagnostics())
        .addKeyValue("result", result)
        .addKeyValue("durationMs", took.toMillis())
        .addKeyValue("done", done)
        .addKeyValue("steps", outcome.steps().size())
        .log(
            "{}: the apply of {} took {} ms: {}, {} of {} steps done{}",
            key,
            title(applied),
            took.toMillis(),
            result,
            done,
            outcome.steps().size(),
            place(outcome.diagnostics()));
  }

  /// A turn ends with a report, which may be that of a failure.
  public void reported(Report report) {
    if (report.isPassing()) return;
    var told =
        report.reason().isWarning() ? report.reason() + place(report.diagnostics()) : NOTHING;
    if (told.equals(failure)) return;
    failure = told;
    if (!report.reason().isWarning()) return;
    var line = about(LOG.atWarn(), "failure", report.plan().orElse(null));
    problem(line, report.diagnostics())
        .addKeyValue("reason", report.reason())
        .log("{}: {}{}", key, report.reason(), place(report.diagnostics()));
  }

  private LoggingEventBuilder about(
      LoggingEventBuilder line, String action, @Nullable CurrentPlan plan) {
    var begun =
        line.addKeyValue("action", action)
            .addKeyValue("namespace", key.namespace())
            .addKeyValue("stack", key.name());
    if (plan == null) return begun;
    if (plan.name != null) begun = begun.addKeyValue("plan", plan.name);
    return plan.digest == null ? begun : begun.addKeyValue("digest", plan.digest);
  }

  private static LoggingEventBuilder problem(LoggingEventBuilder line, List<Diagnostic> problems) {
    var errors = problems.stream().filter(Diagnostic::isError).toList();
    if (errors.isEmpty()) return line;
    return line.addKeyValue("errors", errors.size())
        .addKeyValue("code", errors.getFirst().code())
        .addKeyValue("address", errors.getFirst().subject());
  }

  /// The first problem as a message names it, the others by their number.
  private static String place(List<Diagnostic> problems) {
    var errors = problems.stream().filter(Diagnostic::isError).toList();
    if (errors.isEmpty()) return NOTHING;
    var first = ": " + errors.getFirst().code() + " at " + errors.getFirst().subject();
    return errors.size() == 1 ? first : first + ", and %d more".formatted(errors.size() - 1);
  }

  private static String title(CurrentPlan plan) {
    return plan.name == null ? "the destroy plan" : "plan " + plan.name;
  }
}
