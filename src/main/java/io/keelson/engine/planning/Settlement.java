package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.object.Unexpected;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The state after it is settled what became of open operations; where it cannot be told, that is a
/// finding.
final class Settlement {
  private final PlanContext context;
  private final Recovery recovery;
  private final SortedSet<InstanceAddress> mustRead = new TreeSet<>();
  private final SortedMap<InstanceAddress, InstanceState> instances = new TreeMap<>();

  private Settlement(PlanContext context, Recovery recovery) {
    this.context = context;
    this.recovery = recovery;
  }

  /// Asks the providers what became of every open operation that the plan is about.
  static Settlement of(PlanContext context, ConfiguredProviders providers, StateCodec codec) {
    // Of the values that an object was made from before its result got lost, only variables are
    // known.
    var variables = context.config().variables().values().toArray(Value[]::new);
    var recovery = new Recovery(providers, codec, Secrecy.of(variables));
    var settlement = new Settlement(context, recovery);
    context.snapshot().prior().instances().forEach(settlement::settle);
    return settlement;
  }

  /// The settled state, at the addresses that are recorded.
  StackState state() {
    var prior = context.snapshot().prior();
    return new StackState(instances, prior.outputs(), prior.configurations());
  }

  private void settle(InstanceAddress at, InstanceState instance) {
    instances.put(at, settled(at, instance));
  }

  private InstanceState settled(InstanceAddress at, InstanceState instance) {
    if (!context.selection().includesRecorded(at)) return instance;
    if (context.snapshot().uncertain().contains(at)) {
      context.findings().uncertain(at, List.of());
      return instance;
    }
    boolean looked = context.options().reading().looksAt().contains(at);
    // Whether an operation that failed has changed the object is not asked where nothing is read.
    boolean asks = context.options().reading().refresh() != Refresh.NONE;
    if (!asks && !looked && instance.open().isEmpty()) return instance;
    return switch (asked(at, instance)) {
      case Recovery.Outcome.Uncertain(var diagnostics) -> {
        if (!isTakenOver(at)) context.findings().uncertain(at, diagnostics);
        yield instance;
      }
      case Recovery.Outcome.Settled(var settled, boolean read) -> {
        if (read || looked) mustRead.add(at);
        yield settled;
      }
    };
  }

  /// A provider that throws has not said what became of this instance; others are not its business.
  private Recovery.Outcome asked(InstanceAddress at, InstanceState instance) {
    try {
      return recovery.settle(at, instance);
    } catch (RuntimeException e) {
      return new Recovery.Outcome.Uncertain(List.of(Unexpected.told(Subject.of(at), e)));
    }
  }

  /// What is read of an instance whatever the options say.
  ///
  /// @param recorded the address of its record
  DeclaredObjects.RequiredReading reading(InstanceAddress recorded) {
    return new DeclaredObjects.RequiredReading(
        mustRead.contains(recorded),
        Optional.ofNullable(context.options().reading().existing().get(recorded))
            .filter(_ -> isTakenOver(recorded)));
  }

  /// Whether a person says that the object of an unfinished create exists, and it can be read: that
  /// needs its declaration.
  private boolean isTakenOver(InstanceAddress at) {
    return context.options().mode() == PlanOptions.Mode.NORMAL
        && context.options().reading().existing().containsKey(at)
        && context.config().resources().containsKey(at.resource());
  }
}
