package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.evaluation.InstanceQuota;
import io.keelson.engine.evaluation.MadeValues;
import io.keelson.engine.evaluation.PolicyCheck;
import io.keelson.engine.evaluation.ResourceValues;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.object.Decisions;
import io.keelson.engine.object.PolicyReview;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.imports.ObjectImporter;
import io.keelson.engine.planning.order.LeftOut;
import io.keelson.engine.planning.program.ProgramEnds;
import io.keelson.engine.planning.refusal.OutOfScope;
import io.keelson.engine.planning.refusal.SameObjects;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.CheckLook;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.reading.DataReader;
import io.keelson.engine.reading.ObjectReader;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.reading.PriorObjects;
import io.keelson.engine.snapshot.BlockedMove;
import io.keelson.engine.snapshot.KeptObjects;
import io.keelson.engine.snapshot.MissedKeys;
import io.keelson.engine.snapshot.MovedState;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Evaluated;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Makes one plan: [#walk] and [#assemble] are the list of its steps.
final class PlanRun {
  private final PlanContext context;
  private final ConfiguredProviders providers;
  private final StateCodec codec;
  private final Memory memory;
  private final StopSignal stop;
  private final MadeValues made;
  private final PlannedValues values;
  private final EphemeralPlanner ephemerals;

  /// What need not be found out, or has been.
  private Optional<Walked> walked = Optional.empty();

  PlanRun(
      Providers available,
      StateCodec codec,
      Snapshot snapshot,
      PlanOptions options,
      Memory memory,
      StopSignal stop) {
    this.codec = codec;
    this.memory = memory;
    this.stop = stop;
    this.made = new MadeValues(options.limits().characters());
    var findings = new Findings();
    var selection = Selection.of(options, snapshot);
    this.values = new PlannedValues(options, selection, findings);
    this.context = context(snapshot, options, selection, findings);
    this.providers =
        ConfiguredProviders.planning(available, snapshot, codec, context.scope(), options.mode());
    this.ephemerals = new EphemeralPlanner(context, providers);
  }

  /// Goes on where another run had been to all objects.
  private PlanRun(PlanRun other, Walked walked, Snapshot snapshot) {
    this.codec = other.codec;
    this.memory = other.memory;
    this.stop = other.stop;
    this.made = walked.made().copy();
    var options = other.context.options();
    var selection = Selection.of(options, snapshot);
    var findings = walked.findings().copy();
    this.values = other.values.with(selection, findings);
    this.context = context(snapshot, options, selection, findings);
    this.providers = other.providers;
    this.ephemerals = other.ephemerals;
    this.walked = Optional.of(walked);
  }

  private PlanContext context(
      Snapshot snapshot, PlanOptions options, Selection selection, Findings findings) {
    var resources =
        new ResourceValues(this::expansion, this::valueOf, at -> !isEphemeral(at.resource()));
    var scope =
        new StackScope(snapshot.config(), resources, options.limits()::objection, stop, made);
    return new PlanContext(snapshot, options, scope, selection, findings);
  }

  /// What was found out about all objects.
  ///
  /// @param made what their values come to
  /// @param otherNeeds see [PlanGraph#otherNeeds]
  private record Walked(
      Findings findings,
      MadeValues made,
      MovedState moved,
      PriorObjects priors,
      DataReader data,
      PlanWalk.Planners planners,
      SortedMap<ResourceAddress, SortedSet<ResourceAddress>> otherNeeds) {
    /// Whether the next round may find out something else about objects that stay as they are.
    boolean isOpen() {
      return planners.resources().isContended()
          || made.isContended()
          || planners.data().hasPostponed();
    }

    /// The same, with what is found out up to now.
    Walked with(Findings all, MadeValues values) {
      return new Walked(all.copy(), values.copy(), moved, priors, data, planners, otherNeeds);
    }
  }

  /// A run for the same plan when programs have come to their ends since, that has nothing to look
  /// at again: nobody reads what they give, and they have registered nothing more. Empty if there
  /// is no such.
  Optional<PlanRun> after(Snapshot snapshot, PlanOptions options) {
    if (walked.isEmpty() || walked.get().isOpen() || !options.equals(context.options()))
      return Optional.empty();
    return ProgramEnds.alone(context.snapshot(), snapshot, walked.get().moved().state())
        .map(runs -> {
          var later = new PlanRun(this, walked.get(), snapshot);
          var programs = new ProgramRuns(later.context, providers);
          runs.forEach(programs::note);
          return later;
        });
  }

  /// What need not be found out again.
  ///
  /// @param ofStack what earlier plans of the Stack have found out
  /// @param ofRounds what earlier rounds of this plan have decided
  /// @param programsRun whether programs run that wait for this round
  record Memory(PlanMemo ofStack, Decisions ofRounds, boolean programsRun) {}

  /// @param contended whether the result for a resource depended on the order of visits
  /// @param programs what they are given, and how many there are
  record Made(
      PlanOutcome outcome,
      boolean contended,
      ProgramRuns.Waiting programs,
      ConfiguredProviders providers) {}

  /// @throws java.util.concurrent.CancellationException if it was stopped
  Made run() {
    Made plan;
    try {
      plan = stop.heeding(this::plan);
    } finally {
      context.findings().report(ephemerals.close());
      context.findings().report(providers.close());
    }
    stop.check();
    return new Made(reviewed(plan.outcome()), plan.contended(), plan.programs(), plan.providers());
  }

  private Made plan() {
    var found = walked.orElseGet(this::walk);
    // Putting the plan together finds out more, which may not hold when programs have ended.
    if (context.config().hasPrograms()) walked = Optional.of(found.with(context.findings(), made));
    return assemble(found);
  }

  /// Looks at every object. An open operation is recorded under the address where it began, so it
  /// is settled before anything moves.
  private Walked walk() {
    var settlement = Settlement.of(context, providers, codec);
    var moved = move(settlement);
    var priors = priors(moved);
    values.recorded(moved.state(), priors);
    var data = DataReader.planning(providers, context.snapshot().config(), made);
    var planners = planners(moved, priors, data);
    var graph = new PlanGraph(context, moved, providers);
    new PlanWalk(context, providers, settlement, moved, planners, stop)
        .over(graph.of(context.options().mode()));
    return new Walked(context.findings(), made, moved, priors, data, planners, graph.otherNeeds());
  }

  /// Puts together what was found out.
  private Made assemble(Walked found) {
    var moved = found.moved();
    var planners = found.planners();
    refuseSameObjects(moved, found.priors(), planners.declared());
    keepWhatMoves(moved, planners.resources());
    context.findings().report(providers.departures());
    new OptionReport(context).report(moved);
    var checks = new CheckLook(found.data(), planners.data()::answer, context.scope());
    var outcome =
        new PlanAssembly(
                context,
                providers,
                moved,
                found.otherNeeds(),
                leftOut(moved),
                new OutputPlanner(context, codec))
            .assemble(new CheckPlanner(context, checks));
    return new Made(
        outcome,
        planners.resources().isContended() || made.isContended(),
        planners.programs().waiting(sizes(ResourceAddress.Mode.PROGRAM)),
        providers);
  }

  private MovedState move(Settlement settlement) {
    var moved = MovedState.of(context.config(), settlement.state());
    providers.moved(moved.origins());
    memory.ofStack().keepOnly(moved.state().instances().keySet());
    if (!context.isDestroy()) moved.ambiguous().forEach(context.findings()::fail);
    return moved;
  }

  private PriorObjects priors(MovedState moved) {
    return new PriorObjects(
        providers,
        codec,
        memory.ofStack().answers(),
        at -> isReadAnew(moved.origin(at)),
        this::readTimeout);
  }

  /// Whether an object is read even if a remembered answer exists.
  ///
  /// @param recorded the address of its record
  private boolean isReadAnew(InstanceAddress recorded) {
    var options = context.options();
    boolean all =
        options.reading().refresh() == PlanOptions.Refresh.ALL
            && !memory.ofStack().answers().isHeld();
    return all || options.reading().looksAt().contains(recorded);
  }

  /// @rule R-PUL-40
  private Optional<Duration> readTimeout(InstanceAddress at) {
    return Optional.ofNullable(context.config().resources().get(at.resource()))
        .flatMap(config -> config.lifecycle().timeouts().read());
  }

  private PlanWalk.Planners planners(MovedState moved, PriorObjects priors, DataReader data) {
    var snapshot = context.snapshot();
    var options = context.options();
    var importer = new ObjectImporter(providers, codec, priors);
    var reader = new ObjectReader(priors, codec, options.digestKey().secret());
    var createBeforeDestroy =
        snapshot
            .createBeforeDestroy()
            .forcedBy(moved.state(), snapshot.config(), snapshot.dependencies());
    var quota =
        InstanceQuota.of(
            options.limits(),
            snapshot.config(),
            moved.state(),
            context.scope()::expansion,
            context.selection()::includes);
    return new PlanWalk.Planners(
        new ResourceExpansion(context, moved, quota, made, importer, values),
        new DeclaredObjects(context, providers, reader, importer, memory, createBeforeDestroy),
        new UndeclaredObjects(context, providers, reader),
        new DataSources(context, data, memory.ofStack(), memory.programsRun()),
        new ProgramRuns(context, providers),
        ephemerals);
  }

  /// Refuses to take over an object that would be managed at two addresses.
  private void refuseSameObjects(MovedState moved, PriorObjects priors, DeclaredObjects declared) {
    new SameObjects(priors, context.findings().changes().values(), declared.takenOver())
        .problems(moved.state())
        .forEach((at, problem) -> context.findings().fail(at, List.of(problem)));
  }

  /// Refuses to end what is to have another name, and tells of moves that are not made.
  private void keepWhatMoves(MovedState moved, ResourceExpansion resources) {
    var kept =
        KeptObjects.of(
            context.config(),
            moved,
            resources.refusedMoves(),
            new TreeSet<>(moved.ambiguous().keySet()));
    for (BlockedMove each : kept.blocked())
      each.warning(context.config()).ifPresent(why -> context.findings().report(List.of(why)));
    if (context.isDestroy()) return;
    var missed = new MissedKeys(context.config(), moved);
    for (Change change : context.findings().changes().values()) {
      kept.objection(change)
          .ifPresent(why -> context.findings().fail(change.object().instance(), List.of(why)));
      if (change.after().isEmpty() && change.object().deposed().isEmpty())
        missed
            .warning(change.object().instance())
            .ifPresent(why -> context.findings().report(List.of(why)));
    }
  }

  private LeftOut leftOut(MovedState moved) {
    return LeftOut.of(context.config(), moved.state(), context.selection(), values.expansions());
  }

  /// The plan after all that is said of it as a whole.
  private PlanOutcome reviewed(PlanOutcome outcome) {
    var options = context.options();
    var outOfScope = outOfScope();
    if (!outOfScope.isEmpty())
      return new PlanOutcome(
          Plan.nothing(context.snapshot().prior(), options.digestKey()), outOfScope);
    context
        .findings()
        .report(
            PolicyReview.of(outcome.plan(), new PolicyCheck(context.config()), context.scope()));
    if (options.reading().refresh() == PlanOptions.Refresh.AFFECTED
        && !options.targeting().isLimited())
      memory.ofStack().answers().keepOnly(outcome.plan().touched());
    return new PlanOutcome(
        outcome.plan(), context.findings().diagnostics(), outcome.given(), sizes());
  }

  private List<Diagnostic> outOfScope() {
    return new OutOfScope(context.snapshot(), context.options(), context.selection())
        .problems(values.settled(), values.expansions(), context.findings().changes().values());
  }

  /// How many instances the resources are declared to have. Runs of programs are none.
  private SortedMap<ResourceAddress, Integer> sizes() {
    var sizes = new TreeMap<ResourceAddress, Integer>();
    if (context.isDestroy()) return sizes;
    for (var mode : ResourceAddress.Mode.values())
      if (mode != ResourceAddress.Mode.PROGRAM) sizes.putAll(sizes(mode));
    return sizes;
  }

  private SortedMap<ResourceAddress, Integer> sizes(ResourceAddress.Mode mode) {
    var sizes = new TreeMap<ResourceAddress, Integer>();
    values
        .expansions()
        .forEach((resource, expansion) -> {
          if (resource.mode() == mode) sizes.put(resource, expansion.members().size());
        });
    return sizes;
  }

  private Expansion.Outcome expansion(ResourceAddress resource) {
    var planned = values.expansion(resource);
    if (planned.isPresent()) return planned.get();
    if (isEphemeral(resource)) return ephemerals.expansion(resource);
    throw new IllegalStateException("referred to before it is planned: " + resource);
  }

  private Evaluated valueOf(InstanceAddress at) {
    return isEphemeral(at.resource()) ? ephemerals.value(at) : Evaluated.of(values.value(at));
  }

  private static boolean isEphemeral(ResourceAddress resource) {
    return resource.mode() == ResourceAddress.Mode.EPHEMERAL;
  }
}
