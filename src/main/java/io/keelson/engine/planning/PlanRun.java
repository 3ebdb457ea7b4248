package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.evaluation.InstanceQuota;
import io.keelson.engine.evaluation.MadeValues;
import io.keelson.engine.evaluation.PolicyCheck;
import io.keelson.engine.evaluation.ResourceValues;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.graph.ParallelWalk;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.object.PolicyReview;
import io.keelson.engine.object.Unexpected;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.imports.ObjectImporter;
import io.keelson.engine.planning.order.LeftOut;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.CheckLook;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.reading.DataReader;
import io.keelson.engine.reading.ObjectReader;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.reading.PriorObjects;
import io.keelson.engine.snapshot.BlockedMove;
import io.keelson.engine.snapshot.Departures;
import io.keelson.engine.snapshot.Dependencies;
import io.keelson.engine.snapshot.KeptObjects;
import io.keelson.engine.snapshot.MovedState;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// Makes one plan: settles what was left open, plans every object in dependency order, and
/// assembles the result.
final class PlanRun {
  private final ConfiguredProviders providers;
  private final StopSignal stop;
  private final MadeValues made;
  private final Snapshot snapshot;
  private final PlanOptions options;
  private final Dependencies dependencies;
  private final Findings findings = new Findings();
  private final Map<ResourceAddress, Expansion> expansions = new ConcurrentHashMap<>();
  private final PriorObjects priors;
  private final StackScope scope;
  private final Selection selection;
  private final Settlement settlement;
  private final MovedState moved;
  private final StackState settled;
  private final DeclaredObjects declared;
  private final DataReader dataReader;
  private final DataSources data;
  private final EphemeralPlanner ephemerals;
  private final Departures departures;
  private final UndeclaredObjects undeclared;
  private final InstanceQuota quota;
  private final ResourceExpansion resources;
  private final PlanMemo memo;

  PlanRun(
      Providers available,
      StateCodec codec,
      Snapshot snapshot,
      PlanOptions options,
      PlanMemo memo,
      StopSignal stop) {
    this.memo = memo;
    this.stop = stop;
    this.made = new MadeValues(options.limits().characters());
    this.snapshot = snapshot;
    this.options = options;
    this.dependencies = snapshot.dependencies();
    this.scope =
        new StackScope(
            snapshot.config(),
            new ResourceValues(this::expansion, this::valueOf, at -> !isEphemeral(at.resource())),
            options.limits()::objection,
            stop,
            made);
    this.selection = Selection.of(options, snapshot);
    this.providers =
        ConfiguredProviders.planning(available, snapshot, codec, scope, options.mode());
    this.ephemerals = new EphemeralPlanner(providers, snapshot, options, scope, findings);
    // An open operation is recorded under the address where it began, so it is settled before
    // moves.
    this.settlement = new Settlement(providers, codec, snapshot, options, selection, findings);
    this.moved = MovedState.of(snapshot.config(), settlement.state());
    this.settled = moved.state();
    this.providers.moved(moved.origins());
    memo.keepOnly(settled.instances().keySet());
    if (options.mode() != PlanOptions.Mode.DESTROY) moved.ambiguous().forEach(findings::fail);
    this.priors =
        new PriorObjects(providers, codec, memo.answers(), this::isReadAnew, this::readTimeout);
    var reader = new ObjectReader(priors, codec, options.digestKey().secret());
    var createBeforeDestroy =
        snapshot
            .createBeforeDestroy()
            .forcedBy(settled, snapshot.config(), snapshot.dependencies());
    var importer = new ObjectImporter(providers, codec, priors);
    this.declared =
        new DeclaredObjects(
            providers,
            reader,
            options,
            snapshot,
            createBeforeDestroy,
            scope,
            importer,
            memo,
            findings);
    this.dataReader = new DataReader(providers, made);
    this.data = new DataSources(dataReader, memo, options, dependencies, scope, findings);
    this.departures = new Departures(snapshot.config());
    this.undeclared = new UndeclaredObjects(providers, reader, options, snapshot, scope, findings);
    this.quota =
        InstanceQuota.of(
            options.limits(), snapshot.config(), settled, scope::expansion, selection::includes);
    this.resources =
        new ResourceExpansion(
            snapshot,
            options,
            selection,
            moved,
            departures,
            scope,
            quota,
            made,
            importer,
            expansions,
            findings);
  }

  /// Whether the result for a resource depended on the order of visits.
  boolean isContended() {
    return quota.isContended() || made.isContended();
  }

  PlanOutcome run() {
    PlanOutcome outcome;
    try {
      outcome = plan();
    } finally {
      findings.report(ephemerals.close());
    }
    stop.check();
    var outOfScope =
        new OutOfScope(snapshot, options, selection)
            .problems(settled, expansions, findings.changes().values());
    if (!outOfScope.isEmpty())
      return new PlanOutcome(Plan.nothing(snapshot.prior(), options.digestKey()), outOfScope);
    findings.report(PolicyReview.of(outcome.plan(), new PolicyCheck(snapshot.config()), scope));
    if (options.refresh() == PlanOptions.Refresh.AFFECTED && !options.isLimited())
      memo.answers().keepOnly(outcome.plan().touched());
    return new PlanOutcome(outcome.plan(), findings.diagnostics(), outcome.given(), sizes());
  }

  /// Whether an object is read even if a remembered answer exists.
  private boolean isReadAnew(InstanceAddress at) {
    boolean all = options.refresh() == PlanOptions.Refresh.ALL && !memo.answers().isHeld();
    return all || options.looksAt().contains(moved.origin(at));
  }

  /// @rule R-PUL-40
  private Optional<Duration> readTimeout(InstanceAddress at) {
    return Optional.ofNullable(snapshot.config().resources().get(at.resource()))
        .flatMap(config -> config.lifecycle().timeouts().read());
  }

  private PlanOutcome plan() {
    var graph = new PlanGraph(snapshot, settled, moved, providers, selection, departures);
    var walk =
        ParallelWalk.walk(graph.of(options.mode()), options.parallelism(), stop, this::visit);
    stop.check();
    // A skipped node waits for one of the failed ones, and is held with it.
    walk.failed().forEach(this::fail);
    refuseSameObjects();
    keepWhatMoves();
    findings.report(providers.departures());
    new OptionReport(options, selection, findings).report(moved);
    var checks = new CheckLook(dataReader, data::answer, scope);
    var outputs = new OutputPlanner(snapshot, scope, options, selection, findings);
    return new PlanAssembly(
            providers,
            snapshot,
            moved,
            graph.otherNeeds(),
            options,
            selection,
            LeftOut.of(snapshot.config(), settled, selection, expansions),
            findings)
        .assemble(outputs, new CheckPlanner(snapshot, scope, checks, selection, findings), scope);
  }

  /// How many instances the resources are declared to have.
  private SortedMap<ResourceAddress, Integer> sizes() {
    var sizes = new TreeMap<ResourceAddress, Integer>();
    if (options.mode() != PlanOptions.Mode.DESTROY)
      expansions.forEach((resource, expansion) -> sizes.put(resource, expansion.members().size()));
    return sizes;
  }

  /// Refuses to take over an object that would be managed at two addresses.
  private void refuseSameObjects() {
    new SameObjects(priors, findings.changes().values(), declared.takenOver())
        .problems(settled)
        .forEach((at, problem) -> findings.fail(at, List.of(problem)));
  }

  /// Refuses to end what is to have another name, and tells of moves that are not made.
  private void keepWhatMoves() {
    var kept =
        KeptObjects.of(
            snapshot.config(),
            moved,
            resources.refusedMoves(),
            new TreeSet<>(moved.ambiguous().keySet()));
    for (BlockedMove each : kept.blocked())
      each.warning(snapshot.config()).ifPresent(why -> findings.report(List.of(why)));
    if (options.mode() == PlanOptions.Mode.DESTROY) return;
    for (Change change : findings.changes().values())
      kept.objection(change)
          .ifPresent(why -> findings.fail(change.object().instance(), List.of(why)));
  }

  /// A failure in an instance of a component only holds up what needs it in the same instance, so
  /// the resource counts as visited.
  ///
  /// @rule R-CMP-12
  /// @rule DEV-18
  private ParallelWalk.Visit<PlanNode> visit(PlanNode node) {
    if (node.resource().in().isRoot() || node.instance().isEmpty())
      return waits(node) ? new ParallelWalk.Visit.Failed<>() : visitReady(node);
    var at = node.instance().get();
    if (waits(node)) findings.unplanned(at);
    else if (visitReady(node) instanceof ParallelWalk.Visit.Failed) {
      fail(at);
      findings.unplanned(at);
    }
    return ParallelWalk.Visit.of(true);
  }

  /// Whether something that the node needs is not planned.
  private boolean waits(PlanNode node) {
    if (!findings.anyUnplanned()) return false;
    var resource = node.resource();
    var needs = dependencies.needs().get(resource);
    if (needs == null || options.mode() == PlanOptions.Mode.DESTROY) return false;
    var key =
        node.instance().<InstanceKey>map(InstanceAddress::key).orElseGet(InstanceKey.None::new);
    var repeatedBy = node.instance().isPresent() ? Set.of() : dependencies.repeatedBy(resource);
    return needs.depths().entrySet().stream()
        .filter(need ->
            node.instance().isPresent()
                || need.getValue() == 0
                || repeatedBy.contains(need.getKey()))
        .anyMatch(need -> findings.isUnplanned(need.getKey(), key.components(need.getValue())));
  }

  private ParallelWalk.Visit<PlanNode> visitReady(PlanNode node) {
    try {
      stop.check();
      if (node.instance().filter(this::isUncertain).isPresent())
        return new ParallelWalk.Visit.Failed<>();
      var obstacles = node.instance().map(this::obstacles).orElse(List.of());
      if (!obstacles.isEmpty()) return failed(node, obstacles);
      return switch (node) {
        case PlanNode.Declared(var resource) -> resources.expand(resource);
        case PlanNode.Instance(var config, var member) when isData(config) ->
            ParallelWalk.Visit.of(data.plan(config, member));
        case PlanNode.Instance(var config, var member) when isEphemeral(config.address()) ->
            ParallelWalk.Visit.of(ephemerals.plan(config, member));
        case PlanNode.Instance(var config, var member) -> {
          var at = config.address().instance(member.key());
          yield ParallelWalk.Visit.of(
              declared.plan(
                  config, member, settled.instance(at), settlement.reading(moved.origin(at))));
        }
        case PlanNode.Departing(var departure) ->
            ParallelWalk.Visit.of(
                undeclared.plan(departure, settled.instance(departure.object().instance())));
      };
    } catch (RuntimeException e) {
      stop.check();
      return failed(node, List.of(Unexpected.told(node.subject(), e)));
    }
  }

  private ParallelWalk.Visit<PlanNode> failed(PlanNode node, List<Diagnostic> why) {
    node.instance()
        .ifPresentOrElse(at -> findings.fail(at, why), () -> findings.fail(node.resource(), why));
    return new ParallelWalk.Visit.Failed<>();
  }

  /// Whether it is not known which objects of the instance exist: then it cannot be planned.
  private boolean isUncertain(InstanceAddress at) {
    return findings.isUncertain(moved.origin(at));
  }

  /// Why the provider of an object cannot be used.
  private List<Diagnostic> obstacles(InstanceAddress at) {
    return providers.problems(at, settled.instance(at));
  }

  private static boolean isData(ResourceConfig config) {
    return config.address().mode() == ResourceAddress.Mode.DATA;
  }

  private static boolean isEphemeral(ResourceAddress resource) {
    return resource.mode() == ResourceAddress.Mode.EPHEMERAL;
  }

  private void fail(PlanNode node) {
    node.instance().ifPresentOrElse(this::fail, () -> findings.fail(node.resource(), List.of()));
  }

  /// What is deferred or uncertain is held alone.
  private void fail(InstanceAddress at) {
    if (!findings.isDeferred(at) && !isUncertain(at)) findings.fail(at, List.of());
  }

  private Expansion.Outcome expansion(ResourceAddress resource) {
    var expansion = expansions.get(resource);
    if (expansion == null && isEphemeral(resource)) return ephemerals.expansion(resource);
    if (expansion == null)
      throw new IllegalStateException("referred to before it is planned: " + resource);
    return visible(resource, expansion);
  }

  /// The instances that others see: of those that the plan leaves alone, the existing ones.
  /// Resources without records have all instances that are declared.
  ///
  /// @rule R-TGT-4
  /// @rule R-MODE-1
  private Expansion.Outcome visible(ResourceAddress resource, Expansion expansion) {
    boolean readsOnly = options.mode() == PlanOptions.Mode.REFRESH_ONLY;
    var all = new Expansion.Outcome.Expanded(expansion);
    if (resource.mode() != ResourceAddress.Mode.MANAGED) return all;
    if (!readsOnly && !selection.isLimited()) return all;
    var keys = new TreeSet<InstanceKey>();
    for (InstanceKey key : expansion.members().keySet())
      if (!readsOnly && selection.includes(resource.instance(key))) keys.add(key);
    resource
        .instancesIn(settled.instances())
        .forEach((at, instance) -> {
          boolean leftAlone = readsOnly || !selection.includes(at);
          if (leftAlone && instance.current().isPresent()) keys.add(at.key());
        });
    return expansion.existing(resource, keys, options.limits()::objection);
  }

  private Evaluated valueOf(InstanceAddress at) {
    return isEphemeral(at.resource()) ? ephemerals.value(at) : Evaluated.of(plannedValue(at));
  }

  private Value plannedValue(InstanceAddress at) {
    return findings
        .data(at)
        .or(() -> findings.change(at).map(change -> value(at, change)))
        .orElseGet(() -> unplanned(at));
  }

  /// The value after the change. An object that is only read keeps its value, also if it is not
  /// declared.
  private Value value(InstanceAddress at, Change change) {
    var stays = change.isNoOp() ? change.before() : Optional.<Value>empty();
    // An instance that is gone has no object, so it has the value of a gap in a list.
    return change.after().or(() -> stays).orElseGet(() -> priors.value(at, InstanceState.NONE));
  }

  private Value unplanned(InstanceAddress at) {
    if (selection.includes(at) && options.mode() != PlanOptions.Mode.REFRESH_ONLY)
      throw new IllegalStateException("not planned yet: " + at);
    return priors.value(at, settled.instance(at));
  }
}
