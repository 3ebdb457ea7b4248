package io.keelson.operator.stack;

import io.keelson.engine.graph.StopSignal;
import io.keelson.operator.requests.Retry;
import io.keelson.operator.stack.approval.Approvals;
import io.keelson.operator.stack.approval.Reviews;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.PlanningTurn;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.References;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.drift.Observation;
import io.keelson.operator.stack.drift.Restraint;
import io.keelson.operator.stack.execution.Proposal;
import io.keelson.operator.stack.execution.Pursuit;
import io.keelson.operator.stack.gate.AnswersCarriedOut;
import io.keelson.operator.stack.gate.Forgetting;
import io.keelson.operator.stack.gate.Gate;
import io.keelson.operator.stack.gate.KeyThere;
import io.keelson.operator.stack.gate.NoCircle;
import io.keelson.operator.stack.gate.OnlyOperator;
import io.keelson.operator.stack.gate.OpenSession;
import io.keelson.operator.stack.gate.OutputsRestored;
import io.keelson.operator.stack.gate.ProvidersInstalled;
import io.keelson.operator.stack.gate.Quiet;
import io.keelson.operator.stack.gate.ReadReferences;
import io.keelson.operator.stack.gate.RecordsRead;
import io.keelson.operator.stack.gate.ReferencesThere;
import io.keelson.operator.stack.gate.RemovalGrace;
import io.keelson.operator.stack.gate.RemovalGraceOver;
import io.keelson.operator.stack.gate.RoomInMemory;
import io.keelson.operator.stack.gate.RunChosen;
import io.keelson.operator.stack.gate.SameCluster;
import io.keelson.operator.stack.gate.SameRevision;
import io.keelson.operator.stack.gate.Settling;
import io.keelson.operator.stack.gate.StackRelease;
import io.keelson.operator.stack.gate.Understood;
import io.keelson.operator.stack.gate.VariablesSettled;
import io.keelson.operator.stack.output.Publication;
import io.keelson.operator.stack.output.PublishedOutputs;
import io.keelson.operator.stack.report.ApplyReports;
import io.keelson.operator.stack.report.ComponentReports;
import io.keelson.operator.stack.report.InstanceEvents;
import io.keelson.operator.stack.report.ResourceReports;
import io.keelson.operator.stack.report.StackFigures;
import io.keelson.operator.stack.report.StackLog;
import io.keelson.operator.stack.report.TurnReports;
import io.keelson.operator.stack.run.Runs;
import io.keelson.operator.stack.store.SealingKey;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.Events;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Makes what a runner has for its Stack, and says which part relies on which.
final class StackWiring {
  private final StackKey key;
  private final OperatorContext context;
  private final StackMemory memory;
  private final InstanceMemory instances;
  private final Runnable news;
  private final Events events;
  private final StackStatusWriter status;
  private final ResourceReports resourceReports;
  private final ComponentReports componentReports;
  private final PlanningTurn planning;
  private final Takeover takeover;
  private final ReadReferences read = new ReadReferences();
  private final Reviews reviews;
  private final Runs runs;
  private final OpenSession session;
  private final RunningApply applying;
  private final Observation observation;
  private final PublishedOutputs published;
  private final Publication publication;
  private final Proposal proposal;
  private final Retry retry = new Retry();
  private final Restraint restraint;
  private final StackFigures figures;
  private final StackLog log;
  private final Pursuit pursuit;

  private StackWiring(
      StackKey key,
      OperatorContext context,
      StackMemory memory,
      InstanceMemory instances,
      Consumer<@Nullable StopSignal> started,
      Runnable news) {
    this.key = key;
    this.context = context;
    this.memory = memory;
    this.instances = instances;
    this.news = news;
    this.events = new Events(context.client(), context.clock());
    this.status =
        new StackStatusWriter(
            context.client(), memory, context.fence(), context.clock(), events, context.refusals());
    this.resourceReports = new ResourceReports(context, memory, events);
    this.componentReports = new ComponentReports(context, memory, events);
    this.planning = new PlanningTurn(key, context.planning());
    this.takeover = new Takeover(key, context, memory);
    this.reviews = Reviews.of(key, context, takeover);
    this.runs = new Runs(key, context, memory, status, events);
    this.session = new OpenSession(context, instances, new SealingKey(context, status));
    this.applying = new RunningApply(key, memory, runs, reviews);
    this.observation = new Observation(key, context.pace(), memory.requests());
    this.published = new PublishedOutputs(key, context, status, news);
    this.publication = new Publication(memory, status, published);
    this.proposal = new Proposal(context, memory, instances, planning, news);
    this.restraint = new Restraint(context.clock());
    this.figures =
        new StackFigures(memory, instances, restraint, observation, context.clock());
    this.log = new StackLog(key);
    this.pursuit = pursuit(started);
  }

  /// What a runner uses.
  record Parts(
      StackTurns turns,
      RunningApply applying,
      Runs runs,
      OpenSession session,
      TurnReports reports,
      WatchedReferences references,
      PublishedOutputs published)
      implements AutoCloseable {
    @Override
    public void close() {
      references.close();
      published.close();
      session.close();
    }
  }

  /// @param started is told when an apply starts, with the means to stop it, and when it has ended
  /// @param closing whether nothing new is to be started
  /// @param news is called when something that the Stack refers to has changed
  static Parts parts(
      StackKey key,
      OperatorContext context,
      StackMemory memory,
      InstanceMemory instances,
      Consumer<@Nullable StopSignal> started,
      BooleanSupplier closing,
      Runnable news) {
    return new StackWiring(key, context, memory, instances, started, news).parts(closing);
  }

  private Parts parts(BooleanSupplier closing) {
    var reports = reports();
    var references =
        new WatchedReferences(memory, read, session, References.declared(context, memory, news));
    var turns =
        new StackTurns(
            new KnownStack(context, key, memory, takeover, closing),
            runs,
            session,
            turn(references),
            missing(),
            reports,
            new ChangeClock(context.metrics().plans()),
            retry);
    return new Parts(turns, applying, runs, session, reports, references, published);
  }

  private Pursuit pursuit(Consumer<@Nullable StopSignal> started) {
    return new Pursuit(
        context,
        takeover,
        status,
        reviews,
        retry,
        runs,
        restraint,
        figures,
        log,
        new ApplyReports(memory, instances, resourceReports, componentReports),
        (planned, stop) -> {
          // What applies takes as long as the real world does.
          planning.end();
          instances.busy(stop != null);
          runs.applying(stop == null ? Optional.empty() : planned.run());
          if (stop == null) applying.end();
          else applying.begin(planned.members());
          started.accept(stop);
        });
  }

  private TurnReports reports() {
    return new TurnReports(
        key,
        memory,
        instances,
        status,
        runs,
        resourceReports,
        componentReports,
        figures,
        new InstanceEvents(events),
        log);
  }

  private StackTurn turn(WatchedReferences references) {
    var release = new StackRelease(reviews, takeover, context.clock());
    return new StackTurn(
        context,
        takeover,
        new StackTurn.Surroundings(planning, references, published),
        gates(release),
        new StackTurn.Work(destruction(release), runTurn(), convergence()));
  }

  /// What has to hold before work for the Stack is begun, in this order.
  private List<Gate> gates(StackRelease release) {
    var settling = new Settling();
    return List.of(
        new Understood(),
        new RoomInMemory(),
        new Forgetting(key, context, takeover, reviews.inStatus()),
        new KeyThere(context, session, release),
        new RecordsRead(instances, observation, context.clock()),
        new OnlyOperator(),
        new SameCluster(),
        new AnswersCarriedOut(observation),
        new OutputsRestored(context, publication),
        new RunChosen(runs, pursuit),
        new Quiet(context, memory, settling, read),
        new SameRevision(),
        new ProvidersInstalled(context, instances),
        new NoCircle(read),
        new VariablesSettled(context, read),
        new ReferencesThere(settling),
        new RemovalGraceOver(memory, instances, takeover, new RemovalGrace()));
  }

  private Destruction destruction(StackRelease release) {
    return new Destruction(
        context, release, instances, proposal, pursuit, reviews, published, retry);
  }

  private Convergence convergence() {
    return new Convergence(
        context.clock(),
        instances,
        proposal,
        pursuit,
        reviews.objects(),
        publication,
        retry,
        observation,
        restraint);
  }

  private RunTurn runTurn() {
    return new RunTurn(
        context.clock(),
        memory,
        instances,
        proposal,
        pursuit,
        reviews.objects(),
        publication,
        runs,
        restraint,
        resourceReports,
        componentReports,
        log);
  }

  private MissingStack missing() {
    return new MissingStack(
        key,
        context,
        takeover,
        memory,
        resourceReports,
        componentReports,
        runs,
        new Approvals(context.client(), key, reviews.plans()),
        events);
  }
}
