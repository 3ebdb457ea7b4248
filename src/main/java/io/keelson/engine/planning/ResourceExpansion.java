package io.keelson.engine.planning;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.evaluation.InstanceQuota;
import io.keelson.engine.evaluation.MadeValues;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.graph.ParallelWalk;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.planning.imports.ImportTargets;
import io.keelson.engine.planning.imports.ObjectImporter;
import io.keelson.engine.snapshot.Departure;
import io.keelson.engine.snapshot.Departures;
import io.keelson.engine.snapshot.MovedState;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/// Makes instances of declared resources, each in its turn, and remembers them for other resources.
final class ResourceExpansion {
  private final Snapshot snapshot;
  private final PlanOptions options;
  private final Selection selection;
  private final MovedState moved;
  private final StackState settled;

  /// Those moves whose old address may be declared, depending on keys.
  private final List<Move> uncertain;

  private final ConcurrentSkipListSet<InstanceAddress> refusedMoves = new ConcurrentSkipListSet<>();
  private final Departures departures;
  private final StackScope scope;
  private final InstanceQuota quota;
  private final MadeValues made;
  private final ObjectImporter importer;
  private final PlannedValues values;
  private final Findings findings;

  /// @param values where the made expansions are put
  ResourceExpansion(
      PlanContext context,
      MovedState moved,
      InstanceQuota quota,
      MadeValues made,
      ObjectImporter importer,
      PlannedValues values) {
    this.snapshot = context.snapshot();
    this.options = context.options();
    this.selection = context.selection();
    this.moved = moved;
    this.settled = moved.state();
    this.uncertain =
        snapshot.config().moves().stream()
            .filter(move -> move.isOfDeclared(snapshot.config()))
            .filter(move -> !move.isStillDeclared(snapshot.config()))
            .toList();
    this.departures = new Departures(snapshot.config());
    this.scope = context.scope();
    this.quota = quota;
    this.made = made;
    this.importer = importer;
    this.values = values;
    this.findings = context.findings();
  }

  /// @return the instances to visit, and those that go; a failure if they are not known
  ParallelWalk.Visit<PlanNode> expand(ResourceAddress resource) {
    var config = snapshot.config().resources().get(resource);
    if (config == null) return new ParallelWalk.Visit.Failed<>();
    return switch (scope.expansion(config, quota.of(resource))) {
      case Expansion.Outcome.Failed(var diagnostics) -> {
        findings.report(diagnostics);
        yield new ParallelWalk.Visit.Failed<>();
      }
      case Expansion.Outcome.Expanded(var expansion) -> {
        values.expanded(resource, expansion);
        refuseMovesFrom(resource, expansion);
        yield hasRoom(config, expansion) && expectImports(resource, expansion)
            ? new ParallelWalk.Visit.Expand<>(children(config, expansion))
            : new ParallelWalk.Visit.Failed<>();
      }
    };
  }

  /// A value that is written once is in every instance: in its plan, its hash and its record.
  ///
  /// @rule R-LIM-6
  private boolean hasRoom(ResourceConfig config, Expansion expansion) {
    var much = made.objection(config.written(), expansion.members().size());
    much.ifPresent(why ->
        findings.report(
            List.of(
                Diagnostic.error(
                        Code.VALUES_TOO_LARGE,
                        Subject.of(config.address()),
                        "Values too large",
                        why)
                    .at(AttributePath.of("config")))));
    return much.isEmpty();
  }

  /// Refuses moves of instances that are still declared under their old address. Both resources are
  /// held, so the record stays where it is.
  ///
  /// @rule R-MOV-9
  private void refuseMovesFrom(ResourceAddress resource, Expansion expansion) {
    for (Move move : uncertain) {
      if (!move.isFrom(resource)) continue;
      for (InstanceKey key : expansion.members().keySet()) {
        var from = resource.instance(key);
        move.target(from)
            .filter(to -> !move.alias() || moved.passes(from, to))
            .ifPresent(to -> {
              refusedMoves.add(from);
              findings.fail(resource, List.of(move.stillDeclared()));
              findings.fail(to.resource(), List.of());
            });
      }
    }
  }

  /// Whether it depended on the order of visits which resource there was no room for.
  boolean isContended() {
    return quota.isContended();
  }

  /// The old addresses of moves that turned out to be declared still. Complete when all resources
  /// are expanded.
  SortedSet<InstanceAddress> refusedMoves() {
    return new TreeSet<>(refusedMoves);
  }

  /// Finds out which objects are to be taken over. A target that is not declared any more is only a
  /// problem if it has no record.
  ///
  /// @return whether every target can be used
  /// @rule R-IMP-3
  /// @rule R-IMP-9
  private boolean expectImports(ResourceAddress resource, Expansion expansion) {
    var statements = snapshot.config().imports().get(resource);
    if (statements == null
        || options.mode() != PlanOptions.Mode.NORMAL
        || !selection.includes(resource)) return true;
    var targets = ImportTargets.of(statements, scope, options.limits());
    var problems = new ArrayList<>(targets.problems());
    for (var target : targets.all().values())
      if (!expansion.members().containsKey(target.at().key())
          && settled.instance(target.at()).isEmpty()) problems.add(target.notExpanded());
    findings.report(problems);
    importer.expect(targets);
    return problems.isEmpty();
  }

  private Graph<PlanNode> children(ResourceConfig config, Expansion expansion) {
    var nodes = new ArrayList<PlanNode>();
    for (var member : expansion.members().values())
      if (selection.includes(config.address().instance(member.key())))
        nodes.add(new PlanNode.Instance(config, member));
    config
        .address()
        .instancesIn(settled.instances())
        .forEach((at, instance) -> {
          if (!selection.includes(at)) return;
          leaving(expansion, at, instance).forEach(departure -> nodes.add(departing(departure)));
        });
    return Graph.unconnected(nodes);
  }

  /// The objects that go although their resource is declared. Deposed objects of instances that are
  /// only planned because targets need them stay for a later plan.
  ///
  /// @rule R-TGT-1
  private List<Departure> leaving(Expansion expansion, InstanceAddress at, InstanceState instance) {
    if (!expansion.members().containsKey(at.key()))
      return departures.all(at, instance, reason(expansion, at));
    return selection.names(at) ? departures.deposed(at, instance, Reason.DEPOSED) : List.of();
  }

  private Reason reason(Expansion expansion, InstanceAddress at) {
    var reason = Departures.keyReason(expansion, at.key());
    return reason == Reason.ENABLED_FALSE && snapshot.config().isInsideProgram(at.resource().in())
        ? Reason.NOT_REGISTERED
        : reason;
  }

  /// The end of an object whose resource is still declared.
  private PlanNode departing(Departure departure) {
    var at = departure.object().instance();
    if (!selection.names(at)) findings.deviates(Deviation.Kind.TARGET_DELETES, at);
    return new PlanNode.Departing(departure);
  }
}
