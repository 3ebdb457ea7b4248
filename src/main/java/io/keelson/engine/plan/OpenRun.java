package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.value.Bytes;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;

/// A run that has begun and not ended: a crash, a failure or a stop came in between. What is left
/// of it is planned again, and goes on under its approval if that covers it.
///
/// @param digest of the approved plan, which the run left on what it wrote
/// @param leaves what was approved
public record OpenRun(String digest, Leaves leaves) {
  /// Stands for no open run.
  public static final OpenRun NONE = new OpenRun("", Leaves.NONE);

  public boolean isNone() {
    return digest.isEmpty();
  }

  /// Whether nothing is left of the run when this plan is carried out: all that was approved is
  /// considered in it, or was to go and is gone. What a plan leaves alone, because it waits for a
  /// value or its record cannot be used, is not known to be done.
  ///
  /// @param plan of what is left
  /// @param config that it was made for
  public boolean endsWith(Plan plan, StackConfig config) {
    return leaves.changes().values().stream().allMatch(leaf -> isDone(leaf, plan, config))
        && leaves.outputs().entrySet().stream()
            .allMatch(output -> isDone(output.getKey(), output.getValue(), plan));
  }

  /// How many of the approved changes are done.
  ///
  /// @param plan of what was left
  /// @param config that it was made for
  /// @param left the objects to which the plan has still to do something
  public int done(Plan plan, StackConfig config, Set<ObjectRef> left) {
    int done = 0;
    for (Leaf leaf : leaves.changes().values())
      if (isDone(leaf, plan, config) && Collections.disjoint(leaf.objects(), left)) done++;
    return done;
  }

  private static boolean isDone(Leaf leaf, Plan plan, StackConfig config) {
    var object = leaf.object();
    if (plan.changes().containsKey(object)) return true;
    var recorded = plan.refreshed().instance(object.instance());
    boolean isThere =
        object
            .deposed()
            .map(recorded.deposed()::containsKey)
            .orElse(recorded.current().isPresent());
    boolean leftAlone = config.frozen().resources().contains(object.instance().resource());
    return leaf.planned().isEmpty() && !isThere && !leftAlone;
  }

  private static boolean isDone(String output, OutputLeaf leaf, Plan plan) {
    return plan.outputs().containsKey(output)
        || (leaf.planned().isEmpty() && !plan.refreshed().outputs().containsKey(output));
  }

  /// Why an object is still to be replaced, if that lay outside of it, see [Reason#isOutside]. What
  /// triggered the replacement has changed by now, and so triggers nothing in a new plan; a request
  /// must not be carried out twice. [Reason#NONE] if nothing is owed.
  ///
  /// @param instance with a current object
  /// @rule R-RTB-3
  /// @rule R-REPL-1
  public Reason owedReplacement(InstanceAddress at, InstanceState instance) {
    var leaf = leaves.changes().get(ObjectRef.current(at));
    return leaf == null || isMadeHere(instance) ? Reason.NONE : leaf.forced();
  }

  /// Whether the run was to replace an object by making its successor first.
  ///
  /// @rule R-PUL-31
  public boolean createsFirst(InstanceAddress at) {
    var leaf = leaves.changes().get(ObjectRef.current(at));
    return leaf != null && leaf.deposeAs().isPresent();
  }

  /// What an object was to end with, so that no provider was to be asked; empty if it was not.
  ///
  /// @rule R-PUL-30
  public Optional<Target> container(InstanceAddress member) {
    return Optional.ofNullable(leaves.changes().get(ObjectRef.current(member)))
        .flatMap(Leaf::goesWith);
  }

  /// Whether a change is one that the object has already come after: it was approved, and the run
  /// made the object when it had carried it out. It may be planned again, as long as something that
  /// it looks at is left to do; that triggers no second object.
  ///
  /// @param trigger what would trigger
  /// @rule R-RTB-2
  public boolean hasFollowed(Change trigger, InstanceState instance, Bytes key) {
    var leaf = leaves.changes().get(trigger.object());
    return leaf != null && isMadeHere(instance) && leaf.completes(trigger, key);
  }

  /// Whether the run has made the current object.
  public boolean isMadeHere(InstanceState instance) {
    return instance.madeBy().equals(digest);
  }
}
