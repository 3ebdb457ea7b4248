package io.keelson.engine.plan;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.value.Bytes;
import org.jspecify.annotations.Nullable;

/// Decides whether an approval still covers what is left to do.
final class Coverage {
  private final OpenRun run;
  private final Bytes key;

  Coverage(OpenRun run, Bytes key) {
    this.run = run;
    this.key = key;
  }

  boolean covers(Plan remainder) {
    return remainder.effective().stream().allMatch(change -> covers(change, remainder))
        && remainder.outputs().entrySet().stream()
            .allMatch(each -> covers(each.getKey(), each.getValue()));
  }

  private boolean covers(String output, OutputChange change) {
    if (change.kind() == OutputChange.Kind.NO_OP) return true;
    var leaf = run.leaves().outputs().get(output);
    return leaf != null && leaf.covers(change, key);
  }

  private boolean covers(Change change, Plan remainder) {
    boolean ours =
        remainder.refreshed().instance(change.object().instance()).writtenBy().equals(run.digest());
    var leaf = run.leaves().changes().get(change.object());
    if (!isMoveApproved(leaf, change) || !isImportApproved(leaf, change)) return false;
    if (leaf != null && leaf.action() == change.action().kind())
      return leaf.completes(change, key)
          && (leaf.goesWith().isEmpty() || change.goesWith().isPresent())
          && (leaf.hasPrior(change, key) || (ours && !isHalfMade(change, remainder)));
    if (isGone(change)) return wasToGo(leaf, change);
    if (change.object().deposed().isPresent()) return isSecondLeg(change);
    return isCreateLeg(leaf, change) || (ours && isUnfinishedCreate(leaf, change));
  }

  /// An object whose creation failed half-way. Approved was to make one, not one after the other
  /// until it works.
  private static boolean isHalfMade(Change change, Plan remainder) {
    return change.action() instanceof Action.Replace
        && remainder
            .refreshed()
            .instance(change.object().instance())
            .current()
            .filter(ObjectState::tainted)
            .isPresent();
  }

  /// Whether the instance moves as was approved, or has done so already.
  private static boolean isMoveApproved(@Nullable Leaf leaf, Change change) {
    return change.movedFrom().isEmpty()
        || (leaf != null && leaf.movedFrom().equals(change.movedFrom()));
  }

  /// Whether the object is taken over as was approved, or has been already.
  private static boolean isImportApproved(@Nullable Leaf leaf, Change change) {
    return change.imported().isEmpty()
        || (leaf != null && leaf.imported().equals(Leaf.imported(change)));
  }

  /// Whether nothing is left to destroy, only a record to drop.
  private static boolean isGone(Change change) {
    return change.action() instanceof Action.Forget && change.reason() == Reason.MISSING;
  }

  /// Whether an object that is gone was to be destroyed. The answer of the call that did it may
  /// have been lost.
  private boolean wasToGo(@Nullable Leaf leaf, Change change) {
    boolean deleted = leaf != null && leaf.action() == Action.Kind.DELETE;
    return deleted || (change.object().deposed().isPresent() && isOldObject(change));
  }

  /// The old object of a replace that creates first, which already has its successor.
  private boolean isSecondLeg(Change change) {
    return change.action() instanceof Action.Delete && isOldObject(change);
  }

  private boolean isOldObject(Change change) {
    var replace = run.leaves().changes().get(ObjectRef.current(change.object().instance()));
    return replace != null
        && replace.deposeAs().equals(change.object().deposed())
        && replace.hasPrior(change, key);
  }

  /// The new object of a replace whose old one is destroyed or set aside already, or is found to be
  /// gone.
  private boolean isCreateLeg(@Nullable Leaf leaf, Change change) {
    boolean creates =
        change.action() instanceof Action.Create || change.action() instanceof Action.Recreate;
    return creates && leaf != null && leaf.action().replaces() && leaf.completes(change, key);
  }

  /// An object that the approved run made, and that does not look as approved yet: the create was
  /// cut short, and an update brings it there.
  private boolean isUnfinishedCreate(@Nullable Leaf leaf, Change change) {
    return change.action() instanceof Action.Update
        && leaf != null
        && (leaf.action() == Action.Kind.CREATE || leaf.action().replaces())
        && leaf.completes(change, key);
  }
}
