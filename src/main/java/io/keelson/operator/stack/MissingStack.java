package io.keelson.operator.stack;

import io.keelson.operator.stack.approval.ApprovalGate;
import io.keelson.operator.stack.approval.Approvals;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.report.ComponentReports;
import io.keelson.operator.stack.report.ResourceReports;
import io.keelson.operator.stack.run.Runs;
import io.keelson.operator.stack.store.LeftRecords;
import io.keelson.operator.status.ConditionReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is told to members whose Stack does not exist. They may only have been faster than it.
final class MissingStack {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(15);
  private static final Duration LONG = Duration.ofHours(1);

  private final StackKey key;
  private final OperatorContext context;
  private final StackMemory memory;
  private final ResourceReports reports;
  private final ComponentReports components;
  private final Runs runs;
  private final Approvals approvals;
  private final LeftRecords left;
  private @Nullable Instant since;

  MissingStack(StackParts its) {
    this.key = its.key;
    this.context = its.context;
    this.memory = its.memory;
    this.reports = its.resources;
    this.components = its.components;
    this.runs = its.runs;
    this.approvals = new Approvals(context.client(), key, its.reviews.plans());
    this.left = new LeftRecords(key, context, its.takeover, its.events);
  }

  /// @return when to look again; empty if nothing is left of the Stack, nor of its members
  Optional<Instant> attend() {
    var now = context.clock().instant();
    if (since == null) since = now;
    var patience = since.plus(PATIENCE);
    if (now.isBefore(patience)) return Optional.of(patience);
    reports.stackNotFound(key);
    components.stackNotFound(key);
    runs.refuse(
        ConditionReason.StackNotFound,
        "There is no Stack '%s' in namespace '%s'. Apply it, and create the Run again, or one with the right spec.stack."
            .formatted(key.name(), key.namespace()));
    approvals.report(
        approvals.list(), Optional.empty(), new ApprovalGate(Duration.ZERO, true, now), true);
    if (left.attend()) return Optional.of(now.plus(LOOK_AGAIN));
    if (!memory.isEmpty()) return Optional.of(now.plus(LONG.dividedBy(60)));
    boolean over = !runs.any() && !context.census().knows(key);
    return over ? Optional.empty() : Optional.of(now.plus(LONG));
  }

  void isOver() {
    since = null;
  }
}
