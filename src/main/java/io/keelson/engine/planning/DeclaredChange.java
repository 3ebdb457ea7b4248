package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.object.InstancePlanner.Decided;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.object.TriggerValue;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.DeposedKeys;
import io.keelson.engine.plan.DriftedPaths;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.reading.ObjectReader;
import io.keelson.engine.reading.ObjectReader.Known;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.DependencySet;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.Optional;

/// Writes down what was decided about one declared instance: its change, and the state that
/// applying starts from.
///
/// @param known the current object as it is known now; empty if there is none
/// @param trigger what `replaceTrigger` gives now
record DeclaredChange(
    InstanceAddress at,
    ResourceConfig config,
    InstanceState instance,
    Optional<Known> known,
    TriggerValue trigger) {

  boolean isMissing() {
    return known.filter(Known.Missing.class::isInstance).isPresent();
  }

  /// @param reader knows how the object was when it was last applied
  /// @param secret for the key under which the object may be set aside
  Change of(Decided decided, Schema schema, ObjectReader reader, Bytes secret) {
    var change = of(decided, secret);
    return known.orElse(null) instanceof Known.Present present
        ? reader.compared(change, present, schema, config.lifecycle().ignoreChanges())
        : change;
  }

  private Change of(Decided decided, Bytes secret) {
    var action = isMissing() ? new Action.Recreate() : decided.action();
    var before = known.map(this::before);
    boolean deposes =
        action instanceof Action.Replace(ReplaceOrder order, _)
            && order == ReplaceOrder.CREATE_FIRST;
    return new Change(
        ObjectRef.current(at),
        action,
        isMissing() ? Reason.MISSING : decided.reason(),
        before,
        Optional.of(decided.marked()),
        decided.privateData(),
        before
            .filter(_ -> deposes)
            .map(value -> DeposedKeys.choose(at, value, instance.deposed().keySet(), secret)));
  }

  /// The change of an existing object that nothing is done to.
  ///
  /// @rule R-MODE-1
  Change none() {
    var value = known.map(this::before);
    return new Change(
        ObjectRef.current(at),
        new Action.NoOp(),
        Reason.NONE,
        value,
        value,
        Bytes.NONE,
        Optional.empty());
  }

  private Value before(Known object) {
    return switch (object) {
      case Known.Present present -> present.marked();
      case Known.Missing(var last) ->
          Sensitivity.mark(
              last.value(),
              instance.current().map(ObjectState::sensitive).orElse(SensitivePaths.NONE));
    };
  }

  /// The state that applying starts from: the observed object with what is known of its declaration
  /// now. An object that something is done to also keeps the dependencies that it was made with.
  ///
  /// @param declaration the configuration with ignored changes taken out
  /// @rule R-GRAPH-20
  /// @rule R-CBD-6
  InstanceState refreshed(Change change, Value declaration, Snapshot snapshot) {
    if (instance.current().isEmpty()) return instance;
    var declared = DependencySet.of(snapshot.dependencies().stored(at.resource()));
    var state = change.isNoOp() ? triggered(made(declared, snapshot)) : observed(snapshot);
    return known.orElseThrow() instanceof Known.Present(_, var prior, var drift, _)
        ? state.withDrift(undeclared(drift, declaration, prior.value()))
        : state;
  }

  /// Stores the present trigger. An object that something is done to keeps its stored trigger until
  /// that is done.
  ///
  /// @rule R-PUL-14
  private InstanceState triggered(InstanceState state) {
    var object = state.current().orElseThrow();
    var flags = object.flags();
    return state.withCurrent(
        object.withFlags(flags.withReplaceTrigger(trigger.kept(flags.replaceTrigger()))));
  }

  /// The observed object, with the dependencies that it was made with and those declared now.
  InstanceState observed(Snapshot snapshot) {
    var declared = DependencySet.of(snapshot.dependencies().stored(at.resource()));
    return made(declared.with(instance.current().orElseThrow().dependencies()), snapshot);
  }

  private InstanceState made(DependencySet kept, Snapshot snapshot) {
    ObjectState stored = instance.current().orElseThrow();
    var flags = snapshot.flags(config, at).withReplaceTrigger(stored.flags().replaceTrigger());
    return switch (known.orElseThrow()) {
      case Known.Present(var observed, _, var drift, _) ->
          instance.withCurrent(observed.withDependencies(kept).withFlags(flags)).withDrift(drift);
      case Known.Missing _ ->
          instance
              .withCurrent(stored.withDependencies(kept).withFlags(flags))
              .withDrift(instance.drift().missing());
    };
  }

  /// The state with the secret paths and the provider that are found now. They are stored at once,
  /// because the declaration may be gone the next time.
  static InstanceState asNow(InstanceState state, Decided decided, ProviderKey key) {
    var sensitive = Sensitivity.paths(decided.marked());
    return state
        .current()
        .filter(object -> !object.provider().equals(key) || !object.sensitive().equals(sensitive))
        .map(object ->
            state.withCurrent(
                object.withProvider(key).withAttributes(object.attributes(), sensitive)))
        .orElse(state);
  }

  /// A path that somebody has changed to what is declared now is no drift any more.
  private Drift undeclared(Drift drift, Value declaration, Value observed) {
    if (!(drift instanceof Drift.Changed changed)) return drift;
    var ignored = config.lifecycle().ignoreChanges();
    var left = DriftedPaths.undeclared(changed.paths(), ignored, declaration, observed);
    return left.isEmpty() ? new Drift.None() : changed.withPaths(left);
  }
}
