package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.graph.ParallelWalk;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.object.Unexpected;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.snapshot.Dependencies;
import io.keelson.engine.snapshot.MovedState;
import java.util.List;
import java.util.Set;

/// Plans every resource and every object in its turn, each by the planner of its kind. What cannot
/// be planned holds back what needs it, and nothing else.
final class PlanWalk {
  private final PlanContext context;
  private final ConfiguredProviders providers;
  private final Settlement settlement;
  private final MovedState moved;
  private final Planners planners;
  private final StopSignal stop;
  private final Findings findings;

  /// The planners of all kinds of nodes.
  record Planners(
      ResourceExpansion resources,
      DeclaredObjects declared,
      UndeclaredObjects undeclared,
      DataSources data,
      ProgramRuns programs,
      EphemeralPlanner ephemerals) {}

  PlanWalk(
      PlanContext context,
      ConfiguredProviders providers,
      Settlement settlement,
      MovedState moved,
      Planners planners,
      StopSignal stop) {
    this.context = context;
    this.providers = providers;
    this.settlement = settlement;
    this.moved = moved;
    this.planners = planners;
    this.stop = stop;
    this.findings = context.findings();
  }

  /// @throws java.util.concurrent.CancellationException if it was stopped
  void over(Graph<PlanNode> graph) {
    var walk = ParallelWalk.walk(graph, context.options().parallelism(), stop, this::visitHeeding);
    stop.check();
    // A skipped node waits for one of the failed ones, and is held with it.
    walk.failed().forEach(this::fail);
  }

  private ParallelWalk.Visit<PlanNode> visitHeeding(PlanNode node) {
    return stop.heeding(node.subject().toString(), () -> visit(node));
  }

  private Dependencies dependencies() {
    return context.snapshot().dependencies();
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
    var needs = dependencies().needs().get(resource);
    if (needs == null || context.isDestroy()) return false;
    var key =
        node.instance().<InstanceKey>map(InstanceAddress::key).orElseGet(InstanceKey.None::new);
    var repeatedBy = node.instance().isPresent() ? Set.of() : dependencies().repeatedBy(resource);
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
        case PlanNode.Declared(var resource) -> planners.resources().expand(resource);
        case PlanNode.Instance(var config, var member) when isData(config) ->
            ParallelWalk.Visit.of(planners.data().plan(config, member));
        case PlanNode.Instance(var config, var member) when isProgram(config) ->
            ParallelWalk.Visit.of(planners.programs().plan(config, member));
        case PlanNode.Instance(var config, var member) when isEphemeral(config.address()) ->
            ParallelWalk.Visit.of(planners.ephemerals().plan(config, member));
        case PlanNode.Instance(var config, var member) -> {
          var at = config.address().instance(member.key());
          yield ParallelWalk.Visit.of(
              planners
                  .declared()
                  .plan(
                      config,
                      member,
                      moved.state().instance(at),
                      settlement.reading(moved.origin(at))));
        }
        case PlanNode.Departing(var departure) ->
            ParallelWalk.Visit.of(
                planners
                    .undeclared()
                    .plan(departure, moved.state().instance(departure.object().instance())));
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
    return providers.problems(at, moved.state().instance(at));
  }

  private static boolean isData(ResourceConfig config) {
    return config.address().mode() == ResourceAddress.Mode.DATA;
  }

  private static boolean isProgram(ResourceConfig config) {
    return config.address().mode() == ResourceAddress.Mode.PROGRAM;
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
}
