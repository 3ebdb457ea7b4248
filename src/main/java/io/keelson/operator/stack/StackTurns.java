package io.keelson.operator.stack;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.DeletionPolicy;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.retry.Retry;
import io.keelson.operator.stack.approval.Approvals;
import io.keelson.operator.stack.approval.Reviews;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.PlanningTurn;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.ConfigName;
import io.keelson.operator.stack.declaration.LeftOut;
import io.keelson.operator.stack.declaration.References;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.declaration.UnknownWords;
import io.keelson.operator.stack.declaration.UsedProviders;
import io.keelson.operator.stack.drift.DriftRule;
import io.keelson.operator.stack.drift.Observation;
import io.keelson.operator.stack.drift.Repetition;
import io.keelson.operator.stack.execution.Proposal;
import io.keelson.operator.stack.execution.Pursuit;
import io.keelson.operator.stack.output.Publication;
import io.keelson.operator.stack.output.PublishedOutputs;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.stack.report.ComponentReports;
import io.keelson.operator.stack.report.InstanceEvents;
import io.keelson.operator.stack.report.ResourceReports;
import io.keelson.operator.stack.report.TurnReports;
import io.keelson.operator.stack.run.Runs;
import io.keelson.operator.stack.store.Resolutions;
import io.keelson.operator.stack.store.SealingKey;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.state.StackRecords;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Events;
import io.keelson.operator.status.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a runner does for its Stack in one turn: take it over, prepare, plan, pursue the plan,
/// report.
final class StackTurns implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StackTurns.class);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofHours(1);

  private static final String IMPORT_THAT_NEVER_ENDS =
      "An import of the state of this Stack has begun and not ended, and in a namespace that is"
          + " being deleted it never can: what the records do not say is not destroyed. To leave"
          + " the objects alone, set spec.deletion.policy to Orphan.";

  private final StackKey key;
  private final OperatorContext context;
  private final StackMemory memory;
  private final InstanceMemory instances;
  private final TurnReports reports;
  private final Takeover takeover;
  private final Reviews reviews;
  private final SealingKey sealingKey;
  private final Preparation preparation;
  private final Observation observation;
  private final Convergence convergence;
  private final Runs runs;
  private final Pursuit pursuit;
  private final RunTurn runTurn;
  private final Destruction destruction;
  private final Forgetting forgetting;
  private final MissingStack absence;
  private final References references;
  private final PlanningTurn planning;
  private final BooleanSupplier closing;
  private final PublishedOutputs published;
  private final Publication publication;
  private @Nullable Session session;
  private volatile @Nullable SortedMap<String, String> applying;
  private volatile @Nullable Instant lastTurn;
  private volatile boolean lacksKey;

  /// @param started is told when an apply starts, with the means to stop it, and when it has ended
  /// @param closing whether nothing new is to be started
  /// @param news is called when something that the Stack refers to has changed
  StackTurns(
      StackKey key,
      OperatorContext context,
      StackMemory memory,
      InstanceMemory instances,
      Consumer<@Nullable StopSignal> started,
      BooleanSupplier closing,
      Runnable news) {
    this.closing = closing;
    this.planning = new PlanningTurn(key, context.planning());
    this.key = key;
    this.context = context;
    this.memory = memory;
    this.instances = instances;
    var events = new Events(context.client(), context.clock());
    var status =
        new StackStatusWriter(context.client(), memory, context.fence(), context.clock(), events);
    var resourceReports = new ResourceReports(context, memory, events);
    var componentReports = new ComponentReports(context, memory, events);
    this.takeover = new Takeover(key, context, memory);
    this.sealingKey = new SealingKey(context, status);
    this.preparation = new Preparation(context, memory, instances, takeover);
    var proposal = new Proposal(context, memory, instances, planning, news);
    this.reviews = Reviews.of(key, context, takeover);
    var retry = new Retry();
    this.runs = new Runs(key, context, memory, status, events);
    var drift = new DriftRule(context.clock());
    var repetition = new Repetition(context.clock());
    this.observation = new Observation(key, context.pace());
    this.reports =
        new TurnReports(
            key,
            memory,
            instances,
            status,
            runs,
            resourceReports,
            componentReports,
            drift,
            repetition,
            observation,
            new InstanceEvents(events),
            context.clock());
    this.pursuit =
        new Pursuit(
            context,
            takeover,
            status,
            reviews,
            retry,
            runs,
            drift,
            repetition,
            (planned, stop) -> {
              // What applies takes as long as the real world does.
              planning.end();
              instances.busy(stop != null);
              runs.applying(stop == null ? Optional.empty() : planned.run());
              applying = stop == null ? null : planned.members();
              started.accept(stop);
            });
    this.published = new PublishedOutputs(key, context, status, news);
    this.publication = new Publication(memory, status, published);
    this.convergence =
        new Convergence(
            context.clock(),
            instances,
            proposal,
            pursuit,
            reviews.objects(),
            publication,
            retry,
            observation,
            drift,
            repetition);
    this.runTurn =
        new RunTurn(
            context.clock(),
            memory,
            instances,
            proposal,
            pursuit,
            reviews.objects(),
            publication,
            runs,
            drift,
            resourceReports,
            componentReports);
    this.destruction =
        new Destruction(context, takeover, instances, proposal, pursuit, reviews, published, retry);
    this.forgetting = new Forgetting(key, context, takeover, reviews.inStatus());
    this.absence =
        new MissingStack(
            key,
            context,
            takeover,
            memory,
            resourceReports,
            componentReports,
            runs,
            new Approvals(context.client(), key, reviews.plans()),
            events);
    this.references = References.declared(context.client(), memory, news);
  }

  Optional<Instant> lastTurn() {
    return Optional.ofNullable(lastTurn);
  }

  /// Whether what happened since an apply started forbids it to start anything new.
  boolean mustStop() {
    var members = applying;
    if (members == null) return false;
    var stack = memory.stack();
    return stack.isEmpty()
        || runs.isWithdrawn()
        || Boolean.TRUE.equals(stack.get().getSpec().suspend)
        || !memory.fingerprints().equals(members);
  }

  /// A decision was made, or taken back. While a plan is carried out it comes too late, and nobody
  /// has to wait for the end to be told so.
  void decided() {
    if (applying == null) return;
    Thread.ofVirtual()
        .name("decision " + key)
        .start(() -> {
          try {
            reviews.objects().late();
          } catch (KubernetesClientException e) {
            LOG.debug("{}: a decision is told later what it does: {}", key, e.getMessage());
          }
        });
  }

  Runs runs() {
    return runs;
  }

  /// Whether the Stack's key is gone, or opens not all that it should.
  boolean lacksKey() {
    return lacksKey
        || instances.problems().values().stream()
            .anyMatch(problem -> problem.reason() == ConditionReason.SealingKeyLost);
  }

  /// Tells people something while no plan is at hand.
  void say(Report report) {
    reports.say(report);
  }

  /// What ProviderConfigs and other Stacks refer to is known when they are read.
  private void watchReferences(Stack stack) {
    var others = new TreeSet<String>();
    for (ConfigName name : UsedProviders.named(stack, memory.resources(), preparation.components()))
      others.add("ProviderConfig/" + name.in(stack.getMetadata().getNamespace()));
    if (session != null) others.addAll(session.usedProviders().configs().secrets());
    others.addAll(preparation.referred());
    references.watch(stack, others);
  }

  /// @return when the next turn is due if nothing happens before; empty if nothing is left of the
  ///   Stack
  Optional<Instant> take() {
    if (context.sizes().isOutdated(key) || !memory.isTrusted()) takeover.take();
    runs.look();
    // Events of what was declared before a Run may come after the Run's own.
    if (runs.bringNews()) takeover.take();
    long seen = memory.changes();
    var stack = memory.stack();
    if (stack.isEmpty()) return absent();
    boolean deleted = stack.get().getMetadata().getDeletionTimestamp() != null;
    if (deleted && !Takeover.isHeld(stack.get())) return absent();
    absence.isOver();
    watchReferences(stack.get());
    var result =
        attendInTurn(deleted ? stack.get() : takeover.hold(stack.get()), deleted, seen)
            .atLatest(published.next());
    watchReferences(stack.get());
    boolean outdated = memory.changes() != seen;
    // That all is well must not be said of what has changed meanwhile.
    if (!outdated || result.report().progress() != Report.Progress.DONE)
      reports.tell(result, deleted, session);
    lastTurn = context.clock().instant();
    // An answer may have told of a change before its event did, which is no news then.
    return Optional.of(
        memory.changes() == seen ? runs.orNextEnd(result.until()) : context.clock().instant());
  }

  /// What a Stack that is gone needed is let go.
  private Optional<Instant> absent() {
    if (session != null) {
      session.close();
      session = null;
      instances.forget();
    }
    return absence.attend().map(runs::orNextEnd);
  }

  private TurnResult attendInTurn(Stack stack, boolean deleted, long seen) {
    planning.begin(
        () -> closing.getAsBoolean() || memory.changes() != seen || !context.fence().holds());
    try {
      return attend(stack, deleted);
    } finally {
      planning.end();
    }
  }

  private TurnResult attend(Stack stack, boolean deleted) {
    var unknown = UnknownWords.in(stack);
    if (unknown.isPresent())
      return TurnResult.of(unknown.get(), context.clock().instant().plus(LONG));
    // To destroy it, what is held of it is enough.
    var leftOut = LeftOut.why(stack).filter(_ -> !deleted);
    if (leftOut.isPresent())
      return TurnResult.of(
          Report.stalled(ConditionReason.LimitExceeded, leftOut.get()),
          context.clock().instant().plus(LONG));
    boolean ending = deleted && takeover.namespaceIsEnding();
    try {
      if (ending && stack.getSpec().deletion.policy == DeletionPolicy.Orphan)
        return forgetting.attend(stack);
      return attend(stack, deleted, ending, session(stack));
    } catch (SealingKey.Unusable e) {
      lacksKey = true;
      return withoutKey(stack, e, deleted, ending);
    } catch (StoreFenced e) {
      LOG.warn("{}: {}", key, e.getMessage());
      return TurnResult.of(
          Report.going(ConditionReason.ProgressingWithRetry, String.valueOf(e.getMessage())),
          context.clock().instant().plusSeconds(1));
    }
  }

  private TurnResult withoutKey(
      Stack stack, SealingKey.Unusable why, boolean deleted, boolean ending) {
    // What stands where the key belongs is nothing to a Stack that has no use for a key.
    if (deleted
        && why.reason() == ConditionReason.SealingKeyForeign
        && !StackRecords.any(context.client(), key.namespace(), key.name()))
      return destruction.gone(stack);
    // The end of an import is an event of the Secret, and so is that one of our type appears.
    var until = context.clock().instant().plusSeconds(30);
    if (ending && why.reason() == ConditionReason.ImportUnfinished)
      return TurnResult.of(Report.stalled(why.reason(), IMPORT_THAT_NEVER_ENDS), until);
    if (!ending || why.reason() != ConditionReason.SealingKeyLost)
      return TurnResult.of(Report.stalled(why.reason(), String.valueOf(why.getMessage())), until);
    var message =
        "The Secret '%s' with the key of this Stack is gone, and nothing can be restored in a namespace that is being deleted. The objects cannot be destroyed without it. To leave them alone, set spec.deletion.policy to Orphan."
            .formatted(why.secret());
    return TurnResult.of(Report.stalled(ConditionReason.CredentialsMissing, message), until);
  }

  private TurnResult attend(Stack stack, boolean deleted, boolean ending, Session opened) {
    var now = context.clock().instant();
    // Records that could not be used may be usable by now.
    if (observation.isDue(stack, now) && !instances.problems().isEmpty()) instances.distrust();
    if (!instances.isTrusted()) opened.records().take();
    var running = opened.records().runningElsewhere();
    if (!running.isEmpty())
      return TurnResult.of(
          Report.going(ConditionReason.ProgressingWithRetry, running.getFirst()),
          now.plus(LOOK_AGAIN));
    var elsewhere = opened.records().foreignCluster();
    if (!elsewhere.isEmpty())
      return TurnResult.of(
          Report.stalled(
              ConditionReason.ClusterChanged,
              "%s: the record of this instance was written in another cluster, whose operator may still manage the object. Nothing is planned or applied. Stop the operator there; to go on here, export the state there and import it (keelson state export, keelson state import)."
                  .formatted(elsewhere.getFirst())),
          now.plusSeconds(60));
    var answered = new Resolutions(opened).carryOut();
    if (!answered.isEmpty()) {
      opened.records().take();
      convergence.readNext(answered);
    }
    if (deleted) return destruction.attend(stack, opened, ending);
    if (!context.hold() && !Boolean.TRUE.equals(stack.getSpec().suspend))
      publication.restore(opened);
    if (StackStatus.openRun(stack).filter(runs::isAbandoned).isPresent())
      return abandon(stack, opened);
    var requested = runs.next(stack);
    return switch (preparation.prepare(stack, opened)) {
      case Preparation.Outcome.Wait(var result) -> result;
      case Preparation.Outcome.Ready ready ->
          // When a vanished Resource was waited for long enough, there is more to plan.
          requested
              .map(each -> runTurn.attend(stack, each, ready, opened))
              .orElseGet(() -> convergence.attend(stack, ready, opened))
              .atLatest(ready.until());
    };
  }

  private TurnResult abandon(Stack stack, Session opened) {
    pursuit.abandon(stack, opened, "Its Run was deleted before it ended.");
    return TurnResult.of(
        Report.going(
            ConditionReason.Planning,
            "The Run that was carried out has been deleted; the Stack is planned again."),
        context.clock().instant());
  }

  private Session session(Stack stack) throws SealingKey.Unusable {
    var open = session;
    if (open != null && open.isFor(stack) && open.hasItsKey()) return open;
    if (open != null) open.close();
    session = null;
    open = Session.open(stack, context, instances, sealingKey);
    instances.distrust();
    session = open;
    lacksKey = false;
    return open;
  }

  @Override
  public void close() {
    references.close();
    published.close();
    if (session != null) session.close();
  }
}
