package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.engine.state.StateStore.StoreRefused;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What changes about records before anything is done to an object: those that move get their new
/// addresses, and objects that are taken over get a record. Where that fails, nothing is done to
/// the object.
final class RecordChanges {
  private final ApplyRun run;
  private final Plan plan;
  private final Snapshot snapshot;
  private final AppliedState applied;
  private final SortedMap<InstanceAddress, InstanceAddress> unmoved = new TreeMap<>();
  private final SortedSet<InstanceAddress> notTaken = new TreeSet<>();

  RecordChanges(ApplyRun run, Plan plan) {
    this.run = run;
    this.plan = plan;
    this.snapshot = run.snapshot();
    this.applied = run.applied();
  }

  void store() {
    moveRecords();
    storeImports();
  }

  /// Whether the record of an instance is not as it has to be.
  boolean isMissing(InstanceAddress at) {
    return unmoved.containsKey(at) || notTaken.contains(at);
  }

  /// What needs a moved object is stored first, under both names: then destruction keeps its order
  /// wherever a crash comes.
  ///
  /// @rule R-MOV-8
  /// @rule DEV-16
  private void moveRecords() {
    if (plan.moves().isEmpty()) return;
    unmoved.putAll(plan.moves());
    try {
      plan.bookkeeping().forEach(applied::note);
      plan.moves().forEach((to, from) -> moveRecord(from, to));
    } catch (StoreFenced e) {
      run.fenceOff(e);
    } catch (StoreRefused e) {
      applied.report(List.of(ApplyRun.unrecorded(e)));
    }
    unmoved.forEach((to, from) -> applied.stays(from, snapshot.prior().instance(from), to));
  }

  private void moveRecord(InstanceAddress from, InstanceAddress to) {
    // A lost operation is looked for under the address it began at, so it is closed there.
    if (snapshot.prior().instance(from).open().isPresent())
      applied.note(from, plan.refreshed().instance(to));
    // The object of that create has turned out not to exist, so its record is removed.
    if (!snapshot.prior().instance(to).isEmpty()) applied.note(to, InstanceState.NONE);
    applied.move(from, to);
    unmoved.remove(to);
  }

  /// Records an object that is taken over: from then on it is like any other object, wherever a
  /// crash comes. An object that cannot be recorded is left alone.
  ///
  /// @rule R-IMP-7
  private void storeImports() {
    plan.changes()
        .forEach((object, change) -> {
          if (change.imported().isPresent()) notTaken.add(object.instance());
        });
    for (InstanceAddress at : List.copyOf(notTaken)) {
      if (run.isFenced()) break;
      try {
        if (storeImport(at)) notTaken.remove(at);
      } catch (StoreFenced e) {
        run.fenceOff(e);
      } catch (StoreRefused e) {
        applied.report(List.of(ApplyRun.unrecorded(e)));
      }
    }
    notTaken.forEach(at -> applied.stays(at, snapshot.prior().instance(at), at));
  }

  private boolean storeImport(InstanceAddress at) {
    var taken = plan.refreshed().instance(at);
    var objection = applied.objection(at, taken, true);
    if (objection.isPresent()) {
      applied.report(List.of(StoreCapacity.tooLarge(at, objection.get())));
      return false;
    }
    var operation =
        new Operation(
            run.operationId(),
            Operation.Kind.IMPORT,
            Optional.empty(),
            run.digest(),
            Optional.empty(),
            Duration.ZERO,
            Declared.NONE);
    // What is recorded before is gone, if there is anything.
    var ticket = applied.begin(at, applied.state(at), operation);
    applied.finish(ticket, taken.writtenBy(run.digest()), List.of());
    return true;
  }
}
