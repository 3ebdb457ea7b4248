package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.config.Root;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.PolicyCheck;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.reading.OpenEphemerals;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.reading.PriorObjects;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.state.StateStore;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.engine.state.StateStore.StoreRefused;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Evaluated;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// One run of an apply: what its steps share.
final class ApplyRun {
  private final ConfiguredProviders providers;
  private final StateCodec codec;
  private final Supplier<String> operationIds;
  private final Plan plan;
  private final Snapshot snapshot;
  private final ApplyOptions options;
  private final AppliedState applied;
  private final PriorObjects priors;
  private final OpenEphemerals ephemerals;
  private final AppliedPrograms programs;
  private final AppliedValues values;
  private final PolicyCheck policies;
  private volatile boolean fenced;

  ApplyRun(
      Providers available,
      StateCodec codec,
      Supplier<String> operationIds,
      Plan plan,
      Snapshot snapshot,
      StateStore store,
      ApplyOptions options,
      PlanMemo memo) {
    this.codec = codec;
    this.operationIds = operationIds;
    this.plan = plan;
    this.snapshot = snapshot;
    this.options = options;
    this.applied = new AppliedState(store, plan, memo.answers());
    this.providers = ConfiguredProviders.applying(available, snapshot, codec, this::resolve, plan);
    this.priors = new PriorObjects(providers, codec, memo.answers());
    this.ephemerals = new OpenEphemerals(providers);
    this.programs = new AppliedPrograms(this);
    this.values =
        new AppliedValues(
            snapshot.config(), plan, applied, priors, ephemerals, programs, options.limits());
    this.policies = new PolicyCheck(snapshot.config());
  }

  /// What provider configurations refer to.
  private Evaluated resolve(Root root) {
    return values.scope().resolve(root);
  }

  PolicyCheck policies() {
    return policies;
  }

  AppliedValues values() {
    return values;
  }

  AppliedPrograms programs() {
    return programs;
  }

  OpenEphemerals ephemerals() {
    return ephemerals;
  }

  Plan plan() {
    return plan;
  }

  ApplyOptions options() {
    return options;
  }

  static Diagnostic unrecorded(StoreRefused refusal) {
    return Diagnostic.error(
        Code.RECORD_REFUSED,
        Subject.of(refusal.at()),
        "The record cannot be written",
        refusal.getMessage() + " Without its record nothing is done to the object.");
  }

  boolean isFenced() {
    return fenced;
  }

  void fenceOff(StoreFenced fence) {
    fenced = true;
    applied.report(
        List.of(
            Diagnostic.error(
                Code.INTERRUPTED,
                Subject.stack(),
                "Leadership was lost",
                fence.getMessage() + ". Nothing new was started; the new leader goes on.")));
  }

  AppliedState applied() {
    return applied;
  }

  PriorObjects priors() {
    return priors;
  }

  StateCodec codec() {
    return codec;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  String operationId() {
    return operationIds.get();
  }

  String digest() {
    return plan.digest();
  }

  /// The key of all hashes that are stored.
  Bytes key() {
    return options.key();
  }

  /// What is planned for an object; empty if it was not considered.
  Optional<Change> change(ObjectRef object) {
    return Optional.ofNullable(plan.changes().get(object));
  }

  /// The providers that can reach the existing objects of an instance.
  Provider provider(InstanceAddress at) {
    return providers.of(at.resource()).orElseThrow();
  }

  /// The provider that can reach one object of an instance.
  ///
  /// @param object empty if it is gone
  Provider provider(InstanceAddress at, Optional<ObjectState> object) {
    return object
        .map(each -> providers.of(at.resource(), each).orElseThrow())
        .orElseGet(() -> provider(at));
  }

  ConfiguredProviders providers() {
    return providers;
  }
}
