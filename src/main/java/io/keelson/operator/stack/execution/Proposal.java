package io.keelson.operator.stack.execution;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOptions.Mode;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.snapshot.DeclaredProtection;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.api.StackStatus.RunReference;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.PlanningTurn;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.ClusterConfigs;
import io.keelson.operator.stack.declaration.ClusterVariables;
import io.keelson.operator.stack.declaration.Configured;
import io.keelson.operator.stack.declaration.Declarations;
import io.keelson.operator.stack.declaration.DeclaredAddresses;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.UsedComponents;
import io.keelson.operator.stack.drift.Observation;
import io.keelson.operator.stack.plan.PlanRecords;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.run.Requested;
import io.keelson.operator.stack.run.RequestedPlan;
import io.keelson.operator.stack.run.RunHistory;
import io.keelson.operator.stack.run.Unmatched;
import io.keelson.operator.stack.store.Resolutions;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Makes a plan from one consistent view, and stores what it observed about instances that it does
/// not change.
public final class Proposal {
  private final OperatorContext context;
  private final StackMemory memory;
  private final InstanceMemory instances;
  private final PlanningTurn turn;
  private final Runnable roomMade;
  private SortedMap<String, String> dataSources = new TreeMap<>();
  private String runPlanned = "";
  private @Nullable Session known;
  private SortedMap<String, String> plannedLast = new TreeMap<>();

  /// @param roomMade called when other Stacks have left room for what was refused because of them
  public Proposal(
      OperatorContext context,
      StackMemory memory,
      InstanceMemory instances,
      PlanningTurn turn,
      Runnable roomMade) {
    this.turn = turn;
    this.roomMade = roomMade;
    this.context = context;
    this.memory = memory;
    this.instances = instances;
  }

  /// A plan that brings the world to what is declared. If nothing is left to do but to follow what
  /// data sources give since the last apply, that waits for the next interval or declaration:
  /// otherwise a data source with another answer each time would be followed without end.
  public Planned toConverge(
      Stack stack, Configured configured, Session session, Observation.Reads reads) {
    var data = session.memo().data();
    var answers = session.memo().answers();
    boolean declaredAnew = !configured.members().equals(plannedLast);
    if (declaredAnew && !data.changedSince().isEmpty()) data.forget();
    if (declaredAnew || !runPlanned.isEmpty()) answers.forget();
    takeUpAnswers(stack, configured.members(), session);
    if (reads.begins()) {
      data.forget();
      answers.doubt();
    }
    plannedLast = configured.members();
    runPlanned = "";
    var request = RequestedPlan.of(Mode.NORMAL, Refresh.AFFECTED).lookingAt(reads.instances());
    return withoutNewData(
        session, () -> plan(stack, configured, session, request, Optional.empty()));
  }

  /// Plans, and plans once more without the new answers of data sources if there is something to do
  /// and they have changed.
  private static Planned withoutNewData(Session session, Supplier<Planned> plan) {
    var data = session.memo().data();
    var planned = plan.get();
    if (planned.plan().applyable() && data.hasChanged()) {
      data.putOff();
      return plan.get();
    }
    if (!Diagnostic.anyError(planned.diagnostics())) data.settle();
    return planned;
  }

  /// The same plan without some instances, and without those that depend on them.
  public Planned without(
      SortedSet<InstanceAddress> excluded, Stack stack, Configured configured, Session session) {
    var request = RequestedPlan.of(Mode.NORMAL, Refresh.AFFECTED).excluding(targets(excluded));
    return plan(stack, configured, session, request, Optional.empty());
  }

  private static SortedSet<Target> targets(SortedSet<InstanceAddress> addresses) {
    return addresses.stream().map(Target::of).collect(Collectors.toCollection(TreeSet::new));
  }

  /// A plan as a Run asks for it. What the Run has replaced already is not replaced again, although
  /// the Run has not ended. Answers of providers that the plan was made with are used again while
  /// it waits.
  public Planned toRun(Stack stack, Configured configured, Session session, Requested requested) {
    var begun = RunHistory.digests(stack, requested.reference());
    var recorded = recorded();
    var request =
        (begun.isEmpty() ? requested.request() : requested.request().afterItsApply())
            .withoutReplacing(at -> begun.contains(recorded.instance(at).madeBy()));
    var answers = session.memo().answers();
    var asked = requested.reference().uid + configured.members();
    if (!asked.equals(runPlanned)) answers.forget();
    if (isFor(stack, requested.reference()) && takeUpAnswers(stack, configured.members(), session))
      answers.hold();
    var planned =
        withoutNewData(
            session,
            () -> plan(stack, configured, session, request, Optional.of(requested.reference())));
    answers.hold();
    runPlanned = asked;
    return planned.with(Unmatched.in(request, planned.snapshot(), planned.plan()));
  }

  /// Takes up the answers of providers that belong to the Plan in the Stack's status, at the
  /// beginning of a session: it waits or is carried out.
  ///
  /// @return whether there are such answers
  private boolean takeUpAnswers(Stack stack, SortedMap<String, String> members, Session session) {
    if (known == session) return false;
    known = session;
    dataSources = dataSources();
    return Optional.ofNullable(stack.getStatus())
        .flatMap(status -> Optional.ofNullable(status.plan))
        .flatMap(plan -> Optional.ofNullable(plan.name))
        .flatMap(new PlanRecords(context.client(), StackKey.of(stack), context.clock())::get)
        .filter(
            plan -> session.takeUpAnswers(plan.getSpec(), StackMemory.hash(members), recorded()))
        .isPresent();
  }

  private StackState recorded() {
    return new StackState(instances.recorded(), new TreeMap<>());
  }

  /// Whether the plan in the Stack's status was asked for by the Run.
  private static boolean isFor(Stack stack, RunReference run) {
    return Optional.ofNullable(stack.getStatus())
        .flatMap(status -> Optional.ofNullable(status.plan))
        .flatMap(plan -> Optional.ofNullable(plan.run))
        .filter(each -> Objects.equals(run.uid, each.uid))
        .isPresent();
  }

  /// Reads the providers that a destroy plan needs.
  ///
  /// @return a report about a provider that has to be waited for
  public Optional<Report> awaitedToDestroy(Stack stack, Session session) {
    return session
        .usedProviders()
        .read(
            stack,
            memory.resources(),
            UsedComponents.of(memory.components(), context.components()),
            instances.recorded().values(),
            new ClusterConfigs(context, stack, session.account()));
  }

  /// A plan that destroys all that is recorded, with providers as they were last read: those that
  /// are still declared may have newer credentials than the kept ones. What protects an object is
  /// what is declared by now, or else what was stored with it.
  public Planned toDestroy(Stack stack, Session session) {
    var declared =
        Configured.of(
            stack,
            memory.declared(),
            UsedComponents.of(memory.components(), context.components()),
            ClusterVariables.of(stack, session.account()),
            context.expressions(),
            session.usedProviders());
    takeUpAnswers(stack, memory.fingerprints(), session);
    var nothing =
        new Configured(
                declared.config().onlyProviders(),
                List.of(),
                DeclaredAddresses.NONE,
                memory.fingerprints(),
                declared.versions())
            .under(context.policies().of(StackKey.of(stack)));
    return plan(
        stack,
        nothing,
        snapshot(nothing, DeclaredProtection.in(instances.recorded(), declared.config()), session),
        session,
        RequestedPlan.of(Mode.DESTROY, Refresh.AFFECTED),
        Optional.empty());
  }

  private Planned plan(
      Stack stack,
      Configured configured,
      Session session,
      RequestedPlan request,
      Optional<RunReference> run) {
    var snapshot = snapshot(configured, instances.recorded(), session);
    return plan(stack, configured, snapshot, session, request, run);
  }

  private Planned plan(
      Stack stack,
      Configured configured,
      Snapshot snapshot,
      Session session,
      RequestedPlan request,
      Optional<RunReference> run) {
    long epoch = StackStatus.epoch(stack.getStatus());
    var digestKey = session.digestKey(stack, epoch);
    var limits = limits(stack, snapshot);
    var openRun = openRun(stack);
    var resolutions = new Resolutions(session);
    var options =
        request
            .takingOver(resolutions.existing())
            .options(stack.getSpec(), digestKey, openRun, limits);
    forgetOldData(session, request.reading().refresh());
    long begun = System.nanoTime();
    var outcome = outcome(StackKey.of(stack), session, snapshot, options);
    turn.fits(outcome.diagnostics());
    var took = Duration.ofNanos(System.nanoTime() - begun);
    note(StackKey.of(stack), outcome, limits, took);
    return new Planned(
        stack,
        configured.members(),
        snapshot,
        outcome.plan(),
        digestKey,
        epoch,
        openRun,
        run,
        () -> session.answersFor(outcome.plan(), StackMemory.hash(configured.members())),
        together(configured.diagnostics(), resolutions.explained(outcome.diagnostics())),
        configured.versions(),
        outcome.given(),
        outcome.instances(),
        took);
  }

  /// Resources with records that cannot be used are left alone, and so is what their objects need.
  private Snapshot snapshot(
      Configured configured, SortedMap<InstanceAddress, InstanceState> recorded, Session session) {
    return new Snapshot(
        configured.frozen(instances.unreadable()).config(),
        new StackState(recorded, session.outputs().values(), session.configurations().values()),
        instances.uncertain());
  }

  private OpenRun openRun(Stack stack) {
    return StackStatus.openRun(stack)
        .map(new PlanRecords(context.client(), StackKey.of(stack), context.clock())::openRun)
        .orElse(OpenRun.NONE);
  }

  private static List<Diagnostic> together(List<Diagnostic> declared, List<Diagnostic> planned) {
    return Stream.concat(declared.stream(), planned.stream()).sorted(Diagnostic.ORDER).toList();
  }

  /// Tells the metrics, and all others who share the room, what came of planning.
  private void note(StackKey stack, PlanOutcome outcome, Limits limits, Duration took) {
    boolean failed = Diagnostic.anyError(outcome.diagnostics());
    context.metrics().plans().planned(failed, took.toNanos());
    context.census().declared(stack, outcome.plan().declared());
    if (limits.elsewhere() > 0
        && outcome.diagnostics().stream().anyMatch(each -> each.code() == Code.LIMIT))
      context.census().awaitRoom(stack, roomMade);
  }

  private PlanOutcome outcome(
      StackKey key, Session session, Snapshot snapshot, PlanOptions options) {
    try (var span = context.traces().plan(key.namespace(), key.name())) {
      var outcome =
          new Planner(session.providers(), context.codec())
              .plan(snapshot, options, session.memo(), turn.stop());
      boolean failed = Diagnostic.anyError(outcome.diagnostics());
      span.digest(outcome.plan().digest());
      span.ended(failed ? "failed" : "success", !failed);
      return outcome;
    }
  }

  /// @throws java.util.concurrent.CancellationException if the plan needs a larger place
  private Limits limits(Stack stack, Snapshot snapshot) {
    var created = Instant.parse(stack.getMetadata().getCreationTimestamp());
    var most = context.census().limits(StackKey.of(stack), created);
    turn.isAbout(Planner.size(snapshot, most));
    return turn.within(most);
  }

  /// Forgets the answers of data sources if everything is read, or if other data sources are
  /// declared.
  private void forgetOldData(Session session, Refresh refresh) {
    var declared = dataSources();
    boolean all = refresh == Refresh.ALL && !session.memo().answers().isHeld();
    if (all || !declared.equals(dataSources)) session.memo().data().forget();
    dataSources = declared;
  }

  private SortedMap<String, String> dataSources() {
    var declared = new TreeMap<String, String>();
    for (Resource resource : memory.resources())
      if (Declarations.isData(resource))
        declared.put(resource.getMetadata().getName(), StackMemory.fingerprint(resource));
    return declared;
  }

  /// Stores observations. That needs no approval, as it changes no object.
  ///
  /// @throws io.keelson.engine.state.StateStore.StoreFenced if this process may no longer write
  public void keepBooks(Planned planned, Session session) {
    instances.busy(true);
    try {
      var store = session.records().store();
      store.keepConfigurations(planned.plan().configurations());
      planned
          .plan()
          .bookkeeping()
          .forEach(
              (at, state) -> store.keep(at, Optional.of(state).filter(each -> !each.isEmpty())));
      new Resolutions(session).followed(planned.plan().bookkeeping().keySet());
    } finally {
      instances.busy(false);
    }
  }
}
