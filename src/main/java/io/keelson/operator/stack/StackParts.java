package io.keelson.operator.stack;

import io.keelson.operator.requests.Retry;
import io.keelson.operator.stack.approval.Reviews;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.PlanningTurn;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.drift.Observation;
import io.keelson.operator.stack.drift.Restraint;
import io.keelson.operator.stack.execution.Proposal;
import io.keelson.operator.stack.execution.Pursuit;
import io.keelson.operator.stack.gate.OpenSession;
import io.keelson.operator.stack.output.Publication;
import io.keelson.operator.stack.output.PublishedOutputs;
import io.keelson.operator.stack.report.ApplyReports;
import io.keelson.operator.stack.report.ComponentReports;
import io.keelson.operator.stack.report.ResourceReports;
import io.keelson.operator.stack.report.StackFigures;
import io.keelson.operator.stack.report.StackLog;
import io.keelson.operator.stack.run.Runs;
import io.keelson.operator.stack.store.SealingKey;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.Events;
import java.util.function.BooleanSupplier;

/// What several parts of one runner share, for as long as this process leads without a break. What
/// only one of them needs, it makes by itself.
final class StackParts {
  final StackKey key;
  final OperatorContext context;
  final StackMemory memory;
  final InstanceMemory instances;
  final BooleanSupplier closing;
  final Runnable news;

  final Events events;
  final StackStatusWriter status;
  final ResourceReports resources;
  final ComponentReports components;
  final StackFigures figures;
  final StackLog log;

  final PlanningTurn planning;
  final Takeover takeover;
  final Reviews reviews;
  final Runs runs;
  final OpenSession session;
  final RunningApply applying;
  final PublishedOutputs published;
  final Publication publication;
  final Observation observation;
  final Restraint restraint;
  final Retry retry = new Retry();
  final Proposal proposal;
  final Pursuit pursuit;

  /// @param closing whether nothing new is to be started
  /// @param news is called when something that the Stack refers to has changed
  StackParts(
      StackKey key,
      OperatorContext context,
      StackMemory memory,
      InstanceMemory instances,
      BooleanSupplier closing,
      Runnable news) {
    this.key = key;
    this.context = context;
    this.memory = memory;
    this.instances = instances;
    this.closing = closing;
    this.news = news;
    events = new Events(context.client(), context.clock());
    status =
        new StackStatusWriter(
            context.client(), memory, context.fence(), context.clock(), events, context.refusals());
    resources = new ResourceReports(context, memory, events);
    components = new ComponentReports(context, memory, events);
    planning = new PlanningTurn(key, context.planning());
    takeover = new Takeover(key, context, memory);
    reviews = Reviews.of(key, context, takeover);
    runs = new Runs(key, context, memory, status, events);
    session = new OpenSession(context, instances, new SealingKey(context, status));
    applying = new RunningApply(key, memory, instances, runs, reviews, planning, closing);
    published = new PublishedOutputs(key, context, status, news);
    publication = new Publication(memory, status, published);
    observation = new Observation(key, context.pace(), memory.requests());
    restraint = new Restraint(context.clock());
    figures = new StackFigures(memory, instances, restraint, observation, context.clock());
    log = new StackLog(key);
    proposal = new Proposal(context, memory, instances, planning, news);
    pursuit =
        new Pursuit(
            context,
            takeover,
            status,
            reviews,
            retry,
            runs,
            restraint,
            figures,
            log,
            new ApplyReports(memory, instances, resources, components),
            applying::course);
  }
}
