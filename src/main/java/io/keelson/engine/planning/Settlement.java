package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The state after it is settled what became of open operations; where it cannot be told, that is a
/// finding.
final class Settlement {
  private final Snapshot snapshot;
  private final PlanOptions options;
  private final Selection selection;
  private final Findings findings;
  private final Recovery recovery;
  private final SortedSet<InstanceAddress> mustRead = new TreeSet<>();
  private final StackState state;

  Settlement(
      ConfiguredProviders providers,
      StateCodec codec,
      Snapshot snapshot,
      PlanOptions options,
      Selection selection,
      Findings findings) {
    this.snapshot = snapshot;
    this.options = options;
    this.selection = selection;
    this.findings = findings;
    // Of the values that an object was made from before its result got lost, only variables are
    // known.
    var variables = snapshot.config().variables().values().toArray(Value[]::new);
    this.recovery = new Recovery(providers, codec, Secrecy.of(variables));
    this.state = settle();
  }

  /// The settled state, at the addresses that are recorded.
  StackState state() {
    return state;
  }

  private StackState settle() {
    var prior = snapshot.prior();
    var instances = new TreeMap<InstanceAddress, InstanceState>();
    prior.instances().forEach((at, instance) -> instances.put(at, settle(at, instance)));
    return new StackState(instances, prior.outputs(), prior.configurations());
  }

  private InstanceState settle(InstanceAddress at, InstanceState instance) {
    if (!selection.includesRecorded(at)) return instance;
    if (snapshot.uncertain().contains(at)) {
      findings.uncertain(at, List.of());
      return instance;
    }
    return switch (recovery.settle(at, instance)) {
      case Recovery.Outcome.Uncertain(var diagnostics) -> {
        if (!isTakenOver(at)) findings.uncertain(at, diagnostics);
        yield instance;
      }
      case Recovery.Outcome.Settled(var settled, boolean read) -> {
        if (read || options.looksAt().contains(at)) mustRead.add(at);
        yield settled;
      }
    };
  }

  /// What is read of an instance whatever the options say.
  ///
  /// @param recorded the address of its record
  DeclaredObjects.RequiredReading reading(InstanceAddress recorded) {
    return new DeclaredObjects.RequiredReading(
        mustRead.contains(recorded),
        Optional.ofNullable(options.existing().get(recorded)).filter(_ -> isTakenOver(recorded)));
  }

  /// Whether a person says that the object of an unfinished create exists, and it can be read: that
  /// needs its declaration.
  private boolean isTakenOver(InstanceAddress at) {
    return options.mode() == PlanOptions.Mode.NORMAL
        && options.existing().containsKey(at)
        && snapshot.config().resources().containsKey(at.resource());
  }
}
